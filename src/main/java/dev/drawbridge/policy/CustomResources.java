package dev.drawbridge.policy;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.policy.AdmissionRequest.GroupVersion;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The resources of CustomResourceDefinitions; those of other kinds have the usual plural and scope. */
public record CustomResources(Map<String, ObjectValue> specs) {

    public static final String DEFINITION = "CustomResourceDefinition";

    public static final CustomResources NONE = new CustomResources(Map.of());

    private static final String NAMES = "names";

    /** Kubernetes' own groups with dots; others below k8s.io are of definitions, such as the Gateway API's. */
    private static final Pattern OWN =
            Pattern.compile("([a-z]+|rbac\\.authorization|(flowcontrol|internal)\\.apiserver)\\.k8s\\.io");

    /** The resources of the definitions among these objects. */
    public static CustomResources of(Stream<ObjectValue> objects) {
        Map<String, ObjectValue> specs = new HashMap<>();
        objects.filter(one -> one.string("kind").equals(DEFINITION)).forEach(one -> {
            ObjectValue spec = one.object("spec");
            specs.put(spec.string("group") + "/" + spec.object(NAMES).string("kind"), spec);
        });
        return new CustomResources(specs);
    }

    public static ObjectValue withoutSchemas(ObjectValue definition) {
        return definition.with("spec", definition.object("spec").only(List.of("group", NAMES, "scope")::contains));
    }

    private Optional<ObjectValue> spec(String apiVersion, String kind) {
        return Optional.ofNullable(specs.get(GroupVersion.parse(apiVersion).group() + "/" + kind));
    }

    /** The resource of a kind, as URLs and rules of policies name it. */
    public String resource(String apiVersion, String kind) {
        return spec(apiVersion, kind)
                .map(spec -> spec.object(NAMES).string("plural"))
                .orElseGet(() -> Resources.of(kind));
    }

    /** Whether objects of a kind are in namespaces; a kind that is not known is. */
    public boolean isNamespaced(String apiVersion, String kind) {
        return spec(apiVersion, kind)
                .map(spec -> !spec.string("scope").equals("Cluster"))
                .orElseGet(() -> Resources.isNamespaced(apiVersion, kind));
    }

    /** Whether it is known if objects of a kind are in namespaces: not of a custom kind without its definition. */
    boolean isKnown(String apiVersion, String kind) {
        GroupVersion version = GroupVersion.parse(apiVersion);
        return spec(apiVersion, kind).isPresent()
                || !version.group().contains(".")
                || OWN.matcher(version.group()).matches();
    }

    /** The resource whose kind or singular a rule names; empty if a definition has a resource of the name. */
    Optional<String> plural(String group, String name) {
        List<ObjectValue> names = specs.values().stream()
                .filter(spec -> spec.string("group").equals(group))
                .map(spec -> spec.object(NAMES))
                .toList();
        return names.stream().anyMatch(one -> one.string("plural").equals(name))
                ? Optional.empty()
                : names.stream()
                        .filter(one -> one.string("kind").equalsIgnoreCase(name)
                                || one.string("singular").equals(name))
                        .map(one -> one.string("plural"))
                        .findFirst();
    }
}
