package dev.drawbridge.report;

import dev.drawbridge.field.Severity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A test in the report of a test runner: an object that was validated, or a file with findings that are not about one
 * of its objects, such as that it could not be read.
 *
 * @param line the first line of the object; 1 of a file
 * @param name the object, or the file
 */
record TestPoint(String file, int line, String name, List<Finding> findings) {

    private record Key(String file, ObjectReference object) {}

    /** All points of a report; each finding belongs to exactly one. */
    static List<TestPoint> of(Report report) {
        Map<Key, List<TestPoint>> points = new LinkedHashMap<>();
        for (Report.Validated validated : report.objects()) {
            String name = validated.object().toString();
            points.computeIfAbsent(new Key(validated.file(), validated.object()), none -> new ArrayList<>())
                    .add(new TestPoint(validated.file(), validated.line(), name, new ArrayList<>()));
        }
        for (Finding finding : report.findings()) {
            List<TestPoint> candidates = points.computeIfAbsent(
                    new Key(finding.file(), finding.object()), none -> new ArrayList<>(List.of(of(finding))));
            // If a file has two objects of one name, the one whose lines contain the finding.
            TestPoint point = candidates.get(0);
            for (TestPoint candidate : candidates) {
                if (candidate.line <= finding.lineNumber()) {
                    point = candidate;
                }
            }
            point.findings.add(finding);
        }
        return points.values().stream().flatMap(List::stream).toList();
    }

    private static TestPoint of(Finding finding) {
        String name = finding.object().kind().isEmpty()
                ? finding.file()
                : finding.object().toString();
        return new TestPoint(finding.file(), 1, name, new ArrayList<>());
    }

    /** The errors that fail the run. */
    List<Finding> errors() {
        return findings.stream()
                .filter(finding -> finding.severity() == Severity.ERROR && !finding.known())
                .toList();
    }
}
