package dev.drawbridge.manifest;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The path of an operation of a JSON patch, or of a field of a replacement, by its parts.
 *
 * <p>Source: {@code gopkg.in/evanphx/json-patch.v4}, and {@code sigs.k8s.io/kustomize/kyaml/yaml}, PathMatcher.
 */
record KustomizePath(List<String> parts) {

    /** A dot that is neither escaped nor in the brackets of {@code [name=example.com]}. */
    private static final Pattern DOT = Pattern.compile("(?<!\\\\)\\.(?![^\\[]*\\])");

    private static final Pattern INDEX = Pattern.compile("\\d{1,6}");
    private static final Pattern ENTRY = Pattern.compile("\\[[\\w./-]+=[\\w./-]+]");

    /** What transformers of labels, annotations, names and replicas may add. */
    private static final Set<String> ADDED =
            Set.of("metadata", "labels", "annotations", "selector", "matchLabels", "replicas");

    static KustomizePath ofPointer(String text) {
        return new KustomizePath(Stream.of(text.split("/", -1))
                .skip(1)
                .map(part -> part.replace("~1", "/").replace("~0", "~"))
                .toList());
    }

    static KustomizePath ofField(String text) {
        return new KustomizePath(
                DOT.splitAsStream(text).map(part -> part.replace("\\.", ".")).toList());
    }

    KustomizePath parent() {
        return first(Math.max(0, parts.size() - 1));
    }

    private KustomizePath first(int count) {
        return new KustomizePath(parts.subList(0, count));
    }

    /** The beginning of the path, up to what a value has not; null if it has all, or that is not known. */
    @Nullable
    KustomizePath missing(Value from) {
        Value at = from;
        for (int i = 0; i < parts.size(); i++) {
            String part = parts.get(i);
            Value next = null;
            if (at instanceof ListValue list && INDEX.matcher(part).matches()) {
                int index = Integer.parseInt(part);
                next = index < list.size() ? list.get(index) : null;
            } else if (at instanceof ListValue list && ENTRY.matcher(part).matches()) {
                next = entry(list, part);
            } else if (at instanceof ObjectValue object && !part.matches("[*-]|\\[.*")) {
                next = object.get(part);
            } else {
                return null;
            }
            if (next == null) {
                return first(i + 1).parts.stream().anyMatch(ADDED::contains) ? null : first(i + 1);
            }
            at = next;
        }
        return null;
    }

    private static @Nullable Value entry(ListValue list, String part) {
        int equals = part.indexOf('=');
        Pattern value = Pattern.compile(part.substring(equals + 1, part.length() - 1));
        return list.items().stream()
                .filter(one -> value.matcher(
                                StringValue.orEmpty(ObjectValue.orEmpty(one).get(part.substring(1, equals))))
                        .find())
                .findFirst()
                .orElse(null);
    }

    /** Whether the whole path is missing, and would be that of a key and not of an entry of a list. */
    boolean isKey(@Nullable KustomizePath missing) {
        return equals(missing) && !isEntry();
    }

    private boolean isEntry() {
        return !parts.isEmpty() && parts.get(parts.size() - 1).matches("\\d+|\\[.*");
    }

    /** Whether a change of the value at a path may add what is missing at this one. */
    boolean isNear(KustomizePath changed) {
        // An entry of a list may be any other once the list changes.
        List<String> own = isEntry() ? parent().parts : parts;
        for (int i = 0; i < Math.min(own.size(), changed.parts.size()); i++) {
            String one = own.get(i);
            String other = changed.parts.get(i);
            if (!one.equals(other) && !(one + other).matches(".*[\\[*-].*")) {
                return false;
            }
        }
        return true;
    }

    /** Whether a strategic merge patch may add what is missing here. */
    boolean isIn(Value patch) {
        Value at = patch;
        for (String part : parts) {
            if (!(at instanceof ObjectValue object) || object.has(KustomizePatch.DIRECTIVE)) {
                return true;
            }
            at = object.get(part);
            if (at == null) {
                return false;
            }
        }
        return true;
    }

    /** The path as a JSON pointer, or as a replacement has it. */
    String shown(boolean isPointer) {
        return isPointer ? "/" + String.join("/", parts) : String.join(".", parts);
    }
}
