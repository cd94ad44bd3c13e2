package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.validation.Validator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The labels of namespaces, which admin access requires: those of the Namespaces in the input, and of namespaces that
 * are labelled according to the settings.
 */
final class Namespaces {

    private static final Map<String, String> LABELLED = Validator.ADMIN_ACCESS_LABELS.stream()
            .collect(Collectors.toUnmodifiableMap(label -> label, label -> "true"));

    /** Those that the API server does not delete: plugin/pkg/admission/namespace/lifecycle of Kubernetes. */
    static final Set<String> IMMORTAL = Set.of("default", "kube-system", "kube-public");

    private final String unnamed;
    private final Map<String, Map<String, String>> labels = new HashMap<>();

    Namespaces(CheckSettings.Input input, List<Manifest> namespaces) {
        unnamed = input.namespace();
        input.adminNamespaces().forEach(namespace -> labels.put(namespace, LABELLED));
        namespaces.forEach(this::add);
    }

    static boolean isNamespace(Manifest manifest) {
        return manifest.apiVersion().equals("v1") && manifest.kind().equals("Namespace");
    }

    static Map<String, String> labels(ObjectValue object) {
        return object.object("metadata").object("labels").texts();
    }

    private void add(Manifest namespace) {
        Map<String, String> texts = labels(namespace.object());
        namespace.places(namespace.name()).forEach(name -> labels.put(name, texts));
    }

    /** The labels of the namespace that the object is in; null if they are not known. */
    @Nullable
    Map<String, String> labels(Manifest manifest) {
        return labels.get(manifest.namespace(unnamed));
    }
}
