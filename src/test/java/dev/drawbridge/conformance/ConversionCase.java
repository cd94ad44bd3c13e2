package dev.drawbridge.conformance;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.migration.Migrated;
import dev.drawbridge.migration.MigratedObject;
import dev.drawbridge.migration.Migration;
import dev.drawbridge.migration.MigrationBlocker;
import dev.drawbridge.validation.Scheme;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A recorded conversion: an object as the API server converts it to the next version. The object is written as YAML in
 * several styles, migrated, and read again.
 */
final class ConversionCase {

    private static final String GROUP = "conversions";
    private static final YamlReader YAML = new YamlReader(ReadLimits.DEFAULT);
    private static final Scheme SCHEME = new Scheme();

    private static final Pattern FRACTION =
            Pattern.compile("^(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)\\.\\d+(Z|[-+]\\d\\d:\\d\\d)$");

    private ConversionCase() {}

    /** Whether the line is about a conversion. */
    static boolean isOne(ObjectValue fields) {
        return fields.has("plain") && fields.has("object");
    }

    /** Adds the styles of the line to the result. */
    static void compare(ObjectValue fields, ConformanceResult result) {
        RecordedRelease release = RecordedRelease.parse(fields.string("release"));
        Migration migration = new Migration(SCHEME, release.release(), fields.string("to"), MigrationBlocker.NONE);
        for (StyledText.Style style : StyledText.Style.values()) {
            long seed = fields.string("id").hashCode();
            String text = StyledText.of(fields.object("object"), style, seed);
            String difference = difference(fields, text, migration.migrate(text.getBytes(StandardCharsets.UTF_8)));
            if (difference.isEmpty()) {
                result.same(release, GROUP);
            } else {
                result.different(
                        release,
                        GROUP,
                        fields.string("id") + " " + fields.string("kind") + " " + style + ": " + difference);
            }
        }
    }

    private static String difference(ObjectValue fields, String text, Migrated migrated) {
        for (MigratedObject object : migrated.objects()) {
            if (object.isRefused()) {
                return "refused: " + object.reason();
            }
        }
        List<ReadResult> read = YAML.read(migrated.text().getBytes(StandardCharsets.UTF_8));
        if (read.size() != 1 || !(read.get(0) instanceof Document document)) {
            return "cannot be read";
        }
        if (!(document.value() instanceof ObjectValue object)
                || !SCHEME.isSame(
                        fields.string("to"), fields.string("kind"), (ObjectValue) encoded(object), (ObjectValue)
                                encoded(fields.object("plain")))
                || !object.string("apiVersion").equals(fields.string("to"))) {
            return "says " + document.value() + ", server " + fields.get("plain");
        }
        long lost = text.lines()
                .filter(line -> line.contains("# c") && !migrated.text().contains(comment(line)))
                .count();
        return lost == 0 ? "" : lost + " comments lost";
    }

    /** The value as Go's encoder writes it: without empty lists, and with times in whole seconds. */
    private static Value encoded(Value value) {
        if (value instanceof ObjectValue object) {
            ObjectValue.Builder encoded = ObjectValue.at(null);
            for (int i = 0; i < object.size(); i++) {
                if (!(object.value(i) instanceof ListValue list) || list.size() > 0) {
                    encoded.add(object.key(i), encoded(object.value(i)), null);
                }
            }
            return encoded.build();
        }
        if (value instanceof ListValue list) {
            ListValue.Builder encoded = ListValue.at(null);
            for (int i = 0; i < list.size(); i++) {
                encoded.add(encoded(list.get(i)));
            }
            return encoded.build();
        }
        return value instanceof StringValue text
                ? new StringValue(FRACTION.matcher(text.value()).replaceFirst("$1$2"), null)
                : value;
    }

    private static String comment(String line) {
        return line.substring(line.indexOf("# c"));
    }
}
