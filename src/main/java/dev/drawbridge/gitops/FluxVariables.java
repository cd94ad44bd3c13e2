package dev.drawbridge.gitops;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.gitops.FluxInventory.Item;
import dev.drawbridge.gitops.FluxInventory.Part;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.Substitution;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The variables that Kustomizations substitute after the build: {@code spec.postBuild}. */
public final class FluxVariables {

    private final FluxInventory inventory;
    private final @Nullable FluxInventory before;

    /** The files with encrypted values, by variable. */
    private final Map<String, String> encrypted = new HashMap<>();

    /** Variables of a revision, which an inventory receives; that of the base is null without a base. */
    FluxVariables(FluxInventory inventory, @Nullable FluxInventory before) {
        this.inventory = inventory;
        this.before = before;
    }

    /** The file with the encrypted value of a variable; null if there is none. */
    @Nullable
    String encryptedIn(String variable) {
        return encrypted.get(variable);
    }

    /** Whether something that is applied later may have variables of a Kustomization; only once. */
    static boolean wait(Manifest kustomization, Path outermost, FluxCluster cluster) {
        String namespace = kustomization.namespace("");
        boolean waits = references(kustomization)
                        .anyMatch(one ->
                                cluster.object(one.string("kind"), one.string("name"), namespace, outermost) == null)
                && cluster.waited.add(namespace + "/" + kustomization.name());
        if (waits) {
            cluster.lookAgain();
        }
        return waits;
    }

    private static ObjectValue postBuild(Manifest kustomization) {
        return kustomization.object().object("spec").object("postBuild");
    }

    private static Stream<ObjectValue> references(Manifest kustomization) {
        return postBuild(kustomization).list("substituteFrom").objects().stream();
    }

    /**
     * The variables of a Kustomization; those that the base sets and the head does not are empty, as Flux writes them.
     * Fails if a ConfigMap or Secret is lost that it needs.
     */
    Substitution of(Item item, Manifest kustomization, Path outermost, FluxCluster cluster) throws IOException {
        Map<String, @Nullable String> values = new HashMap<>();
        boolean isOpen = false;
        for (ObjectValue reference : references(kustomization).toList()) {
            String kind = reference.string("kind");
            String name = reference.string("name");
            Manifest object = cluster.object(kind, name, kustomization.namespace(""), outermost);
            Part data = new Part(item, kind + " " + name);
            boolean isLost = object == null && before != null && before.data().contains(data) && !cluster.mayMake(name);
            if (isLost && !reference.isTrue("optional")) {
                throw new IOException(kind + " " + name + " of substituteFrom is no longer in the tree");
            }
            isOpen |= object == null && !isLost;
            if (object != null) {
                inventory.data().add(data);
                addEncrypted(object, item, cluster);
                addData(object, values);
            }
        }
        add(postBuild(kustomization).object("substitute"), false, values);
        values.replaceAll((key, value) -> value == null || value.contains("${") ? null : value.replace("\n", ""));
        values.keySet().forEach(one -> inventory.variables().add(new Part(item, one)));
        if (before != null && !isOpen) {
            before.variables().stream()
                    .filter(one ->
                            one.of().equals(item) && !inventory.variables().contains(one))
                    .forEach(one -> values.put(one.name(), ""));
        }
        return new Substitution(values, isOpen);
    }

    private void addEncrypted(Manifest object, Item item, FluxCluster cluster) {
        if (object.object().has("sops")) {
            Manifest written = cluster.written(object.kind(), object.name());
            String file = written == null ? item.file() : written.file();
            Stream.of("data", "stringData")
                    .map(object.object()::object)
                    .forEach(data -> data.forEach((key, value) -> encrypted.put(key, file)));
        }
    }

    /** Adds the data of a ConfigMap or Secret; null for a value that is encrypted or malformed. */
    public static void addData(Manifest object, Map<String, @Nullable String> values) {
        add(object.object().object("data"), object.kind().equals("Secret"), values);
        add(object.object().object("stringData"), false, values);
    }

    private static void add(ObjectValue data, boolean isEncoded, Map<String, @Nullable String> values) {
        for (int i = 0; i < data.size(); i++) {
            String value = data.string(data.key(i));
            try {
                boolean isDecoded = isEncoded && !value.startsWith("ENC[");
                value = isDecoded ? new String(Base64.getMimeDecoder().decode(value), StandardCharsets.UTF_8) : value;
                values.put(data.key(i), value.startsWith("ENC[") ? null : value);
            } catch (IllegalArgumentException notEncoded) {
                values.put(data.key(i), null);
            }
        }
    }
}
