package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A static pod, which a kubelet reads from a file, must not have claims. Source: {@code pkg/apis/core/validation},
 * validatePodResourceClaim, since Kubernetes 1.32.
 */
public final class StaticPodsHaveNoClaims implements ObjectRule {

    private static final Demand NO_CLAIMS = new Demand(Origin.STATIC_POD, "static pods do not support resource claims")
            .dependingOn("spec.resourceClaims", "metadata.annotations")
            .example(
                    "{metadata: {annotations: {}}, spec: {resourceClaims: [{name: a}]}}",
                    "{metadata: {annotations: {kubernetes.io/config.mirror: x}}, spec: {resourceClaims: [{name: a}]}}");

    /** The annotation that marks them to the API server. */
    private static final String MIRROR = "kubernetes.io/config.mirror";

    @Override
    public List<Demand> demands() {
        return List.of(NO_CLAIMS);
    }

    @Override
    public void check(ObjectValue pod, @Nullable ObjectValue old, ValidationContext context) {
        boolean isStatic = pod.object("metadata").object("annotations").get(MIRROR) != null;
        if (isStatic && pod.object("spec").list("resourceClaims").size() > 0) {
            context.report(ErrorType.FORBIDDEN, null, NO_CLAIMS);
        }
    }
}
