package dev.drawbridge.resource;

import dev.drawbridge.schema.ObjectSchema;

/**
 * The tables of the kinds. Each is loaded when it is first used; a switch, since a fresh process would otherwise link
 * thirteen lambdas for one.
 */
public enum Table {
    CLASSIC_RESOURCE_CLAIM,
    CLASSIC_RESOURCE_CLAIM_TEMPLATE,
    RESOURCE_CLAIM,
    RESOURCE_CLAIM_TEMPLATE,
    DEVICE_CLASS,
    RESOURCE_SLICE,
    DEVICE_TAINT_RULE,
    RESOURCE_POOL_STATUS_REQUEST,
    RESOURCE_CLASS,
    POD_SCHEDULING_CONTEXT,
    NAMED_RESOURCES_SLICE,
    RESOURCE_CLAIM_PARAMETERS,
    RESOURCE_CLASS_PARAMETERS,
    POD,
    POD_TEMPLATE,
    REPLICATION_CONTROLLER,
    REPLICA_SET,
    DEPLOYMENT,
    STATEFUL_SET,
    DAEMON_SET,
    JOB,
    CRON_JOB,
    POD_GROUP,
    WORKLOAD;

    ObjectSchema schema() {
        return switch (this) {
            case CLASSIC_RESOURCE_CLAIM -> ClassicSchema.RESOURCE_CLAIM;
            case CLASSIC_RESOURCE_CLAIM_TEMPLATE -> ClassicSchema.RESOURCE_CLAIM_TEMPLATE;
            case RESOURCE_CLAIM -> ResourceClaimSchema.RESOURCE_CLAIM;
            case RESOURCE_CLAIM_TEMPLATE -> ResourceClaimSchema.RESOURCE_CLAIM_TEMPLATE;
            case DEVICE_CLASS -> DeviceClassSchema.DEVICE_CLASS;
            case RESOURCE_SLICE -> ResourceSliceSchema.RESOURCE_SLICE;
            case DEVICE_TAINT_RULE -> DeviceTaintRuleSchema.DEVICE_TAINT_RULE;
            case RESOURCE_POOL_STATUS_REQUEST -> ResourcePoolStatusRequestSchema.RESOURCE_POOL_STATUS_REQUEST;
            case RESOURCE_CLASS -> ClassicSchema.RESOURCE_CLASS;
            case POD_SCHEDULING_CONTEXT -> ClassicSchema.POD_SCHEDULING_CONTEXT;
            case NAMED_RESOURCES_SLICE -> NamedResourcesSchema.RESOURCE_SLICE;
            case RESOURCE_CLAIM_PARAMETERS -> ClassicSchema.RESOURCE_CLAIM_PARAMETERS;
            case RESOURCE_CLASS_PARAMETERS -> ClassicSchema.RESOURCE_CLASS_PARAMETERS;
            case POD -> PodSchema.POD;
            case POD_TEMPLATE -> WorkloadSchema.POD_TEMPLATE;
            case REPLICATION_CONTROLLER -> WorkloadSchema.REPLICATION_CONTROLLER;
            case REPLICA_SET -> WorkloadSchema.REPLICA_SET;
            case DEPLOYMENT -> WorkloadSchema.DEPLOYMENT;
            case STATEFUL_SET -> WorkloadSchema.STATEFUL_SET;
            case DAEMON_SET -> WorkloadSchema.DAEMON_SET;
            case JOB -> WorkloadSchema.JOB;
            case CRON_JOB -> WorkloadSchema.CRON_JOB;
            case POD_GROUP -> PodGroupSchema.POD_GROUP;
            case WORKLOAD -> PodGroupSchema.WORKLOAD;
        };
    }
}
