package dev.drawbridge.report;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Excerpt;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Printable;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An error or warning at a place in a file.
 *
 * @param severity its severity
 * @param file the file's name, as the user wrote it
 * @param position where it is; null where nowhere in particular
 * @param path the field, printable
 * @param type the error's type as Kubernetes spells it, such as {@code FieldValueInvalid}
 * @param origin the machine name of the rule
 * @param message what was found, the limit, what to do; printable
 * @param object the object that has it
 * @param releases the releases that say so
 * @param excerpt what to show of its place; null if there is nothing
 * @param known whether the base of a comparison had it already
 * @param fix how {@code check --fix} would put it right; null if it would not
 */
public record Finding(
        Severity severity,
        String file,
        @Nullable Position position,
        String path,
        String type,
        Origin origin,
        String message,
        ObjectReference object,
        List<String> releases,
        @Nullable Excerpt excerpt,
        boolean known,
        @Nullable SuggestedFix fix) {

    private static final String GROUP = "resource.k8s.io/";

    public Finding {
        path = Printable.of(path);
        message = Printable.of(message);
    }

    /** A finding that {@code check --fix} would not put right. */
    public Finding(
            Severity severity,
            String file,
            @Nullable Position position,
            String path,
            String type,
            Origin origin,
            String message,
            ObjectReference object,
            List<String> releases,
            @Nullable Excerpt excerpt,
            boolean known) {
        this(severity, file, position, path, type, origin, message, object, releases, excerpt, known, null);
    }

    /** A finding for a file, or a place in it, rather than an object. */
    public static Finding ofFile(
            Severity severity,
            String file,
            @Nullable Position position,
            Origin origin,
            String message,
            @Nullable Excerpt excerpt) {
        ObjectReference nothing = new ObjectReference("", "", "", "");
        return new Finding(
                severity, file, position, "", origin.toString(), origin, message, nothing, List.of(), excerpt, false);
    }

    /** The line, counted from 1; 1 if there is none. */
    public int lineNumber() {
        return position == null ? 1 : position.line();
    }

    /** The column, counted from 1; 1 if there is none. */
    public int columnNumber() {
        return position == null ? 1 : position.column();
    }

    /** The field and the message, as a sentence. */
    public String sentence() {
        return path.isEmpty() ? message : path + ": " + message;
    }

    /** The message with a note on whether it can be fixed. */
    public String sentenceAndFix() {
        return fix == null ? sentence() : sentence() + " " + fix.mark();
    }

    /** The command that explains the field, or its parent; empty if it is not a field of a DRA object. */
    public String explanation() {
        if (!object.apiVersion().startsWith(GROUP)) {
            return "";
        }
        String field = path.replaceAll("\\[[^]]*]", "").replaceFirst("(\\.opaque\\.parameters|^metadata)\\..*", "$1");
        if (type.equals(ErrorType.UNKNOWN_FIELD.toString())) {
            field = field.substring(0, Math.max(0, field.lastIndexOf('.')));
        }
        return "drawbridge explain " + object.kind().toLowerCase(Locale.ROOT) + (field.isEmpty() ? "" : ".") + field
                + " --api-version " + object.apiVersion().substring(GROUP.length())
                + (releases.isEmpty() ? "" : " --kubernetes " + releases.get(releases.size() - 1));
    }

    /** An identity that does not change when lines move. */
    public String fingerprint() {
        return String.join(
                "|",
                file,
                object.apiVersion(),
                object.kind(),
                object.namespace(),
                object.name(),
                path,
                type,
                origin.toString());
    }

    /** A copy with another severity. */
    public Finding as(Severity other) {
        return new Finding(other, file, position, path, type, origin, message, object, releases, excerpt, known, fix);
    }

    /** A copy with another message. */
    public Finding saying(String other) {
        return new Finding(severity, file, position, path, type, origin, other, object, releases, excerpt, known, fix);
    }

    /** A copy for these releases. */
    public Finding in(List<String> others) {
        return new Finding(severity, file, position, path, type, origin, message, object, others, excerpt, known, fix);
    }

    /** A copy marked as known from the base. */
    public Finding asKnown() {
        return new Finding(severity, file, position, path, type, origin, message, object, releases, excerpt, true, fix);
    }

    /** A copy with this fix. */
    public Finding fixable(SuggestedFix how) {
        return new Finding(
                severity, file, position, path, type, origin, message, object, releases, excerpt, known, how);
    }
}
