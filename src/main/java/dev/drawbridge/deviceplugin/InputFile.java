package dev.drawbridge.deviceplugin;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.edit.Edit;
import dev.drawbridge.edit.EditableText;
import dev.drawbridge.edit.Rewriting;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.manifest.Manifest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A file of the input, its objects, and their replacements. */
final class InputFile {

    private final String name;
    private final EditableText text;
    private final Map<Integer, Value> values = new LinkedHashMap<>();
    private final StringBuilder added = new StringBuilder();

    InputFile(String name, byte[] text) {
        this.name = name;
        this.text = EditableText.read(text);
    }

    /** An object of the file, in the document with this index, at a path of it. */
    record Placed(InputFile file, int document, FieldPath path, Manifest manifest) {}

    String name() {
        return name;
    }

    /** Whether documents can be added; a JSON file has only one. */
    boolean isYaml() {
        return !name.endsWith(".json");
    }

    /** The objects, including those in lists. */
    List<Placed> objects() {
        List<Placed> objects = new ArrayList<>();
        for (int i = 0; i < text.documents().size(); i++) {
            if (text.documents().get(i).value() instanceof ObjectValue object) {
                add(i, FieldPath.ROOT, object, objects);
            }
        }
        return objects;
    }

    private void add(int document, FieldPath path, ObjectValue object, List<Placed> into) {
        if (object.string("kind").equals("List") && object.get("items") instanceof ListValue items) {
            items.forEachObject((i, item) -> add(document, path.child("items").index(i), item, into));
            return;
        }
        Manifest manifest = new Manifest(name, "", object, object.string("apiVersion"), object.string("kind"));
        into.add(new Placed(this, document, path, manifest));
    }

    void put(Placed object, FieldPath path, Value value) {
        List<FieldPath> steps = new ArrayList<>(object.path().steps());
        steps.addAll(path.steps());
        Value before = values.getOrDefault(object.document(), text.value(object.document()));
        values.put(object.document(), with(before, steps, value));
    }

    private static Value with(Value root, List<FieldPath> steps, Value value) {
        if (steps.isEmpty()) {
            return value;
        }
        List<FieldPath> below = steps.subList(1, steps.size());
        String field = steps.get(0).name();
        if (field != null) {
            ObjectValue object = (ObjectValue) root;
            int entry = object.indexOf(field);
            return object.with(entry, with(object.value(entry), below, value));
        }
        return ((ListValue) root)
                .mapped((index, item) -> index == steps.get(0).index() ? with(item, below, value) : item);
    }

    void add(String document) {
        added.append("---\n").append(document);
    }

    /** Why the text cannot be changed this way; empty if it can. */
    String refusal() {
        return values.isEmpty()
                ? ""
                : text.rewrite(values).refused().values().stream().findFirst().orElse("");
    }

    Optional<Proposal.Change> change() {
        if (values.isEmpty() && added.isEmpty()) {
            return Optional.empty();
        }
        Rewriting rewriting = text.rewrite(values);
        String lineBreak = text.text().contains("\r\n") ? "\r\n" : "\n";
        String end = text.text().isEmpty() || text.text().endsWith("\n") ? "" : lineBreak;
        List<Edit> edits = new ArrayList<>(rewriting.edits());
        if (!added.isEmpty()) {
            int place = text.text().length();
            edits.add(new Edit(place, place, end + added.toString().replace("\n", lineBreak)));
        }
        return Optional.of(new Proposal.Change(name, text.text(), Edit.apply(text.text(), edits)));
    }
}
