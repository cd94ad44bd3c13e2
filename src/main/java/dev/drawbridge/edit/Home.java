package dev.drawbridge.edit;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.yaml.SourceNode.Entry;
import dev.drawbridge.document.yaml.SourceNode.Mapping;

/** The source of an object's entry: its index in the text's object, and in the parsed object. */
record Home(Mapping mapping, int entry, ObjectValue value, int index) {

    Entry written() {
        return mapping.entries().get(entry);
    }
}
