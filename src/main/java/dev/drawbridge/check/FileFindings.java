package dev.drawbridge.check;

import dev.drawbridge.document.Unreadable;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.report.Finding;
import dev.drawbridge.validation.ResourceApi;
import java.util.ArrayList;
import java.util.List;

/**
 * The findings for files, without those for their objects, and what later findings need of each file.
 *
 * @param baseName the name of the base, for messages
 */
record FileFindings(FindingFactory make, String baseName) {

    Checked of(FileObjects file) {
        List<Finding> findings = file.read().skipped() == null ? unreadable(file.read()) : new ArrayList<>();
        int unreadable = findings.size();
        findings.addAll(make.unread(file.read().head()));
        List<KeptFile> kept = file.read().skipped() == null ? List.of(file.kept()) : List.of();
        return new Checked(
                kept, definitions(file), findings, List.of(), List.of(), file.skipped(), file.others(), unreadable);
    }

    private List<Finding> unreadable(ReadFile file) {
        List<Finding> findings = new ArrayList<>();
        ManifestFile head = file.head();
        ManifestFile base = file.base();
        if (!head.isTemplate()) {
            head.unreadable().forEach(bad -> findings.add(make.unreadable(head, bad)));
            if (!base.isTemplate() && base != head) {
                base.unreadable()
                        .forEach(bad -> findings.add(make.unreadable(
                                base, new Unreadable("in " + baseName + ": " + bad.reason(), bad.position()))));
            }
        }
        return findings;
    }

    private List<DuplicateObjects.Definition> definitions(FileObjects file) {
        List<DuplicateObjects.Definition> definitions = new ArrayList<>();
        for (Manifest head : file.head()) {
            if (!head.name().isEmpty() && ResourceApi.isOfGroup(head.apiVersion())) {
                definitions.add(DuplicateObjects.definition(head, make, file.lines()));
            }
        }
        return definitions;
    }
}
