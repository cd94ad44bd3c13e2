package dev.drawbridge.field;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rule behind an error. Reports, baselines and settings use its machine name, which is stable between releases.
 *
 * <p>Names that Kubernetes has are spelled as in {@code k8s.io/apimachinery/pkg/util/validation/field}, Error.Origin.
 */
public enum Origin {
    // Every object.
    TYPE("type", "A value must have the JSON type of its field."),
    UNKNOWN_FIELD("unknownField", "A field must exist in this API version and release."),
    DUPLICATE_FIELD("duplicateField", "A key must not be repeated in an object."),
    TYPE_META("typeMeta", "The apiVersion and kind must match the request."),
    REQUIRED("required", "A required field must be set."),
    DEPENDENT_REQUIRED("dependentRequired", "A field must be set if another field requires it."),
    FORBIDDEN("forbidden", "A field must not be set where it is not allowed."),
    IMMUTABLE("immutable", "An immutable field must not change."),
    ENUM("enum", "A value must be one of the supported values."),
    UNION("union", "A union must have at most, at least or exactly one of its fields set, as it requires."),
    UNIQUE("unique", "Entries of a list must be unique, by their key if they have one."),
    NOT_EMPTY("notEmpty", "A list or string must not be empty if set."),
    MINIMUM("minimum", "A number must not be less than its minimum."),
    MAXIMUM("maximum", "A number must not exceed its maximum."),
    MAX_ITEMS("maxItems", "A list or map must not have more entries than its limit."),
    MAX_BYTES("maxBytes", "A string must not have more bytes than its limit."),
    MAX_TOTAL_BYTES("maxTotalBytes", "Some strings must not exceed a limit of bytes together."),
    LOWER_CASE("lowerCase", "A string should be in lower case."),
    DOCUMENTED("documented", "A field that is documented as required should be set, though no release enforces it."),

    // The shapes of strings.
    FORMAT_DNS_SUBDOMAIN("format=dns-subdomain", "A DNS subdomain: lower case, digits, '-' and '.'."),
    FORMAT_DNS_SUBDOMAIN_PREFIX("format=dns-subdomain-prefix", "A prefix of a DNS subdomain."),
    FORMAT_DNS_LABEL("format=dns-label", "A DNS label: lower case, digits and '-'."),
    FORMAT_DRIVER_NAME("format=driver-name", "A driver name: a DNS subdomain, in any case."),
    FORMAT_QUALIFIED_NAME("format=qualified-name", "A name, or a DNS subdomain, '/' and a name."),
    FORMAT_ANNOTATION_KEY("format=annotation-key", "An annotation key: a qualified name, in any case."),
    FORMAT_API_VERSION("format=api-version", "An API version: VERSION or GROUP/VERSION."),
    FORMAT_LABEL_VALUE("format=label-value", "A label value: letters, digits, '-', '_' and '.'."),
    FORMAT_EXTENDED_RESOURCE_NAME(
            "format=extended-resource-name", "An extended resource: DOMAIN/NAME, not Kubernetes' own."),
    FORMAT_NATIVE_RESOURCE_NAME("format=native-resource-name", "A native resource of Kubernetes, such as cpu."),
    FORMAT_NODE_RESOURCE_NAME("format=node-resource-name", "A node resource: cpu, memory or hugepages-SIZE."),
    FORMAT_POOL_NAME("format=pool-name", "A pool name: DNS subdomains separated by '/'."),
    FORMAT_ATTRIBUTE_NAME("format=attribute-name", "An attribute name: an identifier, or DOMAIN/IDENTIFIER."),
    FORMAT_UUID("format=uuid", "A UUID in lower case."),
    FORMAT_CONDITION_REASON("format=condition-reason", "A condition reason: CamelCase."),
    FORMAT_INTERFACE_CIDR("format=interface-cidr", "An IP address with its prefix length, such as 192.0.2.5/24."),
    FORMAT_PATH_SEGMENT("format=path-segment", "A segment of a URL path."),
    FORMAT_PATH_SEGMENT_PREFIX("format=path-segment-prefix", "A prefix of a segment of a URL path."),
    FORMAT_SEMVER("format=semver", "A semantic version (semver.org 2.0.0)."),

    // Metadata.
    FINALIZER_NAME("finalizerName", "A finalizer must have a domain, or be one of Kubernetes' own."),
    NO_NEW_FINALIZERS("noNewFinalizers", "Finalizers must not be added to an object that is being deleted."),
    ONE_CONTROLLER("oneController", "An object must have at most one controller among its owners."),
    BANNED_OWNER("bannedOwner", "An Event cannot be an owner."),

    // Claims, templates and classes.
    CEL(
            "cel",
            "A CEL expression must compile in the release, return the required type and stay within the cost limit."),
    OPAQUE_PARAMETERS("opaqueParameters", "Opaque parameters must be a JSON object."),
    DRIVER_PARAMETERS("driverParameters", "Opaque parameters must be valid for their driver."),
    DRIVER_GATE("driverGate", "Parameters must not need a feature gate of the driver that is off."),
    DEVICE_ATTRIBUTE(
            "deviceAttribute",
            "Selectors and constraints must use attributes and capacities that the driver publishes."),
    ADMIN_ACCESS_LABEL(
            "adminAccessLabel",
            "Admin access requires the label resource.kubernetes.io/admin-access on the namespace."),
    COUNT_MATCHES_MODE(
            "countMatchesMode", "A count must match allocationMode: greater than 0 for ExactCount, not set for All."),
    REQUEST_REFERENCE("requestReference", "A reference to a request must name a request of the claim."),
    TOLERATION_VALUE("tolerationValue", "A toleration must have a value that fits its operator."),
    DERIVED_ATTRIBUTE("derivedAttribute", "A derived attribute must be used by a constraint on its request."),
    CAPACITY_KEY("capacityKey", "A reference to a capacity must name a capacity of the device."),
    OPERATOR_VALUES("operatorValues", "A node selector requirement must have values that fit its operator."),
    ONE_TERM("oneTerm", "The node selector of a slice must have exactly one term."),

    // The status of claims.
    NO_NEW_CONSUMERS("noNewConsumers", "Consumers must not be added to a claim that is being deallocated or deleted."),
    RESERVED_NEEDS_ALLOCATION("reservedNeedsAllocation", "A claim with consumers must be allocated."),
    RESERVED_NEEDS_SHAREABLE("reservedNeedsShareable", "A claim that is not shareable must have at most one consumer."),
    REQUIRED_WITH_ALLOCATION("requiredWithAllocation", "An allocated claim must name its driver."),
    DEALLOCATION(
            "deallocation",
            "Deallocation may be requested only of an allocated claim without consumers, and not withdrawn."),
    DEVICE_NOT_ALLOCATED("deviceNotAllocated", "A device in status.devices must be allocated to the claim."),
    BINDING_CONDITIONS(
            "bindingConditions",
            "The bindingConditions and bindingFailureConditions must be set together and have no condition in common."),
    SKIP_NODE_OPERATIONS(
            "skipNodeOperations", "Skipping NodePrepareResources requires skipping NodeUnprepareResources."),

    // Slices.
    DEVICES_OR_COUNTERS("devicesOrCounters", "A slice must have either devices or shared counters."),
    DEVICE_NODES("deviceNodes", "A device may set its own nodes only if spec.perDeviceNodeSelection is true."),
    DEVICE_SIZE("deviceSize", "A device must not have more attributes and capacities than the limit."),
    REQUEST_POLICY("requestPolicy", "A request policy must be consistent and fit its capacity."),
    SHARED_COUNTERS("sharedCounters", "Consumed counters must exist in spec.sharedCounters."),
    MAX_COUNTERS("maxCounters", "A slice must not have more counters in total than the limit."),
    PARTITION_TYPE(
            "partitionType", "A device that consumes counters must have the attribute that names its partition type."),

    // Pods and their templates.
    CONTAINER_CLAIM("containerClaim", "A container may use only claims of its pod."),
    STATIC_POD("staticPod", "A static pod must not use resource claims."),
    CLAIM_STATUS("claimStatus", "The status of a pod must refer to claims and resources of the pod."),

    // Fleets.
    FIT("fit", "A workload's claims must be allocatable on a node of the fleet."),
    FIT_NOW("fitNow", "A workload's claims should be allocatable now, with the devices that other claims leave free."),
    FIT_TOGETHER("fitTogether", "All workloads should be allocatable at the same time."),
    FIT_UNKNOWN("fitUnknown", "The input should have everything that decides whether a workload fits."),
    UNUSED_CONFIG("unusedConfig", "The driver of a configuration should have devices in the class of the request."),
    UNKNOWN_CLAIM("unknownClaim", "A ResourceClaim that a pod refers to must exist."),
    UNKNOWN_CLAIM_TEMPLATE("unknownClaimTemplate", "A ResourceClaimTemplate that a pod refers to must exist."),
    UNKNOWN_CLAIM_REQUEST("unknownClaimRequest", "A request that a container refers to must exist in its claim."),
    UNKNOWN_DEVICE_CLASS(
            "unknownDeviceClass", "A DeviceClass that a claim or an implicit extended resource refers to must exist."),
    EXTENDED_RESOURCE(
            "extendedResource", "An extended resource must be requested as an integer, with request equal to limit."),
    UNKNOWN_DRIVER("unknownDriver", "A driver that a configuration refers to must exist."),
    UNKNOWN_PARAMETERS("unknownParameters", "A parameters object that a claim or class refers to must exist."),
    UNUSED_CLAIM("unusedClaim", "A claim of a pod should be used by a container."),
    SHARED_EXTENDED_RESOURCE(
            "sharedExtendedResource", "An extended resource name should belong to one DeviceClass only."),

    // Objects across releases and changes.
    NOT_SERVED("notServed", "The release must serve the kind in this API version."),
    DEPRECATED("deprecated", "The API version should not be deprecated."),
    REMOVED("removed", "The API version should not be removed in a later release."),
    DROPPED("dropped", "The API server should not drop a field of the object."),
    CHANGED_DEFAULT("changedDefault", "The default of an unset field should not change with an upgrade."),
    FEATURE_GATE("featureGate", "A feature gate that is on in the cluster should be on in the settings."),

    // Files and changes.
    UNREADABLE("unreadable", "A file must be readable by kubectl."),
    UNREAD("unread", "kubectl should read all of a file."),
    RECREATE("recreate", "A change should not require deleting and recreating an object."),
    DELETED("deleted", "An object that others refer to must not be deleted."),
    UNUSED_SUPPRESSION("unusedSuppression", "A suppression comment must suppress a finding."),
    TWIN("twin", "An object should be defined once in a folder.");

    /** Names of rules that no longer exist: settings that mention them are still read. */
    private static final Set<String> RETIRED = Set.of("format=printable");

    /** Former names of rules. */
    private static final Map<String, Origin> ALIASES = Map.of("fitUndecided", FIT_UNKNOWN);

    /** The name that these had when they were one rule. */
    private static final String REFERENCES = "claimReference";

    private static final List<Origin> OF_REFERENCES = List.of(
            UNKNOWN_CLAIM,
            UNKNOWN_CLAIM_TEMPLATE,
            UNKNOWN_CLAIM_REQUEST,
            UNKNOWN_DEVICE_CLASS,
            UNKNOWN_DRIVER,
            UNKNOWN_PARAMETERS,
            UNUSED_CLAIM,
            CONTAINER_CLAIM);

    private final String id;
    private final String description;

    Origin(String id, String description) {
        this.id = id;
        this.description = description;
    }

    /** Whether the rule is about a fleet's devices, and is checked only if a fleet is given. */
    public boolean isOfFleets() {
        return this == FIT || this == FIT_NOW || this == FIT_TOGETHER || this == FIT_UNKNOWN || this == UNUSED_CONFIG;
    }

    /** The rules with this name, or several for the former name of a rule that was split; empty if there is none. */
    public static List<Origin> allNamed(String id) {
        return id.equals(REFERENCES) ? OF_REFERENCES : named(id).stream().toList();
    }

    /** Whether a name in settings or in a comment is this rule's, or one that it had together with others. */
    public boolean isNamed(String name) {
        return name.equals(id) || name.equals(REFERENCES) && OF_REFERENCES.contains(this);
    }

    /** Whether the name is that of a rule about dangling references, whose findings depend on the whole input. */
    public static boolean isOfReferences(String name) {
        return name.equals(REFERENCES)
                || named(name).filter(OF_REFERENCES::contains).isPresent();
    }

    /** The rule with this machine name or former name; empty if there is none. */
    public static Optional<Origin> named(String id) {
        Origin renamed = ALIASES.get(id);
        return renamed != null
                ? Optional.of(renamed)
                : Arrays.stream(values()).filter(origin -> origin.id.equals(id)).findFirst();
    }

    /** The name of a rule today. */
    public static String today(String id) {
        Origin renamed = ALIASES.get(id);
        return renamed == null ? id : renamed.id;
    }

    /** Whether an earlier version had a rule of this name, which no object can break any more. */
    public static boolean isRetired(String id) {
        return RETIRED.contains(id);
    }

    /** A sentence that describes the correct state. */
    public String description() {
        return description;
    }

    /** The machine name, such as {@code maxItems}. */
    @Override
    public String toString() {
        return id;
    }
}
