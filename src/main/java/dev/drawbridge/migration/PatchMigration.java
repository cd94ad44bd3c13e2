package dev.drawbridge.migration;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.edit.EditableText;
import dev.drawbridge.edit.Rewriting;
import dev.drawbridge.field.Position;
import dev.drawbridge.schema.ConvertedPlace;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.Scheme;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Migrates kustomize patches: inline patches of a kustomization, with their targets, and files of JSON 6902 operations.
 *
 * <p>Source: {@code sigs.k8s.io/kustomize/api/types}, Kustomization and Selector; RFC 6902.
 */
record PatchMigration(
        Scheme scheme, KubernetesRelease release, String to, ObjectMigration objects, MigrationBlocker blocker) {

    private static final List<String> FIELDS = List.of("patches", "patchesJson6902", "patchesStrategicMerge");
    private static final String GROUP = ResourceApi.GROUP + "/";

    /** The most frequent version in public manifests: assumed for a patch without a version, if it fits. */
    private static final String USUAL = GROUP + "v1beta1";

    /** Whether a document is a kustomization: it has patches, and belongs to no other API. */
    static boolean isKustomization(Value document) {
        return document instanceof ObjectValue object
                && (object.string("apiVersion").isEmpty()
                        || object.string("apiVersion").startsWith("kustomize.config.k8s.io/"))
                && FIELDS.stream().anyMatch(field -> object.get(field) instanceof ListValue);
    }

    /** The kustomization with migrated patches and targets; the same instance if none changes. */
    Value kustomization(ObjectValue kustomization, List<MigratedObject> found) {
        ObjectValue migrated = kustomization;
        for (String field : FIELDS) {
            if (kustomization.get(field) instanceof ListValue patches) {
                ListValue changed = patches.mapped(patch -> patch(patch, found));
                migrated = changed == patches ? migrated : migrated.with(field, changed);
            }
        }
        return migrated;
    }

    private Value patch(Value entry, List<MigratedObject> found) {
        if (entry instanceof StringValue text && text.value().indexOf('\n') >= 0) {
            return text(text, null, found);
        }
        if (!(entry instanceof ObjectValue patch)) {
            return entry;
        }
        PatchTarget target = PatchTarget.of(patch.object("target"));
        int before = found.size();
        ObjectValue migrated = patch;
        if (patch.get("patch") instanceof StringValue text) {
            Value other = text(text, target, found);
            migrated = other == text ? migrated : migrated.with(patch.indexOf("patch"), other);
        }
        if (target == null) {
            return migrated;
        }
        boolean isRefused = found.subList(before, found.size()).stream().anyMatch(MigratedObject::isRefused);
        if (!isRefused && !target.apiVersion().isEmpty()) {
            migrated = retargeted(migrated, target, found);
        }
        Optional<String> blocked = blocker.reason(target.key());
        List<MigratedObject> all = found.subList(before, found.size());
        all.replaceAll(one -> one.patching(target));
        blocked.ifPresent(why -> all.replaceAll(one -> one.isRefused() ? one : one.refused(why)));
        return blocked.isPresent() ? patch : migrated;
    }

    private ObjectValue retargeted(ObjectValue patch, PatchTarget target, List<MigratedObject> found) {
        Optional<String> newest = ResourceApi.newestVersion(target.kind(), release, to);
        if (newest.isEmpty() || !ResourceApi.isOlder(target.apiVersion(), newest.get())) {
            return patch;
        }
        ObjectValue selector = patch.object("target");
        int entry = selector.indexOf("version");
        int line = line(selector.value(entry).position());
        found.add(new MigratedObject(
                line, "target " + target.kind() + " of a patch", target.key(), target.apiVersion(), newest.get(), ""));
        String version = newest.get().substring(GROUP.length());
        return patch.with(patch.indexOf("target"), selector.with(entry, new StringValue(version, null)));
    }

    private Value text(StringValue patch, @Nullable PatchTarget target, List<MigratedObject> found) {
        EditableText source = EditableText.read(patch.value().getBytes(StandardCharsets.UTF_8));
        Map<Integer, Value> values = new LinkedHashMap<>();
        int before = found.size();
        List<ReadResult> documents = source.documents();
        for (int i = 0; i < documents.size(); i++) {
            if (documents.get(i) instanceof Document document) {
                Value migrated = document(document.value(), target, found);
                if (migrated != document.value()) {
                    values.put(i, migrated);
                }
            }
        }
        int line = line(patch.position());
        List<MigratedObject> own = found.subList(before, found.size());
        own.replaceAll(one -> one.inLine(line));
        if (values.isEmpty()) {
            return patch;
        }
        Rewriting rewriting = source.rewrite(values);
        if (!rewriting.refused().isEmpty()) {
            String reason = rewriting.refused().values().iterator().next();
            own.replaceAll(one -> one.isRefused() ? one : one.refused(reason));
            return patch;
        }
        return new StringValue(rewriting.text(), null);
    }

    private Value document(Value document, @Nullable PatchTarget target, List<MigratedObject> found) {
        if (document instanceof ListValue operations) {
            return target == null ? document : operations(operations, target, found);
        }
        if (document instanceof ObjectValue object && !object.has("apiVersion") && target != null) {
            return objects.one(object, target.apiVersion(), target.kind(), found);
        }
        return objects.migrate(document, found);
    }

    /** JSON 6902 operations on an object; the same instance if none changes, or one has no equivalent. */
    Value operations(ListValue operations, PatchTarget target, List<MigratedObject> found) {
        Optional<String> newest = ResourceApi.newestVersion(target.kind(), release, to);
        if (newest.isEmpty()) {
            return operations;
        }
        boolean isNamed = ResourceApi.isOlder(target.apiVersion(), newest.get());
        String from = isNamed ? target.apiVersion() : USUAL;
        if (!ResourceApi.isOlder(from, newest.get())) {
            return operations;
        }
        Operations migrated = new Operations(target.kind(), from, newest.get());
        ListValue changed = operations.mapped(item -> item instanceof ObjectValue one ? migrated.of(one) : item);
        String name = "JSON 6902 patch of " + target.kind();
        MigratedObject patch =
                new MigratedObject(line(operations.position()), name, target.key(), from, newest.get(), "");
        // Without a version, operations that do not fit the usual version are assumed to be for a newer one.
        if (!migrated.reasons.isEmpty() && isNamed) {
            found.add(patch.refused(String.join("; ", migrated.reasons)));
            return operations;
        }
        if (!migrated.isChanged || !migrated.reasons.isEmpty()) {
            return operations;
        }
        Optional<String> blocked = blocker.reason(target.key());
        found.add(blocked.map(patch::refused).orElse(patch));
        return blocked.isPresent() ? operations : changed;
    }

    private static int line(@Nullable Position position) {
        return position == null ? 1 : position.line();
    }

    /** Operations on one kind, from one version to another. */
    private final class Operations {

        private final String kind;
        private final String from;
        private final String newest;
        private final List<String> reasons = new ArrayList<>();
        private boolean isChanged;

        Operations(String kind, String from, String newest) {
            this.kind = kind;
            this.from = from;
            this.newest = newest;
        }

        ObjectValue of(ObjectValue operation) {
            ObjectValue migrated = operation;
            for (String field : List.of("path", "from")) {
                if (operation.get(field) instanceof StringValue pointer) {
                    boolean hasValue = field.equals("path") && operation.has("value");
                    migrated = place(migrated, field, pointer.value(), hasValue ? operation.get("value") : null);
                }
            }
            return migrated;
        }

        private ObjectValue place(ObjectValue operation, String field, String pointer, @Nullable Value value) {
            if (pointer.equals("/apiVersion")) {
                reasons.add("an operation on " + pointer + " changes the version");
                return operation;
            }
            List<String> path = steps(pointer);
            Optional<ConvertedPlace> place = scheme.converted(from, kind, path, value, newest, release);
            if (place.isEmpty() || !place.get().lost().isEmpty()) {
                String name = from.substring(GROUP.length());
                reasons.add(pointer
                        + (place.isEmpty()
                                ? " is not a field in " + name
                                : " has a field without an equivalent in " + newest));
                return operation;
            }
            ObjectValue migrated = operation;
            if (!place.get().path().equals(path)) {
                isChanged = true;
                migrated = migrated.with(
                        operation.indexOf(field),
                        new StringValue(pointer(place.get().path()), null));
            }
            Value other = place.get().value();
            if (value != null && other != null && !JsonEquality.same(value, other)) {
                isChanged = true;
                migrated = migrated.with(operation.indexOf("value"), other);
            }
            return migrated;
        }
    }

    private static List<String> steps(String pointer) {
        return pointer.isEmpty()
                ? List.of()
                : Arrays.stream(pointer.substring(1).split("/", -1))
                        .map(step -> step.replace("~1", "/").replace("~0", "~"))
                        .toList();
    }

    private static String pointer(List<String> steps) {
        return steps.stream()
                .map(step -> "/" + step.replace("~", "~0").replace("/", "~1"))
                .collect(Collectors.joining());
    }
}
