package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An update of a Job keeps its selector: the API server generates one only for a new Job. In a file it is compared if
 * it is that of a stored Job or manual: others are a mistake of the file, which no server accepted. Source: {@code
 * pkg/apis/batch/validation}, ValidateJobSpecUpdate and validateGeneratedSelector.
 */
public record JobSelectorIsImmutable() implements ObjectRule {

    private static final Demand SAME = new Demand(Origin.IMMUTABLE, "field is immutable")
            .at("spec.selector")
            .dependingOn("spec.manualSelector")
            .example(
                    "{spec: {manualSelector: true, selector: {matchLabels: {a: b}}}}",
                    "{spec: {manualSelector: true}}",
                    "{spec: {manualSelector: true, selector: {matchLabels: {a: b}}}}");

    @Override
    public List<Demand> demands() {
        return List.of(SAME);
    }

    @Override
    public void check(ObjectValue job, @Nullable ObjectValue old, ValidationContext context) {
        if (old == null) {
            return;
        }
        ObjectValue spec = old.object("spec");
        boolean isStored = old.object("metadata").has("uid") || spec.isTrue("manualSelector");
        ObjectValue before = spec.object("selector");
        ObjectValue now = job.object("spec").object("selector");
        if (isStored
                && before.size() > 0
                && !(JsonEquality.same(before.object("matchLabels"), now.object("matchLabels"))
                        && JsonEquality.same(before.list("matchExpressions"), now.list("matchExpressions")))) {
            context.report(
                    ErrorType.INVALID, null, SAME.adding("delete the Job and create it again"), "spec", "selector");
        }
    }
}
