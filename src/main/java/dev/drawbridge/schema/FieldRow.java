package dev.drawbridge.schema;

import dev.drawbridge.field.ErrorType;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One row of the table: a field, its type, whether it must be there, and its columns. Immutable; each verb gives a new row.
 *
 * <p>"Unset" is Go's, not JSON's: {@code ""}, {@code 0}, {@code false} and {@code []} count as unset in a field that is no
 * pointer, and as set in one that is.
 */
public final class FieldRow {

    /** What is asked of a field that is not set. */
    enum Presence {
        /** Nothing. */
        OPTIONAL,
        /** It is an error of the row's {@code missing} type. */
        REQUIRED,
        /** The documentation requires it, no release does: a warning. */
        DOCUMENTED,
        /** An error where it is set. */
        FORBIDDEN
    }

    /** What an update may not do to a field; the words of Kubernetes' own {@code +k8s:update} tag. */
    enum Change {
        /** Set it where it is unset. */
        NO_SET,
        /** Unset it where it is set. */
        NO_UNSET,
        /** Change it from one set value to another. */
        NO_MODIFY
    }

    private final String name;
    private final FieldType type;
    private final Presence presence;
    private final List<ErrorType> missing;
    private final boolean pointer;
    private final Set<Change> barred;
    private final @Nullable String defaultText;
    private final Availability availability;

    private FieldRow(
            String name,
            FieldType type,
            Presence presence,
            List<ErrorType> missing,
            boolean pointer,
            Set<Change> barred,
            @Nullable String defaultText,
            Availability availability) {
        this.name = name;
        this.type = type;
        this.presence = presence;
        this.missing = missing;
        this.pointer = pointer;
        this.barred = barred;
        this.defaultText = defaultText;
        this.availability = availability;
    }

    static FieldRow of(String name, FieldType type, Presence presence) {
        return new FieldRow(
                name, type, presence, List.of(ErrorType.REQUIRED), false, Set.of(), null, Availability.ALWAYS);
    }

    /** A Go pointer: set to its zero value it is still set. */
    public FieldRow pointer() {
        return new FieldRow(name, type, presence, missing, true, barred, defaultText, availability);
    }

    /** What it is where a required field is missing, if it is not {@code FieldValueRequired} alone. */
    public FieldRow missing(ErrorType... errors) {
        return new FieldRow(name, type, presence, List.of(errors), pointer, barred, defaultText, availability);
    }

    /** An update may not touch it: each change is {@code FieldValueInvalid} at the field. */
    public FieldRow immutable() {
        return barred(EnumSet.allOf(Change.class));
    }

    /** An update may set it and unset it, but not change it from one value to another. */
    public FieldRow noModify() {
        return barred(EnumSet.of(Change.NO_MODIFY));
    }

    /** An update may not set it; where it is set already the server keeps what it has. */
    public FieldRow noSet() {
        return barred(EnumSet.of(Change.NO_SET));
    }

    /** An update may not set or change it; where the update has none the server keeps what it has. */
    public FieldRow noSetOrModify() {
        return barred(EnumSet.of(Change.NO_SET, Change.NO_MODIFY));
    }

    private FieldRow barred(Set<Change> changes) {
        return new FieldRow(name, type, presence, missing, pointer, Set.copyOf(changes), defaultText, availability);
    }

    /** The server puts this text where the field is not set, before it validates. */
    public FieldRow defaultsTo(String text) {
        return new FieldRow(name, type, presence, missing, pointer, barred, text, availability);
    }

    /** In the type from this release on. */
    public FieldRow since(KubernetesRelease release) {
        return available(availability.andSince(release));
    }

    /** In the type up to this release, itself included. */
    public FieldRow until(KubernetesRelease release) {
        return available(availability.andUntil(release));
    }

    /** Judged on these requests; on the others the server reads its JSON types and then ignores it. */
    public FieldRow on(Request first, Request... more) {
        return available(availability.andOn(first, more));
    }

    private FieldRow available(Availability columns) {
        return new FieldRow(name, type, presence, missing, pointer, barred, defaultText, columns);
    }

    String name() {
        return name;
    }

    FieldType type() {
        return type;
    }

    Presence presence() {
        return presence;
    }

    List<ErrorType> missing() {
        return missing;
    }

    boolean isPointer() {
        return pointer;
    }

    Set<Change> barred() {
        return barred;
    }

    @Nullable
    String defaultText() {
        return defaultText;
    }

    Availability availability() {
        return availability;
    }
}
