package dev.drawbridge.cli;

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
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.cli.Option;

/** Prints shell completion scripts. */
record CompletionCommand(List<Command> commands) {

    private static final String SHELLS = "bash, zsh, fish, powershell";

    /** A parameter to be typed as it is. */
    private static final Pattern WORD = Pattern.compile("\\b[a-z]+\\b(?!/)");

    private static final String MODEL = "model:";

    int run(List<String> words, PrintWriter out) {
        String shell = String.join(" ", words);
        switch (shell) {
            case "bash" -> bash(out);
            case "zsh" -> {
                out.println("autoload -U +X bashcompinit && bashcompinit");
                bash(out);
            }
            case "fish" -> fish(out);
            case "powershell", "pwsh" -> powershell(out);
            default ->
                throw new UsageException((shell.isEmpty() ? "a shell is missing" : "unknown shell \"" + shell + "\"")
                        + "; expected: " + SHELLS);
        }
        return ExitCode.CLEAN;
    }

    private void bash(PrintWriter out) {
        List<String> names = commands.stream().map(Command::name).toList();
        out.println("_drawbridge() {");
        out.println("    local word=${COMP_WORDS[COMP_CWORD]} words=");
        out.println("    if [ \"$COMP_CWORD\" -eq 1 ]; then");
        out.println("        words='" + String.join(" ", names) + " --help --version'");
        // To bash a colon ends a word: model:8x is three.
        out.println("    elif [ \"${COMP_WORDS[COMP_CWORD-1]}$word\" = model: ]; then");
        out.println("        word= words='" + String.join(" ", FleetModel.names()) + "'");
        out.println("    elif [ \"${COMP_WORDS[COMP_CWORD-2]}${COMP_WORDS[COMP_CWORD-1]}\" = model: ]; then");
        out.println("        words='" + String.join(" ", FleetModel.names()) + "'");
        out.println("    else");
        out.println("        case ${COMP_WORDS[1]}:${COMP_WORDS[COMP_CWORD-1]}:$word in");
        for (Command command : commands) {
            List<String> flags = new ArrayList<>();
            for (Option option : command.options()) {
                flags.add("--" + option.getLongOpt());
                if (option.hasArg()) {
                    out.println("        " + command.name() + ":--" + option.getLongOpt() + ":*) words='"
                            + choices(option) + "' ;;");
                }
            }
            flags.add("--help");
            out.println("        " + command.name() + ":*:-*) words='" + String.join(" ", flags) + "' ;;");
        }
        words().forEach((before, words) ->
                out.println("        " + before.replace(' ', ':') + ":*) words='" + words + "' ;;"));
        out.println("        esac");
        out.println("    fi");
        out.println("    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))");
        out.println("}");
        out.println("complete -o default -F _drawbridge drawbridge");
    }

    private Map<String, String> words() {
        Map<String, String> words = new LinkedHashMap<>();
        for (String driver : DriverRegistry.builtInNames()) {
            DriverManual manual = new DriverManual(DriverRegistry.builtIn(), driver, false);
            words.put("explain " + driver, String.join(" ", manual.subjects()));
        }
        for (Command command : commands) {
            String first = WORD.matcher(command.parameters())
                    .results()
                    .map(MatchResult::group)
                    .collect(Collectors.joining(" "));
            if (!first.isEmpty()) {
                words.put(command.name() + " " + command.name(), first);
            }
        }
        return words;
    }

    /** The values of an option, separated by spaces; empty if they are the user's own. */
    private static String choices(Option option) {
        switch (option.getLongOpt()) {
            case "from" -> {
                return MODEL + String.join(" " + MODEL, FleetModel.names());
            }
            case "kubernetes", "release" -> {
                return KubernetesRelease.names().replace(",", "");
            }
            case "driver" -> {
                return String.join(" ", DriverRegistry.builtInNames());
            }
            case "feature-gates" -> {
                return "all " + String.join("= ", FeatureGate.names()) + "=";
            }
            default -> {
                return String.join(" ", Command.choices(option));
            }
        }
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

    private void powershell(PrintWriter out) {
        out.println("Register-ArgumentCompleter -Native -CommandName drawbridge -ScriptBlock {");
        out.println("    param($word, $line, $position)");
        out.println("    $choices = @{");
        out.println("        '' = '" + commands.stream().map(Command::name).collect(Collectors.joining(" "))
                + " --help --version'");
        for (Command command : commands) {
            String options = command.options().stream()
                    .map(option -> "--" + option.getLongOpt() + " ")
                    .collect(Collectors.joining());
            out.println("        '" + command.name() + "' = '" + options + "--help'");
            for (Option option : command.options()) {
                String values = option.hasArg() ? choices(option) : "";
                if (!values.isEmpty()) {
                    out.println("        '" + command.name() + " --" + option.getLongOpt() + "' = '" + values + "'");
                }
            }
        }
        words().forEach((before, words) -> out.println("        '" + before + "' = '" + words + "'"));
        out.println("    }");
        out.println("    $words = @($line.CommandElements | ForEach-Object { \"$_\" })");
        out.println("    if (-not $word) { $words += '' }");
        out.println("    $before = \"$($words[1]) $($words[-2])\"");
        out.println("    if ($words.Count -le 2) { $found = $choices[''] }");
        out.println("    elseif ($choices.ContainsKey($before)) { $found = $choices[$before] }");
        out.println("    elseif (\"$word\".StartsWith('-')) { $found = $choices[$words[1]] }");
        out.println("    \"$found\".Split(' ') | Where-Object { $_ -and $_ -like \"$word*\" } | ForEach-Object {");
        out.println("        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)");
        out.println("    }");
        out.println("}");
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
