package dev.drawbridge.cli;

import dev.drawbridge.check.PolicyTests;
import dev.drawbridge.cli.Command.Note;
import dev.drawbridge.field.Printable;
import dev.drawbridge.report.PageContext;
import dev.drawbridge.report.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/** Tests admission policies. */
final class PolicyCommand {

    private static final String TEST = "test";

    static final Command COMMAND = new Command(
            "policy",
            "Test ValidatingAdmissionPolicies without a cluster.",
            "test [DIR...]",
            List.of(
                    Command.value("o", "output", "FORMAT[=FILE]", Output.FORMATS + "; repeatable (default: text)"),
                    Command.flag("v", "verbose", "Also list the cases with the expected result"),
                    Command.flag("q", "quiet", "Do not print the summary"),
                    Command.value("color", Terminal.CHOICES, "Use colors (default: auto)"),
                    Command.flag("no-color", "Same as --color never")),
            List.of(
                    Note.of("Runs the cases of each " + PolicyTests.FILE + " in DIR (default: the current folder)."),
                    Note.example("In a CI job", "drawbridge policy test --output junit=policies.xml policies/"),
                    Note.exits("0 as expected, 1 differences, 2 input or usage, 3 a bug.")),
            PolicyCommand::run);

    private PolicyCommand() {}

    private static int run(Arguments arguments, PrintWriter out, PrintWriter err) throws IOException {
        List<String> words = arguments.parameters();
        if (words.isEmpty() || !words.get(0).equals(TEST)) {
            throw new UsageException("expected: test [DIR...]");
        }
        List<String> paths = words.size() == 1 ? List.of(".") : words.subList(1, words.size());
        Report report = PolicyTests.run(paths);
        CheckResult.outputs(arguments)
                .forEach(output -> output.write(
                        report,
                        out,
                        Terminal.of(arguments),
                        arguments.has("verbose"),
                        path -> path,
                        new PageContext("tests of policies", String.join(" ", paths), path -> null, List.of())));
        if (!arguments.has("quiet")) {
            err.println(Printable.count(report.objects().size(), "case") + " in "
                    + Printable.count(report.summary().files(), "file") + ": "
                    + Printable.count(report.summary().findings().errors(), "difference"));
        }
        return report.summary().fails(false) ? ExitCode.FINDINGS : ExitCode.CLEAN;
    }
}
