package dev.drawbridge.report;

import java.util.List;

/** Findings by what they are about. */
final class Findings {

    private Findings() {}

    /** Those of an object. */
    static List<Finding> of(Report.Judged judged, Report report) {
        return report.findings().stream()
                .filter(finding ->
                        finding.file().equals(judged.file()) && finding.object().equals(judged.object()))
                .toList();
    }
}
