package dev.drawbridge.check;

import dev.drawbridge.document.Unreadable;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.rbac.Role;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.validation.ResourceApi;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** The findings for files, without those for their objects, and what later findings need of each file. */
record FileFindings(FindingFactory make, String baseName, int releases) {

    Checked of(FileObjects file) {
        List<Finding> findings = file.read().skipped() == null ? unreadable(file.read()) : new ArrayList<>();
        int unreadable = (int) findings.stream().filter(one -> !one.known()).count();
        boolean isKnown = !file.read().base().unread().isEmpty();
        make.unread(file.read().head()).forEach(one -> findings.add(isKnown ? one.asKnown() : one));
        List<KeptFile> kept = file.read().skipped() == null ? List.of(file.kept()) : List.of();
        List<Report.Validated> roles = file.read().skipped() == null && baseName.isEmpty() ? roles(file) : List.of();
        return new Checked(
                kept,
                definitions(file),
                findings,
                roles,
                List.of(),
                file.skipped(),
                file.others() - roles.size(),
                unreadable);
    }

    /** The roles that are judged: those that write the status of claims. */
    private List<Report.Validated> roles(FileObjects file) {
        List<Report.Answer> answers = Collections.nCopies(releases, Report.Answer.ALLOWED);
        return file.kept().roles().roles().stream()
                .filter(Role::mayWriteStatus)
                .map(role -> make.validated(role.source(), answers))
                .toList();
    }

    private List<Finding> unreadable(ReadFile file) {
        List<Finding> findings = new ArrayList<>();
        ManifestFile head = file.head();
        ManifestFile base = file.base();
        if (!head.isTemplate()) {
            head.unreadable().forEach(bad -> findings.add(make.unreadable(head, bad)));
            if (!base.isTemplate() && base != head) {
                base.unreadable().stream()
                        .map(bad -> new Unreadable("in " + baseName + ": " + bad.reason(), bad.position()))
                        .forEach(bad -> findings.add(make.unreadable(base, bad).asKnown()));
            }
        }
        return findings;
    }

    private List<DuplicateObjects.Definition> definitions(FileObjects file) {
        return Stream.of(file.head(), file.base())
                .flatMap(side -> side.stream()
                        .filter(one -> !one.name().isEmpty() && ResourceApi.isOfGroup(one.apiVersion()))
                        .map(one -> DuplicateObjects.definition(one, make, file.lines(), side == file.base())))
                .toList();
    }
}
