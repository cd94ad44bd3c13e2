package dev.drawbridge.live.why;

import dev.drawbridge.field.RuleText;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.RuleTexts;
import java.util.List;

/**
 * A cause of a pending pod, in the order in which a pod meets them. If several causes of devices would each help on as
 * many nodes, the earlier is reported first. What users read about them is in {@code live/why.yaml}.
 */
public enum Cause implements RuleText.Row {
    // Before the pod exists.
    QUOTA,
    SUSPENDED,
    SOURCE_FIELD,
    POD_REFUSED,
    // Before the scheduler.
    KUEUE,
    SCHEDULING_GATE,
    POD_GROUP,
    // Claims.
    TEMPLATE_MISSING,
    CLAIM_MISSING,
    CLAIM_NOT_CREATED,
    CLAIM_BEING_DELETED,
    CLAIM_OF_ANOTHER,
    CLAIM_TWICE,
    RESERVATION_FULL,
    CLAIM_PINNED("claimOnOtherNode"),
    BINDING_CONDITIONS,
    NO_POD,
    // Devices.
    CLASS_MISSING,
    EXPRESSION_FAILS,
    SCHEDULER_ERROR,
    KNOWN_BUG,
    RESOURCE_NOT_PROVIDED,
    ALTERNATIVES_DISABLED,
    POOL_INCOMPLETE,
    DRIVER_GONE,
    SLICE_MATCHES_NO_NODE,
    CLASS_MATCHES_NOTHING,
    SELECTOR_MATCHES_NOTHING,
    CAPACITY_TOO_SMALL,
    DEVICE_TAINTED,
    TOO_FEW_DEVICES,
    CONSTRAINT("constraintUnsatisfiable"),
    NO_COMBINATION,
    DEVICES_TAKEN,
    AUTOSCALER,
    // Outside DRA, and after scheduling.
    PREEMPTING,
    NOT_DRA,
    NOT_TRIED,
    NODE_NAME_SET,
    NOT_RESERVED,
    PREPARE_FAILED,
    NODE_NOT_READY,
    NOT_STARTED,
    NOT_ENDED,
    UNKNOWN;

    private final RuleText text;

    Cause() {
        this.text = RuleTexts.of("why", this);
    }

    Cause(String name) {
        this.text = RuleTexts.of("why", name);
    }

    @Override
    public RuleText text() {
        return text;
    }

    /** A finding of this cause: the problem in a line, and details. */
    ClusterFinding found(String summary, String... notes) {
        return ClusterFinding.about(this, "", summary).noting(List.of(notes));
    }

    /** The name in reports, such as {@code templateMissing}. */
    @Override
    public String toString() {
        return text.name();
    }
}
