package dev.drawbridge.check;

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

    /** The objects whose verdict hangs on the labels of their namespace. */
    final List<Manifest> undecided = new ArrayList<>();

    byte[] text = {};
    int others;
}
