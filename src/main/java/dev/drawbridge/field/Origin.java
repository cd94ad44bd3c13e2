package dev.drawbridge.field;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The rule behind an error. Reports, baselines and settings use its machine name, which is stable between releases.
 *
 * <p>Names that Kubernetes has are spelled as in {@code k8s.io/apimachinery/pkg/util/validation/field}, Error.Origin.
 */
public enum Origin implements RuleText.Row {
    // Every object.
    TYPE("type"),
    UNKNOWN_FIELD("unknownField"),
    DUPLICATE_FIELD("duplicateField"),
    TYPE_META("typeMeta"),
    REQUIRED("required"),
    DEPENDENT_REQUIRED("dependentRequired"),
    FORBIDDEN("forbidden"),
    IMMUTABLE("immutable"),
    ENUM("enum"),
    UNION("union"),
    UNIQUE("unique"),
    NOT_EMPTY("notEmpty"),
    MINIMUM("minimum"),
    MAXIMUM("maximum"),
    MAX_ITEMS("maxItems"),
    MAX_BYTES("maxBytes"),
    MAX_TOTAL_BYTES("maxTotalBytes"),
    LOWER_CASE("lowerCase"),
    DOCUMENTED("documented"),

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
    FINALIZER_NAME("finalizerName"),
    NO_NEW_FINALIZERS("noNewFinalizers"),
    ONE_CONTROLLER("oneController"),
    BANNED_OWNER("bannedOwner"),

    // Claims, templates and classes.
    CEL("cel"),
    OPAQUE_PARAMETERS("opaqueParameters"),
    DRIVER_PARAMETERS("driverParameters"),
    DRIVER_GATE("driverGate"),
    DEVICE_ATTRIBUTE("deviceAttribute"),
    ADMIN_ACCESS_LABEL("adminAccessLabel"),
    COUNT_MATCHES_MODE("countMatchesMode"),
    REQUEST_REFERENCE("requestReference"),
    TOLERATION_VALUE("tolerationValue"),
    DERIVED_ATTRIBUTE("derivedAttribute"),
    CAPACITY_KEY("capacityKey"),
    OPERATOR_VALUES("operatorValues"),
    ONE_TERM("oneTerm"),

    // The status of claims.
    NO_NEW_CONSUMERS("noNewConsumers"),
    RESERVED_NEEDS_ALLOCATION("reservedNeedsAllocation"),
    RESERVED_NEEDS_SHAREABLE("reservedNeedsShareable"),
    REQUIRED_WITH_ALLOCATION("requiredWithAllocation"),
    DEALLOCATION("deallocation"),
    DEVICE_NOT_ALLOCATED("deviceNotAllocated"),
    BINDING_CONDITIONS("bindingConditions"),
    SKIP_NODE_OPERATIONS("skipNodeOperations"),

    // Slices.
    DEVICES_OR_COUNTERS("devicesOrCounters"),
    DEVICE_NODES("deviceNodes"),
    DEVICE_SIZE("deviceSize"),
    REQUEST_POLICY("requestPolicy"),
    SHARED_COUNTERS("sharedCounters"),
    MAX_COUNTERS("maxCounters"),
    PARTITION_TYPE("partitionType"),

    // Pods and their templates.
    CONTAINER_CLAIM("containerClaim"),
    STATIC_POD("staticPod"),
    CLAIM_STATUS("claimStatus"),

    // Fleets.
    FIT("fit"),
    FIT_NOW("fitNow"),
    FIT_TOGETHER("fitTogether"),
    FIT_UNKNOWN("fitUnknown"),
    UNUSED_CONFIG("unusedConfig"),
    UNKNOWN_CLAIM("unknownClaim"),
    UNKNOWN_CLAIM_TEMPLATE("unknownClaimTemplate"),
    UNKNOWN_CLAIM_REQUEST("unknownClaimRequest"),
    UNKNOWN_DEVICE_CLASS("unknownDeviceClass"),
    EXTENDED_RESOURCE("extendedResource"),
    UNKNOWN_DRIVER("unknownDriver"),
    UNKNOWN_PARAMETERS("unknownParameters"),
    UNUSED_CLAIM("unusedClaim"),
    SHARED_EXTENDED_RESOURCE("sharedExtendedResource"),
    NOT_SHAREABLE("notShareable"),
    SHARING_BY_TEMPLATE("sharingByTemplate"),
    LOST_CLAIM("lostClaim"),
    POOL_INVALID("poolInvalid"),

    // DeviceTaintRules.
    TAINTS_ALL_DEVICES("taintsAllDevices"),

    // Operators.
    GPU_OPERATOR_MODEL("gpuOperatorModel"),

    // Roles.
    CLAIM_STATUS_ACCESS("claimStatusAccess"),
    SCHEDULER_ACCESS("schedulerAccess"),
    UNMATCHED_ACCESS("unmatchedAccess"),

    // Admission policies and quotas.
    ADMISSION_POLICY("admissionPolicy"),
    POLICY_DEFINITION("policyDefinition"),
    POLICY_UNKNOWN("policyUnknown"),
    POLICY_TEST("policyTest"),
    RESOURCE_QUOTA("resourceQuota"),

    // Objects across releases and changes.
    NOT_SERVED("notServed"),
    DEPRECATED("deprecated"),
    REMOVED("removed"),
    DROPPED("dropped"),
    CHANGED_DEFAULT("changedDefault"),
    FEATURE_GATE("featureGate"),

    // Files and changes.
    UNREADABLE("unreadable"),
    UNREAD("unread"),
    RECREATE("recreate"),
    DELETED("deleted"),
    UNUSED_SUPPRESSION("unusedSuppression"),
    CHANGED_SETTINGS("changedSettings"),
    TWIN("twin");

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
    private final String shape;

    Origin(String id) {
        this(id, "");
    }

    Origin(String id, String shape) {
        this.id = id;
        this.shape = shape;
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
        return renamed != null ? Optional.of(renamed) : RuleText.Row.named(id, values());
    }

    /** The names that settings may have: of the rules, and earlier ones. */
    public static List<String> allNames() {
        return Stream.of(
                        Arrays.stream(values()).map(Origin::toString),
                        ALIASES.keySet().stream(),
                        RETIRED.stream(),
                        Stream.of(REFERENCES))
                .flatMap(names -> names)
                .sorted()
                .toList();
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

    /** What a string of this format is, a sentence; empty if the rule is not about a format. */
    String shape() {
        return shape;
    }

    @Override
    public RuleText text() {
        return RuleText.of("check", id, shape);
    }

    /** The machine name, such as {@code maxItems}. */
    @Override
    public String toString() {
        return id;
    }
}
