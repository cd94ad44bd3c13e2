package dev.drawbridge.report;

import java.io.PrintWriter;
import java.util.List;

/** The Test Anything Protocol: a test point an object, its findings below it. */
final class TapFormat {

    private TapFormat() {}

    static void write(Report report, PrintWriter out) {
        out.println("TAP version 14");
        out.println("1.." + report.objects().size());
        int number = 0;
        for (Report.Judged judged : report.objects()) {
            List<Finding> findings = Findings.of(judged, report);
            boolean right = findings.stream().noneMatch(finding -> finding.severity() == Severity.ERROR);
            number++;
            out.println((right ? "ok " : "not ok ") + number + " - "
                    + (judged.file() + ":" + judged.line() + " " + judged.object()).replace("#", "\\#"));
            if (!findings.isEmpty()) {
                out.println("  ---");
                out.println("  findings:");
                findings.forEach(finding -> out.println("    - \""
                        + (finding.severity() + ": " + finding.lineNumber() + ":" + finding.columnNumber() + ": "
                                        + finding.sentence())
                                .replace("\\", "\\\\")
                                .replace("\"", "\\\"")
                        + "\""));
                out.println("  ...");
            }
        }
    }
}
