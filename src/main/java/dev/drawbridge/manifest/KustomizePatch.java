package dev.drawbridge.manifest;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A patch of a kustomization: what it does to names, and what it requires of objects.
 *
 * <p>Source: {@code sigs.k8s.io/kustomize/api}, PatchTransformer, PatchJson6902Transformer and types.Selector.
 *
 * @param kind the kind of its objects; empty for any
 * @param name their name, now or before they were renamed; empty for any
 * @param isOfEach whether it is for each of them, and not only for those with some labels or a name like a pattern
 * @param renamed the name that it gives; empty for none
 * @param isReferring whether it may change which claims an object names
 * @param place where it begins, or where its file is named
 * @param target the target in its entry; empty if it has none
 * @param content an object, a list of operations, or why it cannot be read
 */
public record KustomizePatch(
        String kind,
        String name,
        boolean isOfEach,
        String renamed,
        boolean isReferring,
        @Nullable Position place,
        ObjectValue target,
        Value content) {

    public boolean deletes() {
        return ObjectValue.orEmpty(content).string(DIRECTIVE).equals("delete");
    }

    /** That of the one object that a strategic merge patch without a target must find; empty for others. */
    public String apiVersion() {
        return target.size() == 0 ? ObjectValue.orEmpty(content).string("apiVersion") : "";
    }

    /** The namespace that it names; empty for the default one. */
    public String namespace() {
        String named = ObjectValue.orEmpty(content).object("metadata").string("namespace");
        return named.equals("default") ? "" : named;
    }

    /** Whether it decides about claims, and has a target that is one object: kustomize builds if there is none. */
    public boolean isSelecting() {
        boolean isOfClaims = isReferring || kind.startsWith("ResourceClaim") || kind.equals("DeviceClass");
        return apiVersion().isEmpty() && isOfEach && isOfClaims && !kind.isEmpty() && !name.isEmpty();
    }

    static final String DIRECTIVE = "$patch";
    private static final String ANY = ".*";

    /** The fields of a target that select all objects of a kind and a name. */
    private static final Set<String> OF_EACH = Set.of("group", "version", "kind", "name");

    private static final List<String> OPERATIONS = List.of("add", "remove", "replace", "move", "copy", "test");

    private static final Pattern LITERAL = Pattern.compile("[\\w.-]*");

    /** The values of a workload that contain the list of its pods' claims. */
    private static final Pattern AROUND_CLAIMS = Pattern.compile("(/(spec|template|jobTemplate))*");

    /**
     * A patch.
     *
     * @param entry its entry in the kustomization; empty if that is a text
     * @param patch its content: an object, or a list of operations
     * @param place where it begins, or where its file is named
     */
    static KustomizePatch of(ObjectValue entry, Value patch, @Nullable Position place) {
        ObjectValue object = ObjectValue.orEmpty(patch);
        ObjectValue metadata = object.object("metadata");
        ObjectValue target = entry.has("target")
                ? entry.object("target")
                : object.only(OF_EACH::contains).with("name", new StringValue(metadata.string("name"), null));
        String kind = target.string("kind").equals(ANY) ? "" : target.string("kind");
        String name = target.string("name").equals(ANY) ? "" : target.string("name");
        boolean areLiteral = LITERAL.matcher(kind + name).matches();
        String renamed = entry.object("options").isTrue("allowNameChange") ? metadata.string("name") : "";
        boolean isReferring = object.has(DIRECTIVE);
        for (ObjectValue one : patch instanceof ListValue operations ? operations.objects() : List.<ObjectValue>of()) {
            renamed = one.string("path").equals("/metadata/name") ? one.string("value") : renamed;
            isReferring |= AROUND_CLAIMS.matcher(one.string("path")).matches();
        }
        return new KustomizePatch(
                areLiteral ? kind : "",
                areLiteral ? name : "",
                areLiteral && target.only(OF_EACH::contains).size() == target.size(),
                renamed,
                isReferring || patch.json().contains("resourceClaim"),
                place,
                entry.object("target"),
                patch);
    }

    /** A patch of a text that is not YAML. */
    static KustomizePatch unreadable(Unreadable reason, @Nullable Position place) {
        String line =
                reason.position() == null ? "" : "line " + reason.position().line() + ": ";
        return of(ObjectValue.EMPTY, new StringValue(line + reason.reason(), null), place);
    }

    /** A target of a replacement, as a patch that replaces its fields; null if its fields may be missing. */
    static @Nullable KustomizePatch ofReplacement(ObjectValue target) {
        ListValue.Builder operations = ListValue.at(target.position());
        for (Value path : target.list("fieldPaths").items()) {
            operations.add(ObjectValue.EMPTY
                    .with("op", new StringValue("replace", null))
                    .with("field", path));
        }
        boolean isOpen = target.object("options").isTrue("create") || target.has("reject");
        Value first = target.list("fieldPaths").items().stream().findFirst().orElse(null);
        ObjectValue entry = ObjectValue.EMPTY.with("target", target.object("select"));
        return isOpen || first == null ? null : of(entry, operations.build(), first.position());
    }

    /** Why kustomize refuses it for any object; empty if it does not. */
    public String refusal() {
        return content instanceof StringValue reason
                ? "the patch cannot be read: " + reason.value()
                : content instanceof ListValue && target.size() == 0 ? "a JSON patch needs a target" : "";
    }

    /** Whether it has operations, or fields of a replacement, and is for each object of a kind and a name. */
    public boolean hasOperations() {
        return isOfEach && target.size() > 0 && content instanceof ListValue;
    }

    /**
     * Why an object, as its file has it, cannot be patched; empty if it can, or that is not known.
     *
     * @param others the other patches of the object
     */
    public String refusal(ObjectValue object, List<KustomizePatch> others) {
        List<KustomizePath> changed = new ArrayList<>();
        boolean isKept = others.stream().noneMatch(KustomizePatch::deletes);
        for (ObjectValue one : isKept && content instanceof ListValue list ? list.objects() : List.<ObjectValue>of()) {
            String operation = one.string("op");
            if (!OPERATIONS.contains(operation)) {
                return "unknown operation " + operation + Spelling.hint(operation, OPERATIONS);
            }
            for (KustomizePath path : paths(one)) {
                KustomizePath lacking = path.missing(object);
                // An object gets a key that an operation replaces, and a copy of none.
                boolean isSet = operation.matches("replace|copy") && !one.has("field") && path.isKey(lacking);
                if (lacking != null
                        && !isSet
                        && changed.stream().noneMatch(lacking::isNear)
                        && others.stream().noneMatch(other -> other.mayAdd(lacking))) {
                    return object.string("kind") + " "
                            + object.object("metadata").string("name") + " has no "
                            + lacking.shown(!one.has("field"));
                }
            }
            changed.addAll(changes(one));
        }
        return "";
    }

    /** The paths that an operation requires. */
    private static List<KustomizePath> paths(ObjectValue operation) {
        KustomizePath path = path(operation);
        return switch (operation.string("op")) {
            case "add" -> List.of(path.parent());
            case "move", "copy" -> List.of(KustomizePath.ofPointer(operation.string("from")), path.parent());
            case "replace", "remove" -> List.of(path);
            // A test of null may be of nothing.
            default -> List.of();
        };
    }

    private static KustomizePath path(ObjectValue operation) {
        return operation.has("field")
                ? KustomizePath.ofField(operation.string("field"))
                : KustomizePath.ofPointer(operation.string("path"));
    }

    private static List<KustomizePath> changes(ObjectValue operation) {
        KustomizePath path = path(operation);
        return operation.has("from") ? List.of(path, KustomizePath.ofPointer(operation.string("from"))) : List.of(path);
    }

    private boolean mayAdd(KustomizePath lacking) {
        return content instanceof ListValue list
                ? list.objects().stream().anyMatch(one -> changes(one).stream().anyMatch(lacking::isNear))
                : lacking.isIn(content);
    }

    /** Whether a group and a version of its target, if it has any, are those of an object. */
    public boolean isOf(String apiVersion) {
        String version = apiVersion.substring(apiVersion.indexOf('/') + 1);
        String group = apiVersion.substring(0, Math.max(0, apiVersion.indexOf('/')));
        return (!target.has("group") || target.string("group").equals(group))
                && (!target.has("version") || target.string("version").equals(version));
    }

    /** Whether it may be for an object of a kind that has or had one of these names. */
    public boolean mayBeFor(String ofKind, List<String> names) {
        return (kind.isEmpty() || kind.equals(ofKind)) && (name.isEmpty() || names.contains(name));
    }
}
