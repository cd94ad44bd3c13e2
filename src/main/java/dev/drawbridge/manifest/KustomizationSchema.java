package dev.drawbridge.manifest;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a kustomization with their types. Source: {@code sigs.k8s.io/kustomize/api/types/kustomization.go},
 * kustomize 5.5.
 */
final class KustomizationSchema {

    static final String COMPONENT = "Component";

    private static final String GROUP = "kustomize.config.k8s.io/";

    /** Fields of a kustomization whose values, and the values in them, have these types: kustomize refuses others. */
    private record Fields(String type, Class<? extends Value> own, Class<? extends Value> inner, String names) {

        private List<String> all() {
            return List.of(names.split(" "));
        }

        /** The value that is of another type; null if none is. Go takes null for any type. */
        private @Nullable Value wrong(Value value) {
            return Stream.concat(
                            Stream.of(value).filter(one -> !own.isInstance(one)),
                            value.contents().stream().filter(one -> !inner.isInstance(one)))
                    .filter(one -> !(one instanceof NullValue))
                    .findFirst()
                    .orElse(null);
        }
    }

    private static final Fields MAPS = new Fields(
            "an object of strings", ObjectValue.class, StringValue.class, "commonLabels commonAnnotations openapi");

    // @formatter:off
    private static final List<Fields> FIELDS = List.of(
            MAPS,
            new Fields("a string", StringValue.class, Value.class, "apiVersion kind namespace namePrefix nameSuffix"),
            new Fields("a list of strings", ListValue.class, StringValue.class, "bases resources components"
                    + " buildMetadata patchesStrategicMerge configurations crds generators transformers validators"),
            new Fields("a list of objects", ListValue.class, ObjectValue.class, "configMapGenerator secretGenerator"
                    + " helmCharts helmChartInflationGenerator images imageTags labels patches patchesJson6902"
                    + " replacements replicas vars"),
            new Fields("an object", ObjectValue.class, Value.class, "metadata generatorOptions helmGlobals inventory"
                    + " sortOptions"));
    // @formatter:on

    private static final Set<String> KNOWN =
            FIELDS.stream().flatMap(one -> one.all().stream()).collect(Collectors.toSet());

    /** Whether it is one, and not an object of Flux in a file of this name. */
    static boolean isKustomization(ObjectValue document) {
        String version = document.string("apiVersion");
        return version.isEmpty() || version.startsWith(GROUP);
    }

    /** Why kustomize refuses the document of a kustomization. */
    static List<KustomizeFailure> refusals(String kustomization, ReadResult one) {
        List<KustomizeFailure> refusals = new ArrayList<>();
        if (one instanceof Unreadable bad) {
            String text = "the kustomization cannot be read: " + bad.reason();
            refusals.add(new KustomizeFailure(kustomization, bad.position(), text, ""));
        } else if (one instanceof Document read && read.value() instanceof ObjectValue document) {
            if (isKustomization(document)) {
                addRefusals(kustomization, document, refusals);
            }
        } else if (one instanceof Document read && !(read.value() instanceof NullValue)) {
            refusals.add(new KustomizeFailure(
                    kustomization, read.value().position(), "the kustomization is not an object", ""));
        }
        return refusals;
    }

    private static void addRefusals(String kustomization, ObjectValue document, List<KustomizeFailure> refusals) {
        String version = document.string("apiVersion");
        String kind = document.string("kind");
        if (!Set.of("", "Kustomization", COMPONENT).contains(kind)) {
            String text = "kind " + kind + " is not Kustomization or Component";
            refusals.add(new KustomizeFailure(kustomization, place(document, "kind"), text, "; fix it"));
        } else if (!Set.of("", GROUP + (kind.equals(COMPONENT) ? "v1alpha1" : "v1beta1"))
                .contains(version)) {
            String text = "apiVersion " + version + " is not that of a " + (kind.isEmpty() ? "Kustomization" : kind);
            refusals.add(new KustomizeFailure(kustomization, place(document, "apiVersion"), text, "; fix it"));
        }
        ObjectValue own = document.only(key -> !key.equals("apiVersion") && !key.equals("kind"));
        if (own.contents().stream()
                .allMatch(one -> one instanceof NullValue || one.json().equals("\"\""))) {
            refusals.add(new KustomizeFailure(kustomization, null, "the kustomization has no field", ""));
        }
        document.forEach((key, value) -> FIELDS.stream()
                .filter(one -> one.all().contains(key))
                .forEach(one -> addWrong(kustomization, key, one, value, refusals)));
        document.list("labels").objects().stream()
                .flatMap(one -> Stream.ofNullable(one.get("pairs")))
                .forEach(pairs -> addWrong(kustomization, "labels", MAPS, pairs, refusals));
        for (int i = 0; i < document.size(); i++) {
            String key = document.key(i);
            // Go takes a key in any case.
            String meant = KNOWN.stream().anyMatch(key::equalsIgnoreCase) ? null : Spelling.only(key, KNOWN);
            if (meant != null) {
                Position place = document.keyText(i).position();
                refusals.add(new KustomizeFailure(
                        kustomization, place, "unknown field " + key, "; did you mean " + meant + "?"));
            }
        }
    }

    private static @Nullable Position place(ObjectValue document, String field) {
        Value value = document.get(field);
        return value == null ? null : value.position();
    }

    private static void addWrong(
            String kustomization, String key, Fields fields, Value value, List<KustomizeFailure> refusals) {
        Value wrong = fields.wrong(value);
        if (wrong != null) {
            String text = key + ": expected " + fields.type + ", found " + wrong.typeName();
            refusals.add(new KustomizeFailure(kustomization, wrong.position(), text, ""));
        }
    }
}
