package dev.drawbridge.field;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A requirement of a rule, and the only source of its sentence: for the error, the manual, JSON Schemas and the tests.
 * The demand of an error also has a note.
 *
 * @param origin the rule
 * @param subject the field that the sentence is about and at which it is reported, as a path from the value that the
 *     rule checks, without the indexes of lists and the keys of maps: {@code requests.adminAccess}; {@link #EACH_ENTRY}
 *     for those of a list; empty if the sentence is about that value itself
 * @param others other fields that the demand depends on
 * @param part the part of that value that is meant and is no field, such as {@code the domain}; empty for the whole
 * @param sentence the requirement without its subject and final period, such as {@code must be no more than 32 items}
 * @param note the value found, or what to do, at the end of an error's sentence; empty in a declaration
 * @param keywords its equivalent in JSON Schema, met by every value that meets the demand or counts as unset
 * @param example null if the sentence is enough, as for a limit
 */
public record Demand(
        Origin origin,
        String subject,
        List<String> others,
        String part,
        String sentence,
        String note,
        Map<String, Object> keywords,
        RuleText.@Nullable Example example) {

    /** The subject of a sentence about each entry of a list. */
    public static final String EACH_ENTRY = "each entry";

    /** A demand that JSON Schema cannot express. */
    public Demand(Origin origin, String sentence) {
        this(origin, sentence, Map.of());
    }

    /** A demand that JSON Schema cannot express, on a field of the value. */
    public Demand(Origin origin, String field, String sentence) {
        this(origin, field, List.of(), "", sentence, "", Map.of(), null);
    }

    public Demand(Origin origin, String sentence, Map<String, Object> keywords) {
        this(origin, "", List.of(), "", sentence, "", keywords, null);
    }

    /** A copy for a field of the value, without an example. */
    public Demand at(String field) {
        return new Demand(origin, field, others, part, sentence, note, Map.of(), null);
    }

    /** A copy for a part of the value that is not one of its fields, such as {@code the domain} of a name. */
    public Demand ofPart(String which) {
        return new Demand(origin, subject, others, which, sentence, note, keywords, example);
    }

    /** A copy that depends on these fields, too. */
    public Demand dependingOn(String... fields) {
        return new Demand(origin, subject, List.of(fields), part, sentence, note, keywords, example);
    }

    public Demand example(String valid, String invalid) {
        return new Demand(
                origin, subject, others, part, sentence, note, keywords, new RuleText.Example(valid, invalid, null));
    }

    public Demand example(String valid, String invalid, String stored) {
        return new Demand(
                origin, subject, others, part, sentence, note, keywords, new RuleText.Example(valid, invalid, stored));
    }

    /** A copy for an error, with the value found, or what to do. */
    public Demand adding(String more) {
        return new Demand(origin, subject, others, part, sentence, more, keywords, example);
    }

    /** The sentence of an error: without the subject, which is its path, and with the note. */
    public String detail() {
        return note.isEmpty() ? clause() : clause() + "; " + note;
    }

    /** Whether both demand the same of the same value, whatever was found. */
    public boolean isSame(Demand other) {
        return origin == other.origin && clause().equals(other.clause());
    }

    /** The demand of a format's rule. */
    public static Demand of(Origin format) {
        return of(format, Map.of());
    }

    /** The demand of a format's rule, with keywords. */
    public static Demand of(Origin format, Map<String, Object> keywords) {
        String sentence = format.shape();
        String noun = sentence.substring(0, 1).toLowerCase(Locale.ROOT) + sentence.substring(1, sentence.length() - 1);
        return new Demand(format, "must be " + noun, keywords);
    }

    /** A copy for a part of the value, such as each entry of a list. */
    public Demand about(String each) {
        String joint = subject.isEmpty() && part.isEmpty() ? " " : ": ";
        return new Demand(origin, "", List.of(), "", each + joint + text(), note, Map.of(), null);
    }

    /** The sentence with its subject, which that of a driver's author does not continue. */
    public String text() {
        boolean isWhole = origin == Origin.DRIVER_PARAMETERS || origin == Origin.DRIVER_GATE;
        return subject.isEmpty() ? clause() : subject + (isWhole ? ": " : " ") + clause();
    }

    private String clause() {
        return part.isEmpty() ? sentence : part + " " + sentence;
    }

    /** Whether it is about this field or a field within it. */
    public boolean isAbout(String field) {
        return isWithin(subject, field) || others.stream().anyMatch(other -> isWithin(other, field));
    }

    private static boolean isWithin(String path, String field) {
        return path.equals(field) || path.startsWith(field + ".");
    }
}
