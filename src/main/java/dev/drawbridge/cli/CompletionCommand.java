package dev.drawbridge.cli;

import java.io.PrintWriter;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what a shell needs to complete the words of Drawbridge. */
@Command(
        name = "completion",
        description = "Print the completion script of a shell.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "bash, zsh:  source <(drawbridge completion bash)",
            "fish:       drawbridge completion fish | source"
        })
final class CompletionCommand implements Runnable {

    private static final String NAME = "drawbridge";

    enum Shell {
        bash,
        zsh,
        fish
    }

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "bash|zsh|fish", description = "The shell")
    private Shell shell = Shell.bash;

    @Override
    public void run() {
        CommandLine root = spec.commandLine();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        PrintWriter out = spec.commandLine().getOut();
        if (shell == Shell.fish) {
            fish(root, out);
        } else {
            out.println(AutoComplete.bash(NAME, root));
        }
        out.flush();
    }

    private static void fish(CommandLine root, PrintWriter out) {
        root.getSubcommands().forEach((name, command) -> {
            out.println("complete -c " + NAME + " -n __fish_use_subcommand -f -a " + name + " -d "
                    + quoted(description(command.getCommandSpec().usageMessage().description())));
            for (OptionSpec option : command.getCommandSpec().options()) {
                String flag = option.longestName().replaceFirst("^--", "");
                boolean takesValue = option.arity().max() > 0;
                out.println("complete -c " + NAME + " -n '__fish_seen_subcommand_from " + name + "' -l " + flag
                        + (takesValue ? " -r" : "") + " -d " + quoted(description(option.description())));
            }
        });
    }

    private static String description(String[] lines) {
        return lines.length == 0 ? "" : lines[0];
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
