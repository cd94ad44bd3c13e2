package dev.drawbridge.edit;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.yaml.SourceNode.Entry;
import dev.drawbridge.document.yaml.SourceNode.Mapping;

/**
 * The source of an object's entry.
 *
 * @param mapping the object in the text
 * @param entry the index among its written entries
 * @param value the parsed object
 * @param index the index of the entry in the parsed object
 */
record Home(Mapping mapping, int entry, ObjectValue value, int index) {

    Entry written() {
        return mapping.entries().get(entry);
    }
}
