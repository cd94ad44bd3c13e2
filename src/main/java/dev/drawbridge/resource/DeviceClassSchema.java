package dev.drawbridge.resource;

import static dev.drawbridge.constraint.Formats.EXTENDED_RESOURCE_NAME;
import static dev.drawbridge.resource.DeviceClaimSchema.OPAQUE_CONFIGURATION;
import static dev.drawbridge.resource.KindSchema.kind;
import static dev.drawbridge.resource.NodeSelectorSchema.NODE_SELECTOR;
import static dev.drawbridge.resource.ObjectMetaSchema.DEVICE_CLASS_META;
import static dev.drawbridge.resource.SelectorSchema.SELECTORS;
import static dev.drawbridge.schema.Availability.on;
import static dev.drawbridge.schema.Availability.since;
import static dev.drawbridge.schema.FeatureGate.DRA_CONTROL_PLANE_CONTROLLER;
import static dev.drawbridge.schema.FeatureGate.DRA_EXTENDED_RESOURCE;
import static dev.drawbridge.schema.KubernetesRelease.*;
import static dev.drawbridge.schema.Operation.CREATE;
import static dev.drawbridge.schema.Trait.KEPT_UNCHANGED;
import static dev.drawbridge.schema.Vocabulary.*;

import dev.drawbridge.resource.rule.PlainRule;
import dev.drawbridge.schema.ObjectSchema;

/**
 * Rules of DeviceClass, v1beta1 to v1. Source: {@code k8s.io/api/resource/<version>/types.go}, DeviceClass, validated
 * by {@code pkg/apis/resource/validation/validation.go}, validateDeviceClassSpec.
 */
final class DeviceClassSchema {

    // @formatter:off
    private static final ObjectSchema DEVICE_CLASS_CONFIGURATION = object("DeviceClassConfiguration",
        required("opaque",               OPAQUE_CONFIGURATION)                      .pointer());

    private static final ObjectSchema DEVICE_CLASS_SPEC = object("DeviceClassSpec",
        optional("selectors",            SELECTORS)                                .with(KEPT_UNCHANGED, since(K8S_1_35)),
        optional("config",               listOf(DEVICE_CLASS_CONFIGURATION).max(ClaimLimits.REQUESTS).checkedFirstSince(K8S_1_35)).with(KEPT_UNCHANGED, since(K8S_1_35)),
        optional("suitableNodes",        NODE_SELECTOR)                             .pointer().until(K8S_1_31).gate(DRA_CONTROL_PLANE_CONTROLLER),
        optional("extendedResourceName", STRING.with(EXTENDED_RESOURCE_NAME))     .pointer().since(K8S_1_34).gate(DRA_EXTENDED_RESOURCE))
        .replaced("driver",              "select the driver in selectors: device.driver == \"NAME\"")
        .replaced("driverName",          "select the driver in selectors: device.driver == \"NAME\"");

    static final ObjectSchema DEVICE_CLASS = kind("DeviceClass", DEVICE_CLASS_META,
        optional("spec",                 DEVICE_CLASS_SPEC))
        .replaced("driverName",          "since v1alpha3 select the driver in spec.selectors: device.driver == \"NAME\"")
        .replaced("parametersRef",       "since v1alpha3 parameters are in spec.config[].opaque")
        .rule(PlainRule.GENERATE_NAME_IS_PATH_SEGMENT, on(CREATE).and(since(K8S_1_35)));
    // @formatter:on
}
