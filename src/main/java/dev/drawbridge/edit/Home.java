package dev.drawbridge.edit;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.yaml.SourceNode.Entry;
import dev.drawbridge.document.yaml.SourceNode.Mapping;

/**
 * Where an entry of an object is written.
 *
 * @param mapping the object as it is written
 * @param entry the place in its entries
 * @param value the object as it was read
 * @param index the place of the entry in it
 */
record Home(Mapping mapping, int entry, ObjectValue value, int index) {

    Entry written() {
        return mapping.entries().get(entry);
    }
}
