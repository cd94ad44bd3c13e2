package dev.drawbridge.manifest;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Spelling;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

    /** Between the names of a replacement's path: neither escaped nor in brackets. Source: SmarterPathSplitter. */
    private static final String DOT = "(?<!\\\\)\\.(?![^\\[]*])";

    private static final String DIRECTIVE = "$patch";
    private static final String ANY = ".*";

    /** The fields of a target that select all objects of a kind and a name. */
    private static final Set<String> OF_EACH = Set.of("group", "version", "kind", "name");

    /** The fields by which a strategic merge patch finds its object. */
    private static final Set<String> IDENTITY = Set.of("apiVersion", "kind", "metadata.name", "metadata.namespace");

    private static final Set<String> CONTAINERS = Set.of("initContainers", "containers", "ephemeralContainers");

    private static final List<String> OPERATIONS = List.of("add", "remove", "replace", "move", "copy", "test");

    private static final Pattern INDEX = Pattern.compile("\\d{1,6}");
    private static final Pattern FIELD = Pattern.compile("[a-zA-Z]\\w*");
    private static final Pattern ENTRY = Pattern.compile("\\[\\w+=[\\w-]+]");

    /** What kustomize itself may add to an object. */
    private static final Set<String> ADDED =
            Set.of("metadata", "labels", "annotations", "selector", "matchLabels", "replicas");

    private static final Pattern LITERAL = Pattern.compile("[\\w.-]*");

    /** The values of a workload that contain the list of its pods' claims. */
    private static final Pattern AROUND_CLAIMS = Pattern.compile("(/(spec|template|jobTemplate))*");

    /**
     * A patch.
     *
     * @param entry its entry in the kustomization; empty if that is a text
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

    /** A target of a replacement, as a patch that needs its fields. */
    static KustomizePatch ofReplacement(ObjectValue target) {
        ListValue.Builder operations = ListValue.at(target.position());
        for (Value path : target.list("fieldPaths").items()) {
            operations.add(ObjectValue.EMPTY
                    .with("op", new StringValue("remove", null))
                    .with("path", path));
        }
        ObjectValue entry = ObjectValue.EMPTY.with("target", target.object("select"));
        Value first = target.list("fieldPaths").items().stream().findFirst().orElse(target);
        return of(entry, operations.build(), first.position());
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

    /** Why an object, as its file has it, cannot be patched; empty if it can, or that is not known. */
    public String refusal(ObjectValue object, List<KustomizePatch> others) {
        StringBuilder earlier = new StringBuilder();
        others.forEach(one -> earlier.append(one.content.json()));
        for (ObjectValue one : ((ListValue) content).objects()) {
            String operation = one.string("op");
            if (!OPERATIONS.contains(operation)) {
                return "unknown operation " + operation + Spelling.hint(operation, OPERATIONS);
            }
            List<String> lacking = lacking(object, required(one));
            // What adds it, too, has the name of its field, or of its list.
            String field = lacking.stream().filter(FIELD.asMatchPredicate()).reduce("", (outer, inner) -> inner);
            if (!lacking.isEmpty()
                    && Collections.disjoint(lacking, ADDED)
                    && Stream.of(field, DIRECTIVE, "\"from\"").noneMatch(text -> earlier.indexOf(text) >= 0)) {
                String separator = separator(one.string("path"));
                return object.string("kind") + " " + object.object("metadata").string("name") + " has no "
                        + separator.replace(".", "") + String.join(separator, lacking);
            }
            earlier.append(one.json());
        }
        return "";
    }

    /** The parts of the path that an operation needs; kustomize writes a key that an operation replaces. */
    private static List<String> required(ObjectValue operation) {
        String text = operation.string("path");
        List<String> path = List.of(text.replaceFirst("^/", "").split(Pattern.quote(separator(text)), -1));
        List<String> parent = path.subList(0, path.size() - 1);
        boolean isEntry = INDEX.matcher(path.get(parent.size())).matches();
        return switch (operation.string("op")) {
            case "remove" -> path;
            case "replace" -> isEntry ? path : parent;
            case "add" -> parent;
            default -> List.of();
        };
    }

    /** A patch has a JSON pointer, a replacement the names of fields. */
    private static String separator(String path) {
        return path.startsWith("/") ? "/" : ".";
    }

    /** The parts up to the first that a value lacks; none if it has all, or a part has its own syntax. */
    private static List<String> lacking(Value from, List<String> path) {
        Value at = from;
        for (int i = 0; i < path.size(); i++) {
            String part = path.get(i);
            if (at instanceof ListValue list && INDEX.matcher(part).matches()) {
                int index = Integer.parseInt(part);
                at = index < list.size() ? list.get(index) : null;
            } else if (at instanceof ListValue list && ENTRY.matcher(part).matches()) {
                String[] wanted = part.substring(1, part.length() - 1).split("=");
                List<ObjectValue> found = list.objects().stream()
                        .filter(one -> one.string(wanted[0]).contains(wanted[1]))
                        .toList();
                if (found.size() > 1) {
                    return List.of();
                }
                at = found.isEmpty() ? null : found.get(0);
            } else if (at instanceof ObjectValue object && FIELD.matcher(part).matches()) {
                at = object.get(part);
            } else {
                return List.of();
            }
            if (at == null) {
                return path.subList(0, i + 1);
            }
        }
        return List.of();
    }

    /**
     * Whether it may change the value at a path of an object, one around it, or one in it.
     *
     * @param isWorkload whether kustomize knows the type: it merges containers by name, and replaces other lists
     */
    public boolean mayChange(FieldPath path, ObjectValue object, boolean isWorkload) {
        List<FieldPath> steps = path.steps();
        if (content instanceof ListValue operations) {
            return operations.objects().stream()
                    .filter(one -> !one.string("op").equals("test"))
                    .flatMap(one -> Stream.of("path", "from").filter(one::has).map(one::string))
                    .anyMatch(one -> areNested(one, steps));
        }
        return !IDENTITY.contains(path.toString()) && reaches(content, object, steps, isWorkload);
    }

    private static boolean areNested(String pointer, List<FieldPath> steps) {
        String[] parts = pointer.startsWith("/") ? pointer.substring(1).split("/", -1) : pointer.split(DOT, -1);
        for (int i = 0; i < Math.min(parts.length, steps.size()); i++) {
            String name = steps.get(i).name();
            String part = parts[i].replaceFirst("^\\[([^=]*)]$", "$1")
                    .replace("\\.", ".")
                    .replace("~1", "/")
                    .replace("~0", "~");
            // Operations may move the entries of lists, but not for one that they append.
            if (name == null ? part.equals("-") : !List.of("*", name).contains(part)) {
                return false;
            }
        }
        return true;
    }

    private static boolean reaches(
            @Nullable Value from, @Nullable Value to, List<FieldPath> steps, boolean mergesContainers) {
        if (from == null || steps.isEmpty() || !(from instanceof ObjectValue patch) || patch.has(DIRECTIVE)) {
            return from != null;
        }
        String name = String.valueOf(steps.get(0).name());
        Value part = patch.get(name);
        Value patched = ObjectValue.orEmpty(to).get(name);
        if (steps.size() > 1
                && mergesContainers
                && CONTAINERS.contains(name)
                && part instanceof ListValue parts
                && patched instanceof ListValue list) {
            int index = steps.get(1).index();
            Value container = index < list.size() ? list.get(index) : null;
            return parts.objects().stream()
                    .filter(one -> container == null
                            || one.has(DIRECTIVE)
                            || one.string("name")
                                    .equals(ObjectValue.orEmpty(container).string("name")))
                    .anyMatch(one -> reaches(one, container, steps.subList(2, steps.size()), true));
        }
        return reaches(part, patched, steps.subList(1, steps.size()), mergesContainers);
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
        return (kind.isEmpty() ? Glob.matches(target.string("kind"), List.of(ofKind)) : kind.equals(ofKind))
                && (name.isEmpty() ? Glob.matches(target.string("name"), names) : names.contains(name));
    }
}
