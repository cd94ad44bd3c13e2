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
 * The claims in the status of a pod, or of a pod group, are those of its spec. Source: {@code
 * pkg/apis/core/validation}, validatePodResourceClaimStatuses; {@code pkg/apis/scheduling/validation},
 * validatePodGroupResourceClaimStatuses.
 */
public enum ClaimStatusesMatchClaims implements ObjectRule {
    /** For pods, with unique entries; an invalid {@code resourceClaimName} is reported at {@code name}. */
    OF_POD_WITH_CLAIM_AT_NAME,
    /** For pods, with unique entries. */
    OF_POD,
    /** For pod groups, whose type declares that entries are unique. */
    OF_GROUP;

    // @formatter:off
    private static final Demand NAMED = new Demand(Origin.CLAIM_STATUS, "status.resourceClaimStatuses.name",
        "must match the name of an entry in spec.resourceClaims")
        .dependingOn("spec.resourceClaims.name").example(statuses("{name: a}"), statuses("{name: b}"));
    private static final Demand UNIQUE = new Demand(Origin.UNIQUE, "status.resourceClaimStatuses.name",
        "must be unique")
        .example(statuses("{name: a}"), statuses("{name: a}, {name: a}"));
    /** Reported at the name of the entry. */
    private static final Demand CLAIM = Formats.DNS_SUBDOMAIN.demand()
        .at("status.resourceClaimStatuses.resourceClaimName")
        .example(statuses("{name: a, resourceClaimName: x}"), statuses("{name: a, resourceClaimName: X}"));
    // @formatter:on

    private static String statuses(String entries) {
        return "{spec: {resourceClaims: [{name: a, resourceClaimName: x}]}, status: {resourceClaimStatuses: [" + entries
                + "]}}";
    }

    @Override
    public List<Demand> demands() {
        return switch (this) {
            case OF_POD_WITH_CLAIM_AT_NAME -> List.of(NAMED, UNIQUE, CLAIM);
            case OF_POD -> List.of(NAMED, UNIQUE);
            case OF_GROUP -> List.of(NAMED);
        };
    }

    @Override
    public void check(ObjectValue pod, @Nullable ObjectValue old, ValidationContext context) {
        ListValue statuses = pod.object("status").list("resourceClaimStatuses");
        if (statuses.size() == 0) {
            return;
        }
        Set<String> names = new HashSet<>();
        pod.object("spec").list("resourceClaims").objects().forEach(claim -> names.add(claim.string("name")));
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < statuses.size(); i++) {
            ObjectValue status = ObjectValue.orEmpty(statuses.get(i));
            String name = status.string("name");
            ValidationContext at =
                    context.at("status", "resourceClaimStatuses").at(i).at("name");
            if (!names.contains(name)) {
                at.report(ErrorType.INVALID, new StringValue(name, null), NAMED);
            }
            if (!seen.add(name) && this != OF_GROUP) {
                Demand repeated = UNIQUE.adding("an earlier entry has the same value");
                at.report(ErrorType.DUPLICATE, new StringValue(name, null), repeated);
            }
            if (this == OF_POD_WITH_CLAIM_AT_NAME && status.get("resourceClaimName") instanceof StringValue claim) {
                Formats.DNS_SUBDOMAIN.check(claim, at);
            }
        }
    }
}
