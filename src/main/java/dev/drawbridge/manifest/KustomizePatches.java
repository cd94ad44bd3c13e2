package dev.drawbridge.manifest;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.yaml.YamlReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Files that kustomizations list as patches, which are parts of objects. Paths are separated by {@code /}.
 *
 * <p>Source: {@code sigs.k8s.io/kustomize/api/types}, Kustomization: patches, patchesStrategicMerge, patchesJson6902.
 */
public final class KustomizePatches {

    /** The names of a kustomization. */
    public static final List<String> NAMES = List.of("kustomization.yaml", "kustomization.yml", "Kustomization");

    /** Kustomizations by the paths of their patches. */
    private final Map<String, String> kustomizations = new HashMap<>();

    /** Targets of the patches, by path. */
    private final Map<String, ObjectValue> targets = new HashMap<>();

    /** Whether a path, with slashes, is that of a kustomization. */
    public static boolean isKustomization(String path) {
        return NAMES.contains(path.substring(path.lastIndexOf('/') + 1));
    }

    /** Adds the patches of a kustomization at this path. */
    public void add(String path, byte[] text) {
        for (ReadResult result : new YamlReader(ReadLimits.DEFAULT).read(text)) {
            if (result instanceof Document document && document.value() instanceof ObjectValue kustomization) {
                for (String field : List.of("patches", "patchesStrategicMerge", "patchesJson6902")) {
                    add(path, kustomization.list(field));
                }
            }
        }
    }

    private void add(String kustomization, ListValue patches) {
        for (int i = 0; i < patches.size(); i++) {
            Value patch = patches.get(i) instanceof ObjectValue object ? object.get("path") : patches.get(i);
            // A strategic merge patch may also be written in place.
            if (patch instanceof StringValue path && path.value().indexOf('\n') < 0) {
                int slash = kustomization.lastIndexOf('/');
                String file = normalized(kustomization.substring(0, slash + 1) + path.value());
                kustomizations.put(file, kustomization.substring(slash + 1));
                if (patches.get(i) instanceof ObjectValue object) {
                    targets.put(file, object.object("target"));
                }
            }
        }
    }

    /** The target of the patch at this path; empty if its kustomization names none. */
    public ObjectValue target(String path) {
        return targets.getOrDefault(normalized(path), ObjectValue.EMPTY);
    }

    /** The reason to leave a file with this path out; empty if it is not a patch. */
    public String reason(String path) {
        String kustomization = kustomizations.get(path);
        return kustomization == null ? "" : "patch in " + kustomization + "; use --kustomize";
    }

    /** The path without {@code .} and {@code ..}. */
    private static String normalized(String path) {
        Deque<String> parts = new ArrayDeque<>();
        boolean isAbsolute = path.startsWith("/");
        for (String part : path.split("/")) {
            if (part.equals("..") && !parts.isEmpty() && !parts.getLast().equals("..")) {
                parts.removeLast();
            } else if (!part.isEmpty() && !part.equals(".") && !(isAbsolute && part.equals(".."))) {
                parts.addLast(part);
            }
        }
        return (isAbsolute ? "/" : "") + String.join("/", parts);
    }
}
