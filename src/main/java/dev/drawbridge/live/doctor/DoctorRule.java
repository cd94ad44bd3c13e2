package dev.drawbridge.live.doctor;

import java.util.Arrays;
import java.util.Optional;

/** The rules of {@code doctor}. */
public enum DoctorRule {
    // @formatter:off
    POOL_INCOMPLETE("poolIncomplete", Severity.WARNING,
            "A pool has all slices of its newest generation; until then the scheduler does not use it.",
            "see the driver's log on the pool's node; restarting the driver's pod publishes the pool again"),
    POOL_STALE("poolStale", Severity.WARNING,
            "A pool has no slices of older generations once the newest is complete.",
            "delete the old slices; see the driver's log for why it left them"),
    SLICE_WITHOUT_NODE("sliceWithoutNode", Severity.WARNING,
            "The node of a ResourceSlice exists.",
            "delete the slice: kubectl delete resourceslice NAME"),
    DEVICE_GONE("deviceGone", Severity.WARNING,
            "The devices of an allocated claim are in a ResourceSlice.",
            "end the pods of the claim; check whether the driver still runs on the node"),
    CLASS_MATCHES_NOTHING("classMatchesNothing", Severity.INFO,
            "A DeviceClass matches a device.",
            "check that the driver runs, or delete the class"),
    CLASS_FAILS("classFails", Severity.WARNING,
            "The selectors of a DeviceClass do not fail on any device: each pod that requests the class would fail.",
            "guard the selector: test device.driver first, in a selector of its own"),
    SHARED_RESOURCE_NAME("sharedResourceName", Severity.WARNING,
            "No two DeviceClasses have the same extendedResourceName: only the newer one provides the resource.",
            "remove the name from one of the classes"),
    DEVICE_PLUGIN_TOO("devicePluginToo", Severity.WARNING,
            "The devices of a node are offered by a device plugin or by a ResourceSlice, not by both.",
            "turn off the device plugin, or the DRA driver, on the node"),
    CLAIM_UNUSED("claimUnused", Severity.WARNING,
            "A claim that holds devices is used by a pod.",
            "delete the claim, or its owner"),
    CLAIM_STUCK("claimStuck", Severity.WARNING,
            "A claim that is being deleted is removed within 5 minutes.",
            "end the pods that use it; for a custom finalizer, see its controller"),
    ADMIN_ACCESS("adminAccess", Severity.WARNING,
            "Only namespaces with the label resource.kubernetes.io/admin-access have claims with admin access.",
            "label the namespace, or delete the claim"),
    TAINT_RULE_MATCHES_NOTHING("taintRuleMatchesNothing", Severity.WARNING,
            "A DeviceTaintRule selects a device.",
            "fix its selector, or delete it"),
    REMOVED_VERSION("removedVersion", Severity.WARNING,
            "No object was written in an API version that the next release removes.",
            "apply it in a newer version: drawbridge migrate rewrites manifests"),
    ATTRIBUTE_MISSING("attributeMissing", Severity.INFO,
            "All devices of a driver that publishes a standard attribute have it.",
            "constraints and selectors on the attribute leave out the devices without it"),
    GATES_DIFFER("gatesDiffer", Severity.WARNING,
            "API server and scheduler have the same DRA feature gates, as far as their metrics show.",
            "set the same --feature-gates on both"),
    WEBHOOK_UNREACHABLE("webhookUnreachable", Severity.WARNING,
            "A registered Drawbridge webhook has a ready endpoint.",
            "see its Deployment; or delete the ValidatingWebhookConfiguration");
    // @formatter:on

    /** The severity of a finding. */
    public enum Severity {
        /** For information. */
        INFO,
        /** Something does not work, or will not. */
        WARNING;

        /** The name in reports. */
        @Override
        public String toString() {
            return this == INFO ? "info" : "warning";
        }
    }

    private final String id;
    private final Severity severity;
    private final String description;
    private final String fix;

    DoctorRule(String id, Severity severity, String description, String fix) {
        this.id = id;
        this.severity = severity;
        this.description = description;
        this.fix = fix;
    }

    /** The rule with this name. */
    public static Optional<DoctorRule> named(String id) {
        return Arrays.stream(values()).filter(rule -> rule.id.equals(id)).findFirst();
    }

    /** The severity of its findings. */
    public Severity severity() {
        return severity;
    }

    /** The description, a sentence. */
    public String description() {
        return description;
    }

    /** How to fix it. */
    public String fix() {
        return fix;
    }

    /** The name in reports. */
    @Override
    public String toString() {
        return id;
    }
}
