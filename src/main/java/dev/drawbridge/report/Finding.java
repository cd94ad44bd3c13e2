package dev.drawbridge.report;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Excerpt;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Printable;
import dev.drawbridge.field.Severity;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An error or warning at a place in a file.
 *
 * @param message the found value, the limit and the remedy; printable
 * @param releases the releases that report it
 * @param known whether the base of a comparison had it already
 * @param fix how {@code check --fix} would put it right; null if it would not
 */
public record Finding(
        Severity severity,
        Location location,
        Field field,
        Rule rule,
        String message,
        List<String> releases,
        boolean known,
        @Nullable SuggestedFix fix) {

    /**
     * A place in a file.
     *
     * @param file the file's name, as the user wrote it
     * @param position null if it is the whole file
     * @param excerpt the lines to show; null for none
     */
    public record Location(
            String file,
            @Nullable Position position,
            @Nullable Excerpt excerpt) {}

    /**
     * A field of an object.
     *
     * @param within the path of the object in its document, with a dot at its end; empty if it is the document
     * @param inner the field's path in the object, printable; empty for the object
     */
    public record Field(ObjectReference object, String within, String inner) {

        private static final Field NONE = new Field(new ObjectReference("", "", "", ""), "", "");

        public Field {
            within = Printable.of(within);
            inner = Printable.of(inner);
        }

        public String path() {
            return inner.isEmpty() ? within.replaceFirst("\\.$", "") : within + inner;
        }
    }

    /**
     * A rule.
     *
     * @param type the error's type as Kubernetes spells it, such as {@code FieldValueInvalid}
     */
    public record Rule(String type, Origin origin) {}

    private static final String GROUP = "resource.k8s.io/";

    public Finding {
        message = Printable.of(message);
    }

    /** A new finding, without a fix. */
    public Finding(
            Severity severity, Location location, Field field, Rule rule, String message, List<String> releases) {
        this(severity, location, field, rule, message, releases, false, null);
    }

    /** A finding for a file, or a place in it, rather than an object. */
    public static Finding ofFile(
            Severity severity,
            String file,
            @Nullable Position position,
            Origin origin,
            String message,
            @Nullable Excerpt excerpt) {
        Location location = new Location(file, position, excerpt);
        return new Finding(severity, location, Field.NONE, new Rule(origin.toString(), origin), message, List.of());
    }

    /** The name of the file, as the user wrote it. */
    public String file() {
        return location.file();
    }

    /** Its position in the file; null if it is about the whole file. */
    public @Nullable Position position() {
        return location.position();
    }

    public ObjectReference object() {
        return field.object();
    }

    /** The path of the field, printable. */
    public String path() {
        return field.path();
    }

    /** The machine name of the rule. */
    public Origin origin() {
        return rule.origin();
    }

    /** The line, counted from 1; 1 if there is none. */
    public int lineNumber() {
        return position() == null ? 1 : position().line();
    }

    /** The column, counted from 1; 1 if there is none. */
    public int columnNumber() {
        return position() == null ? 1 : position().column();
    }

    /** The field and the message, as a sentence. */
    public String sentence() {
        return path().isEmpty() ? message : path() + ": " + message;
    }

    /** The message with a note on whether it can be fixed. */
    public String sentenceAndFix() {
        return fix == null ? sentence() : sentence() + " " + fix.suggestion().mark();
    }

    /** The command that explains the field, or its parent; empty if it is not a field of a DRA object. */
    public String explanation() {
        String path = field.inner();
        if (rule.type().equals(ErrorType.UNKNOWN_FIELD.toString())) {
            path = path.substring(0, Math.max(0, path.lastIndexOf('.')));
        }
        String release = releases.isEmpty() ? "" : releases.get(releases.size() - 1);
        return explanation(object().apiVersion(), object().kind(), path, release);
    }

    /**
     * The command that explains a field; empty if it is not one of a DRA object.
     *
     * @param release empty for the newest that serves the version
     */
    public static String explanation(String apiVersion, String kind, String path, String release) {
        if (!apiVersion.startsWith(GROUP)) {
            return "";
        }
        String name = path.replaceAll("\\[[^]]*]", "").replaceFirst("(\\.opaque\\.parameters|^metadata)\\..*", "$1");
        return "drawbridge explain " + kind.toLowerCase(Locale.ROOT) + (name.isEmpty() ? "" : ".") + name
                + " --api-version " + apiVersion.substring(GROUP.length())
                + (release.isEmpty() ? "" : " --kubernetes " + release);
    }

    /** An identity that does not change when lines move. */
    public String fingerprint() {
        ObjectReference object = object();
        String named = String.join("|", object.apiVersion(), object.kind(), object.namespace(), object.name());
        return String.join("|", file(), named, path(), rule.type(), origin().toString());
    }

    public Finding as(Severity other) {
        return new Finding(other, location, field, rule, message, releases, known, fix);
    }

    public Finding at(Location other) {
        return new Finding(severity, other, field, rule, message, releases, known, fix);
    }

    public Finding saying(String other) {
        return new Finding(severity, location, field, rule, other, releases, known, fix);
    }

    public Finding in(List<String> others) {
        return new Finding(severity, location, field, rule, message, others, known, fix);
    }

    /** A copy marked as known from the base. */
    public Finding asKnown() {
        return new Finding(severity, location, field, rule, message, releases, true, fix);
    }

    public Finding fixable(@Nullable SuggestedFix how) {
        return new Finding(severity, location, field, rule, message, releases, known, how);
    }
}
