package dev.drawbridge.constraint;

import dev.drawbridge.constraint.content.DnsNames;
import dev.drawbridge.constraint.content.LabelKeys;
import dev.drawbridge.constraint.content.Scalars;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import dev.drawbridge.port.GoStrings;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The formats of strings in the tables. A mistake is {@code FieldValueInvalid}, origin {@code format=<name>}. */
public enum Formats implements Constraint, OneDemand {
    /** {@code a-z0-9-} labels separated by dots, at most 253 characters. */
    DNS_SUBDOMAIN(Origin.FORMAT_DNS_SUBDOMAIN, "gpu.example.com", "GPU.example.com"),
    /** A {@link #DNS_SUBDOMAIN} that names a DeviceClass, not a resource of a device plugin. */
    DEVICE_CLASS_NAME(Origin.FORMAT_DNS_SUBDOMAIN, "gpu.example.com", "example.com/gpu"),
    /** A prefix of a {@link #DNS_SUBDOMAIN}; it may end with '-'. */
    DNS_SUBDOMAIN_PREFIX(Origin.FORMAT_DNS_SUBDOMAIN_PREFIX, "gpu-", "GPU-"),
    /** {@code a-z0-9-}, at most 63 characters. */
    DNS_LABEL(Origin.FORMAT_DNS_LABEL, "gpu-0", "gpu.0"),
    /** The name of a driver: a DNS subdomain that may contain upper case. A row sets its limit of 63 characters. */
    DRIVER_NAME(Origin.FORMAT_DRIVER_NAME, "gpu.example.com", "gpu_example.com"),
    /**
     * The name of a driver as Go types declare it ({@code k8s-long-name-caseless}): İ is not i, and the long s (U+017F)
     * is s.
     */
    CASELESS_LONG_NAME(Origin.FORMAT_DRIVER_NAME, "gpu.example.com", "gpu_example.com"),
    /** The key of a label or annotation, or the name of a finalizer: a name, or a DNS subdomain, '/' and a name. */
    QUALIFIED_NAME(Origin.FORMAT_QUALIFIED_NAME, "example.com/broken", "example.com/"),
    /** The key of an annotation: a qualified name in which upper case counts as lower case. */
    ANNOTATION_KEY(Origin.FORMAT_ANNOTATION_KEY, "example.com/note", "example.com/"),
    /** The API version of another object: {@code version} or {@code group/version}. */
    API_VERSION(Origin.FORMAT_API_VERSION, "batch/v1", "a/b/v1"),
    LABEL_VALUE(Origin.FORMAT_LABEL_VALUE, "gold", "not now"),
    /** The name of an extended resource: DOMAIN/NAME outside Kubernetes' own domains. */
    EXTENDED_RESOURCE_NAME(Origin.FORMAT_EXTENDED_RESOURCE_NAME, "example.com/gpu", "gpu"),
    /** The name of a native resource: without a domain, or with one under kubernetes.io. */
    NATIVE_RESOURCE_NAME(Origin.FORMAT_NATIVE_RESOURCE_NAME, "cpu", "example.com/gpu"),
    /** The name of a resource that a node allocates: cpu, memory or hugepages-SIZE. */
    NODE_RESOURCE_NAME(Origin.FORMAT_NODE_RESOURCE_NAME, "hugepages-2Mi", "pods"),
    /** The name of a pool of devices: DNS subdomains separated by '/'. */
    POOL_NAME(Origin.FORMAT_POOL_NAME, "node-1/gpus", "node-1//gpus"),
    /** A UUID in lower case, as in RFC 4122. */
    UUID(Origin.FORMAT_UUID, "0b2d5c2e-5f0f-4f6c-9d4e-7c8f6f3d2a1b", "0B2D5C2E"),
    /** The reason of a condition: CamelCase by convention. */
    CONDITION_REASON(Origin.FORMAT_CONDITION_REASON, "NotReady", "not ready"),
    /**
     * An IP address with a prefix length in any notation that Go's net.ParseCIDR accepted up to Go 1.16: with leading
     * zeros, in upper case.
     */
    CIDR(Origin.FORMAT_INTERFACE_CIDR, "192.0.2.5/24", "192.0.2.5"),
    /** An IP address with its prefix length in canonical form, such as 192.0.2.5/24. */
    INTERFACE_ADDRESS(Origin.FORMAT_INTERFACE_CIDR, "192.0.2.5/24", "192.0.2.05/24"),
    PATH_SEGMENT(Origin.FORMAT_PATH_SEGMENT, "gpu", "a/b"),
    /** A prefix of a {@link #PATH_SEGMENT}. */
    PATH_SEGMENT_PREFIX(Origin.FORMAT_PATH_SEGMENT_PREFIX, "gpu-", "a/b"),
    /** A version according to semver.org 2.0.0. */
    SEMANTIC_VERSION(Origin.FORMAT_SEMVER, "1.2.3", "v1.2.3"),
    /** A semantic version whose numbers have at most 18 digits, so that they are integers in CEL. */
    SHORT_SEMANTIC_VERSION(Origin.FORMAT_SEMVER, "1.2.3", "1.2.1000000000000000000");

    /** Patterns, loaded when a status has such strings: most objects have none. */
    private static final class Patterns {

        private static final Pattern UUIDS =
                Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
        private static final Pattern REASONS = Pattern.compile("[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?");
    }

    private final Origin origin;
    private final String valid;
    private final String invalid;

    Formats(Origin origin, String valid, String invalid) {
        this.origin = origin;
        this.valid = valid;
        this.invalid = invalid;
    }

    /** The rule, such as {@code format=dns-label}. */
    public Origin origin() {
        return origin;
    }

    String valid() {
        return valid;
    }

    String invalid() {
        return invalid;
    }

    /** The format as JSON Schema keywords; an empty string may count as unset. */
    private Map<String, Object> keywords() {
        String label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
        String anyCase = "[A-Za-z0-9]([-A-Za-z0-9]*[A-Za-z0-9])?";
        String caseless = anyCase.replace("z", "z\u017f\u212a");
        String name = "[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?";
        return switch (this) {
            case DNS_LABEL -> Map.of("pattern", "^(" + label + ")?$", "maxLength", DnsNames.MAX_LABEL);
            case DNS_SUBDOMAIN, DEVICE_CLASS_NAME ->
                Map.of("pattern", "^(" + label + "(\\." + label + ")*)?$", "maxLength", DnsNames.MAX_SUBDOMAIN);
            // No maxLength: of 254 characters, the last must be a dash.
            case DNS_SUBDOMAIN_PREFIX ->
                Map.of("pattern", "^((" + label + "\\.)*(" + label + "|([a-z0-9][-a-z0-9]*)?[\\x00-\\x7f]-))?$");
            case DRIVER_NAME ->
                Map.of("pattern", "^(" + anyCase + "(\\." + anyCase + ")*)?$", "maxLength", DnsNames.MAX_SUBDOMAIN);
            case CASELESS_LONG_NAME ->
                Map.of("pattern", "^(" + caseless + "(\\." + caseless + ")*)?$", "maxLength", DnsNames.MAX_SUBDOMAIN);
            case POOL_NAME ->
                Map.of("pattern", "^(" + label + "(\\." + label + ")*(/" + label + "(\\." + label + ")*)*)?$");
            case QUALIFIED_NAME -> Map.of("pattern", "^((" + label + "(\\." + label + ")*/)?" + name + ")?$");
            case LABEL_VALUE -> Map.of("pattern", "^(" + name + ")?$", "maxLength", LabelKeys.MAX_NAME);
            case CONDITION_REASON -> Map.of("pattern", "^([A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?)?$");
            case UUID -> Map.of("pattern", "^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$");
            default -> Map.of();
        };
    }

    /**
     * The error in the text; null if there is none. A switch instead of lambdas: a fresh process would link twenty and
     * call three.
     */
    public @Nullable String problem(String text) {
        return switch (this) {
            case DNS_SUBDOMAIN -> DnsNames.subdomain(text);
            case DEVICE_CLASS_NAME -> deviceClassName(text);
            case DNS_SUBDOMAIN_PREFIX -> DnsNames.subdomainPrefix(text);
            case DNS_LABEL -> DnsNames.label(text);
            case DRIVER_NAME -> DnsNames.subdomain(GoStrings.toLower(text));
            case CASELESS_LONG_NAME -> DnsNames.subdomain(GoStrings.fold(text));
            case QUALIFIED_NAME -> LabelKeys.qualifiedName(text);
            case ANNOTATION_KEY -> LabelKeys.qualifiedName(GoStrings.toLower(text));
            case API_VERSION -> apiVersion(text);
            case LABEL_VALUE -> LabelKeys.labelValue(text);
            case EXTENDED_RESOURCE_NAME -> extendedResourceName(text);
            case NATIVE_RESOURCE_NAME -> nativeResourceName(text);
            case NODE_RESOURCE_NAME -> nodeResourceName(text);
            case POOL_NAME -> poolName(text);
            case UUID -> uuid(text);
            case CONDITION_REASON -> conditionReason(text);
            case CIDR -> Scalars.cidr(text);
            case INTERFACE_ADDRESS -> Scalars.interfaceAddress(text);
            case PATH_SEGMENT -> pathSegment(text);
            case PATH_SEGMENT_PREFIX -> pathSegmentPrefix(text);
            case SEMANTIC_VERSION -> Scalars.semanticVersion(text);
            case SHORT_SEMANTIC_VERSION -> Scalars.shortSemanticVersion(text);
        };
    }

    @Override
    public Demand demand() {
        return Demand.of(origin, keywords()).example(valid, invalid);
    }

    @Override
    public void check(Value value, ValidationContext context) {
        String text = ((StringValue) value).value();
        String problem = problem(text);
        if (problem != null) {
            String meant = meant(text);
            Demand unmet = new Demand(origin, meant == null ? problem : problem + "; write " + meant);
            context.report(ErrorType.INVALID, value, unmet);
        }
    }

    /**
     * The text in the usual letters of a name, or the version without its "v" and with all three numbers; null if it
     * is valid, or not valid either.
     */
    public @Nullable String meant(String text) {
        String meant = this == SEMANTIC_VERSION || this == SHORT_SEMANTIC_VERSION
                ? text.replaceFirst("^[vV]", "").replaceFirst("^\\d+$", "$0.0").replaceFirst("^\\d+\\.\\d+$", "$0.0")
                : text.toLowerCase(Locale.ROOT).replace('_', '-');
        return meant.equals(text) || problem(meant) != null ? null : meant;
    }

    private static @Nullable String deviceClassName(String text) {
        int slash = text.indexOf('/');
        String reversed = text.substring(slash + 1) + "." + text.substring(0, Math.max(slash, 0));
        return slash > 0 && DnsNames.subdomain(reversed) == null
                ? "is a resource of a device plugin, not a DeviceClass; did you mean " + reversed + "?"
                : DnsNames.subdomain(text);
    }

    /** Source: {@code pkg/apis/core/v1/helper}, IsExtendedResourceName. */
    private static @Nullable String extendedResourceName(String text) {
        if (text.indexOf('/') < 0 || text.contains("kubernetes.io/")) {
            return "must be DOMAIN/NAME with a domain other than kubernetes.io";
        }
        if (text.startsWith("requests.")) {
            return "must not begin with \"requests.\", the prefix in a ResourceQuota";
        }
        return LabelKeys.qualifiedName("requests." + text);
    }

    /** Source: {@code pkg/apis/core/helper}, IsNativeResource. */
    private static @Nullable String nativeResourceName(String text) {
        boolean isNative = text.indexOf('/') < 0 || text.contains("kubernetes.io/");
        return isNative ? null : "must be a resource of Kubernetes itself, such as cpu or memory";
    }

    /** Source: {@code pkg/apis/core/helper}, IsNodeAllocatableResourceName. */
    private static @Nullable String nodeResourceName(String text) {
        boolean isOfNode = text.equals("cpu") || text.equals("memory") || text.startsWith("hugepages-");
        return isOfNode ? null : "must be cpu, memory or hugepages-SIZE";
    }

    /** Source: {@code pkg/apis/resource/validation/validation.go}, validatePoolName. */
    private static @Nullable String poolName(String text) {
        for (String part : text.split("/", -1)) {
            String problem = DnsNames.subdomain(part);
            if (problem != null) {
                return "each part between '/' " + problem;
            }
        }
        return null;
    }

    /** Source: {@code pkg/apis/resource/validation/validation.go}, validateUID. */
    private static @Nullable String uuid(String text) {
        return Patterns.UUIDS.matcher(text).matches()
                ? null
                : "must be a UUID in lower case: 8-4-4-4-12 hexadecimal digits";
    }

    /** Source: {@code k8s.io/apimachinery/pkg/apis/meta/v1/validation}, isValidConditionReason. */
    private static @Nullable String conditionReason(String text) {
        return Patterns.REASONS.matcher(text).matches()
                ? null
                : "must be letters, digits, '_', ',' or ':', beginning with a letter and ending with none of ',' ':'";
    }

    /** Source: {@code k8s.io/apimachinery/pkg/runtime/schema}, ParseGroupVersion. */
    private static @Nullable String apiVersion(String text) {
        int slash = text.indexOf('/');
        boolean named = !text.endsWith("/") && slash == text.lastIndexOf('/');
        return named ? null : "must be VERSION or GROUP/VERSION, such as v1 or apps/v1";
    }

    /** Source: {@code k8s.io/apimachinery/pkg/api/validation/path}, IsValidPathSegmentName. */
    private static @Nullable String pathSegment(String text) {
        if (text.equals(".") || text.equals("..")) {
            return "must not be '" + text + "'";
        }
        return pathSegmentPrefix(text);
    }

    private static @Nullable String pathSegmentPrefix(String text) {
        return text.indexOf('/') >= 0 || text.indexOf('%') >= 0 ? "must not contain '/' or '%'" : null;
    }
}
