package dev.drawbridge.driver;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.resource.ClaimLimits;
import java.util.ArrayList;
import java.util.List;

/**
 * Devices of one class that a claim requests: those of a request, or of one of its alternatives.
 *
 * @param request the request's name
 * @param name the request's name, or REQUEST/ALTERNATIVE
 * @param devices the object with {@code deviceClassName}, at the path
 */
record ClassRequest(String request, String name, ObjectValue devices, FieldPath path) {

    /** The requested devices of a claim whose {@code devices} are at this path. */
    static List<ClassRequest> of(ObjectValue claim, FieldPath path) {
        List<ClassRequest> all = new ArrayList<>();
        ListValue requests = claim.list("requests");
        for (int i = 0; i < Math.min(requests.size(), ClaimLimits.REQUESTS); i++) {
            if (requests.get(i) instanceof ObjectValue request) {
                add(request, path.child("requests").index(i), all);
            }
        }
        return all;
    }

    private static void add(ObjectValue request, FieldPath path, List<ClassRequest> all) {
        String name = request.string("name");
        ListValue alternatives = request.list("firstAvailable");
        for (int i = 0; i < Math.min(alternatives.size(), ClaimLimits.ALTERNATIVES); i++) {
            if (alternatives.get(i) instanceof ObjectValue alternative) {
                String full = name + "/" + alternative.string("name");
                all.add(new ClassRequest(
                        name, full, alternative, path.child("firstAvailable").index(i)));
            }
        }
        if (request.has("exactly")) {
            all.add(new ClassRequest(name, name, request.object("exactly"), path.child("exactly")));
        } else if (alternatives.size() == 0) {
            all.add(new ClassRequest(name, name, request, path));
        }
    }
}
