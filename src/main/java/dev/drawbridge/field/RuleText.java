package dev.drawbridge.field;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
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

    /** A rule. */
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

    /** The catalogues that have been read: what a plain check does not need is not read. */
    private static final Map<String, Properties> CATALOGUES = new ConcurrentHashMap<>();

    /**
     * The text of a rule in a catalogue, the resource {@code rules/CATALOGUE.properties}.
     *
     * @param meaning what the rule means, if the catalogue does not say
     * @throws IllegalStateException if the catalogue does not have the rule
     */
    public static RuleText of(String catalogue, String name, String meaning) {
        Properties texts = CATALOGUES.computeIfAbsent(catalogue, RuleText::read);
        UnaryOperator<String> text = column -> texts.getProperty(name + "." + column, "");
        Severity severity = Arrays.stream(Severity.values())
                .filter(one -> one.toString().equals(text.apply("severity")))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("rules/" + catalogue + ".properties: no " + name));
        return new RuleText(
                name,
                severity,
                texts.getProperty(name + ".meaning", meaning),
                text.apply("why"),
                text.apply("fix"),
                text.apply("source"),
                text.apply("releases"),
                text.apply("valid").isEmpty() ? null : new Example(text.apply("valid"), text.apply("invalid"), null));
    }

    private static Properties read(String catalogue) {
        Properties texts = new Properties();
        try (InputStream file = RuleText.class.getResourceAsStream("/rules/" + catalogue + ".properties")) {
            texts.load(new InputStreamReader(Objects.requireNonNull(file, catalogue), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return texts;
    }
}
