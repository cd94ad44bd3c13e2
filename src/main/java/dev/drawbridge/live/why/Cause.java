package dev.drawbridge.live.why;

import dev.drawbridge.field.RuleText;

/**
 * A cause of a pending pod, in the order in which a pod meets them. If several causes of devices would each help on as
 * many nodes, the earlier is reported first.
 */
public enum Cause implements RuleText.Row {
    // Before the pod exists.
    QUOTA("quota"),
    SUSPENDED("suspended"),
    SOURCE_FIELD("sourceField"),
    POD_REFUSED("podRefused"),
    // Before the scheduler.
    KUEUE("kueue"),
    SCHEDULING_GATE("schedulingGate"),
    POD_GROUP("podGroup"),
    // Claims.
    TEMPLATE_MISSING("templateMissing"),
    CLAIM_MISSING("claimMissing"),
    CLAIM_NOT_CREATED("claimNotCreated"),
    CLAIM_BEING_DELETED("claimBeingDeleted"),
    CLAIM_OF_ANOTHER("claimOfAnother"),
    CLAIM_TWICE("claimTwice"),
    RESERVATION_FULL("reservationFull"),
    CLAIM_PINNED("claimOnOtherNode"),
    BINDING_CONDITIONS("bindingConditions"),
    NO_POD("noPod"),
    // Devices.
    CLASS_MISSING("classMissing"),
    EXPRESSION_FAILS("expressionFails"),
    SCHEDULER_ERROR("schedulerError"),
    KNOWN_BUG("knownBug"),
    RESOURCE_NOT_PROVIDED("resourceNotProvided"),
    ALTERNATIVES_DISABLED("alternativesDisabled"),
    POOL_INCOMPLETE("poolIncomplete"),
    DRIVER_GONE("driverGone"),
    SLICE_MATCHES_NO_NODE("sliceMatchesNoNode"),
    CLASS_MATCHES_NOTHING("classMatchesNothing"),
    SELECTOR_MATCHES_NOTHING("selectorMatchesNothing"),
    CAPACITY_TOO_SMALL("capacityTooSmall"),
    DEVICE_TAINTED("deviceTainted"),
    TOO_FEW_DEVICES("tooFewDevices"),
    CONSTRAINT("constraintUnsatisfiable"),
    NO_COMBINATION("noCombination"),
    DEVICES_TAKEN("devicesTaken"),
    AUTOSCALER("autoscaler"),
    // Outside DRA, and after scheduling.
    PREEMPTING("preempting"),
    NOT_DRA("notDra"),
    NOT_TRIED("notTried"),
    NODE_NAME_SET("nodeNameSet"),
    NOT_RESERVED("notReserved"),
    PREPARE_FAILED("prepareFailed"),
    NODE_NOT_READY("nodeNotReady"),
    NOT_STARTED("notStarted"),
    UNKNOWN("unknown");

    private final String id;

    Cause(String id) {
        this.id = id;
    }

    @Override
    public RuleText text() {
        return RuleText.of("why", id, "");
    }

    /** The name in reports, such as {@code templateMissing}. */
    @Override
    public String toString() {
        return id;
    }
}
