package dev.drawbridge.gitops;

import dev.drawbridge.check.FindingFactory;
import dev.drawbridge.check.Identity;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Severity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Objects that a change deletes, and what in the head still names them. */
final class DeletedObjects {

    private final FindingFactory make;
    private final ChangedFiles files;
    private final WholeHead wholeHead;

    DeletedObjects(FindingFactory make, ChangedFiles files, WholeHead wholeHead) {
        this.make = make;
        this.files = files;
        this.wholeHead = wholeHead;
    }

    /** What is deleted and still referred to is a mistake at each place that refers to it. */
    List<Finding> of(Manifest gone) throws IOException {
        Head whole = wholeHead.get();
        Identity identity = make.identity(gone);
        if (files.isUnreadableInHead(gone.file()) || !whole.having(identity).isEmpty()) {
            return List.of();
        }
        List<Head.Named> references = whole.naming(identity);
        if (references.isEmpty() || wholeHead.isElsewhere(identity)) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        for (Head.Named named : references) {
            String detail = "refers to " + gone.kind() + " " + gone.name() + ", which this change deletes (it was in "
                    + gone.file() + "); keep it, or refer to another";
            FieldError error = new FieldError(
                    ErrorType.NOT_FOUND,
                    named.path(),
                    null,
                    detail,
                    Origin.DELETED,
                    named.name().position());
            findings.add(make.finding(named.by(), Severity.ERROR, error, List.of(), whole.lines(named.by())));
        }
        return findings;
    }
}
