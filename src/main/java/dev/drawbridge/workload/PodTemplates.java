package dev.drawbridge.workload;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.manifest.InnerObjects;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.ResourceApi.TypeName;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds pod templates: at the places of the table or the settings, or where an object looks like a pod. */
public final class PodTemplates {

    // @formatter:off
    /** Kinds that contain examples or copies of pods, and create none. */
    private static final Set<String> NEVER_SEARCHED = Set.of(
        "CustomResourceDefinition", "ConfigMap", "Secret", "ControllerRevision", "ValidatingAdmissionPolicy",
        "MutatingAdmissionPolicy", "List");
    // @formatter:on

    private static final int MAX_DEPTH = 16;

    private final List<WorkloadKind> more;
    private final List<WorkloadKind> claimTemplates;

    /**
     * Uses the table and the rows of the settings.
     *
     * @param more where objects have pods
     * @param claimTemplates where objects have the names of ResourceClaimTemplates that their controllers create
     */
    public PodTemplates(List<WorkloadKind> more, List<WorkloadKind> claimTemplates) {
        this.more = List.copyOf(more);
        this.claimTemplates = List.copyOf(claimTemplates);
    }

    /** Uses only the table. */
    public PodTemplates() {
        this(List.of(), List.of());
    }

    /** The names of the ResourceClaimTemplates that the object's controller creates, according to the settings. */
    public List<String> claimTemplates(Manifest manifest) {
        List<String> names = new ArrayList<>();
        for (WorkloadKind row : rowsOf(claimTemplates, ResourceApi.group(manifest.apiVersion()), manifest.kind())) {
            names.addAll(new Walk(manifest, row, new ArrayList<>()).texts());
        }
        return names;
    }

    /**
     * Parses a row of the settings: {@code GROUP/KIND PATH}, such as {@code example.com/Training
     * spec.workers[].template.spec}.
     *
     * @throws IllegalArgumentException with a message if it is malformed
     */
    public static WorkloadKind row(String text) {
        String[] parts = text.strip().split("\\s+");
        int slash = parts[0].lastIndexOf('/');
        boolean isPath =
                parts.length == 2 && parts[1].matches("[A-Za-z0-9_-]+(\\[]|\\{})?(\\.[A-Za-z0-9_-]+(\\[]|\\{})?)*");
        if (slash <= 0 || slash == parts[0].length() - 1 || !isPath) {
            throw new IllegalArgumentException("expected \"GROUP/KIND PATH\", such as \"example.com/Training"
                    + " spec.workers[].template.spec\"; found \"" + text + "\"");
        }
        return WorkloadKind.of(List.of(parts), "the settings");
    }

    /** The templates of an object, in the order of the table. */
    public List<PodTemplate> of(Manifest manifest) {
        String group = ResourceApi.group(manifest.apiVersion());
        List<WorkloadKind> rows = rows(group, manifest.kind());
        boolean isSearched = isCustom(manifest) && !NEVER_SEARCHED.contains(manifest.kind());
        if (rows.isEmpty() && !isSearched) {
            return List.of();
        }
        List<PodTemplate> found = new ArrayList<>();
        for (WorkloadKind row : rows) {
            new Walk(manifest, row, found).texts();
        }
        // A version of a known kind may have its templates in other places.
        if (isSearched && found.stream().noneMatch(template -> template.loose() != null)) {
            if (found.isEmpty()) {
                search(manifest, manifest.object(), FieldPath.ROOT, found, 0);
            }
            addLoose(manifest, found);
        }
        return found;
    }

    /** The templates of an object; if no release serves its type, those of the type that it probably means. */
    public List<PodTemplate> ofProbable(Manifest manifest) {
        TypeName type = ResourceApi.probable(manifest.apiVersion(), manifest.kind());
        return of(manifest.as(type.apiVersion(), type.kind()));
    }

    private static void addLoose(Manifest manifest, List<PodTemplate> found) {
        Map<ObjectValue, List<ClaimEntry>> pods = new IdentityHashMap<>();
        found.forEach(pod -> pods.put(pod.spec(), pod.declarations()));
        LooseClaims loose = new LooseClaims(manifest.object(), FieldPath.ROOT, pods, false);
        if (loose.isChecked()) {
            found.add(
                    new PodTemplate(manifest, manifest.object(), FieldPath.ROOT, PodTemplate.ANYWHERE, 1, true, loose));
        }
    }

    /** The namespace of the pods that an object creates; empty if it is not known. */
    public static String namespace(Manifest manifest, String otherwise) {
        String target = InnerObjects.namespace(manifest);
        boolean isElsewhere = isCustom(manifest)
                && (manifest.kind().isEmpty()
                        || manifest.kind().startsWith("Cluster")
                        || manifest.kind().startsWith("Application")
                        || manifest.kind().startsWith("HelmChart"));
        String namespace = !target.isEmpty() ? target : isElsewhere ? "" : manifest.namespace(otherwise);
        return Placeholders.isIn(namespace) ? "" : namespace;
    }

    /** The templates with claims or devices of an object of a custom kind, whose pods only its controller makes. */
    List<PodTemplate> ofCustomKind(Manifest manifest) {
        if (!isCustom(manifest)) {
            return List.of();
        }
        return of(manifest).stream()
                .filter(one -> one.mentionsClaims() || one.mentionsDevices())
                .toList();
    }

    /** Whether the table or the settings have the pods of a kind. */
    boolean areKnown(Manifest manifest) {
        return !rows(ResourceApi.group(manifest.apiVersion()), manifest.kind()).isEmpty();
    }

    private List<WorkloadKind> rows(String group, String kind) {
        List<WorkloadKind> all = new ArrayList<>(WorkloadKinds.of(group, kind));
        all.addAll(rowsOf(more, group, kind));
        return all;
    }

    private static List<WorkloadKind> rowsOf(List<WorkloadKind> all, String group, String kind) {
        return all.stream()
                .filter(row -> row.group().equals(group) && row.kind().equals(kind))
                .toList();
    }

    /** Whether the object is of a custom kind, or the values of a chart, which have no kind. */
    private static boolean isCustom(Manifest manifest) {
        boolean isValues = manifest.apiVersion().isEmpty()
                && manifest.kind().isEmpty()
                && !manifest.object().has("metadata");
        return isValues || !WorkloadKind.isKubernetesOwn(ResourceApi.group(manifest.apiVersion()));
    }

    private static void search(Manifest manifest, Value value, FieldPath path, List<PodTemplate> found, int depth) {
        if (depth > MAX_DEPTH) {
            return;
        }
        if (value instanceof ListValue list) {
            for (int i = 0; i < list.size(); i++) {
                search(manifest, list.get(i), path.index(i), found, depth + 1);
            }
        }
        if (!(value instanceof ObjectValue object)) {
            return;
        }
        if (isPodSpec(object)) {
            found.add(new PodTemplate(manifest, object, path, PodTemplate.CLAIMS, 1, true));
            return;
        }
        for (int i = 0; i < object.size(); i++) {
            if (!LooseClaims.NEVER_ENTERED.contains(object.key(i))) {
                search(manifest, object.value(i), path.child(object.key(i)), found, depth + 1);
            }
        }
    }

    /** Whether an object looks like a pod's specification: named containers, and a claim with a name or a source. */
    private static boolean isPodSpec(ObjectValue object) {
        List<ObjectValue> containers = object.list("containers").objects();
        return !containers.isEmpty()
                && containers.stream().noneMatch(one -> one.string("name").isEmpty())
                && object.list(PodTemplate.CLAIMS).objects().stream().anyMatch(ClaimEntry::isOne);
    }

    /** A walk along the path of a row. */
    private static final class Walk {

        private final Manifest manifest;
        private final WorkloadKind row;
        private final String[] steps;
        private final List<PodTemplate> found;
        private final List<String> texts = new ArrayList<>();

        /** The current entries of lists and maps, to read counts next to the template. */
        private final List<FieldPath> entries = new ArrayList<>();

        Walk(Manifest manifest, WorkloadKind row, List<PodTemplate> found) {
            this.manifest = manifest;
            this.row = row;
            this.steps = row.path().split("\\.");
            this.found = found;
        }

        private void walk(ObjectValue object, FieldPath path, int step) {
            if (step == steps.length) {
                if (row.claimsField().equals(PodTemplate.ANYWHERE)) {
                    LooseClaims loose = new LooseClaims(object, path, Map.of(), true);
                    if (loose.isChecked()) {
                        found.add(new PodTemplate(manifest, object, path, row.claimsField(), 1, false, loose));
                    }
                } else if (object.list(row.claimsField()).size() > 0 || object.has("containers")) {
                    found.add(new PodTemplate(manifest, object, path, row.claimsField(), replicas(), false));
                }
                return;
            }
            String name = name(steps[step]);
            FieldPath here = path.child(name);
            if (steps[step].endsWith("[]")) {
                ListValue list = object.list(name);
                for (int i = 0; i < list.size(); i++) {
                    enter(list.get(i), here.index(i), step);
                }
            } else if (steps[step].endsWith("{}")) {
                ObjectValue map = object.object(name);
                for (int i = 0; i < map.size(); i++) {
                    enter(map.value(i), here.child(map.key(i)), step);
                }
            } else if (object.get(name) instanceof ObjectValue next) {
                walk(next, here, step + 1);
            } else if (step == steps.length - 1 && object.get(name) instanceof StringValue text) {
                texts.add(text.value());
            }
        }

        List<String> texts() {
            walk(manifest.object(), FieldPath.ROOT, 0);
            return texts;
        }

        private void enter(Value value, FieldPath path, int step) {
            if (value instanceof ObjectValue entry) {
                entries.add(path);
                walk(entry, path, step + 1);
                entries.remove(entries.size() - 1);
            }
        }

        private long replicas() {
            long product = 1;
            for (int i = 0; i < row.counts().size(); i++) {
                long count = number(at(row.counts().get(i)));
                boolean isShared = i == row.counts().size() - 1
                        && !row.leader().isEmpty()
                        && at(row.leader()) instanceof ObjectValue;
                product *= isShared ? Math.max(0, count - 1) : count;
            }
            return product;
        }

        /** The value at a path of a row, within the current entries. */
        private @Nullable Value at(String path) {
            Value value = manifest.object();
            int entered = 0;
            for (String step : path.split("\\.")) {
                if (!(value instanceof ObjectValue object)) {
                    return null;
                }
                value = object.get(name(step));
                if (step.endsWith("[]") && value instanceof ListValue list) {
                    value = list.get(entries.get(entered++).index());
                } else if (step.endsWith("{}") && value instanceof ObjectValue map) {
                    value = map.get(String.valueOf(entries.get(entered++).name()));
                }
            }
            return value;
        }

        private static String name(String step) {
            return step.endsWith("[]") || step.endsWith("{}") ? step.substring(0, step.length() - 2) : step;
        }

        private static long number(@Nullable Value value) {
            return value instanceof NumberValue number && number.isIntegerBetween(0, Integer.MAX_VALUE)
                    ? Long.parseLong(number.text())
                    : 1;
        }
    }
}
