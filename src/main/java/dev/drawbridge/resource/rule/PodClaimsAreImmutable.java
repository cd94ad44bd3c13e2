package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import dev.drawbridge.resource.rule.PodParts.Form;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An update of a pod must not change its claims or how containers use them, nor add or remove containers. Source:
 * {@code pkg/apis/core/validation}, ValidatePodUpdate.
 */
public record PodClaimsAreImmutable(Form form) implements ObjectRule {

    private static final Demand CLAIMS = new Demand(Origin.IMMUTABLE, "pod updates may not change resource claims")
            .at("spec")
            .dependingOn("spec.resourceClaims", "spec.containers.resources.claims")
            .example(
                    "{spec: {resourceClaims: [{name: a}]}}",
                    "{spec: {resourceClaims: [{name: b}]}}",
                    "{spec: {resourceClaims: [{name: a}]}}");

    private static final Demand SAME = new Demand(Origin.IMMUTABLE, "pod updates may not add or remove containers");

    private static final Demand SAME_CONTAINERS = SAME.at("spec.containers")
            .example(
                    "{spec: {containers: [{name: c}]}}",
                    "{spec: {containers: [{name: c}, {name: d}]}}",
                    "{spec: {containers: [{name: c}]}}");

    private static final Demand SAME_INIT_CONTAINERS = SAME.at("spec.initContainers")
            .example(
                    "{spec: {initContainers: [{name: c}]}}",
                    "{spec: {initContainers: []}}",
                    "{spec: {initContainers: [{name: c}]}}");

    private static final List<String> CONTAINERS = List.of("containers", "initContainers");

    /** For releases in which claims have their names in {@code source}. */
    public static ObjectRule inSource() {
        return new PodClaimsAreImmutable(Form.SOURCE);
    }

    /** For releases in which claims have their names in their own fields. */
    public static ObjectRule inClaims() {
        return new PodClaimsAreImmutable(Form.CONTAINERS_ONLY);
    }

    /** For releases in which the pod may have resources, too. */
    public static ObjectRule inClaimsAndPod() {
        return new PodClaimsAreImmutable(Form.POD_LEVEL);
    }

    @Override
    public List<Demand> demands() {
        return List.of(CLAIMS, SAME_CONTAINERS, SAME_INIT_CONTAINERS);
    }

    @Override
    public void check(ObjectValue pod, @Nullable ObjectValue old, ValidationContext context) {
        if (old == null) {
            return;
        }
        ObjectValue spec = pod.object("spec");
        ObjectValue oldSpec = old.object("spec");
        for (String field : CONTAINERS) {
            if (spec.list(field).size() != oldSpec.list(field).size()) {
                context.report(ErrorType.FORBIDDEN, null, SAME, "spec", field);
                return;
            }
        }
        if (!PodParts.of(spec, form).equals(PodParts.of(oldSpec, form))) {
            context.report(ErrorType.FORBIDDEN, null, CLAIMS.adding("delete the pod and create it again"), "spec");
        }
    }
}
