package dev.drawbridge.resource;

import static dev.drawbridge.constraint.Formats.DEVICE_CLASS_NAME;
import static dev.drawbridge.constraint.Formats.DNS_LABEL;
import static dev.drawbridge.resource.KindSchema.kind;
import static dev.drawbridge.resource.NameTypes.WRITTEN_DRIVER;
import static dev.drawbridge.resource.NameTypes.WRITTEN_POOL;
import static dev.drawbridge.resource.ObjectMetaSchema.GENERATED_META;
import static dev.drawbridge.resource.ResourceClaimSchema.CONDITIONS;
import static dev.drawbridge.resource.ResourceSliceSchema.TAINT;
import static dev.drawbridge.resource.SelectorSchema.SELECTORS;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_34;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_35;
import static dev.drawbridge.schema.Operation.*;
import static dev.drawbridge.schema.Vocabulary.*;

import dev.drawbridge.schema.ObjectSchema;

/**
 * Rules of DeviceTaintRule, v1alpha3 to v1. Source: {@code k8s.io/api/resource/<version>/types.go}, DeviceTaintRule,
 * validated by {@code pkg/apis/resource/validation/validation.go}, validateDeviceTaintRuleSpec.
 */
final class DeviceTaintRuleSchema {

    // @formatter:off
    private static final ObjectSchema SELECTOR = object("DeviceTaintSelector",
        optional("deviceClassName", STRING.with(DEVICE_CLASS_NAME))      .pointer().until(K8S_1_34),
        optional("driver",          WRITTEN_DRIVER)                    .pointer(),
        optional("pool",            WRITTEN_POOL)                      .pointer(),
        optional("device",          STRING.with(DNS_LABEL))          .pointer(),
        optional("selectors",       SELECTORS)                         .until(K8S_1_34));

    private static final ObjectSchema SPEC = object("DeviceTaintRuleSpec",
        optional("deviceSelector",  SELECTOR)                          .pointer(),
        optional("taint",           TAINT));

    private static final ObjectSchema STATUS = object("DeviceTaintRuleStatus",
        optional("conditions",      CONDITIONS));

    static final ObjectSchema DEVICE_TAINT_RULE = kind("DeviceTaintRule", GENERATED_META,
        optional("spec",            SPEC)                              .on(CREATE, UPDATE),
        optional("status",          STATUS)                            .since(K8S_1_35).on(UPDATE_STATUS));
    // @formatter:on
}
