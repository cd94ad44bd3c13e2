package dev.drawbridge.constraint.cel;

import static dev.cel.common.types.SimpleType.BOOL;
import static dev.cel.common.types.SimpleType.INT;
import static dev.cel.common.types.SimpleType.STRING;
import static dev.drawbridge.constraint.cel.CelFunction.global;
import static dev.drawbridge.constraint.cel.CelFunction.member;
import static dev.drawbridge.constraint.cel.SelectorTypes.CIDR;
import static dev.drawbridge.constraint.cel.SelectorTypes.IP;

import dev.cel.runtime.CelEvaluationException;
import dev.drawbridge.port.IpAddress;
import dev.drawbridge.port.IpNetwork;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Functions of IP addresses and networks.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/library}, ip.go and cidr.go.
 */
final class AddressFunctions {

    private static final long IPV4 = 4;
    private static final long IPV6 = 6;

    // @formatter:off
    static final List<CelFunction> IPS = List.of(
        global("ip",             "string_to_ip",    IP,     STRING).costing(CallCosts.READING).giving(String.class, AddressFunctions::address),
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
        global("cidr",         "string_to_cidr",            CIDR,   STRING)      .costing(CallCosts.READING).giving(String.class, AddressFunctions::network),
        global("isCIDR",       "is_cidr",                   BOOL,   STRING)      .costing(CallCosts.READING).giving(String.class, text -> IpNetwork.parse(text) != null),
        global("string",       "cidr_to_string",            STRING, CIDR)        .giving(IpNetwork.class, IpNetwork::toString),
        member("containsIP",   "cidr_contains_ip_string",   BOOL,   CIDR, STRING).costing(CallCosts.READING_ADDRESS)
            .giving(IpNetwork.class, String.class, (cidr, text) -> cidr.contains(address(text))),
        member("containsIP",   "cidr_contains_ip_ip",       BOOL,   CIDR, IP)    .costing(CallCosts.ADDRESSES)
            .giving(IpNetwork.class, IpAddress.class, (cidr, ip) -> cidr.contains(ip)),
        member("containsCIDR", "cidr_contains_cidr_string", BOOL,   CIDR, STRING).costing(CallCosts.READING_NETWORK)
            .giving(IpNetwork.class, String.class, (cidr, text) -> cidr.contains(network(text))),
        member("containsCIDR", "cidr_contains_cidr",        BOOL,   CIDR, CIDR)  .costing(CallCosts.NETWORKS)
            .giving(IpNetwork.class, IpNetwork.class, (cidr, other) -> cidr.contains(other)),
        member("ip",           "cidr_ip",                   IP,     CIDR)        .giving(IpNetwork.class, IpNetwork::address),
        member("prefixLength", "cidr_prefix_length",        INT,    CIDR)        .giving(IpNetwork.class, cidr -> (long) cidr.prefixLength()),
        member("masked",       "cidr_masked",               CIDR,   CIDR)        .giving(IpNetwork.class, IpNetwork::masked));
    // @formatter:on

    private AddressFunctions() {}

    private static IpAddress address(String text) throws CelEvaluationException {
        return known(IpAddress.parse(text), "IP address", text);
    }

    private static IpNetwork network(String text) throws CelEvaluationException {
        return known(IpNetwork.parse(text), "network address", text);
    }

    private static <T> T known(@Nullable T value, String what, String text) throws CelEvaluationException {
        return CelFunction.known(value, what + " parse error during conversion from string: \"" + text + "\"");
    }
}
