package dev.drawbridge.check;

import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import java.util.ArrayList;
import java.util.List;

/** What was found in one file. */
final class FileFindings {

    final List<Finding> findings = new ArrayList<>();
    final List<Report.Judged> judged = new ArrayList<>();

    /** The Namespaces in the file. */
    final List<Manifest> namespaces = new ArrayList<>();

    /** What is said of the objects whose verdict hangs on the labels of their namespace, while these are not known. */
    final List<Answered> undecided = new ArrayList<>();

    Lines lines = Lines.NONE;
    int others;

    /** An object and what the releases say to it. */
    record Answered(Manifest manifest, ObjectFindings findings, List<Report.Answer> answers) {}
}
