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
        List<String> skipped = report.summary().skipped();
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
        for (String file : skipped) {
            number++;
            int colon = file.indexOf(": ");
            String name = colon < 0 ? file : file.substring(0, colon);
            String reason = colon < 0 ? "" : " " + file.substring(colon + 2);
            out.println(
                    "ok " + number + " - " + Printable.of(name).replace("#", "\\#") + " # SKIP" + Printable.of(reason));
        }
    }
}
