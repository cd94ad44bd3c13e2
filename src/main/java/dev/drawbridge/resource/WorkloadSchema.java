package dev.drawbridge.resource;

import static dev.drawbridge.resource.KindSchema.WRITTEN_META;
import static dev.drawbridge.resource.KindSchema.kind;
import static dev.drawbridge.resource.PodGroupSchema.JOB_SCHEDULING;
import static dev.drawbridge.resource.PodSchema.CLAIM_WORD;
import static dev.drawbridge.resource.PodSchema.POD_SPEC;
import static dev.drawbridge.schema.Availability.*;
import static dev.drawbridge.schema.FeatureGate.WORKLOAD_WITH_JOB;
import static dev.drawbridge.schema.KubernetesRelease.*;
import static dev.drawbridge.schema.Operation.CREATE;
import static dev.drawbridge.schema.Operation.UPDATE;
import static dev.drawbridge.schema.Trait.NOT_VALIDATED;
import static dev.drawbridge.schema.Trait.VALIDATED_IF_STORED_IS;
import static dev.drawbridge.schema.UpdateTag.NO_SET;
import static dev.drawbridge.schema.UpdateTag.NO_UNSET;
import static dev.drawbridge.schema.Vocabulary.object;
import static dev.drawbridge.schema.Vocabulary.optional;

import dev.drawbridge.resource.rule.JobTemplateIsImmutable;
import dev.drawbridge.resource.rule.PodParts.Form;
import dev.drawbridge.schema.FieldRow;
import dev.drawbridge.schema.ObjectSchema;

/**
 * Rules of the claims in pod templates of Kubernetes' own workloads; other fields are not validated. Source: {@code
 * k8s.io/api/apps/v1/types.go}, {@code k8s.io/api/batch/v1/types.go} and {@code k8s.io/api/core/v1/types.go}, validated
 * by {@code validation.go} of {@code pkg/apis/apps}, {@code pkg/apis/batch} and {@code pkg/apis/core}, Kubernetes 1.30
 * to 1.37.
 */
final class WorkloadSchema {

    // @formatter:off
    private static final ObjectSchema POD_TEMPLATE_SPEC = object("PodTemplateSpec",
        optional("metadata",   WRITTEN_META),
        optional("spec",       POD_SPEC))
        .partOf(CLAIM_WORD);

    /** Templates of a StatefulSet were not validated before 1.34; since then an update of one that is not valid still is not. */
    private static final ObjectSchema STATEFUL_SET_TEMPLATE = object("PodTemplateSpec",
        optional("metadata",   WRITTEN_META),
        optional("spec",       POD_SPEC)                .with(NOT_VALIDATED, until(K8S_1_33)).with(VALIDATED_IF_STORED_IS, since(K8S_1_34)))
        .partOf(CLAIM_WORD);

    static final ObjectSchema POD_TEMPLATE = workload("PodTemplate", optional("template", POD_TEMPLATE_SPEC));

    static final ObjectSchema REPLICATION_CONTROLLER = workload("ReplicationController", spec("ReplicationControllerSpec",
        optional("template",   POD_TEMPLATE_SPEC)       .pointer()));

    static final ObjectSchema REPLICA_SET = workload("ReplicaSet", spec("ReplicaSetSpec",
        optional("template",   POD_TEMPLATE_SPEC)));

    static final ObjectSchema DEPLOYMENT = workload("Deployment", spec("DeploymentSpec",
        optional("template",   POD_TEMPLATE_SPEC)));

    static final ObjectSchema DAEMON_SET = workload("DaemonSet", spec("DaemonSetSpec",
        optional("template",   POD_TEMPLATE_SPEC)));

    /** StatefulSet, whose volumes have claims, too. */
    static final ObjectSchema STATEFUL_SET = workload("StatefulSet", optional("spec", object("StatefulSetSpec",
        optional("template",   STATEFUL_SET_TEMPLATE))
        .partOf("resourceclaim"))                       .on(CREATE, UPDATE));

    private static final ObjectSchema JOB_SPEC = object("JobSpec",
        optional("scheduling", JOB_SCHEDULING)          .pointer().since(K8S_1_37).gate(WORKLOAD_WITH_JOB).update(NO_SET, NO_UNSET).declaredAlone(),
        optional("template",   POD_TEMPLATE_SPEC))
        .partOf(CLAIM_WORD);

    static final ObjectSchema JOB = workload("Job", optional("spec", JOB_SPEC).on(CREATE, UPDATE))
        .rule(new JobTemplateIsImmutable(Form.SOURCE, false), until(K8S_1_30).and(on(UPDATE)))
        .rule(new JobTemplateIsImmutable(Form.CONTAINERS_ONLY, false), since(K8S_1_31).and(until(K8S_1_31)).and(on(UPDATE)))
        .rule(new JobTemplateIsImmutable(Form.POD_LEVEL, false), since(K8S_1_32).and(until(K8S_1_35)).and(on(UPDATE)))
        .rule(new JobTemplateIsImmutable(Form.POD_LEVEL, true), since(K8S_1_36).and(on(UPDATE)));

    static final ObjectSchema CRON_JOB = workload("CronJob", spec("CronJobSpec",
        optional("jobTemplate",object("JobTemplateSpec",
            optional("metadata", WRITTEN_META),
            optional("spec",   JOB_SPEC))
            .partOf(CLAIM_WORD))));

    private static FieldRow spec(String name, FieldRow template) {
        return optional("spec", object(name, template).partOf(CLAIM_WORD)).on(CREATE, UPDATE);
    }

    private static ObjectSchema workload(String kind, FieldRow part) {
        return kind(kind, part).partOf(CLAIM_WORD);
    }
    // @formatter:on
}
