package dev.drawbridge.reference;

import dev.drawbridge.constraint.ResourceName;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Excerpt;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Severity;
import dev.drawbridge.report.Finding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A name in an object that refers to another.
 *
 * @param request the request of the claim that is named; empty for none
 * @param isUsed whether a container uses the claim
 * @param isGuessed whether the pod template that has it was found by its shape
 * @param path the field, in the object
 */
public record Reference(
        ObjectPlace by,
        ReferenceKind kind,
        String name,
        String request,
        boolean isUsed,
        boolean isGuessed,
        FieldPath path,
        @Nullable Position position) {

    /** Identifies the reference in base and head, wherever its object has moved. */
    public String key() {
        return by.object().kind() + " " + by.namespace() + " " + by.object().name() + " " + kind + " " + name + " "
                + request;
    }

    /** Whether it is a class in the name of an implicit extended resource. */
    public boolean isOfResource() {
        return String.valueOf(path.name()).startsWith(ResourceName.OF_CLASS);
    }

    /** The same name as a reference to an object of another kind. */
    public Reference to(ReferenceKind other) {
        return new Reference(by, other, name, request, isUsed, isGuessed, path, position);
    }

    /** The same name in an object that is applied in another namespace. */
    public Reference in(String namespace) {
        return new Reference(by.in(namespace), kind, name, request, isUsed, isGuessed, path, position);
    }

    public Finding warning(Origin rule, String message) {
        return finding(Severity.WARNING, rule, message);
    }

    /** A finding at the reference; a warning at most if its pod template was guessed. */
    public Finding finding(Severity severity, Origin rule, String message) {
        Excerpt excerpt = position == null ? null : by.lines().excerpt(position);
        return new Finding(
                isGuessed ? Severity.WARNING : severity,
                new Finding.Location(by.file(), position, excerpt),
                new Finding.Field(by.object(), by.within(), path.toString()),
                new Finding.Rule(ErrorType.NOT_FOUND.reason(), rule),
                message,
                List.of());
    }
}
