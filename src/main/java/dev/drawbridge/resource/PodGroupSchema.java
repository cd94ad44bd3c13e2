package dev.drawbridge.resource;

import static dev.drawbridge.constraint.Formats.DNS_LABEL;
import static dev.drawbridge.constraint.Formats.DNS_SUBDOMAIN;
import static dev.drawbridge.constraint.Uniqueness.uniqueObjectBy;
import static dev.drawbridge.field.ErrorType.INVALID;
import static dev.drawbridge.resource.KindSchema.kind;
import static dev.drawbridge.resource.PodSchema.CLAIM_WORD;
import static dev.drawbridge.schema.ApiVersion.*;
import static dev.drawbridge.schema.Availability.*;
import static dev.drawbridge.schema.Condition.IS_STORED;
import static dev.drawbridge.schema.FeatureGate.COMPOSITE_POD_GROUP;
import static dev.drawbridge.schema.FeatureGate.DRA_WORKLOAD_RESOURCE_CLAIMS;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_36;
import static dev.drawbridge.schema.Operation.*;
import static dev.drawbridge.schema.Trait.SHOWS_NO_GATE;
import static dev.drawbridge.schema.UpdateTag.IMMUTABLE;
import static dev.drawbridge.schema.Vocabulary.*;

import dev.drawbridge.constraint.Unions;
import dev.drawbridge.resource.rule.ClaimStatusesMatchClaims;
import dev.drawbridge.resource.rule.StatusUpdates;
import dev.drawbridge.resource.rule.TemplateClaims;
import dev.drawbridge.schema.FieldRow;
import dev.drawbridge.schema.ListType;
import dev.drawbridge.schema.ObjectSchema;
import java.util.List;

/**
 * Rules of the claims in PodGroup and Workload; other fields are not validated. Source: {@code
 * k8s.io/api/scheduling/<version>/types.go}, validated by its {@code +k8s:} tags and {@code
 * pkg/apis/scheduling/validation/validation.go}, Kubernetes 1.35 to 1.37.
 */
final class PodGroupSchema {

    private static final int CLAIMS = 4; // MaxPodGroupResourceClaims

    // @formatter:off
    private static final ObjectSchema RESOURCE_CLAIM = object("PodGroupResourceClaim",
        required("name",                      STRING.with(DNS_LABEL)),
        optional("resourceClaimName",         STRING.with(DNS_SUBDOMAIN))     .pointer(),
        optional("resourceClaimTemplateName", STRING.with(DNS_SUBDOMAIN))     .pointer())
        .rule(Unions.exactlyOneOf(INVALID, "resourceClaimName", "resourceClaimTemplateName"));

    /** An update does not change them, and so does not look into them. */
    private static final ObjectSchema STORED_RESOURCE_CLAIM = object("PodGroupResourceClaim",
        optional("name",                      STRING),
        optional("resourceClaimName",         STRING)                           .pointer(),
        optional("resourceClaimTemplateName", STRING)                           .pointer());

    private static final ListType STORED_RESOURCE_CLAIMS = listOf(STORED_RESOURCE_CLAIM).max(CLAIMS, declaredAlone());

    private static FieldRow sharedClaims() {
        return optional("resourceClaims",     listOf(RESOURCE_CLAIM).max(CLAIMS).checkedFirstSince(K8S_1_36).with(uniqueObjectBy("name")))
                                                                                .update(IMMUTABLE).declaredAlone();
    }

    private static FieldRow claims() {
        return sharedClaims()                                                   .gate(DRA_WORKLOAD_RESOURCE_CLAIMS).when(IS_STORED, STORED_RESOURCE_CLAIMS);
    }

    /** {@code k8s.io/api/batch/v1/types.go}, JobSchedulingConfiguration: of it, what the pods of a Job share. */
    static final ObjectSchema JOB_SCHEDULING = object("JobSchedulingConfiguration", sharedClaims())
        .partOf(CLAIM_WORD);

    private static final ObjectSchema SPEC = object("PodGroupSpec", claims())
        .partOf(CLAIM_WORD);

    private static final ObjectSchema CLAIM_STATUS = object("PodGroupResourceClaimStatus",
        optional("name",                      STRING),
        optional("resourceClaimName",         STRING.with(DNS_SUBDOMAIN, declaredAlone())).pointer());

    private static final ObjectSchema STATUS = object("PodGroupStatus",
        optional("resourceClaimStatuses",     listOf(CLAIM_STATUS).pairedBy("name", declared()).max(CLAIMS, declaredAlone()).checkedFirstSince(K8S_1_36)
                                                  .with(uniqueObjectBy("name"), declaredAlone()))
                                                                                .gate(DRA_WORKLOAD_RESOURCE_CLAIMS).with(SHOWS_NO_GATE))
        .partOf(CLAIM_WORD);

    static final ObjectSchema POD_GROUP = kind("PodGroup",
        optional("spec",                      SPEC)                             .on(CREATE, UPDATE),
        optional("status",                    STATUS)                           .on(UPDATE_STATUS))
        .rule(ClaimStatusesMatchClaims.OF_GROUP, on(UPDATE_STATUS))
        .prepared(new StatusUpdates(List.of()), on(UPDATE_STATUS))
        .partOf(CLAIM_WORD);

    /** The entry of v1alpha1, which has no template and no claims. */
    private static final ObjectSchema FIRST_POD_GROUP = object("PodGroup",
        optional("name",                      STRING))
        .partOf(CLAIM_WORD);

    private static final ObjectSchema TEMPLATE = object("PodGroupTemplate",
        optional("name",                      STRING),
        claims())
        .partOf(CLAIM_WORD);

    private static final ObjectSchema STORED_TEMPLATE = object("PodGroupTemplate",
        optional("name",                      STRING),
        optional("resourceClaims",            listOf(STORED_RESOURCE_CLAIM))    .gate(DRA_WORKLOAD_RESOURCE_CLAIMS))
        .partOf(CLAIM_WORD);

    private static final FieldRow TEMPLATES =
        optional("podGroupTemplates",         listOf(TEMPLATE).pairedBy("name", declared()));

    private static FieldRow composites(ObjectSchema template) {
        return optional("compositePodGroupTemplates", listOf(template).pairedBy("name", declared())).gate(COMPOSITE_POD_GROUP);
    }

    /** The innermost of three: WorkloadMaxTemplateDepth, 4, includes the templates of pod groups. */
    private static final ObjectSchema INNER_TEMPLATE = object("CompositePodGroupTemplate",
        optional("name",                      STRING),
        TEMPLATES)
        .partOf(CLAIM_WORD);

    private static final ObjectSchema MIDDLE_TEMPLATE = object("CompositePodGroupTemplate",
        optional("name",                      STRING),
        TEMPLATES,
        composites(INNER_TEMPLATE))
        .partOf(CLAIM_WORD);

    private static final ObjectSchema OUTER_TEMPLATE = object("CompositePodGroupTemplate",
        optional("name",                      STRING),
        TEMPLATES,
        composites(MIDDLE_TEMPLATE))
        .partOf(CLAIM_WORD);

    private static final ObjectSchema WORKLOAD_SPEC = object("WorkloadSpec",
        optional("podGroups",                 listOf(FIRST_POD_GROUP))          .in(SCHEDULING_V1ALPHA1),
        optional("podGroupTemplates",         listOf(TEMPLATE))                 .in(SCHEDULING_V1ALPHA2).update(IMMUTABLE).declaredAlone().when(IS_STORED, listOf(STORED_TEMPLATE)),
        TEMPLATES                                                               .in(SCHEDULING_V1ALPHA3, SCHEDULING_V1BETA1),
        composites(OUTER_TEMPLATE)                                              .in(SCHEDULING_V1ALPHA3, SCHEDULING_V1BETA1))
        .partOf(CLAIM_WORD);

    static final ObjectSchema WORKLOAD = kind("Workload",
        optional("spec",                      WORKLOAD_SPEC)                    .on(CREATE, UPDATE))
        .prepared(new TemplateClaims(), on(UPDATE).and(without(DRA_WORKLOAD_RESOURCE_CLAIMS)))
        .partOf(CLAIM_WORD);
    // @formatter:on
}
