package dev.drawbridge.cli;

import dev.drawbridge.check.PolicyTests;
import dev.drawbridge.field.Printable;
import dev.drawbridge.report.PageContext;
import dev.drawbridge.report.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/** Tests admission policies. */
final class PolicyCommand {

    static int run(Arguments arguments, PrintWriter out, PrintWriter err) throws IOException {
        List<String> words = arguments.parameters();
        if (words.isEmpty() || !words.get(0).equals("test")) {
            throw new UsageException("expected: test [DIR...]");
        }
        List<String> paths = words.size() == 1 ? List.of(".") : words.subList(1, words.size());
        Report report = PolicyTests.run(paths);
        CheckResult.outputs(arguments)
                .forEach(output -> CheckResult.write(
                        report,
                        output,
                        arguments,
                        out,
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
