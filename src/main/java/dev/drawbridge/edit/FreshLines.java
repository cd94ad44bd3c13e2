package dev.drawbridge.edit;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import java.util.ArrayList;
import java.util.List;

/** New entries as lines of a block. */
final class FreshLines {

    /** The lines of an entry: a list of objects has a line for each of their entries, other values take one line. */
    static List<String> of(String key, Value value) {
        List<String> lines = new ArrayList<>();
        if (!(value instanceof ListValue list)
                || list.size() == 0
                || list.objects().size() < list.size()) {
            return List.of(key + ": " + ScalarText.of(value, ""));
        }
        lines.add(key + ":");
        list.objects().forEach(object -> lines.addAll(ofItem(object)));
        return lines;
    }

    /** The lines of a list item: an object has a line for each entry. */
    static List<String> ofItem(Value item) {
        if (!(item instanceof ObjectValue object) || object.size() == 0) {
            return List.of("- " + ScalarText.of(item, ""));
        }
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < object.size(); i++) {
            String entry = ScalarText.of(object.key(i), "") + ": " + ScalarText.of(object.value(i), "");
            lines.add((i == 0 ? "- " : "  ") + entry);
        }
        return lines;
    }
}
