package dev.drawbridge.live;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.yaml.YamlReader;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a message about devices: of the kubelet, in which the driver's or the container runtime's words may
 * be, of the scheduler's plugin or of Kueue. It is a row of {@code live/messages.yaml}, which has the sources.
 *
 * @param name the name of the row; empty for most
 * @param subject the driver, claim or device that the message names; empty if it names none
 * @param words what it means, with a place for the subject and the node
 * @param change what to do; empty if that depends on the driver or scheduler
 */
public record KnownMessage(String name, String subject, String words, String change) {

    /** The name of the message that a driver is not registered. */
    public static final String NOT_REGISTERED = "notRegistered";

    /** The name of the message that a claim is not reserved for the pod. */
    public static final String NOT_ALLOWED = "notAllowed";

    /** The name of the message that the container runtime does not find the devices. */
    public static final String UNRESOLVED = "unresolved";

    private static final ObjectValue ALL = YamlReader.bundled("/live/messages.yaml");

    private static final Map<String, List<Row>> ROWS = Stream.of("kubelet", "scheduler", "kueue")
            .collect(Collectors.toUnmodifiableMap(
                    component -> component,
                    name -> ALL.list(name).objects().stream()
                            .map(row -> new Row(Pattern.compile(row.string("pattern")), row))
                            .toList()));

    private record Row(Pattern pattern, ObjectValue row) {

        KnownMessage with(String subject) {
            return new KnownMessage(row.string("name"), subject, row.string("words"), row.string("change"));
        }
    }

    /** What is known of a message of the kubelet; null if nothing is. */
    public static @Nullable KnownMessage of(String message) {
        return in("kubelet", message);
    }

    /** What to do about a message of the scheduler's plugin, or of Kueue; null if that is not known. */
    public static @Nullable String change(String component, String message) {
        KnownMessage known = in(component, message);
        return known == null ? null : known.change;
    }

    private static @Nullable KnownMessage in(String component, String message) {
        for (Row each : ROWS.getOrDefault(component, List.of())) {
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

    public String meaning(String node) {
        return words.replace("{}", subject).replace("{node}", node);
    }
}
