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
    TYPE("type", "A value has the JSON type of its field."),
    UNKNOWN_FIELD("unknownField", "A field is one of the type's, in this version and release."),
    DUPLICATE_FIELD("duplicateField", "A key appears once in an object."),
    TYPE_META("typeMeta", "An object has the apiVersion and the kind of its request."),
    REQUIRED("required", "A required field is set."),
    DEPENDENT_REQUIRED("dependentRequired", "A field is set that another one requires."),
    FORBIDDEN("forbidden", "A field is not set where it may not be."),
    IMMUTABLE("immutable", "A field that cannot be changed is not changed."),
    ENUM("enum", "A value is one of those that the field knows."),
    UNION("union", "Of fields that exclude each other one is set."),
    UNIQUE("unique", "An entry that tells others apart appears once in its list."),
    NOT_EMPTY("notEmpty", "A list or text that is set has something in it."),
    MINIMUM("minimum", "A number is not below its least."),
    MAXIMUM("maximum", "A number is not above its most."),
    MAX_ITEMS("maxItems", "A list or map has no more entries than its limit."),
    MAX_BYTES("maxBytes", "A string has no more bytes than its limit."),
    MAX_TOTAL_BYTES("maxTotalBytes", "Strings that are counted together have no more bytes than their limit."),
    LOWER_CASE("lowerCase", "A string has no upper case."),
    DOCUMENTED("documented", "A field that is documented as required is set, though no release enforces it."),

    // The shapes of strings.
    FORMAT_DNS_SUBDOMAIN("format=dns-subdomain", "A DNS subdomain: lower case, digits, '-' and '.'."),
    FORMAT_DNS_SUBDOMAIN_PREFIX("format=dns-subdomain-prefix", "The beginning of a DNS subdomain."),
    FORMAT_DNS_LABEL("format=dns-label", "A DNS label: lower case, digits and '-'."),
    FORMAT_DRIVER_NAME("format=driver-name", "The name of a driver: a DNS subdomain, in any case."),
    FORMAT_QUALIFIED_NAME("format=qualified-name", "A name, or a DNS subdomain, '/' and a name."),
    FORMAT_ANNOTATION_KEY("format=annotation-key", "The key of an annotation: a qualified name, in any case."),
    FORMAT_API_VERSION("format=api-version", "An API version: VERSION or GROUP/VERSION."),
    FORMAT_LABEL_VALUE("format=label-value", "The value of a label: letters, digits, '-', '_' and '.'."),
    FORMAT_EXTENDED_RESOURCE_NAME(
            "format=extended-resource-name", "An extended resource: DOMAIN/NAME, not Kubernetes' own."),
    FORMAT_NATIVE_RESOURCE_NAME("format=native-resource-name", "A resource of Kubernetes' own."),
    FORMAT_NODE_RESOURCE_NAME("format=node-resource-name", "A resource of a node: cpu, memory or hugepages-SIZE."),
    FORMAT_POOL_NAME("format=pool-name", "The name of a pool: DNS subdomains with '/' between."),
    FORMAT_ATTRIBUTE_NAME("format=attribute-name", "The name of an attribute: an identifier, or DOMAIN/IDENTIFIER."),
    FORMAT_UUID("format=uuid", "A UUID in lower case."),
    FORMAT_CONDITION_REASON("format=condition-reason", "The reason of a condition: CamelCase."),
    FORMAT_INTERFACE_CIDR(
            "format=interface-cidr", "An IP address with the length of its network, such as 192.0.2.5/24."),
    FORMAT_PATH_SEGMENT("format=path-segment", "What can be in a URL path between two slashes."),
    FORMAT_PATH_SEGMENT_PREFIX("format=path-segment-prefix", "The beginning of what can be between two slashes."),
    FORMAT_SEMVER("format=semver", "A version after semver.org 2.0.0."),

    // Metadata.
    FINALIZER_NAME("finalizerName", "A finalizer has a domain, or is one of Kubernetes' own."),
    NO_NEW_FINALIZERS("noNewFinalizers", "An object that is being deleted gets no new finalizers."),
    ONE_CONTROLLER("oneController", "An object has at most one owner that controls it."),
    BANNED_OWNER("bannedOwner", "An Event owns nothing."),

    // Claims, templates and classes.
    CEL("cel", "An expression is one of the release's CEL, gives what is requested, and is not too expensive."),
    OPAQUE_PARAMETERS("opaqueParameters", "Opaque parameters are an object of JSON."),
    DRIVER_PARAMETERS("driverParameters", "Opaque parameters are what their driver takes."),
    DRIVER_GATE("driverGate", "The feature gate of the driver is on that its parameters need."),
    DEVICE_ATTRIBUTE("deviceAttribute", "Selectors and constraints read what devices of the driver have."),
    ADMIN_ACCESS_LABEL("adminAccessLabel", "Admin access is requested in a namespace that is labelled for it."),
    COUNT_MATCHES_MODE(
            "countMatchesMode", "A count is set where so many devices are allocated, and not where all are."),
    REQUEST_REFERENCE("requestReference", "A request that is named is one of the claim."),
    TOLERATION_VALUE("tolerationValue", "A toleration has the value that its operator requires."),
    DERIVED_ATTRIBUTE("derivedAttribute", "A derived attribute is in a constraint of its request."),
    CAPACITY_KEY("capacityKey", "A capacity that is named is one of the device."),
    OPERATOR_VALUES("operatorValues", "A node selector's requirement has the values that its operator requires."),
    ONE_TERM("oneTerm", "The selector of a slice's nodes has one term."),

    // The status of claims.
    NO_NEW_CONSUMERS("noNewConsumers", "A claim that is to be deallocated or deleted gets no new consumers."),
    RESERVED_NEEDS_ALLOCATION("reservedNeedsAllocation", "A claim that has consumers is allocated."),
    RESERVED_NEEDS_SHAREABLE("reservedNeedsShareable", "A claim that is not shareable has one consumer."),
    REQUIRED_WITH_ALLOCATION("requiredWithAllocation", "A claim that is allocated names its driver."),
    DEALLOCATION("deallocation", "Deallocation is requested once, of what is allocated and has no consumers."),
    DEVICE_NOT_ALLOCATED("deviceNotAllocated", "A device that has a status is allocated to the claim."),
    BINDING_CONDITIONS(
            "bindingConditions", "Binding conditions and failure conditions come together and have none in common."),
    SKIP_NODE_OPERATIONS("skipNodeOperations", "Who skips preparing a device skips unpreparing it."),

    // Slices.
    DEVICES_OR_COUNTERS("devicesOrCounters", "A slice has devices or shared counters."),
    DEVICE_NODES("deviceNodes", "A device chooses nodes where its slice lets it."),
    DEVICE_SIZE("deviceSize", "A device has no more attributes and capacities than its limit."),
    REQUEST_POLICY("requestPolicy", "What may be requested of a capacity fits it."),
    SHARED_COUNTERS("sharedCounters", "Counters that devices consume are shared ones."),
    MAX_COUNTERS("maxCounters", "Counters are no more than their limit, all together."),
    PARTITION_TYPE("partitionType", "A device that consumes counters has the attribute that names its partition."),

    // Pods and their templates.
    CONTAINER_CLAIM("containerClaim", "A container uses a claim that its pod has."),
    STATIC_POD("staticPod", "A static pod has no claims."),
    CLAIM_STATUS("claimStatus", "The status of a pod is about claims and resources that the pod has."),

    // Fleets.
    FIT("fit", "The claims of a workload can be allocated on a node of the fleet."),
    FIT_NOW("fitNow", "They can be allocated as things are, though other claims have devices."),
    FIT_TOGETHER("fitTogether", "The workloads can be allocated at the same time."),
    FIT_UNKNOWN("fitUnknown", "All is known that decides whether they can be allocated."),
    UNUSED_CONFIG("unusedConfig", "The driver of a configuration has devices of the class that a request names."),
    UNKNOWN_CLAIM("unknownClaim", "A claim that a pod names exists."),
    UNKNOWN_CLAIM_TEMPLATE("unknownClaimTemplate", "A claim template that a pod names exists."),
    UNKNOWN_CLAIM_REQUEST("unknownClaimRequest", "A request that a container names is one of its claim."),
    UNKNOWN_DEVICE_CLASS("unknownDeviceClass", "A class that a claim or an implicit resource names exists."),
    EXTENDED_RESOURCE(
            "extendedResource", "A resource of a class is requested in whole numbers, and as much as its limit."),
    UNKNOWN_DRIVER("unknownDriver", "A driver that a configuration names exists."),
    UNKNOWN_PARAMETERS("unknownParameters", "A parameters object that a claim or a class names exists."),
    UNUSED_CLAIM("unusedClaim", "A claim whose devices are for containers is used by one."),
    SHARED_EXTENDED_RESOURCE("sharedExtendedResource", "An extended resource is of one class."),

    // Objects across releases and changes.
    NOT_SERVED("notServed", "A release serves the kind in the version."),
    DEPRECATED("deprecated", "A release has not deprecated the version."),
    REMOVED("removed", "No later release has removed the version."),
    DROPPED("dropped", "The server stores what the object says."),
    CHANGED_DEFAULT("changedDefault", "A field that is not set means the same after an upgrade."),
    FEATURE_GATE("featureGate", "The feature gate of a field is on, in the settings as in the cluster."),

    // Files and changes.
    UNREADABLE("unreadable", "A file can be read as kubectl reads it."),
    UNREAD("unread", "kubectl drops nothing of a file."),
    RECREATE("recreate", "A change needs no object deleted and created again."),
    DELETED("deleted", "An object that others need is not deleted."),
    UNUSED_SUPPRESSION("unusedSuppression", "A comment that suppresses findings suppresses one."),
    TWIN("twin", "An object appears once in a folder.");

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
