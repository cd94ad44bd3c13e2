package dev.drawbridge.field;

import java.util.Arrays;
import java.util.Optional;

/**
 * What users read about a rule: the row of a catalogue, from which messages, {@code explain} and the documentation are
 * printed. It is not the rule itself: the code that checks it is elsewhere.
 *
 * @param name the name in reports and settings, such as {@code templateMissing}
 * @param severity the severity of its findings
 * @param meaning what it means, a sentence
 * @param why why it matters, a sentence
 * @param fix what to do
 * @param source where Kubernetes, or another project, has it; empty if it is ours alone
 * @param releases the Kubernetes releases it is about, such as {@code 1.34 and later}; empty for all
 */
public record RuleText(
        String name, Severity severity, String meaning, String why, String fix, String source, String releases) {

    /** The severity of a finding. */
    public enum Severity {
        /** For information. */
        INFO("info"),
        /** Something does not work, or will not. */
        WARNING("warning"),
        /** Something fails until it is changed. */
        ERROR("error");

        private final String text;

        Severity(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** A rule. */
    public interface Row {

        /** What users read about it. */
        RuleText text();
    }

    /** The row with this name. */
    public static <R extends Row> Optional<R> named(String name, R[] rows) {
        return Arrays.stream(rows).filter(row -> row.text().name().equals(name)).findFirst();
    }

    /** Creates a text about all releases, without a source. */
    public RuleText(String name, Severity severity, String meaning, String why, String fix) {
        this(name, severity, meaning, why, fix, "", "");
    }

    /** The text with its source. */
    public RuleText from(String where) {
        return new RuleText(name, severity, meaning, why, fix, where, releases);
    }

    /** The text of a rule about these releases. */
    public RuleText in(String some) {
        return new RuleText(name, severity, meaning, why, fix, source, some);
    }
}
