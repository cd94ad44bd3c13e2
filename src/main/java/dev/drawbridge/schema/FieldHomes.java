package dev.drawbridge.schema;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the right place for a field that is in the wrong one. */
final class FieldHomes {

    private static final int MAX_SHOWN = 2;

    private FieldHomes() {}

    private record Home(String path, ObjectNode type, int depth) {}

    /**
     * Where a field of this name exists, as the rest of a sentence: {@code in spec.devices.requests[]}. Below the
     * object that has it rather than elsewhere, and as few levels down as possible.
     *
     * @param path the path of the object that has the field, such as {@code spec.devices.requests[0]}
     * @return null if the field exists nowhere, or in too many places
     */
    static @Nullable String of(ObjectNode root, String path, String name) {
        String here = path.replaceAll("\\[[^]]*]", "[]");
        List<String> below = new ArrayList<>();
        List<String> elsewhere = new ArrayList<>();
        int depthBelow = Integer.MAX_VALUE;
        int depthElsewhere = Integer.MAX_VALUE;
        Deque<Home> open = new ArrayDeque<>(List.of(new Home("", root, 0)));
        // Level by level: the first places that are found are the nearest to the root.
        while (!open.isEmpty()) {
            Home home = open.remove();
            if (home.type.field(name) != null && !home.path.equals(here)) {
                boolean isBelow =
                        here.isEmpty() || home.path.startsWith(here + ".") || home.path.startsWith(here + "[");
                if (isBelow && home.depth <= depthBelow) {
                    depthBelow = home.depth;
                    below.add(home.path);
                } else if (!isBelow && home.depth <= depthElsewhere) {
                    depthElsewhere = home.depth;
                    elsewhere.add(home.path);
                }
            }
            for (FieldNode field : home.type.fields) {
                ObjectNode inner = field.node.objects();
                if (inner != null && !field.ignored) {
                    String step = home.path.isEmpty() ? field.name : home.path + "." + field.name;
                    open.add(new Home(field.node == inner ? step : step + "[]", inner, home.depth + 1));
                }
            }
        }
        List<String> homes = below.isEmpty() ? elsewhere : below;
        if (homes.isEmpty() || homes.size() > MAX_SHOWN) {
            return null;
        }
        return homes.get(0).isEmpty() ? "at the top level" : "in " + String.join(" or ", homes);
    }
}
