package dev.drawbridge.check;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.report.Finding;
import dev.drawbridge.validation.ResourceApi;
import java.util.ArrayList;
import java.util.List;

/** References in the head, also outside the paths that are checked, to objects that the change deletes. */
record DeletedObjects(FindingFactory make, Head wholeHead, Head everywhere) {

    /** An error for each reference to the object; none if the head still has it. */
    List<Finding> of(Manifest gone) {
        Identity identity = make.identity(gone);
        if (!identity.group().equals(ResourceApi.GROUP)
                || !wholeHead.having(identity).isEmpty()) {
            return List.of();
        }
        List<Head.Named> references = wholeHead.naming(identity);
        if (references.isEmpty() || !everywhere.having(identity).isEmpty()) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        for (Head.Named named : references) {
            String detail = "refers to " + gone.kind() + " " + gone.name() + ", which this change deletes (it was in "
                    + gone.file() + "); keep it, or refer to another";
            FieldError error = new FieldError(
                    ErrorType.NOT_FOUND,
                    named.path(),
                    detail,
                    Origin.DELETED,
                    named.name().position());
            findings.add(make.finding(named.by(), Severity.ERROR, error, List.of(), wholeHead.lines(named.by())));
        }
        return findings;
    }
}
