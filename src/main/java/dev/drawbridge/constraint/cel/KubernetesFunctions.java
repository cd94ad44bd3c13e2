package dev.drawbridge.constraint.cel;

import static dev.cel.common.types.SimpleType.*;
import static dev.drawbridge.constraint.cel.CelFunction.global;
import static dev.drawbridge.constraint.cel.CelFunction.member;
import static dev.drawbridge.constraint.cel.SelectorTypes.CIDR;
import static dev.drawbridge.constraint.cel.SelectorTypes.IP;
import static dev.drawbridge.constraint.cel.SelectorTypes.QUANTITY;
import static dev.drawbridge.constraint.cel.SelectorTypes.SEMVER;
import static dev.drawbridge.constraint.cel.SelectorTypes.URL;

import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.runtime.CelEvaluationException;
import dev.drawbridge.port.GoUrl;
import dev.drawbridge.port.IpAddress;
import dev.drawbridge.port.IpNetwork;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.port.SemanticVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Functions of the types that Kubernetes adds: addresses, networks, quantities, URLs and semantic versions.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/library}: ip.go, cidr.go, quantity.go, urls.go, semverlib.go.
 */
final class KubernetesFunctions {

    private static final long IPV4 = 4;
    private static final long IPV6 = 6;

    // @formatter:off
    static final List<CelFunction> IPS = List.of(
        global("ip",             "string_to_ip",    IP,     STRING).costing(CallCosts.READING).giving(String.class, KubernetesFunctions::address),
        global("isIP",           "is_ip",           BOOL,   STRING).costing(CallCosts.READING).giving(String.class, text -> IpAddress.parse(text) != null),
        global("string",         "ip_to_string",    STRING, IP)    .giving(IpAddress.class, IpAddress::toString),
        global("ip.isCanonical", "ip_is_canonical", BOOL,   STRING).costing(CallCosts.READING_TWICE)
            .giving(String.class, text -> address(text).toString().equals(text)),
        member("family",               "ip_family",               INT,  IP).giving(IpAddress.class, ip -> ip.isIpv4() ? IPV4 : IPV6),
        member("isUnspecified",        "ip_isUnspecified",        BOOL, IP).giving(IpAddress.class, IpAddress::isUnspecified),
        member("isLoopback",           "ip_isLoopback",           BOOL, IP).giving(IpAddress.class, IpAddress::isLoopback),
        member("isLinkLocalMulticast", "ip_isLinkLocalMulticast", BOOL, IP).giving(IpAddress.class, IpAddress::isLinkLocalMulticast),
        member("isLinkLocalUnicast",   "ip_isLinkLocalUnicast",   BOOL, IP).giving(IpAddress.class, IpAddress::isLinkLocalUnicast),
        member("isGlobalUnicast",      "ip_isGlobalUnicast",      BOOL, IP).giving(IpAddress.class, IpAddress::isGlobalUnicast));

    static final List<CelFunction> CIDRS = List.of(
        global("cidr",         "string_to_cidr",            CIDR,   STRING)      .costing(CallCosts.READING).giving(String.class, KubernetesFunctions::network),
        global("isCIDR",       "is_cidr",                   BOOL,   STRING)      .costing(CallCosts.READING).giving(String.class, text -> IpNetwork.parse(text) != null),
        global("string",       "cidr_to_string",            STRING, CIDR)        .giving(IpNetwork.class, IpNetwork::toString),
        member("containsIP",   "cidr_contains_ip_string",   BOOL,   CIDR, STRING).costing(CallCosts.READING_ADDRESS)
            .giving(IpNetwork.class, String.class, KubernetesFunctions::contains),
        member("containsIP",   "cidr_contains_ip_ip",       BOOL,   CIDR, IP)    .costing(CallCosts.ADDRESSES)
            .giving(IpNetwork.class, IpAddress.class, (cidr, ip) -> cidr.contains(ip)),
        member("containsCIDR", "cidr_contains_cidr_string", BOOL,   CIDR, STRING).costing(CallCosts.READING_NETWORK)
            .giving(IpNetwork.class, String.class, (cidr, text) -> cidr.contains(network(text))),
        member("containsCIDR", "cidr_contains_cidr",        BOOL,   CIDR, CIDR)  .costing(CallCosts.NETWORKS)
            .giving(IpNetwork.class, IpNetwork.class, (cidr, other) -> cidr.contains(other)),
        member("ip",           "cidr_ip",                   IP,     CIDR)        .giving(IpNetwork.class, IpNetwork::address),
        member("prefixLength", "cidr_prefix_length",        INT,    CIDR)        .giving(IpNetwork.class, cidr -> (long) cidr.prefixLength()),
        member("masked",       "cidr_masked",               CIDR,   CIDR)        .giving(IpNetwork.class, IpNetwork::masked));

    static final List<CelFunction> QUANTITIES = List.of(
        global("quantity",           "string_to_quantity",       QUANTITY, STRING)            .costing(CallCosts.READING).giving(String.class, KubernetesFunctions::quantity),
        global("isQuantity",         "is_quantity_string",       BOOL,     STRING)            .costing(CallCosts.READING).giving(String.class, text -> Quantity.parse(text) != null),
        global("sign",               "quantity_sign",            INT,      QUANTITY)          .giving(Quantity.class, quantity -> (long) quantity.sign()),
        member("isInteger",          "quantity_is_integer",      BOOL,     QUANTITY)          .giving(Quantity.class, Quantity::isInt64),
        member("asInteger",          "quantity_get_int",         INT,      QUANTITY)          .giving(Quantity.class, KubernetesFunctions::int64),
        member("asApproximateFloat", "quantity_get_float",       DOUBLE,   QUANTITY)          .giving(Quantity.class, Quantity::approximately),
        member("add",                "quantity_add",             QUANTITY, QUANTITY, QUANTITY).giving(Quantity.class, Quantity.class, Quantity::plus),
        member("add",                "quantity_add_int",         QUANTITY, QUANTITY, INT)     .giving(Quantity.class, Long.class, (one, other) -> one.plus(Quantity.of(other))),
        member("sub",                "quantity_sub",             QUANTITY, QUANTITY, QUANTITY).giving(Quantity.class, Quantity.class, Quantity::minus),
        member("sub",                "quantity_sub_int",         QUANTITY, QUANTITY, INT)     .giving(Quantity.class, Long.class, (one, other) -> one.minus(Quantity.of(other))),
        member("isGreaterThan",      "quantity_is_greater_than", BOOL,     QUANTITY, QUANTITY).giving(Quantity.class, Quantity.class, (one, other) -> one.compareTo(other) > 0),
        member("isLessThan",         "quantity_is_less_than",    BOOL,     QUANTITY, QUANTITY).giving(Quantity.class, Quantity.class, (one, other) -> one.compareTo(other) < 0),
        member("compareTo",          "quantity_compare_to",      INT,      QUANTITY, QUANTITY).giving(Quantity.class, Quantity.class, (one, other) -> (long) one.compareTo(other)));

    static final List<CelFunction> URLS = List.of(
        global("url",            "string_to_url",      URL,    STRING).costing(CallCosts.COPYING).giving(String.class, KubernetesFunctions::url),
        global("isURL",          "is_url_string",      BOOL,   STRING).giving(String.class, GoUrl::isUrl),
        member("getScheme",      "url_getScheme",      STRING, URL).costing(CallCosts.READING_PART).giving(GoUrl.class, GoUrl::scheme),
        member("getHost",        "url_getHost",        STRING, URL).costing(CallCosts.READING_PART).giving(GoUrl.class, GoUrl::host),
        member("getHostname",    "url_getHostname",    STRING, URL).costing(CallCosts.READING_PART).giving(GoUrl.class, GoUrl::hostname),
        member("getPort",        "url_getPort",        STRING, URL).costing(CallCosts.READING_PART).giving(GoUrl.class, GoUrl::port),
        member("getEscapedPath", "url_getEscapedPath", STRING, URL).costing(CallCosts.READING_ESCAPED).giving(GoUrl.class, GoUrl::escapedPath),
        member("getQuery",       "url_getQuery", MapType.create(STRING, ListType.create(STRING)), URL)
            .costing(CallCosts.READING_PART).giving(GoUrl.class, GoUrl::queryValues));

    static final List<CelFunction> VERSIONS = List.of(
        global("semver",        "string_to_semver",       SEMVER, STRING)        .costing(CallCosts.READING_VERSION).giving(String.class, text -> version(text, false)),
        global("isSemver",      "is_semver_string",       BOOL,   STRING)        .costing(CallCosts.READING_VERSION).giving(String.class, text -> parsed(text, false) != null),
        member("major",         "semver_major",           INT,    SEMVER)        .giving(SemanticVersion.class, version -> version.number(0)),
        member("minor",         "semver_minor",           INT,    SEMVER)        .giving(SemanticVersion.class, version -> version.number(1)),
        member("patch",         "semver_patch",           INT,    SEMVER)        .giving(SemanticVersion.class, version -> version.number(2)),
        member("isGreaterThan", "semver_is_greater_than", BOOL,   SEMVER, SEMVER).giving(SemanticVersion.class, SemanticVersion.class, (one, other) -> one.compareTo(other) > 0),
        member("isLessThan",    "semver_is_less_than",    BOOL,   SEMVER, SEMVER).giving(SemanticVersion.class, SemanticVersion.class, (one, other) -> one.compareTo(other) < 0),
        member("compareTo",     "semver_compare_to",      INT,    SEMVER, SEMVER).giving(SemanticVersion.class, SemanticVersion.class, (one, other) -> (long) Integer.signum(one.compareTo(other))));

    /** {@code semver("v1.2", true)}. */
    static final List<CelFunction> NORMALIZED = List.of(
        global("semver",   "string_bool_to_semver", SEMVER, STRING, BOOL).costing(CallCosts.READING_VERSION).giving(String.class, Boolean.class, KubernetesFunctions::version),
        global("isSemver", "is_semver_string_bool", BOOL,   STRING, BOOL).costing(CallCosts.READING_VERSION).giving(String.class, Boolean.class, (text, normalize) -> parsed(text, normalize) != null));
    // @formatter:on

    private static IpAddress address(String text) throws CelEvaluationException {
        return CelFunction.known(IpAddress.parse(text), () -> IpAddress.problem(text));
    }

    private static IpNetwork network(String text) throws CelEvaluationException {
        return CelFunction.known(
                IpNetwork.parse(text),
                () -> "network address parse error during conversion from string: " + IpNetwork.problem(text));
    }

    /** Whether an address is in a network; the server loses the error of what is no address. */
    private static boolean contains(IpNetwork network, String text) throws CelEvaluationException {
        return network.contains(CelFunction.known(IpAddress.parse(text), () -> "no such overload"));
    }

    private static Quantity quantity(String text) throws CelEvaluationException {
        return CelFunction.known(
                Quantity.parse(text),
                () -> "quantities must match the regular expression"
                        + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
    }

    private static long int64(Quantity quantity) throws CelEvaluationException {
        if (!quantity.isInt64()) {
            throw new CelEvaluationException("cannot convert value to integer");
        }
        return quantity.value();
    }

    private static GoUrl url(String text) throws CelEvaluationException {
        return CelFunction.known(
                GoUrl.parse(text), () -> "URL parse error during conversion from string: " + GoUrl.problem(text));
    }

    private static @Nullable SemanticVersion parsed(String text, boolean normalize) {
        return normalize ? SemanticVersion.normalized(text) : SemanticVersion.parse(text);
    }

    private static SemanticVersion version(String text, boolean normalize) throws CelEvaluationException {
        return CelFunction.known(
                parsed(text, normalize),
                () -> normalize ? SemanticVersion.normalizedProblem(text) : SemanticVersion.problem(text));
    }
}
