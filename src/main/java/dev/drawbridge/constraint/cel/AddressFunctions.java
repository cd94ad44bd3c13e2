package dev.drawbridge.constraint.cel;

import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.drawbridge.port.IpAddress;
import dev.drawbridge.port.IpNetwork;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Implements the functions of IP addresses and networks.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/library}, ip.go and cidr.go.
 */
final class AddressFunctions {

    private static final long IPV4 = 4;
    private static final long IPV6 = 6;

    private AddressFunctions() {}

    static List<CelFunctionBinding> all() {
        return List.of(
                CelFunctionBinding.from("string_to_ip", String.class, AddressFunctions::address),
                CelFunctionBinding.from("is_ip", String.class, text -> IpAddress.parse(text) != null),
                CelFunctionBinding.from("ip_to_string", IpAddress.class, IpAddress::toString),
                CelFunctionBinding.from(
                        "ip_is_canonical",
                        String.class,
                        text -> address(text).toString().equals(text)),
                CelFunctionBinding.from("ip_family", IpAddress.class, ip -> ip.isIpv4() ? IPV4 : IPV6),
                CelFunctionBinding.from("ip_isUnspecified", IpAddress.class, IpAddress::isUnspecified),
                CelFunctionBinding.from("ip_isLoopback", IpAddress.class, IpAddress::isLoopback),
                CelFunctionBinding.from("ip_isLinkLocalMulticast", IpAddress.class, IpAddress::isLinkLocalMulticast),
                CelFunctionBinding.from("ip_isLinkLocalUnicast", IpAddress.class, IpAddress::isLinkLocalUnicast),
                CelFunctionBinding.from("ip_isGlobalUnicast", IpAddress.class, IpAddress::isGlobalUnicast),
                CelFunctionBinding.from("string_to_cidr", String.class, AddressFunctions::network),
                CelFunctionBinding.from("is_cidr", String.class, text -> IpNetwork.parse(text) != null),
                CelFunctionBinding.from("cidr_to_string", IpNetwork.class, IpNetwork::toString),
                CelFunctionBinding.from(
                        "cidr_contains_ip_string",
                        IpNetwork.class,
                        String.class,
                        (cidr, text) -> cidr.contains(address(text))),
                CelFunctionBinding.from(
                        "cidr_contains_ip_ip", IpNetwork.class, IpAddress.class, (cidr, ip) -> cidr.contains(ip)),
                CelFunctionBinding.from(
                        "cidr_contains_cidr_string",
                        IpNetwork.class,
                        String.class,
                        (cidr, text) -> cidr.contains(network(text))),
                CelFunctionBinding.from(
                        "cidr_contains_cidr", IpNetwork.class, IpNetwork.class, (cidr, other) -> cidr.contains(other)),
                CelFunctionBinding.from("cidr_ip", IpNetwork.class, IpNetwork::address),
                CelFunctionBinding.from("cidr_prefix_length", IpNetwork.class, cidr -> (long) cidr.prefixLength()),
                CelFunctionBinding.from("cidr_masked", IpNetwork.class, IpNetwork::masked));
    }

    private static IpAddress address(String text) throws CelEvaluationException {
        return known(IpAddress.parse(text), "IP address", text);
    }

    private static IpNetwork network(String text) throws CelEvaluationException {
        return known(IpNetwork.parse(text), "network address", text);
    }

    private static <T> T known(@Nullable T value, String what, String text) throws CelEvaluationException {
        return RuntimeFunctions.known(value, what + " parse error during conversion from string: \"" + text + "\"");
    }
}
