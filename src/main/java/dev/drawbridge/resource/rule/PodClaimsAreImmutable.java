package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Demand;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import dev.drawbridge.resource.rule.PodParts.Form;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An update of a pod changes neither its claims nor what containers use of them, and adds and removes no container.
 * Source: {@code pkg/apis/core/validation}, ValidatePodUpdate.
 */
public final class PodClaimsAreImmutable implements ObjectRule {

    private static final List<String> CONTAINERS = List.of("containers", "initContainers");

    private final Form form;

    private PodClaimsAreImmutable(Form form) {
        this.form = form;
    }

    /** Where claims have their names in {@code source}. */
    public static ObjectRule inSource() {
        return new PodClaimsAreImmutable(Form.SOURCE);
    }

    /** Where claims have their names in their own fields. */
    public static ObjectRule inClaims() {
        return new PodClaimsAreImmutable(Form.CONTAINERS_ONLY);
    }

    /** Where the pod may have resources, too. */
    public static ObjectRule inClaimsAndPod() {
        return new PodClaimsAreImmutable(Form.POD_LEVEL);
    }

    @Override
    public List<Demand> demands() {
        return List.of(new Demand(
                        Origin.IMMUTABLE,
                        "an update must not change spec's resourceClaims, or containers' resources.claims")
                .example(
                        "{spec: {resourceClaims: [{name: a}]}}",
                        "{spec: {resourceClaims: [{name: b}]}}",
                        "{spec: {resourceClaims: [{name: a}]}}"));
    }

    @Override
    public void check(ObjectValue pod, @Nullable ObjectValue old, ValidationContext place) {
        if (old == null) {
            return;
        }
        ObjectValue spec = pod.object("spec");
        ObjectValue oldSpec = old.object("spec");
        for (String field : CONTAINERS) {
            if (spec.list(field).size() != oldSpec.list(field).size()) {
                String detail = "pod updates may not add or remove containers";
                place.report(ErrorType.FORBIDDEN, null, detail, Origin.IMMUTABLE, "spec", field);
                return;
            }
        }
        if (!PodParts.of(spec, form).equals(PodParts.of(oldSpec, form))) {
            String detail = "pod updates may not change resource claims; delete the pod and create it again";
            place.report(ErrorType.FORBIDDEN, null, detail, Origin.IMMUTABLE, "spec");
        }
    }
}
