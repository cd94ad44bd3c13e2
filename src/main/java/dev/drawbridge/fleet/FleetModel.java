package dev.drawbridge.fleet;

import dev.drawbridge.document.BundledFile;
import dev.drawbridge.field.Spelling;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * An example fleet with the path {@code model:NAME}: nodes, slices and classes as a driver publishes them. {@code
 * model:NAME:4} repeats it four times.
 */
public record FleetModel(String name, String description, String source, int nodes) {

    private static final String PREFIX = "model:";

    /** The maximum number of nodes: no cluster has more. */
    private static final int MAX_NODES = 5_000;

    // @formatter:off
    private static final List<String> NAMES = List.of(
        "8xh100", "8xa100", "4xt4", "gb200-nvl72", "gb300-nvl72", "mig-a100", "dranet-h100", "dranet-a3", "efa-a100",
        "mi300x", "gaudi3", "tpu-v5e", "tpu-v6e", "trn2", "cpu-2numa", "example");
    // @formatter:on

    private static final Pattern HEADER =
            Pattern.compile("# (?<description>.*)\n# source: (?<source>.*)\n# nodes: (?<nodes>[0-9]+)\n");

    /** The placeholder of the repetition's number in the text of a model. */
    private static final String NUMBER = "{n}";

    public static List<String> names() {
        return NAMES;
    }

    public static List<FleetModel> all() {
        return NAMES.stream().map(name -> of(name, text(name))).toList();
    }

    public static boolean isPath(String path) {
        return path.startsWith(PREFIX);
    }

    /**
     * The manifests of a model, a text for each repetition.
     *
     * @throws IllegalArgumentException with a message if the model does not exist, or is repeated too often
     */
    public static List<String> manifests(String path) {
        String[] parts = path.substring(PREFIX.length()).split(":", 2);
        String name = parts[0];
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException(path + ": unknown model \"" + name + "\""
                    + Spelling.hintOfPart(name, NAMES) + "; drawbridge fleet --models lists them");
        }
        String text = text(name);
        int most = MAX_NODES / of(name, text).nodes();
        int count = parts.length == 1 ? 1 : count(path, parts[1], most);
        return IntStream.range(0, count)
                .mapToObj(number -> text.replace(NUMBER, Integer.toString(number)))
                .toList();
    }

    private static int count(String path, String text, int most) {
        int count = text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : 0;
        if (count < 1 || count > most) {
            throw new IllegalArgumentException(
                    path + ": expected a number from 1 to " + most + " after the name, found \"" + text + "\"");
        }
        return count;
    }

    private static FleetModel of(String name, String text) {
        Matcher header = HEADER.matcher(text);
        if (!header.lookingAt()) {
            throw new IllegalStateException("models/" + name + ".yaml has no header");
        }
        return new FleetModel(
                name, header.group("description"), header.group("source"), Integer.parseInt(header.group("nodes")));
    }

    private static String text(String name) {
        return BundledFile.text("/models/" + name + ".yaml");
    }
}
