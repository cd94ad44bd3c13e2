package dev.drawbridge.cli;

import dev.drawbridge.document.BundledFile;
import dev.drawbridge.driver.DriverManual;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.fleet.FleetModel;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.cli.Option;

/** Prints shell completion scripts. */
record CompletionCommand(List<Command> commands) {

    /** A parameter to be typed as it is. */
    private static final Pattern WORD = Pattern.compile("\\b[a-z]+\\b(?!/)");

    private static final String MODEL = "model:";

    int run(List<String> words, PrintWriter out) {
        String shell = String.join(" ", words);
        switch (shell) {
            case "bash" -> out.print(bash());
            case "zsh" -> out.print("autoload -U +X bashcompinit && bashcompinit\n" + bash());
            case "fish" -> fish(out);
            case "powershell", "pwsh" ->
                out.print(script("ps1", (before, after) -> "'" + before + "' = '" + after + "'"));
            default ->
                throw new UsageException((shell.isEmpty() ? "a shell is missing" : "unknown shell \"" + shell + "\"")
                        + "; expected: bash, zsh, fish, powershell");
        }
        return ExitCode.CLEAN;
    }

    private String bash() {
        return script("bash", (before, after) -> {
            boolean isCommand = before.indexOf(' ') < 0;
            return before.replace(' ', ':') + (isCommand ? ":*:-*" : ":*") + ") words='" + after + "' ;;";
        });
    }

    /** The script of this type, in which the function writes what may come after some words. */
    private String script(String type, BinaryOperator<String> choice) {
        String names = commands.stream().map(Command::name).collect(Collectors.joining(" "));
        String choices = choices().entrySet().stream()
                .map(one -> " ".repeat(8) + choice.apply(one.getKey(), one.getValue()))
                .collect(Collectors.joining("\n"));
        return BundledFile.text("/commands/completion." + type)
                .replace("{commands}", names)
                .replace("{models}", String.join(" ", FleetModel.names()))
                .replace("{choices}", choices);
    }

    /** What may come after a command and a word, such as one of its options; and the options of a command. */
    private Map<String, String> choices() {
        Map<String, String> choices = new LinkedHashMap<>();
        for (Command command : commands) {
            List<String> flags = new ArrayList<>();
            for (Option option : command.options()) {
                flags.add("--" + option.getLongOpt());
                if (option.hasArg()) {
                    choices.put(command.name() + " --" + option.getLongOpt(), choices(option));
                }
            }
            flags.add("--help");
            choices.put(command.name(), String.join(" ", flags));
        }
        for (String driver : DriverRegistry.builtInNames()) {
            DriverManual manual = new DriverManual(DriverRegistry.builtIn(), driver, false);
            choices.put("explain " + driver, String.join(" ", manual.subjects()));
        }
        for (Command command : commands) {
            String first = WORD.matcher(command.parameters())
                    .results()
                    .map(MatchResult::group)
                    .collect(Collectors.joining(" "));
            if (!first.isEmpty()) {
                choices.put(command.name() + " " + command.name(), first);
            }
        }
        return choices;
    }

    /** The values of an option, separated by spaces; empty if they are the user's own. */
    private static String choices(Option option) {
        return switch (option.getLongOpt()) {
            case "from" -> MODEL + String.join(" " + MODEL, FleetModel.names());
            case "kubernetes", "release" -> KubernetesRelease.names().replace(",", "");
            case "driver" -> String.join(" ", DriverRegistry.builtInNames());
            case "feature-gates" -> "all " + String.join("= ", FeatureGate.names()) + "=";
            default -> String.join(" ", Command.choices(option));
        };
    }

    private void fish(PrintWriter out) {
        for (Command command : commands) {
            out.println("complete -c drawbridge -n __fish_use_subcommand -f -a " + command.name() + " -d "
                    + quoted(command.description()));
            for (Option option : command.options()) {
                String values = choices(option);
                out.println("complete -c drawbridge -n '__fish_seen_subcommand_from " + command.name() + "' -l "
                        + option.getLongOpt() + (option.hasArg() ? " -r" : "")
                        + (values.isEmpty() ? "" : " -f -a " + quoted(values)) + " -d "
                        + quoted(option.getDescription()));
            }
        }
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
