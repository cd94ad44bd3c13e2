package dev.drawbridge.mutation;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The features of a recorded fleet: its fields with each outcome of each release, and the scheduler's reasons. */
final class FleetFeatures {

    private static final Pattern NAMES = Pattern.compile("\"[^\"]*\"|\\S*[0-9]\\S*");

    private FleetFeatures() {}

    /** The features of a line. */
    static Set<String> of(ObjectValue line) {
        Set<String> paths = new HashSet<>();
        paths("claims", line.get("claims"), paths);
        paths("slices", line.get("resourceSlices"), paths);
        paths("pod", line.get("pod"), paths);
        paths("existing", line.get("resourceClaims"), paths);
        paths("classes", line.object("pod").size() == 0 ? null : line.get("deviceClasses"), paths);
        Set<String> features = new HashSet<>();
        ListValue verdicts = line.list("verdicts");
        for (int i = 0; i < verdicts.size(); i++) {
            ObjectValue verdict = (ObjectValue) verdicts.get(i);
            ObjectValue nodes = verdict.object("nodes");
            for (int n = 0; n < nodes.size(); n++) {
                ObjectValue node = nodes.object(nodes.key(n));
                String outcome = new TreeSet<>(texts(node.list("outcomes"))).toString();
                String error =
                        NAMES.matcher(node.string("error") + reasons(node)).replaceAll("#");
                for (String release : texts(verdict.list("releases"))) {
                    features.add(release + outcome + error);
                    paths.forEach(path -> features.add(release + outcome + path));
                }
            }
        }
        return features;
    }

    private static String reasons(ObjectValue node) {
        ListValue reasons = node.list("reasons");
        String first = reasons.size() == 0 ? "" : ((StringValue) reasons.get(0)).value();
        return first + (node.has("nodeResources") ? " device plugin" : "");
    }

    private static void paths(String path, Value value, Set<String> paths) {
        if (value instanceof ObjectValue object) {
            for (int i = 0; i < object.size(); i++) {
                paths(path + "." + object.key(i), object.value(i), paths);
            }
        } else if (value instanceof ListValue list) {
            for (int i = 0; i < list.size(); i++) {
                paths(path, list.get(i), paths);
            }
        } else {
            paths.add(path);
        }
    }

    private static Set<String> texts(ListValue list) {
        Set<String> texts = new HashSet<>();
        for (int i = 0; i < list.size(); i++) {
            texts.add(((StringValue) list.get(i)).value());
        }
        return texts;
    }
}
