package dev.drawbridge.migration;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import java.util.Set;

/**
 * Claims of pods, whose {@code source} Kubernetes 1.31 replaced by the fields in it. Custom kinds have the same entries
 * in the pods that they describe.
 *
 * <p>Source: {@code k8s.io/api/core/v1/types.go}, PodResourceClaim.
 */
final class PodSources {

    static final String CLAIMS = "resourceClaims";

    private static final String SOURCE = "source";
    private static final Set<String> FIELDS = Set.of("resourceClaimName", "resourceClaimTemplateName");

    /** The value of a field without sources; the same instance if it has none. */
    static Value without(String field, Value value) {
        if (!field.equals(CLAIMS) || !(value instanceof ListValue claims)) {
            return value;
        }
        return claims.mapped(claim -> claim instanceof ObjectValue one && isOld(one) ? moved(one) : claim);
    }

    /** Whether an entry has its reference in a source, which has nothing else. */
    private static boolean isOld(ObjectValue claim) {
        ObjectValue source = claim.object(SOURCE);
        boolean isReference = claim.has("name") && source.size() > 0 && !claim.hasRepeatedKey();
        for (int i = 0; i < source.size(); i++) {
            isReference &= FIELDS.contains(source.key(i)) && !claim.has(source.key(i));
        }
        return isReference && !source.hasRepeatedKey();
    }

    private static ObjectValue moved(ObjectValue claim) {
        ObjectValue.Builder moved = ObjectValue.at(claim.position());
        for (int i = 0; i < claim.size(); i++) {
            if (claim.key(i).equals(SOURCE)) {
                moved.addAll((ObjectValue) claim.value(i));
            } else {
                moved.add(claim.key(i), claim.value(i), claim.keyPosition(i));
            }
        }
        return moved.build();
    }
}
