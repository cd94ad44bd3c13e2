package dev.drawbridge.workload;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.manifest.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the pod templates of objects: for kinds in the table or the settings, at the given places; for others, wherever
 * an object looks like a pod's specification.
 */
public final class PodTemplates {

    /** Kinds that contain examples or copies of pods, and create none. */
    private static final Set<String> NEVER_SEARCHED = Set.of(
            "CustomResourceDefinition",
            "ConfigMap",
            "Secret",
            "ControllerRevision",
            "ValidatingAdmissionPolicy",
            "MutatingAdmissionPolicy",
            "List");

    /** Fields that contain a status or a schema rather than a specification. */
    private static final Set<String> NEVER_ENTERED =
            Set.of("status", "openAPIV3Schema", "schema", "properties", "metadata", "managedFields", "data");

    private static final List<String> CLAIM_FIELDS =
            List.of("name", "resourceClaimName", "resourceClaimTemplateName", "source");

    private static final int MAX_DEPTH = 16;

    private final List<WorkloadKind> more;

    /** Uses the table and the rows of the settings. */
    public PodTemplates(List<WorkloadKind> more) {
        this.more = List.copyOf(more);
    }

    /** Uses only the table. */
    public PodTemplates() {
        this(List.of());
    }

    /**
     * Parses a row of the settings: {@code GROUP/KIND PATH}, such as {@code example.com/Training
     * spec.workers[].template.spec}.
     *
     * @throws IllegalArgumentException IllegalArgumentException with a message if it is malformed
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
        return new WorkloadKind(parts[0].substring(0, slash), parts[0].substring(slash + 1), parts[1], "the settings");
    }

    /** The templates of an object, in the order of the table. */
    public List<PodTemplate> of(Manifest manifest) {
        String group = group(manifest.apiVersion());
        List<WorkloadKind> rows = rows(group, manifest.kind());
        if (rows.isEmpty() && isKubernetesOwn(group)) {
            return List.of();
        }
        List<PodTemplate> found = new ArrayList<>();
        for (WorkloadKind row : rows) {
            new Walk(manifest, row, found).walk();
        }
        // A version of a known kind may have its templates in other places.
        if (found.isEmpty() && !isKubernetesOwn(group) && !NEVER_SEARCHED.contains(manifest.kind())) {
            search(manifest, manifest.object(), FieldPath.ROOT, found, 0);
        }
        return found;
    }

    /** The templates with claims of an object of a custom kind, whose pods only its controller makes. */
    List<PodTemplate> ofCustomKind(Manifest manifest) {
        if (isKubernetesOwn(group(manifest.apiVersion()))) {
            return List.of();
        }
        return of(manifest).stream().filter(PodTemplate::mentionsClaims).toList();
    }

    /** Whether the controller adds parts of other objects: a claim that a container uses may be declared there. */
    public static boolean isCompleted(PodTemplate template) {
        return WorkloadKinds.COMPLETED.contains(group(template.manifest().apiVersion()));
    }

    /** Whether the controller copies it unchanged, so that the API server refuses its pods for any mistake in it. */
    static boolean isCopied(PodTemplate template) {
        return !template.isGuessed()
                && WorkloadKinds.COPIED.contains(group(template.manifest().apiVersion()));
    }

    private List<WorkloadKind> rows(String group, String kind) {
        List<WorkloadKind> rows = WorkloadKinds.of(group, kind);
        if (more.isEmpty()) {
            return rows;
        }
        List<WorkloadKind> all = new ArrayList<>(rows);
        more.stream()
                .filter(row -> row.group().equals(group) && row.kind().equals(kind))
                .forEach(all::add);
        return all;
    }

    /** Kubernetes' own groups, whose kinds with pods are all in the table. */
    private static boolean isKubernetesOwn(String group) {
        return group.isEmpty()
                || group.indexOf('.') < 0
                || group.endsWith(".k8s.io") && !group.contains(".x-k8s.io") && !group.startsWith("sparkoperator");
    }

    private static String group(String apiVersion) {
        int slash = apiVersion.indexOf('/');
        return slash < 0 ? "" : apiVersion.substring(0, slash);
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
            if (!NEVER_ENTERED.contains(object.key(i))) {
                search(manifest, object.value(i), path.child(object.key(i)), found, depth + 1);
            }
        }
    }

    /**
     * Whether an object looks like the specification of a pod with claims: it has named containers, and a claim that
     * has a name or a source.
     */
    private static boolean isPodSpec(ObjectValue object) {
        List<ObjectValue> containers = object.list("containers").objects();
        return !containers.isEmpty()
                && containers.stream().noneMatch(one -> one.string("name").isEmpty())
                && object.list(PodTemplate.CLAIMS).objects().stream()
                        .anyMatch(claim -> CLAIM_FIELDS.stream().anyMatch(claim::has));
    }

    /** A walk along the path of a row. */
    private static final class Walk {

        private final Manifest manifest;
        private final WorkloadKind row;
        private final String[] steps;
        private final List<PodTemplate> found;

        /** The current entries of lists and maps, to read counts next to the template. */
        private final List<FieldPath> entries = new ArrayList<>();

        Walk(Manifest manifest, WorkloadKind row, List<PodTemplate> found) {
            this.manifest = manifest;
            this.row = row;
            this.steps = row.path().split("\\.");
            this.found = found;
        }

        void walk() {
            walk(manifest.object(), FieldPath.ROOT, 0);
        }

        private void walk(ObjectValue object, FieldPath path, int step) {
            if (step == steps.length) {
                if (object.list(row.claimsField()).size() > 0 || object.has("containers")) {
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
            }
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
                    value = list.get(index(entries.get(entered++)));
                } else if (step.endsWith("{}") && value instanceof ObjectValue map) {
                    value = map.get(String.valueOf(entries.get(entered++).name()));
                }
            }
            return value;
        }

        private static int index(FieldPath entry) {
            return entry.index();
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
