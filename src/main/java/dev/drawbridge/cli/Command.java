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
 * @param name the name on the command line
 * @param parameters its parameters without options, such as {@code [PATH...]}
 * @param description its purpose, in one line
 * @param options its options, in the order of the help; {@code --debug} is added to them
 * @param notes the lines at the end of the help
 */
record Command(String name, String parameters, String description, List<Option> options, List<String> notes) {

    /** The type of the values of options that name what is read. */
    interface Source {}

    private static final Pattern DECLARATION =
            Pattern.compile("(?m)^(?:= (?<other>\\S+) (?<same>.+)|(?:-(?<letter>\\w), )?--(?<name>[\\w-]+)"
                    + "(?:\\[=(?<choices>.+)]| (?<value>[^<\\n]\\S*))?(?<source> <)?\\n(?<text>(?: {4}.+\\n)+))");
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
        String text = BundledFile.text("/commands/" + name + ".txt");
        List<String> head = text.lines().limit(2).toList();
        List<Option> options = options(DECLARATION.matcher(text));
        if (!options.isEmpty()) {
            options.add(
                    Option.builder().longOpt("debug").desc("Print stack traces").get());
        }
        boolean hasNotes = text.lastIndexOf("\n\n") > (options.isEmpty() ? 0 : text.indexOf("\n\n"));
        return new Command(
                name,
                head.get(0).substring(name.length()).strip(),
                head.get(1),
                options,
                hasNotes ? text.substring(text.lastIndexOf("\n\n") + 2).lines().toList() : List.of());
    }

    private static List<Option> options(Matcher declared) {
        List<Option> options = new ArrayList<>();
        while (declared.find()) {
            if (declared.group("other") == null) {
                options.add(option(declared));
            } else {
                List<String> same = List.of(declared.group("same").split(" "));
                named(declared.group("other")).options().stream()
                        .filter(option -> same.contains("--" + option.getLongOpt()))
                        .forEach(options::add);
            }
        }
        return options;
    }

    private static Option option(Matcher declared) {
        String choices = declared.group("choices");
        String value = choices == null ? declared.group("value") : choices;
        return Option.builder(declared.group("letter"))
                .longOpt(declared.group("name"))
                .hasArg(value != null)
                .optionalArg(choices != null)
                .argName(value)
                .type(declared.group("source") == null ? String.class : Source.class)
                .desc(declared.group("text").strip().replaceAll("\\n *", " "))
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
