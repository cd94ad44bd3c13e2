package dev.drawbridge.check;

import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.Suppression;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Skipped;
import java.util.ArrayList;
import java.util.List;

/** What was found in one file. */
final class FileFindings {

    final List<Finding> findings = new ArrayList<>();
    final List<Report.Validated> validated = new ArrayList<>();

    /** The Namespaces in the file. */
    final List<Manifest> namespaces = new ArrayList<>();

    /** What is said of the objects whose verdict hangs on the labels of their namespace, while these are not known. */
    final List<Answered> undecided = new ArrayList<>();

    /** The comments that suppress findings. */
    List<Suppression> suppressions = List.of();

    /** The objects that are not checked, each with the reason. */
    final List<Skipped> skipped = new ArrayList<>();

    String file = "";
    Lines lines = Lines.NONE;
    int others;

    /** An object and what the releases say to it. */
    record Answered(Manifest manifest, ObjectFindings findings, List<Report.Answer> answers) {}
}
