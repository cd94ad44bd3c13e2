package dev.drawbridge.resource;

import static dev.drawbridge.constraint.Formats.DNS_LABEL;
import static dev.drawbridge.constraint.Formats.DNS_SUBDOMAIN;
import static dev.drawbridge.constraint.Formats.DRIVER_NAME;
import static dev.drawbridge.constraint.Formats.POOL_NAME;
import static dev.drawbridge.constraint.Uniqueness.uniqueBy;
import static dev.drawbridge.constraint.Uniqueness.uniqueObjectBy;
import static dev.drawbridge.resource.ObjectMetaSchema.GENERATED_META;
import static dev.drawbridge.resource.ResourceClaimSchema.CONDITION;
import static dev.drawbridge.resource.ResourceSliceSchema.TAINT;
import static dev.drawbridge.resource.SelectorSchema.SELECTORS;
import static dev.drawbridge.schema.Availability.since;
import static dev.drawbridge.schema.Availability.until;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_34;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_35;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_36;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_37;
import static dev.drawbridge.schema.Operation.CREATE;
import static dev.drawbridge.schema.Operation.UPDATE;
import static dev.drawbridge.schema.Operation.UPDATE_STATUS;
import static dev.drawbridge.schema.Vocabulary.STRING;
import static dev.drawbridge.schema.Vocabulary.listOf;
import static dev.drawbridge.schema.Vocabulary.object;
import static dev.drawbridge.schema.Vocabulary.optional;
import static dev.drawbridge.schema.Vocabulary.struct;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.Limits;
import dev.drawbridge.constraint.NotEmptyIfSet;
import dev.drawbridge.schema.ObjectSchema;
import dev.drawbridge.schema.ScalarType;

/**
 * Rules of DeviceTaintRule, v1alpha3 to v1. Source: {@code k8s.io/api/resource/<version>/types.go}, DeviceTaintRule,
 * validated by {@code pkg/apis/resource/validation/validation.go}, validateDeviceTaintRuleSpec.
 */
final class DeviceTaintRuleSchema {

    private static final Constraint[] DRIVER = {Limits.maxBytes(63), DRIVER_NAME};

    private DeviceTaintRuleSchema() {}

    // @formatter:off
    private static final ScalarType WRITTEN_DRIVER = STRING
        .with(NotEmptyIfSet.and(DRIVER), until(K8S_1_34))
        .with(NotEmptyIfSet.then(DRIVER), since(K8S_1_35));

    static final ScalarType WRITTEN_POOL = STRING.with(NotEmptyIfSet.then(Limits.maxBytes(253), POOL_NAME));

    private static final ObjectSchema SELECTOR = object("DeviceTaintSelector",
        optional("deviceClassName", STRING.with(DNS_SUBDOMAIN))      .pointer().until(K8S_1_34),
        optional("driver",          WRITTEN_DRIVER)                    .pointer(),
        optional("pool",            WRITTEN_POOL)                      .pointer(),
        optional("device",          STRING.with(DNS_LABEL))          .pointer(),
        optional("selectors",       SELECTORS)                         .until(K8S_1_34));

    private static final ObjectSchema SPEC = object("DeviceTaintRuleSpec",
        optional("deviceSelector",  SELECTOR)                          .pointer(),
        struct("taint",             TAINT));

    private static final ObjectSchema STATUS = object("DeviceTaintRuleStatus",
        optional("conditions",      listOf(CONDITION).max(8)
                                        .with(uniqueBy("type"), until(K8S_1_36))
                                        .with(uniqueObjectBy("type"), since(K8S_1_37))));

    static final ObjectSchema DEVICE_TAINT_RULE = object("DeviceTaintRule",
        optional("apiVersion",      STRING),
        optional("kind",            STRING),
        struct("metadata",          GENERATED_META),
        struct("spec",              SPEC)                              .on(CREATE, UPDATE),
        struct("status",            STATUS)                            .since(K8S_1_35).on(UPDATE_STATUS));
    // @formatter:on
}
