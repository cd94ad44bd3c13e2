package dev.drawbridge.check;

import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Skipped;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Files whose objects have been checked.
 *
 * @param objects every object that was validated, with the answers of the releases
 * @param undecided objects whose verdict depends on the labels of their namespace, which may be in another file
 * @param others how many documents are not DRA objects
 * @param unreadable how many files or documents cannot be read
 */
record Checked(
        List<KeptFile> files,
        List<DuplicateObjects.Definition> definitions,
        List<Finding> findings,
        List<Report.Validated> objects,
        List<Answered> undecided,
        List<Skipped> skipped,
        int others,
        int unreadable) {

    /** Copies use no more memory than their entries need: a check of many files has many of them. */
    Checked {
        files = List.copyOf(files);
        definitions = List.copyOf(definitions);
        findings = List.copyOf(findings);
        objects = List.copyOf(objects);
        undecided = List.copyOf(undecided);
        skipped = List.copyOf(skipped);
    }

    static Checked of(List<Finding> findings, List<Report.Validated> objects) {
        return new Checked(List.of(), List.of(), findings, objects, List.of(), List.of(), 0, 0);
    }

    /** Files and objects that were not checked, and a number of documents that are not DRA objects. */
    static Checked unchecked(List<Skipped> skipped, int others) {
        return new Checked(List.of(), List.of(), List.of(), List.of(), List.of(), skipped, others, 0);
    }

    static Checked joined(List<Checked> parts) {
        return new Checked(
                all(parts, Checked::files),
                all(parts, Checked::definitions),
                all(parts, Checked::findings),
                all(parts, Checked::objects),
                all(parts, Checked::undecided),
                all(parts, Checked::skipped),
                parts.stream().mapToInt(Checked::others).sum(),
                parts.stream().mapToInt(Checked::unreadable).sum());
    }

    /** What remains of files whose objects are checked as they are applied: their comments. */
    Checked covered() {
        List<KeptFile> left = files.stream().map(KeptFile::covered).toList();
        return new Checked(left, List.of(), List.of(), List.of(), List.of(), List.of(), 0, 0);
    }

    private static <T> List<T> all(List<Checked> parts, Function<Checked, List<T>> list) {
        List<T> all = new ArrayList<>();
        for (Checked part : parts) {
            List<T> some = list.apply(part);
            // Most files have none or one.
            if (some.size() == 1) {
                all.add(some.get(0));
            } else if (!some.isEmpty()) {
                all.addAll(some);
            }
        }
        return all;
    }
}
