package dev.drawbridge.fix;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.Locator;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.Value;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.edit.Edit;
import dev.drawbridge.edit.EditableText;
import dev.drawbridge.edit.Rewriting;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Suggestion;
import dev.drawbridge.manifest.InnerObjects;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.rbac.AccessGap;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.ResourceApi.TypeName;
import dev.drawbridge.workload.TemplateValidator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Fixes mistakes with only one possible meaning, each validated on its own. A valid object is unchanged unless its
 * version is deprecated. Thread-safe.
 */
public final class Fixes {

    private final Verdicts verdicts;
    private final boolean isUnsafe;

    /**
     * Fixes the errors of these releases.
     *
     * @param releases null is the newest that serves the version of an object
     * @param isUnsafe whether to include fixes that a person must review
     */
    public Fixes(
            TemplateValidator validator,
            List<@Nullable KubernetesRelease> releases,
            GateSettings gates,
            DriverRegistry drivers,
            boolean isUnsafe) {
        this.verdicts = new Verdicts(validator, new ArrayList<>(releases), gates, drivers, null);
        this.isUnsafe = isUnsafe;
    }

    public Fixed fix(byte[] text) {
        return fix(text, List.of());
    }

    /** Fixes a text, and adds rules to its roles. */
    public Fixed fix(byte[] text, List<AccessGap> gaps) {
        EditableText source = EditableText.read(text);
        Map<Integer, Value> values = new LinkedHashMap<>();
        Map<Integer, List<ObjectFixes>> found = new LinkedHashMap<>();
        Map<Integer, List<AccessGap>> rules = new HashMap<>();
        List<ReadResult> documents = source.documents();
        for (int i = 0; i < documents.size(); i++) {
            boolean isOne = ManifestReader.secondManifest(
                            ObjectValue.orEmpty(documents.get(i).value()))
                    == null;
            if (isOne && documents.get(i) instanceof Document document) {
                List<ObjectFixes> ofDocument = new ArrayList<>();
                Map<Position, ObjectValue> changed = new HashMap<>();
                ManifestReader.objects(document.value()).forEach(one -> fix(one, ofDocument, changed, 0));
                Value fixed = changed.isEmpty() ? document.value() : replaced(document.value(), changed);
                List<AccessGap> added = new ArrayList<>();
                fixed = gaps.isEmpty() ? fixed : withRules(fixed, gaps, added);
                if (fixed != document.value()) {
                    values.put(i, fixed);
                }
                found.put(i, ofDocument);
                rules.put(i, added);
            }
        }
        Rewriting rewriting =
                values.isEmpty() ? new Rewriting(source.text(), List.of(), Map.of()) : source.rewrite(values);
        Fixed fixed =
                new Fixed(rewriting.text(), rewriting.edits(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        Map<Integer, List<Edit>> edits = source.byDocument(rewriting.edits());
        found.forEach((index, ofDocument) -> {
            String why = rewriting.refused().get(index);
            DocumentEdits own = new DocumentEdits(source, edits.getOrDefault(index, List.of()));
            ofDocument.forEach(fixes -> add(fixes, why, own, fixed));
            rules.getOrDefault(index, List.of()).forEach(gap -> add(gap, why, own, fixed));
        });
        // Several objects may share a part of the text.
        List<Suggestion> distinct = List.copyOf(new LinkedHashSet<>(fixed.fixes()));
        return new Fixed(fixed.text(), fixed.edits(), distinct, fixed.solved(), fixed.left());
    }

    private record DocumentEdits(EditableText source, List<Edit> edits) {

        List<Edit> of(@Nullable Position position, Suggestion fix, boolean isWhole) {
            if (isWhole) {
                return edits;
            }
            List<Edit> here = at(position);
            return here.isEmpty() ? at(fix.position()) : here;
        }

        List<Edit> after(Position position) {
            int place = source.offset(position);
            return edits.stream().filter(edit -> edit.begin() >= place).limit(1).toList();
        }

        /** The edit that contains or touches the position; an insertion may follow another edit. */
        private List<Edit> at(@Nullable Position position) {
            int place = position == null ? -1 : source.offset(position);
            int low = Edit.firstFrom(place, edits, Edit::end);
            int end = low;
            while (end < edits.size() && edits.get(end).begin() <= place) {
                end++;
            }
            return edits.subList(low, end);
        }
    }

    private static void add(ObjectFixes fixes, @Nullable String why, DocumentEdits edits, Fixed into) {
        if (why != null) {
            fixes.fixes().stream()
                    .map(fix -> new Fixed.Left(fix.position().line(), fix.what(), why))
                    .forEach(into.left()::add);
            left(fixes.mistakesBefore(), fixes.original(), into);
            return;
        }
        into.fixes().addAll(fixes.fixes());
        boolean isWhole = fixes.fixes().stream().anyMatch(fix -> fix.kind() == Suggestion.Kind.VERSION);
        for (ObjectFixes.Solved solved : fixes.solved()) {
            into.solved().add(new Fixed.Solved(solved, edits.of(solved.position(), solved.fix(), isWhole)));
        }
        left(fixes.mistakesLeft(), fixes.fixed(), into);
    }

    private static void add(AccessGap gap, @Nullable String why, DocumentEdits edits, Fixed into) {
        Suggestion fix = Objects.requireNonNull(gap.fix(), "has a place");
        if (why != null) {
            into.left().add(new Fixed.Left(fix.position().line(), fix.what(), why));
            return;
        }
        into.fixes().add(fix);
        FieldError error = new FieldError(ErrorType.REQUIRED, gap.path(), gap.message(), gap.origin(), fix.position());
        into.solved()
                .add(new Fixed.Solved(new ObjectFixes.Solved(error, fix.position(), fix), edits.after(fix.position())));
    }

    /** The value with the missing rules, each below the rule that needs it. */
    private static Value withRules(Value value, List<AccessGap> gaps, List<AccessGap> added) {
        if (!(value instanceof ObjectValue object)) {
            return value;
        }
        String field = object.get("items") instanceof ListValue ? "items" : "rules";
        ListValue entries = object.list(field);
        ListValue.Builder all = ListValue.at(entries.position());
        boolean isChanged = false;
        for (Value entry : entries.items()) {
            Value with = field.equals("items") ? withRules(entry, gaps, added) : entry;
            isChanged |= with != entry;
            all.add(with);
            for (AccessGap gap : gaps) {
                if (field.equals("rules")
                        && gap.fix() != null
                        && gap.fix().position().equals(entry.position())) {
                    all.add(gap.newRule());
                    added.add(gap);
                    isChanged = true;
                }
            }
        }
        return isChanged ? object.with(object.indexOf(field), all.build()) : object;
    }

    private static void left(List<FieldError> mistakes, ObjectValue object, Fixed into) {
        Set<String> distinct = new HashSet<>();
        for (FieldError error : mistakes) {
            String message = error.path() + ": " + error.message();
            boolean isOpen = error.badValue() != null && Placeholders.isIn(error.badValue());
            if (!isOpen && distinct.add(message)) {
                into.left().add(new Fixed.Left(line(error, object), message, ""));
            }
        }
    }

    /** The line of the error, or of the nearest parent that is in the text: a fix adds levels without a position. */
    private static int line(FieldError error, ObjectValue object) {
        Position position = Verdicts.position(error, object);
        for (FieldPath path = error.path(); position == null && path != null; path = path.parent()) {
            position = Locator.ofValue(object, path);
        }
        return position == null ? 1 : position.line();
    }

    /**
     * Fixes an object, or the objects in it.
     *
     * @param found gets the fixes of each object
     * @param changed gets the fixed objects, by their positions
     */
    private void fix(Manifest one, List<ObjectFixes> found, Map<Position, ObjectValue> changed, int depth) {
        if (depth > ObjectValue.MAX_AROUND_MANIFESTS) {
            return;
        }
        ObjectValue object = one.object();
        TypeName type = new TypeName(one.apiVersion(), one.kind());
        // First, since the pods of a Deployment in a Template look like the Template's own.
        int before = changed.size();
        for (Manifest inner : InnerObjects.in(one)) {
            boolean isMade = type.kind().equals(InnerObjects.GROVE);
            for (Manifest each : isMade ? List.of(inner) : ManifestReader.objects(inner.object())) {
                fix(each, found, changed, depth + 1);
            }
            if (isMade && inner.object().position() != null) {
                changed.computeIfPresent(inner.object().position(), (at, claim) -> InnerObjects.template(claim));
            }
        }
        // An alias is the object that it stands for.
        if (changed.size() == before
                && !changed.containsKey(object.position())
                && found.stream().noneMatch(other -> other.original() == object)
                && verdicts.validator().hasRulesFor(type.apiVersion(), type.kind(), object, true)) {
            boolean isOfList = !object.has("apiVersion") && !object.has("kind");
            ObjectFixes fixes = new ObjectFixes(verdicts, isUnsafe, object, type, isOfList, null);
            found.add(fixes);
            if (fixes.fixed() != object) {
                changed.put(Objects.requireNonNull(object.position(), "read from a text"), fixes.fixed());
            }
        }
    }

    private static Value replaced(Value value, Map<Position, ObjectValue> changed) {
        if (value instanceof ListValue list) {
            return list.mapped(item -> replaced(item, changed));
        }
        if (!(value instanceof ObjectValue object)) {
            return value;
        }
        ObjectValue copy = object.position() == null ? null : changed.get(object.position());
        return copy != null ? copy : object.mapped((key, field) -> replaced(field, changed));
    }
}
