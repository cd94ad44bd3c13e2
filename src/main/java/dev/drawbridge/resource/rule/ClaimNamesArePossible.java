package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Formats;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A claim that is made from a template is named for its pod, {@code POD-CLAIM}, and that is a DNS subdomain. Up to
 * Kubernetes 1.30. Source: {@code pkg/apis/core/validation}, validatePodResourceClaim.
 */
public final class ClaimNamesArePossible implements ObjectRule {

    private static final Demand POSSIBLE = new Demand(
                    Origin.FORMAT_DNS_SUBDOMAIN,
                    "spec.resourceClaims.name",
                    "must be a DNS subdomain after the name of the pod and '-', where it has a template")
            .dependingOn("metadata.name")
            .example(pod("p"), pod("P"));

    private static String pod(String name) {
        return "{metadata: {name: " + name + "}, spec: {resourceClaims: [{name: a, source:"
                + " {resourceClaimTemplateName: t}}]}}";
    }

    @Override
    public List<Demand> demands() {
        return List.of(POSSIBLE);
    }

    @Override
    public void check(ObjectValue pod, @Nullable ObjectValue old, ValidationContext context) {
        String podName = pod.object("metadata").string("name");
        ListValue claims = pod.object("spec").list("resourceClaims");
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < claims.size(); i++) {
            ObjectValue claim = ObjectValue.orEmpty(claims.get(i));
            String name = claim.string("name");
            boolean isNew = !name.isEmpty() && seen.add(name) && Formats.DNS_LABEL.problem(name) == null;
            if (isNew && PodParts.isSet(claim.object("source"), "resourceClaimTemplateName")) {
                String problem = Formats.DNS_SUBDOMAIN.problem(podName + "-" + name);
                if (problem != null) {
                    report(i, podName + "-" + name, problem, context);
                }
            }
        }
    }

    private static void report(int entry, String claim, String problem, ValidationContext context) {
        String detail = "the claim would be named " + claim + ": " + problem;
        context.at("spec", "resourceClaims")
                .at(entry)
                .report(ErrorType.INVALID, new StringValue(claim, null), detail, Origin.FORMAT_DNS_SUBDOMAIN, "name");
    }
}
