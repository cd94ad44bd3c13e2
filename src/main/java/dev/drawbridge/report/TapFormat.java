package dev.drawbridge.report;

import dev.drawbridge.field.Printable;
import java.io.PrintWriter;
import java.util.List;

/** The Test Anything Protocol: a test point an object or an unreadable file, its findings below it. */
final class TapFormat {

    private TapFormat() {}

    static void write(Report report, PrintWriter out) {
        out.println("TAP version 14");
        List<TestPoint> points = TestPoint.of(report);
        List<Skipped> skipped = report.summary().skipped();
        out.println("1.." + (points.size() + skipped.size()));
        int number = 0;
        for (TestPoint point : points) {
            number++;
            out.println((point.errors().isEmpty() ? "ok " : "not ok ") + number + " - "
                    + (Printable.of(point.file()) + ":" + point.line() + " " + point.name()).replace("#", "\\#"));
            if (!point.findings().isEmpty()) {
                out.println("  ---");
                out.println("  findings:");
                point.findings()
                        .forEach(finding -> out.println("    - \""
                                + (finding.severity() + ": " + finding.lineNumber() + ":" + finding.columnNumber()
                                                + ": " + finding.sentence())
                                        .replace("\\", "\\\\")
                                        .replace("\"", "\\\"")
                                + "\""));
                out.println("  ...");
            }
        }
        for (Skipped one : skipped) {
            number++;
            out.println("ok " + number + " - " + Printable.of(one.place()).replace("#", "\\#") + " # SKIP "
                    + Printable.of(one.reason()));
        }
    }
}
