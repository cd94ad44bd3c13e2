package dev.drawbridge.live.doctor;

import dev.drawbridge.field.RuleText;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.RuleTexts;

/** The rules of {@code doctor}. What users read about them is in {@code live/doctor.yaml}. */
public enum DoctorRule implements RuleText.Row {
    POOL_INCOMPLETE,
    POOL_INVALID,
    POOL_STALE,
    SLICE_WITHOUT_NODE,
    SLICE_WITHOUT_DRIVER,
    DEVICE_GONE,
    DEVICE_HELD_TWICE,
    COUNTERS_EXCEEDED,
    TAINTED_DEVICE_HELD,
    CLASS_MATCHES_NOTHING,
    CLASS_FAILS,
    SHARED_RESOURCE_NAME,
    DEVICE_PLUGIN_TOO,
    CLAIM_UNUSED,
    NOT_RESERVED,
    KNOWN_BUG,
    CLAIM_STUCK,
    NOT_ENDED,
    ADMIN_ACCESS,
    TAINT_RULE_MATCHES_NOTHING,
    TAINT_RULE_SELECTS_ALL,
    REMOVED_VERSION,
    ROLE_INCOMPLETE,
    SCHEDULER_CANNOT_READ,
    OLD_COMPONENT,
    ATTRIBUTE_MISSING,
    GATES_DIFFER,
    WEBHOOK_UNREACHABLE;

    private final RuleText text;

    DoctorRule() {
        this.text = RuleTexts.of("doctor", this);
    }

    @Override
    public RuleText text() {
        return text;
    }

    /** A finding of this rule: the problem of an object in a line. */
    ClusterFinding about(String object, String summary) {
        return ClusterFinding.about(this, object, summary);
    }

    /** The name in reports. */
    @Override
    public String toString() {
        return text.name();
    }
}
