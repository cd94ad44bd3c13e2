package dev.drawbridge.live;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.yaml.YamlReader;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a message of the kubelet about devices that it could not prepare, in which the driver's or the
 * container runtime's words may be: a row of {@code live/messages.yaml}, which has the sources.
 *
 * @param name the name of the row; empty for most
 * @param subject the driver, claim or device that the message names; empty if it names none
 * @param words what it means, with a place for the subject and the node
 * @param change what to do; empty if that depends on the driver or scheduler
 */
public record KubeletMessage(String name, String subject, String words, String change) {

    /** The name of the message that a driver is not registered. */
    public static final String NOT_REGISTERED = "notRegistered";

    /** The name of the message that a claim is not reserved for the pod. */
    public static final String NOT_ALLOWED = "notAllowed";

    private static final List<Row> ROWS = YamlReader.bundled("/live/messages.yaml").list("messages").objects().stream()
            .map(row -> new Row(Pattern.compile(row.string("pattern")), row))
            .toList();

    private record Row(Pattern pattern, ObjectValue row) {

        KubeletMessage with(String subject) {
            return new KubeletMessage(row.string("name"), subject, row.string("words"), row.string("change"));
        }
    }

    /** What is known of a message; null if nothing is. */
    public static @Nullable KubeletMessage of(String message) {
        for (Row each : ROWS) {
            Matcher matcher = each.pattern.matcher(message);
            if (matcher.find()) {
                return each.with(IntStream.rangeClosed(1, matcher.groupCount())
                        .mapToObj(matcher::group)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(""));
            }
        }
        return null;
    }

    /** What it means. */
    public String meaning(String node) {
        return words.replace("{}", subject).replace("{node}", node);
    }
}
