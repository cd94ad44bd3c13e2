package dev.drawbridge.field;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What users read about a rule: the row of a catalogue, from which messages, {@code explain} and the documentation are
 * printed. It is not the rule itself: the code that checks it is elsewhere.
 *
 * @param name the name in reports and settings, such as {@code templateMissing}
 * @param severity the usual severity of its findings
 * @param meaning what it means, a sentence
 * @param why why it matters, a sentence
 * @param fix what to do
 * @param source where Kubernetes, or another project, has it; empty if it is ours alone, or of many types
 * @param releases the Kubernetes releases it is about, such as {@code 1.34 and later}; empty for all
 * @param example what meets the rule and what does not; null if the fields with the rule have examples, or none fits
 */
public record RuleText(
        String name,
        Severity severity,
        String meaning,
        String why,
        String fix,
        String source,
        String releases,
        @Nullable Example example) {

    /**
     * A value that meets the demand and one that does not, as YAML; other fields of an object are omitted.
     *
     * @param stored the stored object for both; null if they are created
     */
    public record Example(
            String valid, String invalid, @Nullable String stored) {}

    public interface Row {

        /** What users read about it. */
        RuleText text();

        /** The row with this name. */
        static <R extends Row> Optional<R> named(String name, R[] rows) {
            return Arrays.stream(rows)
                    .filter(row -> row.toString().equals(name))
                    .findFirst();
        }
    }

    /** The address of its page, which stays. */
    public String page() {
        return "https://drawbridge.dev/rules/" + name + "/";
    }

    /** Creates a text about all releases, without a source. */
    public RuleText(String name, Severity severity, String meaning, String why, String fix) {
        this(name, severity, meaning, why, fix, "", "", null);
    }

    /** The text with its source. */
    public RuleText from(String where) {
        return new RuleText(name, severity, meaning, why, fix, where, releases, example);
    }

    /** The text of a rule about these releases. */
    public RuleText in(String some) {
        return new RuleText(name, severity, meaning, why, fix, source, some, example);
    }

    /** The text with YAML, or CEL, that meets the rule, and some that does not. */
    public RuleText example(String valid, String invalid) {
        return new RuleText(name, severity, meaning, why, fix, source, releases, new Example(valid, invalid, null));
    }
}
