package dev.drawbridge.live.why;

import dev.drawbridge.fit.Shortfall;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceConstraint;
import java.util.List;

/** Claims with one change. */
final class Changed {

    private Changed() {}

    /** The claims with another alternative instead of the shortfall's. */
    static List<Claim> alternative(List<Claim> claims, Shortfall shortfall, Alternative other) {
        return claim(claims, shortfall.claim(), shortfall.claim().withAlternative(shortfall.request(), other));
    }

    /** The claims with one of them replaced. */
    static List<Claim> claim(List<Claim> claims, Claim claim, Claim other) {
        return claims.stream().map(each -> each == claim ? other : each).toList();
    }

    /** A constraint as text. */
    static String constraint(Claim claim, int index) {
        DeviceConstraint constraint = claim.constraints().get(index);
        return constraint.matchAttribute() != null
                ? "matchAttribute " + constraint.matchAttribute()
                : "distinctAttribute " + constraint.distinctAttribute();
    }
}
