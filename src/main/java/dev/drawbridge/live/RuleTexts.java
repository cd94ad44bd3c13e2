package dev.drawbridge.live;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.field.RuleText;
import dev.drawbridge.field.Severity;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** What users read about the causes of {@code why} and the rules of {@code doctor}: files of rows by name. */
public final class RuleTexts {

    private static final Map<String, ObjectValue> FILES = new ConcurrentHashMap<>();

    private static final Pattern WORD = Pattern.compile("_(.)");

    private RuleTexts() {}

    /** The row named as a constant: {@code poolStale} for {@code POOL_STALE}. */
    public static RuleText of(String file, Enum<?> constant) {
        return of(
                file,
                WORD.matcher(constant.name().toLowerCase(Locale.ROOT))
                        .replaceAll(word -> word.group(1).toUpperCase(Locale.ROOT)));
    }

    /** The row with a name of its own. */
    public static RuleText of(String file, String name) {
        ObjectValue row = FILES.computeIfAbsent(file, any -> YamlReader.bundled("/live/" + any + ".yaml"))
                .object(name);
        return new RuleText(
                name,
                Severity.valueOf(row.string("severity").toUpperCase(Locale.ROOT)),
                row.string("meaning"),
                row.string("why"),
                row.string("fix"),
                row.string("source"),
                row.string("releases"),
                row.has("valid") ? new RuleText.Example(row.string("valid"), row.string("invalid"), null) : null);
    }
}
