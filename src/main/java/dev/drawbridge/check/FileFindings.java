package dev.drawbridge.check;

import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was found in one file. */
final class FileFindings {

    final List<Finding> findings = new ArrayList<>();
    final List<Report.Judged> judged = new ArrayList<>();

    /** The labels of the namespaces that the file has. */
    final Map<String, Map<String, String>> namespaces = new LinkedHashMap<>();

    /** The objects whose verdict hangs on the labels of their namespace. */
    final List<Manifest> undecided = new ArrayList<>();

    byte[] text = {};
    int others;
}
