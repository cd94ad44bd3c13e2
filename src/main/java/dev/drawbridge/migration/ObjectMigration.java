package dev.drawbridge.migration;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Position;
import dev.drawbridge.schema.Converted;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.Scheme;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Migrates the objects of a document: itself, the entries of lists, and templates within other objects. */
record ObjectMigration(Scheme scheme, KubernetesRelease release, String to, MigrationBlocker blocker) {

    /** The maximum depth of nested objects; deeper ones are left unchanged. */
    private static final int MAX_DEPTH = 64;

    private static final int MAX_SHOWN = 3;
    private static final String LIST = "List";

    /** The value with migrated objects; the same instance if none changes. */
    Value migrate(Value document, List<MigratedObject> found) {
        return document instanceof ObjectValue object ? object(object, 0, found) : document;
    }

    private Value within(Value value, int depth, List<MigratedObject> found) {
        if (depth > MAX_DEPTH) {
            return value;
        }
        if (value instanceof ListValue list) {
            return list.mapped(item -> within(item, depth + 1, found));
        }
        if (!(value instanceof ObjectValue object)) {
            return value;
        }
        boolean isObject = depth == 0
                || object.get("metadata") instanceof ObjectValue
                || object.get("spec") instanceof ObjectValue;
        return isObject ? object(object, depth, found) : fields(object, depth, found);
    }

    private Value fields(ObjectValue object, int depth, List<MigratedObject> found) {
        // Up to Kubernetes 1.30 claims of pods have a source.
        boolean hasSources = release.compareTo(KubernetesRelease.K8S_1_31) < 0;
        return object.mapped((key, value) -> {
            Value moved = hasSources ? value : PodSources.without(key, value);
            if (moved != value) {
                Position line = value.position();
                found.add(MigratedObject.ofSources(line == null ? 1 : line.line()));
            }
            return within(moved, depth + 1, found);
        });
    }

    private Value object(ObjectValue object, int depth, List<MigratedObject> found) {
        String apiVersion = object.string("apiVersion");
        String kind = object.string("kind");
        if (apiVersion.startsWith("admission.k8s.io/")) {
            // A record of the object as it was sent.
            return object;
        }
        if (!apiVersion.startsWith(ResourceApi.GROUP + "/")) {
            Value migrated = fields(object, depth, found);
            String key = (kind + " " + object.object("metadata").string("name")).strip();
            found.replaceAll(one -> one.object().isEmpty() ? one.of(key) : one);
            return migrated;
        }
        if (kind.endsWith(LIST) && object.get("items") instanceof ListValue items) {
            return list(object, kind.substring(0, kind.length() - LIST.length()), items, found);
        }
        return one(object, apiVersion, kind, found);
    }

    /** A list of one kind, whose entries have its version by default. */
    private Value list(ObjectValue list, String kind, ListValue items, List<MigratedObject> found) {
        String apiVersion = list.string("apiVersion");
        int before = found.size();
        ListValue migrated =
                items.mapped(item -> item instanceof ObjectValue one ? one(one, apiVersion, kind, found) : item);
        List<MigratedObject> entries = found.subList(before, found.size());
        boolean isRefused = entries.stream().anyMatch(MigratedObject::isRefused);
        Optional<String> newest = ResourceApi.newestVersion(kind, release, to);
        if (isRefused) {
            entries.replaceAll(one -> one.isRefused() ? one : one.refused("another entry of the list was refused"));
        }
        if (isRefused || newest.isEmpty() || !ResourceApi.isOlder(apiVersion, newest.get())) {
            return list;
        }
        return list.with(list.indexOf("items"), migrated)
                .with(list.indexOf("apiVersion"), new StringValue(newest.get(), null));
    }

    /** An object in its new version; its version and kind may be those of its list. */
    Value one(ObjectValue object, String listVersion, String listKind, List<MigratedObject> found) {
        boolean isNamed = object.has("apiVersion");
        String apiVersion = isNamed ? object.string("apiVersion") : listVersion;
        String kind = object.has("kind") ? object.string("kind") : listKind;
        Optional<String> newest = ResourceApi.newestVersion(kind, release, to);
        if (!ResourceApi.isKind(kind) || newest.isPresent() && !ResourceApi.isOlder(apiVersion, newest.get())) {
            return object;
        }
        int line = object.position() == null ? 1 : object.position().line();
        String name = object.object("metadata").string("name");
        String key = (kind + " " + name).strip();
        MigratedObject old = new MigratedObject(line, key, key, apiVersion, apiVersion, "");
        if (newest.isEmpty()) {
            String why = ResourceApi.newestServing(apiVersion, kind).isEmpty()
                    ? "Kubernetes never had " + kind + " in this version"
                    : "Kubernetes " + release + " does not serve this kind; " + hint(apiVersion);
            found.add(old.refused(why));
            return object;
        }
        Optional<Converted> converted = scheme.converted(apiVersion, kind, object, newest.get(), release);
        if (converted.isEmpty()) {
            found.add(old.refused(
                    ResourceApi.newestServing(apiVersion, kind).isEmpty()
                            ? "Kubernetes never had " + kind + " in this version"
                            : "Kubernetes never converted " + apiVersion + "; " + hint(apiVersion)));
            return object;
        }
        if (!converted.get().lost().isEmpty()) {
            found.add(old.refused(reason(converted.get().lost(), apiVersion, newest.get())));
            return object;
        }
        Optional<String> blocked = blocker.reason(kind, key, object);
        if (blocked.isPresent()) {
            found.add(old.refused(blocked.get()));
            return object;
        }
        found.add(new MigratedObject(line, key, key, apiVersion, newest.get(), ""));
        ObjectValue migrated = converted.get().object();
        return isNamed ? migrated.with(migrated.indexOf("apiVersion"), new StringValue(newest.get(), null)) : migrated;
    }

    private static String hint(String apiVersion) {
        return apiVersion.endsWith("/v1alpha2")
                ? "write a DeviceClass for the ResourceClass, and requests for the parameters"
                : "delete it";
    }

    private static String reason(List<Converted.Lost> lost, String from, String to) {
        String fields = lost.stream()
                .limit(MAX_SHOWN)
                .map(field -> reason(field, from, to))
                .distinct()
                .collect(Collectors.joining("; "));
        return lost.size() > MAX_SHOWN ? fields + "; and " + (lost.size() - MAX_SHOWN) + " more" : fields;
    }

    private static String reason(Converted.Lost lost, String from, String to) {
        String field = lost.field()
                + (lost.position() == null ? "" : " (line " + lost.position().line() + ")");
        if (lost.isKnown()) {
            return field + " has no equivalent in " + to;
        }
        if (lost.field().startsWith("$")) {
            return field + " is a patch directive for fields that move; change the patch by hand";
        }
        return lost.elsewhere() == null
                ? field + " is an unknown field in " + from + "; remove it or fix the name"
                : field + " " + lost.elsewhere() + "; remove it or use its replacement";
    }
}
