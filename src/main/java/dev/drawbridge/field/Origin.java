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
    POLICY_BINDING("policyBinding"),
    POLICY_UNKNOWN("policyUnknown"),
    POLICY_TEST("policyTest"),
    RESOURCE_QUOTA("resourceQuota"),
    QUOTA_DEFINITION("quotaDefinition"),

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
    MISSING_FILE("missingFile"),
    KUSTOMIZE_FAILS("kustomizeFails"),
    UNUSED_SUPPRESSION("unusedSuppression"),
    CHANGED_SETTINGS("changedSettings"),
    CHANGED_POLICIES("changedPolicies"),
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

    /** Whether the rule is about a name that leads nowhere: the field with the name tells the mistake. */
    public boolean isOfReference() {
        return this == DELETED || OF_REFERENCES.contains(this);
    }

    /** The end of a message about a rule that does not exist: the rule that is meant, or where all are listed. */
    public static String hint(String unknown) {
        String hint = Spelling.hint(unknown, allNames());
        return hint.isEmpty() ? "; drawbridge version --rules lists them" : hint;
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
        return Texts.of(this);
    }

    /** The machine name, such as {@code maxItems}. */
    @Override
    public String toString() {
        return id;
    }

    /**
     * The texts of the rules of {@code check}: the switch is exhaustive, so that a rule without a reason does not
     * compile. Loaded when somebody reads about a rule: a plain {@code check} does not need them.
     */
    private static final class Texts {

        private static final String VALIDATION = "pkg/apis/resource/validation/validation.go, ";
        private static final String CORE = "pkg/apis/core/validation/validation.go, ";
        private static final String METADATA = "k8s.io/apimachinery/pkg/api/validation/objectmeta.go, ";
        private static final String NAMES = "k8s.io/apimachinery/pkg/api/validation/generic.go, ";
        private static final String FORMATS = "k8s.io/apimachinery/pkg/util/validation, ";

        private Texts() {}

        static RuleText of(Origin rule) {
            // @formatter:off
            return switch (rule) {
                // Every object.
                case TYPE -> error(rule, "A value must have the JSON type of its field.", "The API server cannot decode the object and refuses it.",
                        "write a value of the expected type").example("count: 2", "count: \"2\"");
                case UNKNOWN_FIELD -> error(rule, "A field must exist in this API version and release.",
                        "Without strict validation the API server drops the field, and what it should do does not happen.",
                        "remove the field, or fix its name or place").example("{requests: [{name: gpu}]}", "{request: [{name: gpu}]}");
                case DUPLICATE_FIELD -> error(rule, "A key must not be repeated in an object.", "Only the last value counts, and the others are lost.",
                        "remove one of the keys; between two documents add ---").example("{name: a}", "{name: a, name: b}");
                case TYPE_META -> error(rule, "The apiVersion and kind must match the request.",
                        "The API server refuses an object of another kind or version than the URL of the request.",
                        "set the apiVersion and kind of the request");
                case REQUIRED -> error(rule, "A required field must be set.",
                        "Kubernetes cannot use the object without it, and the API server refuses it.", "set the field");
                case DEPENDENT_REQUIRED -> error(rule, "A field must be set if another field requires it.",
                        "One field without the other has no meaning, and the API server refuses the object.", "set both fields, or neither")
                        .example("{capacityKey: memory, capacityMultiplier: 1}", "{capacityKey: memory}");
                case FORBIDDEN -> error(rule, "A field must not be set where it is not allowed.",
                        "The field has no meaning there, and the API server refuses the object.", "remove the field");
                case IMMUTABLE -> error(rule, "An immutable field must not change.",
                        "The API server refuses the update, so the change never reaches the cluster.", "keep the stored value, or create a new object");
                case ENUM -> error(rule, "A value must be one of the supported values.",
                        "Kubernetes has no behavior for the value, and the API server refuses the object.", "use one of the listed values");
                case UNION -> error(rule, "A union must have at most, at least or exactly one of its fields set, as it requires.",
                        "It is not clear which of the fields applies, so the API server refuses the object.",
                        "set as many of the fields as the message says");
                case UNIQUE -> error(rule, "Entries of a list must be unique, by their key if they have one.",
                        "A reference to a duplicate would be ambiguous, and the API server refuses the object.", "remove or rename the duplicate");
                case NOT_EMPTY -> error(rule, "A list or string must not be empty if set.",
                        "An empty value selects or states nothing, and the API server refuses it.", "add a value, or remove the field");
                case MINIMUM -> error(rule, "A number must not be less than its minimum.",
                        "Less has no meaning for Kubernetes, and the API server refuses the object.", "use at least the minimum");
                case MAXIMUM -> error(rule, "A number must not exceed its maximum.",
                        "The limit bounds the work for one request, and the API server refuses more.", "use at most the maximum")
                        .example("limit: 1000", "limit: 1001");
                case MAX_ITEMS -> error(rule, "A list or map must not have more entries than its limit.",
                        "The limit bounds the size of objects and the time to allocate; the API server refuses more.",
                        "remove entries, or divide them over several objects");
                case MAX_BYTES -> error(rule, "A string must not have more bytes than its limit.",
                        "The limit bounds the size of stored objects, and the API server refuses more.",
                        "shorten the value; a letter outside ASCII takes several bytes");
                case MAX_TOTAL_BYTES -> error(rule, "Some strings must not exceed a limit of bytes together.",
                        "The limit bounds the size of stored objects, and the API server refuses more.", "remove or shorten values")
                        .from(METADATA + "ValidateAnnotationsSize");
                case LOWER_CASE -> warning(rule, "A string should be in lower case.",
                        "The API server warns: drivers and claims that spell the name differently do not match.", "write it in lower case")
                        .in("1.35 and later");
                case DOCUMENTED -> warning(rule, "A field that is documented as required should be set, though no release enforces it.",
                        "The component that reads the field may not work without it.", "set the field").in("1.27 to 1.31");

                // The shapes of strings.
                case FORMAT_DNS_SUBDOMAIN -> error(rule, rule.shape, "The API server refuses names and references of another form.",
                        "use lower case letters, digits, '-' and '.', starting and ending with a letter or digit").from(FORMATS + "IsDNS1123Subdomain");
                case FORMAT_DNS_SUBDOMAIN_PREFIX -> error(rule, rule.shape,
                        "The API server appends a suffix to the prefix, and the result is not a valid name.",
                        "use lower case letters, digits, '-' and '.', starting with a letter or digit").from(NAMES + "NameIsDNSSubdomain");
                case FORMAT_DNS_LABEL -> error(rule, rule.shape, "The API server refuses names and references of another form.",
                        "use at most 63 lower case letters, digits and '-'").from(FORMATS + "IsDNS1123Label");
                case FORMAT_DRIVER_NAME -> error(rule, rule.shape, "No driver can have the name, so nothing would handle the devices.",
                        "use the name under which the driver publishes ResourceSlices").from(VALIDATION + "validateDriverName");
                case FORMAT_QUALIFIED_NAME -> error(rule, rule.shape, "The API server refuses keys and names of another form.",
                        "use NAME or DOMAIN/NAME").from(FORMATS + "IsQualifiedName");
                case FORMAT_ANNOTATION_KEY -> error(rule, rule.shape, "The API server refuses annotations with other keys.", "use NAME or DOMAIN/NAME")
                        .from(METADATA + "ValidateAnnotations");
                case FORMAT_API_VERSION -> error(rule, rule.shape, "The reference leads to no kind, and the API server refuses it.",
                        "use VERSION or GROUP/VERSION").from("k8s.io/apimachinery/pkg/runtime/schema, ParseGroupVersion");
                case FORMAT_LABEL_VALUE -> error(rule, rule.shape, "The API server refuses other values, and no label selector could match them.",
                        "use at most 63 letters, digits, '-', '_' and '.'").from(FORMATS + "IsValidLabelValue");
                case FORMAT_EXTENDED_RESOURCE_NAME -> error(rule, rule.shape, "Pods could not request the resource by this name.",
                        "use DOMAIN/NAME with a domain of your own").from("pkg/apis/core/v1/helper, IsExtendedResourceName").in("1.34 and later");
                case FORMAT_NATIVE_RESOURCE_NAME -> error(rule, rule.shape,
                        "A device can map only to native resources, and the API server refuses others.", "use a resource such as cpu or memory")
                        .from("pkg/apis/core/helper, IsNativeResource").in("1.36").example("cpu", "example.com/gpu");
                case FORMAT_NODE_RESOURCE_NAME -> error(rule, rule.shape, "The scheduler subtracts only these resources from a node for a device.",
                        "use cpu, memory or hugepages-SIZE").from("pkg/apis/core/helper, IsNodeAllocatableResourceName");
                case FORMAT_POOL_NAME -> error(rule, rule.shape, "The API server refuses slices and allocations with other pool names.",
                        "use DNS subdomains separated by '/'").from(VALIDATION + "validatePoolName");
                case FORMAT_ATTRIBUTE_NAME -> error(rule, rule.shape, "No device can have the attribute, so a request for it would find none.",
                        "use an identifier, or DOMAIN/IDENTIFIER").from(VALIDATION + "validateQualifiedName");
                case FORMAT_UUID -> error(rule, rule.shape, "The API server refuses the status, and the shares of a device could not be told apart.",
                        "use a UUID in lower case").from(VALIDATION + "validateUID");
                case FORMAT_CONDITION_REASON -> error(rule, rule.shape, "Programs read the reason as a word, and the API server refuses the status.",
                        "use CamelCase").from("k8s.io/apimachinery/pkg/apis/meta/v1/validation, isValidConditionReason");
                case FORMAT_INTERFACE_CIDR -> error(rule, rule.shape,
                        "Programs cannot read the address of the device, and the API server refuses the status.", "use an address and its prefix length")
                        .from(FORMATS + "IsValidInterfaceAddress").example("192.0.2.5/24", "192.0.2.5");
                case FORMAT_PATH_SEGMENT -> error(rule, rule.shape, "The object could not be reached by a URL with this name.",
                        "remove '/' and '%'; do not use . or .. as a name").from("k8s.io/apimachinery/pkg/api/validation/path, IsValidPathSegmentName");
                case FORMAT_PATH_SEGMENT_PREFIX -> error(rule, rule.shape,
                        "The object could not be reached by a URL with a name that starts like this.", "remove '/' and '%'")
                        .from("k8s.io/apimachinery/pkg/api/validation/path, IsValidPathSegmentPrefix");
                case FORMAT_SEMVER -> error(rule, rule.shape, "Selectors could not compare the version, and the API server refuses the slice.",
                        "use MAJOR.MINOR.PATCH without a leading v").from("semver.org 2.0.0");

                // Metadata.
                case FINALIZER_NAME -> error(rule, "A finalizer must have a domain, or be one of Kubernetes' own.",
                        "Nobody could tell which controller removes it, and the API server refuses the object.",
                        "use DOMAIN/NAME with the domain of the controller").from(METADATA + "ValidateFinalizers");
                case NO_NEW_FINALIZERS -> error(rule, "Finalizers must not be added to an object that is being deleted.",
                        "A new finalizer would delay a deletion that has begun, so the API server refuses it.",
                        "add finalizers before the object is deleted").from(METADATA + "ValidateNoNewFinalizers");
                case ONE_CONTROLLER -> error(rule, "An object must have at most one controller among its owners.",
                        "Two controllers would change the object against each other.", "keep controller: true in one owner reference")
                        .from(METADATA + "ValidateOwnerReferences");
                case BANNED_OWNER -> error(rule, "An Event cannot be an owner.",
                        "Events are deleted after a short time, and the object would be deleted with its owner.", "remove the owner reference")
                        .from(METADATA + "BannedOwners");

                // Claims, templates and classes.
                case CEL -> error(rule, "A CEL expression must compile in the release, return the required type and stay within the cost limit.",
                        "The API server refuses the expression, or it fails on devices and pods stay pending.", "fix the expression as the message says")
                        .from("k8s.io/dynamic-resource-allocation/cel/compile.go").in("1.30 and later");
                case OPAQUE_PARAMETERS -> error(rule, "Opaque parameters must be a JSON object.",
                        "The driver could not read other parameters, and the API server refuses them.", "write the parameters as an object")
                        .from(VALIDATION + "validateOpaqueConfiguration");
                case DRIVER_PARAMETERS -> error(rule, "Opaque parameters must be valid for their driver.",
                        "The API server accepts them, but the driver cannot prepare the device: the pod does not start.",
                        "fix the parameters: drawbridge explain --driver NAME lists them");
                case DRIVER_GATE -> warning(rule, "Parameters must not need a feature gate of the driver that is off.",
                        "With the gate off the driver refuses the parameters, and the pod does not start.",
                        "enable the gate in the driver, or declare it with --driver-gates");
                case DEVICE_ATTRIBUTE -> warning(rule, "Selectors and constraints must use attributes and capacities that the driver publishes.",
                        "The expression fails or is never true, so the claim gets no device.",
                        "use a name that the driver publishes: drawbridge explain --driver NAME device lists them")
                        .example("device.attributes['gpu.nvidia.com'].productName", "device.attributes['gpu.nvidia.com'].product");
                case ADMIN_ACCESS_LABEL -> error(rule, "Admin access requires the label resource.kubernetes.io/admin-access on the namespace.",
                        "Admin access gives devices that others use, so only an administrator may allow it.",
                        "label the namespace, or remove adminAccess").from("pkg/registry/resource/utils.go, AuthorizedForAdmin")
                        .example("labels: {resource.kubernetes.io/admin-access: \"true\"}", "labels: {}");
                case COUNT_MATCHES_MODE -> error(rule, "A count must match allocationMode: greater than 0 for ExactCount, not set for All.",
                        "It is not clear how many devices the request wants, so the API server refuses it.", "set count only for ExactCount")
                        .from(VALIDATION + "validateDeviceAllocationMode");
                case REQUEST_REFERENCE -> error(rule, "A reference to a request must name a request of the claim.",
                        "The constraint, configuration or allocation would apply to nothing.", "use the name of a request, or REQUEST/SUBREQUEST")
                        .from(VALIDATION + "validateRequestNameRef");
                case TOLERATION_VALUE -> error(rule, "A toleration must have a value that fits its operator.",
                        "The toleration would match no taint, or more taints than meant.", "set value for Equal; remove it for Exists")
                        .from(VALIDATION + "validateDeviceToleration").in("1.33 and later");
                case DERIVED_ATTRIBUTE -> error(rule, "A derived attribute must be used by a constraint on its request.",
                        "Nothing would read the attribute, and the API server refuses the claim.",
                        "use it in matchAttribute or distinctAttribute, or remove it").from(VALIDATION + "validateDeviceDerivedAttribute")
                        .in("1.37 and later");
                case CAPACITY_KEY -> error(rule, "A reference to a capacity must name a capacity of the device.",
                        "The scheduler could not tell how much of the node's resource the device takes.", "use a key of the device's capacity")
                        .from(VALIDATION + "validateNodeAllocatableResources").in("1.36 and later");
                case OPERATOR_VALUES -> error(rule, "A node selector requirement must have values that fit its operator.",
                        "The selector could not be evaluated, and the API server refuses it.",
                        "give In and NotIn values, Gt and Lt one number, Exists and DoesNotExist none").from(CORE + "ValidateNodeSelectorRequirement");
                case ONE_TERM -> error(rule, "The node selector of a slice must have exactly one term.",
                        "The scheduler merges the node selectors of all devices of a claim, which needs one term each.",
                        "write one term with all requirements").from(VALIDATION + "validateResourceSliceSpec");

                // The status of claims.
                case NO_NEW_CONSUMERS -> error(rule, "Consumers must not be added to a claim that is being deallocated or deleted.",
                        "A new pod would start with devices that are about to be taken from it.",
                        "wait until the claim is deallocated, or use another claim").from(VALIDATION + "ValidateClaimStatusUpdate");
                case RESERVED_NEEDS_ALLOCATION -> error(rule, "A claim with consumers must be allocated.", "The pod would start without its devices.",
                        "set the allocation in the same update, or before").from(VALIDATION + "ValidateClaimStatusUpdate");
                case RESERVED_NEEDS_SHAREABLE -> error(rule, "A claim that is not shareable must have at most one consumer.",
                        "Two pods would use devices that are made for one.", "reserve the claim for one pod")
                        .from(VALIDATION + "ValidateClaimStatusUpdate").in("1.27 to 1.30")
                        .example("{allocation: {shareable: true}, reservedFor: [{}, {}]}", "{allocation: {}, reservedFor: [{}, {}]}");
                case REQUIRED_WITH_ALLOCATION -> error(rule, "An allocated claim must name its driver.",
                        "Without its name no driver would prepare or free the devices.", "set driverName").from(VALIDATION + "ValidateClaimStatusUpdate")
                        .in("1.27 to 1.30").example("{driverName: gpu.example.com, allocation: {}}", "{allocation: {}}");
                case DEALLOCATION -> error(rule, "Deallocation may be requested only of an allocated claim without consumers, and not withdrawn.",
                        "Devices would be taken from a running pod, or never become free.", "request it once no pod uses the claim")
                        .from(VALIDATION + "ValidateClaimStatusUpdate").in("1.27 to 1.31")
                        .example("{allocation: {}, deallocationRequested: true}", "{deallocationRequested: true}");
                case DEVICE_NOT_ALLOCATED -> error(rule, "A device in status.devices must be allocated to the claim.",
                        "The status would describe a device that the claim does not have.", "use driver, pool and device of an allocation result")
                        .from(VALIDATION + "validateDeviceStatus");
                case BINDING_CONDITIONS -> error(rule,
                        "The bindingConditions and bindingFailureConditions must be set together and have no condition in common.",
                        "The scheduler would wait without knowing when preparation has failed.", "set both lists, with different conditions")
                        .from(VALIDATION + "validateDeviceBindingParameters").in("1.34 and later");
                case SKIP_NODE_OPERATIONS -> error(rule, "Skipping NodePrepareResources requires skipping NodeUnprepareResources.",
                        "The kubelet would call the driver to free a device that the driver never prepared.",
                        "list NodeUnprepareResources too, or neither").from(VALIDATION + "validateSkipNodeOperations").in("1.37 and later");

                // Slices.
                case DEVICES_OR_COUNTERS -> error(rule, "A slice must have either devices or shared counters.",
                        "Devices and the counters that they share are read from different slices of a pool.", "move sharedCounters to a slice of its own")
                        .from(VALIDATION + "validateResourceSliceSpec").in("1.35 and later");
                case DEVICE_NODES -> error(rule, "A device may set its own nodes only if spec.perDeviceNodeSelection is true.",
                        "Slice and device would disagree on the node where the device is.",
                        "set perDeviceNodeSelection, or remove the nodes of the device").from(VALIDATION + "validateDevice").in("1.33 and later");
                case DEVICE_SIZE -> error(rule, "A device must not have more attributes and capacities than the limit.",
                        "The limit bounds the size of a slice, and the API server refuses larger devices.", "remove attributes or capacities")
                        .from(VALIDATION + "validateDevice");
                case REQUEST_POLICY -> error(rule, "A request policy must be consistent and fit its capacity.",
                        "Some requests for the capacity could not be met, or not be rounded.",
                        "make default, values and range agree with each other and with the capacity").from(VALIDATION + "validateRequestPolicy")
                        .in("1.34 and later");
                case SHARED_COUNTERS -> error(rule, "Consumed counters must exist in spec.sharedCounters.",
                        "The scheduler could not tell whether the device is still free, so the API server refuses the slice.",
                        "add the counter set, or fix the name").from(VALIDATION + "validateDevice").in("1.33 and 1.34");
                case MAX_COUNTERS -> error(rule, "A slice must not have more counters in total than the limit.",
                        "The limit bounds the time to allocate, and the API server refuses more.", "divide the devices over several slices")
                        .from(VALIDATION + "validateResourceSliceSpec").in("1.33 and 1.34");
                case PARTITION_TYPE -> error(rule, "A device that consumes counters must have the attribute that names its partition type.",
                        "Nobody could select the device by its partition type, so the API server refuses the slice.",
                        "add the attribute, as a string, to the device").from(VALIDATION + "validatePartitionTypeAttribute").in("1.37 and later");

                // Pods and their templates.
                case CONTAINER_CLAIM -> error(rule, "A container may use only claims of its pod.",
                        "The container would run without the devices, so the API server refuses the pod.",
                        "add the claim to spec.resourceClaims, or fix the name").from(CORE + "validateResourceClaimNames");
                case STATIC_POD -> error(rule, "A static pod must not use resource claims.",
                        "No scheduler allocates devices for a pod that the kubelet reads from a file.",
                        "create the pod through the API server, or remove its claims").from(CORE + "validatePodResourceClaim").in("1.32 and later");
                case CLAIM_STATUS -> error(rule, "The status of a pod must refer to claims and resources of the pod.",
                        "The kubelet would look for a claim or resource that the pod does not have.", "use names from the spec of the pod")
                        .from(CORE + "validatePodResourceClaimStatuses");

                // Fleets.
                case FIT -> error(rule, "A workload's claims must be allocatable on a node of the fleet.",
                        "The pod stays pending for as long as the fleet has these devices.", "see drawbridge fit for changes that would help")
                        .from("k8s.io/dynamic-resource-allocation/structured");
                case FIT_NOW -> warning(rule, "A workload's claims should be allocatable now, with the devices that other claims leave free.",
                        "The pod stays pending until other claims free their devices.", "wait, delete a holder, or add devices")
                        .from("k8s.io/dynamic-resource-allocation/structured");
                case FIT_TOGETHER -> warning(rule, "All workloads should be allocatable at the same time.",
                        "Some of the pods stay pending while the others hold the devices.", "request less in total, or add devices")
                        .from("k8s.io/dynamic-resource-allocation/structured");
                case FIT_UNKNOWN -> warning(rule, "The input should have everything that decides whether a workload fits.",
                        "The check cannot tell whether the pod stays pending.", "add what the message names to the input or the fleet");
                case UNUSED_CONFIG -> warning(rule, "The driver of a configuration should have devices in the class of the request.",
                        "Another driver prepares the devices, so the configuration has no effect.", "use the name of the driver that has the devices");
                case UNKNOWN_CLAIM -> warning(rule, "A ResourceClaim that a pod refers to must exist.",
                        "The scheduler does not try to schedule the pod before the claim exists.",
                        "create the claim in the pod's namespace, or fix the name").from("dynamicresources.go, PreEnqueue");
                case UNKNOWN_CLAIM_TEMPLATE -> warning(rule, "A ResourceClaimTemplate that a pod refers to must exist.",
                        "No claim can be created, and the pod stays pending.", "create the template in the pod's namespace, or fix the name")
                        .from("pkg/controller/resourceclaim/controller.go");
                case UNKNOWN_CLAIM_REQUEST -> warning(rule, "A request that a container refers to must exist in its claim.",
                        "No device of the claim reaches the container.",
                        "use the name of a request of the claim, or leave request out to get all of its devices")
                        .from("ResourceClaim of k8s.io/api/core/v1/types.go").in("1.31 and later");
                case UNKNOWN_DEVICE_CLASS -> warning(rule, "A DeviceClass that a claim or an implicit extended resource refers to must exist.",
                        "The pod stays pending until the class exists.", "create the class (most drivers install it), or fix the name")
                        .from("dynamicresources.go, PreFilter");
                case EXTENDED_RESOURCE -> error(rule, "An extended resource must be requested as an integer, with request equal to limit.",
                        "The API server refuses the pod: extended resources cannot be divided or overcommitted.",
                        "write the same integer in requests and limits").from(CORE + "ValidateContainerResourceRequirements")
                        .example("{limits: {example.com/gpu: 1}}", "{limits: {example.com/gpu: 500m}}");
                case UNKNOWN_DRIVER -> warning(rule, "A driver that a configuration refers to must exist.",
                        "No driver reads the configuration, so it has no effect.", "fix the name, or add the driver to the fleet");
                case UNKNOWN_PARAMETERS -> warning(rule, "A parameters object that a claim or class refers to must exist.",
                        "The driver cannot allocate the claim without its parameters, and the pod stays pending.",
                        "add the object to the input, or fix the name").in("1.27 to 1.30");
                case UNUSED_CLAIM -> warning(rule, "A claim of a pod should be used by a container.",
                        "The claim holds devices that no container of the pod can use.", "add it to resources.claims of a container, or remove it")
                        .from("ResourceRequirements of k8s.io/api/core/v1/types.go").example("{resources: {claims: [{name: gpu}]}}", "{resources: {}}");
                case SHARED_EXTENDED_RESOURCE -> warning(rule, "An extended resource name should belong to one DeviceClass only.",
                        "Only one of the classes provides the resource, and pods may get devices of the wrong class.",
                        "remove the name from the other classes").from("DeviceClassSpec of k8s.io/api/resource/v1/types.go").in("1.34 and later");
                case NOT_SHAREABLE -> warning(rule, "A claim whose devices only one pod can use should not be used by several.",
                        "The driver prepares the claim for the first pod, and the others never start.",
                        "use a ResourceClaimTemplate, which gives each pod a claim of its own").from("kubernetes-sigs/dra-driver-cpu#243");
                case SHARING_BY_TEMPLATE -> warning(rule, "A template should not share a device that only one container uses.",
                        "Each pod gets a claim and a device of its own, and the sharing has no effect.",
                        "use one ResourceClaim (resourceClaimName) in all pods that are to share its device").from("awslabs/ai-on-eks#338");
                case LOST_CLAIM -> warning(rule, "A patch should not remove a claim from a container by mistake.",
                        "The pod has the claim, but the container gets no device of it.",
                        "list all claims of the container in the patch").from("kubernetes/kubernetes#140171");
                case POOL_INVALID -> warning(rule, "The devices of a complete pool should consume counters that the pool has.",
                        "The scheduler uses none of the pool's devices.", "add the counter set or counter, or fix its name")
                        .from("k8s.io/dynamic-resource-allocation/structured, GatherPools").in("1.35 and later");

                // DeviceTaintRules.
                case TAINTS_ALL_DEVICES -> warning(rule, "A DeviceTaintRule should name a driver, a pool or a device.",
                        "NoExecute ends the pods of all claims of the cluster, NoSchedule keeps new pods from all devices.",
                        "name driver, pool or device; drawbridge fleet --what-if shows the pods that a rule ends")
                        .from("DeviceTaintRuleSpec of k8s.io/api/resource/v1/types.go").in("1.33 and later")
                        .example("deviceSelector: {driver: gpu.example.com}", "deviceSelector: {}");

                // Operators.
                case GPU_OPERATOR_MODEL -> warning(rule, "A cluster should use one model of the GPU Operator: a GPUCluster or a ClusterPolicy.",
                        "With both the operator reconciles neither as meant; with a GPUCluster no device plugin provides nvidia.com/gpu.",
                        "remove one of the two; give a DeviceClass the extendedResourceName that pods request")
                        .from("GPU Operator 26.7, GPUCluster Custom Resource Reference");

                // Roles.
                case CLAIM_STATUS_ACCESS -> warning(rule, "A role that may write the status of claims must grant the parts that it writes.",
                        "The API server refuses the status: pods stay pending, or devices have no status, without a word in the role.",
                        "add the rule that the message names; in a driver's rule name the driver in resourceNames")
                        .from("pkg/registry/resource/utils.go, AuthorizedForBinding and AuthorizedForDeviceStatus").in("1.36 and later");
                case SCHEDULER_ACCESS -> warning(rule, "A scheduler or autoscaler must be allowed to list and watch DRA objects.",
                        "It waits for them when it starts, and schedules or scales nothing, even if no pod uses devices.",
                        "add a rule with list and watch for the resources that the message names").from("pkg/scheduler/scheduler.go");
                case UNMATCHED_ACCESS -> warning(rule, "A rule about DRA objects should match a request.",
                        "The rule grants nothing, and what it should allow is refused.", "write the resource and verbs that the API server checks")
                        .from("pkg/apis/rbac/v1/evaluation_helpers.go");

                // Objects across releases and changes.
                case NOT_SERVED -> error(rule, "The release must serve the kind in this API version.",
                        "The API server of the release knows no such kind, and the object cannot be created.",
                        "use a served version: drawbridge migrate rewrites manifests");
                case DEPRECATED -> warning(rule, "The API version should not be deprecated.",
                        "A later release stops serving the version, and the manifest then fails.",
                        "use a newer version: drawbridge migrate rewrites manifests")
                        .example("apiVersion: resource.k8s.io/v1", "apiVersion: resource.k8s.io/v1beta1");
                case REMOVED -> warning(rule, "The API version should not be removed in a later release.",
                        "After an upgrade the API server refuses the manifest.", "use a newer version: drawbridge migrate rewrites manifests");
                case DROPPED -> warning(rule, "The API server should not drop a field of the object.",
                        "The object is stored without the field and works differently than written.", "enable the feature gate, or remove the field");
                case CHANGED_DEFAULT -> warning(rule, "The default of an unset field should not change with an upgrade.",
                        "The object behaves differently after the upgrade, although its manifest is the same.",
                        "set the field to the value that you want");
                case FEATURE_GATE -> warning(rule, "A feature gate that is on in the cluster should be on in the settings.",
                        "Verdicts are for other feature gates than the cluster has.", "set the gate with --feature-gates");

                // Files and changes.
                case UNREADABLE -> error(rule, "A file must be readable by kubectl.", "kubectl fails on the file, and nothing in it is checked.",
                        "fix the syntax at the reported place").example("spec: {devices: {}}", "spec: {devices: {}");
                case UNREAD -> warning(rule, "kubectl should read all of a file.", "kubectl drops the rest of the document without a message.",
                        "put --- before the text, or fix its indentation");
                case RECREATE -> error(rule, "A change should not require deleting and recreating an object.",
                        "The API server refuses the update; deleting the object first frees devices that pods may use.",
                        "create an object with a new name, or allow it with --allow recreate; a warning if an annotation or field asks Helm,"
                                + " Argo CD or Flux for it");
                case DELETED -> error(rule, "An object that others refer to must not be deleted.", "Pods that are created later stay pending.",
                        "keep the object, or delete what refers to it in the same change");
                case MISSING_FILE -> error(rule, "What a kustomization lists, and what Flux or Argo CD apply, must exist.",
                        "Then kustomize build fails, and nothing is applied. A file that Git ignores is generated"
                                + " first; without a base, one that may be is a warning, and so is a path in a source that may be"
                                + " another repository.",
                        "fix the path, remove the entry, or add the file").from("sigs.k8s.io/kustomize/api/internal/target");
                case KUSTOMIZE_FAILS -> error(rule, "A kustomization must be one that kustomize can build.",
                        "It applies nothing if a strategic merge patch without a target, its replicas or a replacement"
                                + " match no resource, a resource is listed twice, or a field is unknown. It also"
                                + " refuses a kind, a version, a type of a field, an operation or a path that it"
                                + " cannot use, and with --kustomize whatever fails. A patch whose target a change renames does nothing.",
                        "do what the message says").from("sigs.k8s.io/kustomize/api/internal/target, kustomize 5.5");
                case ADMISSION_POLICY -> error(rule, "The ValidatingAdmissionPolicies in the input must allow its objects.",
                        "A cluster with the policies refuses the object, or warns.", "change the object as the policy's message says")
                        .from("k8s.io/apiserver/pkg/admission/plugin/policy/validating").in("1.30 and later");
                case POLICY_DEFINITION -> error(rule, "A ValidatingAdmissionPolicy or its binding must be valid.",
                        "The API server refuses it, so that nothing enforces it, or warns that an expression does not fit a matched kind.",
                        "fix the field or the expression")
                        .from("pkg/apis/admissionregistration/validation/validation.go").in("1.30 and later");
                case POLICY_BINDING -> warning(rule, "A ValidatingAdmissionPolicy should have a binding, and a binding its policy.",
                        "A policy without a binding decides nothing, and neither does a binding without a policy.",
                        "add the other one, or fix the name").from("k8s.io/apiserver/pkg/admission/plugin/policy/generic").in("1.30 and later");
                case POLICY_UNKNOWN -> warning(rule, "The input should have everything that decides whether a policy allows an object.",
                        "The check cannot tell whether the cluster refuses the object.", "add what the message names to the input");
                case POLICY_TEST -> error(rule, "A case of drawbridge policy test must have the expected result.",
                        "The policy decides otherwise than its author expects.", "fix the policy, or what the case expects");
                case RESOURCE_QUOTA -> error(rule, "The claims of a namespace must stay within the ResourceQuotas in the input.",
                        "The API server refuses the claim that exceeds a quota, so the pod that needs it stays pending.",
                        "request fewer devices, or raise the quota")
                        .from("pkg/quota/v1/evaluator/core/resource_claims.go").in("1.31 and later");
                case QUOTA_DEFINITION -> error(rule, "A ResourceQuota must be valid, and count what exists.",
                        "The API server refuses it, or a misspelled name in it counts nothing, so that nothing is limited.",
                        "fix the name or the value").from("pkg/apis/core/validation/validation.go, ValidateResourceQuota");
                case UNUSED_SUPPRESSION -> warning(rule, "A suppression comment must suppress a finding.",
                        "A comment that is no longer needed would hide the next mistake.", "remove the comment, or fix its place or rule");
                case CHANGED_SETTINGS -> warning(rule, "A change should not change the settings by which it is checked.",
                        "It could exclude or move the files, or ignore the rules, that it breaks.",
                        "change the settings in a change of its own, which somebody who owns them approves");
                case CHANGED_POLICIES -> warning(rule, "A change should not weaken the policies by which it is checked.",
                        "It could delete the policy, or exclude the objects, that it breaks.",
                        "change the policy in a change of its own, which somebody who owns it approves");
                case TWIN -> warning(rule, "An object should be defined once in a folder.", "kubectl applies both, and the last one wins.",
                        "remove or rename one of them");
            };
            // @formatter:on
        }

        private static RuleText error(Origin rule, String meaning, String why, String fix) {
            return new RuleText(rule.toString(), Severity.ERROR, meaning, why, fix);
        }

        private static RuleText warning(Origin rule, String meaning, String why, String fix) {
            return new RuleText(rule.toString(), Severity.WARNING, meaning, why, fix);
        }
    }
}
