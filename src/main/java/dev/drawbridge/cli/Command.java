package dev.drawbridge.cli;

import dev.drawbridge.document.BundledFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.cli.Option;

/**
 * What a user can say to a command. The resource {@code commands/NAME.txt} declares it: a line with the usage, a line
 * with the description, an empty line, the options, an empty line, and the notes. Lines with four spaces describe the
 * option above. {@code --name[=VALUE]} has an optional value, by default the first of its choices; {@code <} marks an
 * option that names what is read; {@code = OTHER --name...} are options of another command.
 *
 * @param parameters its parameters without options, such as {@code [PATH...]}
 * @param options its options, in the order of the help; {@code --debug} is added to them
 * @param notes the lines at the end of the help
 */
record Command(String name, String parameters, String description, List<Option> options, List<String> notes) {

    /** The type of the values of options that name what is read. */
    interface Source {}

    private static final Pattern CHOICES = Pattern.compile("[a-z0-9-]+(\\|[a-z0-9-]+)*");
    private static final Map<String, Command> KNOWN = new ConcurrentHashMap<>();

    /** The command of this name, which exists; its resource is read once. */
    static Command named(String name) {
        Command known = KNOWN.get(name);
        Command command = known == null ? read(name) : known;
        KNOWN.put(name, command);
        return command;
    }

    private static Command read(String name) {
        List<String> lines =
                List.of(BundledFile.text("/commands/" + name + ".txt").split("\n"));
        int blank = lines.lastIndexOf("");
        List<String> last = lines.subList(blank + 1, lines.size());
        boolean areOptions = last.get(0).startsWith("-");
        List<Option> options = options(areOptions ? lines : lines.subList(0, blank));
        if (!options.isEmpty()) {
            options.add(
                    Option.builder().longOpt("debug").desc("Print stack traces").get());
        }
        return new Command(
                name,
                lines.get(0).substring(name.length()).strip(),
                lines.get(1),
                options,
                areOptions ? List.of() : last);
    }

    private static List<Option> options(List<String> lines) {
        List<Option> options = new ArrayList<>();
        for (String line : lines) {
            List<String> words = List.of(line.strip().split(" "));
            if (line.startsWith("    ")) {
                Option described = options.get(options.size() - 1);
                described.setDescription((described.getDescription() + " " + line.strip()).strip());
            } else if (line.startsWith("=")) {
                named(words.get(1)).options().stream()
                        .filter(option -> words.contains("--" + option.getLongOpt()))
                        .forEach(options::add);
            } else if (line.startsWith("-")) {
                options.add(option(words));
            }
        }
        return options;
    }

    /** The option of a line such as {@code -o, --output FORMAT}, still without a description. */
    private static Option option(List<String> words) {
        int at = words.get(0).startsWith("--") ? 0 : 1;
        String name = words.get(at).substring(2);
        boolean isOptional = name.endsWith("]");
        boolean isSource = words.contains("<");
        String value = words.size() - at > (isSource ? 2 : 1) ? words.get(at + 1) : null;
        return Option.builder(at == 0 ? null : words.get(0).substring(1, 2))
                .longOpt(isOptional ? name.substring(0, name.indexOf('[')) : name)
                .hasArg(isOptional || value != null)
                .optionalArg(isOptional)
                .argName(isOptional ? name.substring(name.indexOf('=') + 1, name.length() - 1) : value)
                .type(isSource ? Source.class : String.class)
                .desc("")
                .get();
    }

    /** The values that an option takes: the name of its value lists them, or else the beginning of its description. */
    static List<String> choices(Option option) {
        return Stream.of(Objects.requireNonNullElse(option.getArgName(), ""), option.getDescription())
                .map(CHOICES::matcher)
                .filter(Matcher::lookingAt)
                .findFirst()
                .map(listed -> List.of(listed.group().split("\\|")))
                .orElse(List.of());
    }
}
