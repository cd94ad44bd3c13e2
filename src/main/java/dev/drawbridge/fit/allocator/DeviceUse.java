package dev.drawbridge.fit.allocator;

import dev.drawbridge.port.Quantity;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The use of a device by a search.
 *
 * @param claims the claims that hold it exclusively; several only with admin access; shares do not count
 * @param shares the total consumption of all shares, by capacity; null if there is no share. An empty map is a share
 *     that consumes nothing, after which the next share consumes no counters
 */
record DeviceUse(Set<Integer> claims, @Nullable Map<String, Quantity> shares) {

    static final DeviceUse NONE = new DeviceUse(Set.of(), null);

    boolean isNone() {
        return claims.isEmpty() && shares == null;
    }

    DeviceUse withClaim(int claim) {
        Set<Integer> more = new HashSet<>(claims);
        more.add(claim);
        return new DeviceUse(Set.copyOf(more), shares);
    }

    DeviceUse withoutClaim(int claim) {
        Set<Integer> fewer = new HashSet<>(claims);
        fewer.remove(claim);
        return new DeviceUse(Set.copyOf(fewer), shares);
    }

    DeviceUse withShare(Map<String, Quantity> share) {
        Map<String, Quantity> sum = shares == null ? new HashMap<>() : new HashMap<>(shares);
        share.forEach((name, amount) -> sum.merge(name, amount, Quantity::plus));
        return new DeviceUse(claims, Map.copyOf(sum));
    }

    /** The use without one share; null shares if the consumption drops to nothing. */
    DeviceUse withoutShare(Map<String, Quantity> share) {
        if (shares == null) {
            return this;
        }
        Map<String, Quantity> left = new HashMap<>(shares);
        share.forEach((name, amount) -> left.merge(name, amount, (sum, one) -> sum.minus(one)));
        boolean isEmpty = left.values().stream().allMatch(amount -> amount.sign() == 0);
        return new DeviceUse(claims, isEmpty ? null : Map.copyOf(left));
    }
}
