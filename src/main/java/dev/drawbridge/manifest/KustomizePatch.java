package dev.drawbridge.manifest;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Position;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a patch of a kustomization does to names.
 *
 * <p>Source: {@code sigs.k8s.io/kustomize/api}, PatchTransformer, PatchJson6902Transformer and types.Selector.
 *
 * @param kind the kind of its objects; empty for any
 * @param name their name, now or before they were renamed; empty for any
 * @param isOfEach whether it is for each of them, and not only for those with some labels or a name like a pattern
 * @param renamed the name that it gives; empty for none
 * @param isReferring whether it may change which claims an object names
 */
public record KustomizePatch(
        String kind,
        String name,
        boolean isOfEach,
        boolean deletes,
        String renamed,
        boolean isReferring,
        Required required) {

    /** Whether it decides about claims, and has a target that is one object: kustomize builds if there is none. */
    public boolean isSelecting() {
        boolean isOfClaims = isReferring || kind.startsWith("ResourceClaim") || kind.equals("DeviceClass");
        return required.apiVersion.isEmpty() && isOfEach && isOfClaims && !kind.isEmpty() && !name.isEmpty();
    }

    /**
     * The one object that a patch must find.
     *
     * @param apiVersion empty if the patch may find none: it has a target, or is no strategic merge patch
     * @param place where the patch begins, or where its file is named
     */
    public record Required(
            String apiVersion, String namespace, @Nullable Position place) {}

    private static final String DIRECTIVE = "$patch";
    private static final String ANY = ".*";

    /** The fields of a target that select all objects of a kind and a name. */
    private static final Set<String> OF_EACH = Set.of("group", "version", "kind", "name");

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
                object.string(DIRECTIVE).equals("delete"),
                renamed,
                isReferring || patch.json().contains("resourceClaim"),
                new Required(
                        entry.has("target") ? "" : object.string("apiVersion"), metadata.string("namespace"), place));
    }

    /** Whether it may be for an object of a kind that has or had one of these names. */
    public boolean mayBeFor(String ofKind, List<String> names) {
        return (kind.isEmpty() || kind.equals(ofKind)) && (name.isEmpty() || names.contains(name));
    }
}
