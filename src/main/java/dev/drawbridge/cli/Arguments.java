package dev.drawbridge.cli;

import dev.drawbridge.field.Spelling;
import dev.drawbridge.manifest.FileProblem;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.MissingArgumentException;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.apache.commons.cli.UnrecognizedOptionException;
import org.jspecify.annotations.Nullable;

/** The arguments of a command, by option. An invalid value is a {@link UsageException}. */
record Arguments(Command command, CommandLine line) {

    /** The former name of {@code --from} in commands about fleets. */
    private static final String FORMER = "^--fleet(=.*)?$";

    /** What other tools call an option. */
    // @formatter:off
    private static final Map<String, String> HABITS = Map.ofEntries(
        Map.entry("--format", "output"), Map.entry("--output-format", "output"),
        Map.entry("--output-file", "output"), Map.entry("--dry-run", "diff"),
        Map.entry("--exclude", "ignore"), Map.entry("--kube-context", "context"),
        Map.entry("--kube-version", "kubernetes"), Map.entry("--kubernetes-version", "kubernetes"),
        Map.entry("--all-namespaces", "all"), Map.entry("-A", "all"),
        Map.entry("-w", "watch"), Map.entry("--unsafe-fixes", "fix"),
        Map.entry("--write", "fix"));
    // @formatter:on

    /** A namespace's name, or none, as kubectl takes it. */
    private static final String NAMESPACE = "|(?!-)[a-z0-9-]{1,63}(?<!-)";

    static Arguments of(Command command, List<String> words) {
        Options options = new Options();
        command.options().forEach(options::addOption);
        try {
            CommandLine line = DefaultParser.builder()
                    .setAllowPartialMatching(false)
                    .setStripLeadingAndTrailingQuotes(false)
                    .get()
                    .parse(options, withValues(options, words).toArray(String[]::new));
            Arguments arguments = new Arguments(command, line);
            List<String> paths = new ArrayList<>(line.getArgList());
            arguments.sources().forEach(option -> paths.addAll(arguments.texts(option.getLongOpt())));
            if (Collections.frequency(paths, "-") > 1) {
                throw new UsageException("standard input (-) can be read only once");
            }
            for (String namespace : arguments.texts("namespace")) {
                if (!namespace.matches(NAMESPACE)) {
                    throw new UsageException("--namespace: \"" + namespace
                            + "\": must be a DNS label: lower case letters, digits and '-', up to 63");
                }
            }
            for (String output : arguments.texts("output")) {
                String file = output.substring(output.indexOf('=') + 1);
                if (file.isEmpty()) {
                    throw new UsageException("--output: " + output + " needs the name of a file");
                }
                if (!file.equals(output) && paths.stream().anyMatch(path -> isSame(path, file))) {
                    throw new UsageException("--output: " + file + " is an input; name another file");
                }
            }
            return arguments;
        } catch (UnrecognizedOptionException e) {
            String option = e.getOption().replaceFirst("=.*", "");
            List<String> names = options.getOptions().stream()
                    .map(one -> "--" + one.getLongOpt())
                    .toList();
            String habit = "--" + HABITS.getOrDefault(option, "");
            throw new UsageException(
                    "unknown option " + option
                            + (names.contains(habit) ? "; did you mean " + habit + "?" : Spelling.hint(option, names)),
                    e);
        } catch (MissingArgumentException e) {
            throw new UsageException(
                    "--" + e.getOption().getLongOpt() + ": " + e.getOption().getArgName() + " is missing", e);
        } catch (ParseException e) {
            throw new UsageException(String.valueOf(e.getMessage()), e);
        }
    }

    private static boolean isSame(String input, String output) {
        File file = new File(output);
        try {
            return file.isFile() && new File(input).getCanonicalPath().equals(file.getCanonicalPath());
        } catch (IOException e) {
            throw new InputException("--output: " + output + ": " + FileProblem.of(e), e);
        }
    }

    /** A former name is replaced; an option with an optional value does not take the next word, which is a path. */
    private static List<String> withValues(Options options, List<String> words) {
        int end = words.indexOf("--");
        List<String> all = new ArrayList<>(words);
        for (int i = 0; i < (end < 0 ? words.size() : end); i++) {
            if (options.hasLongOption("from")) {
                all.set(i, words.get(i).replaceFirst(FORMER, "--from$1"));
            }
            Option option = words.get(i).startsWith("--") ? options.getOption(words.get(i)) : null;
            if (option != null && option.hasOptionalArg()) {
                all.set(i, words.get(i) + "=" + option.getArgName().split("\\|", 2)[0]);
            }
        }
        return all;
    }

    boolean has(String option) {
        return line.hasOption(option);
    }

    /** The command and its parameters, as they are typed. */
    String typed() {
        return "drawbridge " + command.name()
                + parameters().stream().map(each -> " " + each).collect(Collectors.joining());
    }

    /** What the command reads; the default if it is not named. */
    String source(String otherwise) {
        List<String> read = new ArrayList<>(parameters());
        sources().forEach(option -> {
            read.add("--" + option.getLongOpt());
            read.addAll(texts(option.getLongOpt()));
        });
        return read.isEmpty() ? otherwise : String.join(" ", read);
    }

    private Stream<Option> sources() {
        return Stream.of(line.getOptions())
                .distinct()
                .filter(option -> option.getType().equals(Command.Source.class));
    }

    List<String> parameters() {
        return line.getArgList();
    }

    /** The last value of the option; null if it is not given. */
    @Nullable
    String text(String option) {
        String[] values = line.getOptionValues(option);
        return values == null ? null : values[values.length - 1];
    }

    String text(String option, String other) {
        String text = text(option);
        return text == null ? other : text;
    }

    List<String> texts(String option) {
        String[] values = line.getOptionValues(option);
        return values == null ? List.of() : List.of(values);
    }

    /**
     * The values of an option as names with values.
     *
     * @param form the form in errors, such as {@code VAR=value}
     * @param areSet whether an empty value is an error
     */
    Map<String, String> pairs(String option, String form, boolean areSet) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String text : texts(option)) {
            int equals = text.indexOf('=');
            if (equals <= 0 || areSet && equals == text.length() - 1) {
                throw new UsageException("--" + option + ": expected " + form + ", found \"" + text + "\"");
            }
            pairs.put(text.substring(0, equals), text.substring(equals + 1));
        }
        return pairs;
    }

    @Nullable
    Path path(String option) {
        return parsed(option, Path::of);
    }

    int number(String option, int min, int max, int other) {
        Integer number = parsed(option, text -> {
            int parsed = text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
            if (parsed < min || parsed > max) {
                throw new IllegalArgumentException(
                        "must be between " + min + " and " + max + ", inclusive; found " + text);
            }
            return parsed;
        });
        return number == null ? other : number;
    }

    /** One of the choices that the option lists, or the other value. */
    String choice(String option, String other) {
        String chosen = text(option);
        if (chosen == null) {
            return other;
        }
        List<String> choices = choices(option);
        if (!choices.contains(chosen)) {
            throw new UsageException(
                    "--" + option + ": invalid value \"" + chosen + "\"; expected: " + String.join(", ", choices));
        }
        return chosen;
    }

    /** The values that an option of the command takes. */
    List<String> choices(String option) {
        return command.options().stream()
                .filter(one -> one.getLongOpt().equals(option))
                .findFirst()
                .map(Command::choices)
                .orElseThrow();
    }

    /** The parsed value; null if the option is not given. The parser throws IllegalArgumentException if invalid. */
    <T> @Nullable T parsed(String option, Function<String, T> parser) {
        String text = text(option);
        return text == null ? null : parse(option, text, parser);
    }

    <T> List<T> allParsed(String option, Function<String, T> parser) {
        return texts(option).stream().map(text -> parse(option, text, parser)).toList();
    }

    /** What the parser makes of the value, or the values, of an option. */
    <V, T> T parse(String option, V value, Function<V, T> parser) {
        try {
            return parser.apply(value);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--" + option + ": " + e.getMessage(), e);
        }
    }
}
