package dev.drawbridge.live.doctor;

import dev.drawbridge.field.RuleText;

/** The rules of {@code doctor}. */
public enum DoctorRule implements RuleText.Row {
    POOL_INCOMPLETE("poolIncomplete"),
    POOL_INVALID("poolInvalid"),
    POOL_STALE("poolStale"),
    SLICE_WITHOUT_NODE("sliceWithoutNode"),
    SLICE_WITHOUT_DRIVER("sliceWithoutDriver"),
    DEVICE_GONE("deviceGone"),
    DEVICE_HELD_TWICE("deviceHeldTwice"),
    COUNTERS_EXCEEDED("countersExceeded"),
    TAINTED_DEVICE_HELD("taintedDeviceHeld"),
    CLASS_MATCHES_NOTHING("classMatchesNothing"),
    CLASS_FAILS("classFails"),
    SHARED_RESOURCE_NAME("sharedResourceName"),
    DEVICE_PLUGIN_TOO("devicePluginToo"),
    CLAIM_UNUSED("claimUnused"),
    NOT_RESERVED("notReserved"),
    KNOWN_BUG("knownBug"),
    CLAIM_STUCK("claimStuck"),
    ADMIN_ACCESS("adminAccess"),
    TAINT_RULE_MATCHES_NOTHING("taintRuleMatchesNothing"),
    TAINT_RULE_SELECTS_ALL("taintRuleSelectsAll"),
    REMOVED_VERSION("removedVersion"),
    ROLE_INCOMPLETE("roleIncomplete"),
    SCHEDULER_CANNOT_READ("schedulerCannotRead"),
    OLD_COMPONENT("oldComponent"),
    ATTRIBUTE_MISSING("attributeMissing"),
    GATES_DIFFER("gatesDiffer"),
    WEBHOOK_UNREACHABLE("webhookUnreachable");

    private final String id;

    DoctorRule(String id) {
        this.id = id;
    }

    @Override
    public RuleText text() {
        return RuleText.of("doctor", id, "");
    }

    /** The name in reports. */
    @Override
    public String toString() {
        return id;
    }
}
