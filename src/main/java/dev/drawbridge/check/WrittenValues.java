package dev.drawbridge.check;

import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.Locator;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Kustomization;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.report.Finding;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The values in the resources and patches that kustomize combines. An operation of a JSON patch, and a field of a
 * strategic merge patch, is where a value was written that no resource has.
 */
final class WrittenValues {

    private static final ManifestReader READER = new ManifestReader();

    /** An object, or an operation of a JSON patch, and the string of the file that has it; null for the file itself. */
    private record Part(
            String file,
            Lines lines,
            ObjectValue object,
            ObjectValue target,
            boolean isPatch,
            @Nullable StringValue text) {

        private @Nullable Position inFile(@Nullable Position position) {
            Position begin = text == null ? null : text.position();
            return text == null || position == null || begin == null
                    ? position
                    : lines.within(begin, text.value(), position);
        }
    }

    /** The least ranks: the value is not that of the file, a patch changes something in it, is it, or removes it. */
    private static final int PATCHED = 1000;

    private static final int EQUAL = 2000;
    private static final int REMOVED = 3000;

    /** More steps than a path of the objects has; what follows them is one step. */
    private static final int MAX_STEPS = 100;

    /** A place where a value may be written; the higher the rank, the more likely. */
    private record Place(Part part, Position position, int rank) {}

    private final List<Part> parts = new ArrayList<>();

    /** The values of these texts, by the paths of their files. */
    WrittenValues(Map<String, byte[]> texts) {
        Kustomizations patches = new Kustomizations();
        texts.forEach((path, text) -> {
            if (Kustomizations.isKustomization(path)) {
                patches.add(path, text);
            }
        });
        texts.forEach((path, text) -> {
            boolean isPatch = !patches.reason(ManifestFiles.normalized(path)).isEmpty();
            Lines lines = new Lines(text);
            for (Manifest one : READER.read(path, text).manifests()) {
                if (one.kind().equals("Kustomization") || Kustomizations.isKustomization(path)) {
                    ObjectValue spec = one.object().object("spec");
                    addPatches(spec.size() == 0 ? one.object() : spec, path, lines);
                }
                AppliedObjects.kustomized(one).forEach(source -> addPatches(source.object("kustomize"), path, lines));
                if (!Kustomizations.isKustomization(path)) {
                    parts.add(new Part(path, lines, one.object(), patches.target(path), isPatch, null));
                }
            }
        });
    }

    /** Adds the patches in a kustomization, or in what Flux and Argo CD add to one. */
    private void addPatches(ObjectValue holder, String file, Lines lines) {
        for (String list : Kustomization.PATCHES) {
            for (Value entry : holder.list(list).items()) {
                Value patch = entry instanceof ObjectValue object ? object.get("patch") : entry;
                if (patch instanceof StringValue text && text.position() != null) {
                    byte[] bytes = text.value().getBytes(StandardCharsets.UTF_8);
                    ObjectValue target = ObjectValue.orEmpty(entry).object("target");
                    for (Manifest one : READER.read(file, bytes).manifests()) {
                        parts.add(new Part(file, lines, one.object(), target, true, text));
                    }
                }
            }
        }
    }

    /**
     * Where a value was written; null if no file has it.
     *
     * @param object the object that kustomize made
     * @param place the place of the value, or of its key, in it
     * @param field the path of a field that may be missing
     * @param hasExcerpt whether the line is shown
     */
    Finding.@Nullable Location of(ObjectValue object, Position place, String field, boolean hasExcerpt) {
        FieldPath path = Locator.before(object, place, true);
        Position start = path == null ? null : Locator.ofValue(object, path);
        if (path == null || start == null || start.line() != place.line()) {
            return null;
        }
        boolean isKey = place.equals(Locator.ofKey(object, path));
        List<Place> places = new ArrayList<>();
        for (Part part : parts) {
            ObjectValue own = part.object;
            if (own.has("op") ? isTarget(part.target, object) : isLike(own, object)) {
                Place found =
                        own.has("op") ? ofOperation(part, object, path, field) : ofObject(part, object, path, isKey);
                if (found != null) {
                    places.add(found);
                }
            }
        }
        return places.stream()
                .max(Comparator.comparing(Place::rank))
                .map(best -> new Finding.Location(
                        best.part.file, best.position, hasExcerpt ? best.part.lines.excerpt(best.position) : null))
                .orElse(null);
    }

    /** Whether a patch may be for an object: the fields of a target are regular expressions, which may match any. */
    private static boolean isTarget(ObjectValue target, ObjectValue object) {
        String kind = target.string("kind");
        String name = target.string("name");
        return (!isPlain(kind) || kind.isEmpty() || kind.equals(object.string("kind")))
                && (!isPlain(name) || object.object("metadata").string("name").contains(name));
    }

    private static boolean isPlain(String pattern) {
        return pattern.matches("[a-zA-Z0-9.-]*+");
    }

    /** Whether an object has the kind of another and its name, perhaps without a prefix and a suffix. */
    private static boolean isLike(ObjectValue own, ObjectValue object) {
        String name = own.object("metadata").string("name");
        return own.string("kind").equals(object.string("kind"))
                && !name.isEmpty()
                && object.object("metadata").string("name").contains(name);
    }

    private static @Nullable Place ofObject(Part part, ObjectValue object, FieldPath path, boolean isKey) {
        ObjectValue own = part.object;
        FieldPath same = same(own, object, path);
        Value value = same == null ? null : Locator.value(own, same);
        if (same == null || value == null) {
            return null;
        }
        boolean isEqual = JsonEquality.same(value, Locator.value(object, path));
        // Of objects whose names are in the name, the one with the longest is most likely.
        int letters = own.object("metadata").string("name").length();
        return place(
                part,
                isKey ? Locator.ofKey(own, same) : Locator.ofValue(own, same),
                (isEqual ? EQUAL : part.isPatch ? PATCHED : 0) + letters);
    }

    /** The path in another object, whose lists may have other entries: those of one name are the same. */
    private static @Nullable FieldPath same(Value own, Value object, FieldPath path) {
        FieldPath same = FieldPath.ROOT;
        Value at = object;
        for (FieldPath step : path.steps()) {
            at = Objects.requireNonNull(Locator.value(at, FieldPath.ROOT.stepLike(step)));
            String name = step.isEntry() ? ObjectValue.orEmpty(at).string("name") : "";
            FieldPath next = name.isEmpty() ? same.stepLike(step) : null;
            ListValue list = Locator.value(own, same) instanceof ListValue found ? found : ListValue.EMPTY;
            for (int i = 0; i < list.size() && next == null; i++) {
                next = ObjectValue.orEmpty(list.get(i)).string("name").equals(name) ? same.index(i) : null;
            }
            if (next == null) {
                return null;
            }
            same = next;
        }
        return same;
    }

    private static @Nullable Place ofOperation(Part part, ObjectValue object, FieldPath path, String field) {
        ObjectValue operation = part.object;
        FieldPath target = FieldPath.ROOT;
        Value at = object;
        for (String step : operation.string("path").replaceFirst("^/", "").split("/", MAX_STEPS)) {
            String name = step.replace("~1", "/").replace("~0", "~");
            int size = at instanceof ListValue list ? list.size() : 0;
            target = size == 0 || !name.matches("-|\\d{1,9}")
                    ? target.child(name)
                    : target.index(name.equals("-") ? size - 1 : Integer.parseInt(name));
            at = at == null ? null : Locator.value(at, FieldPath.ROOT.stepLike(target));
        }
        Position place = Locator.ofValue(operation, FieldPath.of("path"));
        if (operation.string("op").equals("remove") && isWithin(field, target.toString())) {
            return place(part, place, REMOVED);
        }
        if (!isWithin(path.toString(), target.toString())) {
            return isWithin(target.toString(), path.toString()) ? place(part, place, PATCHED) : null;
        }
        FieldPath inner = FieldPath.of("value");
        List<FieldPath> steps = path.steps();
        for (FieldPath step : steps.subList(target.steps().size(), steps.size())) {
            inner = inner.stepLike(step);
        }
        boolean isEqual = JsonEquality.same(Locator.value(operation, inner), Locator.value(object, path));
        return isEqual ? place(part, Locator.ofValue(operation, inner), EQUAL) : null;
    }

    private static boolean isWithin(String path, String other) {
        return path.equals(other) || path.startsWith(other + ".") || path.startsWith(other + "[");
    }

    private static @Nullable Place place(Part part, @Nullable Position position, int rank) {
        Position inFile = part.inFile(position);
        return inFile == null ? null : new Place(part, inFile, rank);
    }
}
