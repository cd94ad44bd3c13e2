package dev.drawbridge.document.yaml;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Position;
import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A list or an object of YAML, to which entries are added until it ends. */
final class YamlCollection implements YamlNode {

    /** The next expected token, in a block (by indentation) or in a flow (in brackets). */
    // @formatter:off
    enum Next {
        BLOCK_ITEM, BLOCK_KEY, BLOCK_VALUE,
        /** An item of a list that is indented no deeper than the key before it. */
        INDENTLESS_ITEM,
        FIRST_FLOW_ITEM, FLOW_ITEM, FIRST_FLOW_KEY, FLOW_KEY, FLOW_VALUE,
        /** The missing value of a key that has neither a question mark nor a colon. */
        NO_FLOW_VALUE,
        /** The key of an item that is an object of one entry, without brackets of its own. */
        PAIR_KEY, PAIR_VALUE, PAIR_END
    }
    // @formatter:on

    private final ListValue.@Nullable Builder list;
    private final ObjectValue.@Nullable Builder object;
    private final Position position;
    private final long valuesBefore;
    private Next next;
    private @Nullable YamlScalar key;
    private boolean isMerge;

    /** The number of entries of the object, and those that a merge added. */
    private int entries;

    private final BitSet merged = new BitSet(0);
    private long size;
    private @Nullable Value value;

    /** Creates an empty list or object, as its first expected token decides, after so many values of the stream. */
    YamlCollection(Next first, Position position, long valuesBefore) {
        boolean isList = first == Next.BLOCK_ITEM || first == Next.INDENTLESS_ITEM || first == Next.FIRST_FLOW_ITEM;
        this.list = isList ? ListValue.at(position) : null;
        this.object = isList ? null : ObjectValue.at(position);
        this.position = position;
        this.next = first;
        this.valuesBefore = valuesBefore;
    }

    Value value() {
        return Objects.requireNonNull(value, "not ended");
    }

    Position position() {
        return position;
    }

    Next next() {
        return next;
    }

    void expect(Next then) {
        next = then;
    }

    boolean needsKey() {
        return key == null && object != null;
    }

    /** The key of the value that comes next, or what represents the entries of the object that comes next. */
    void setKey(YamlScalar scalar, boolean standsForEntries) {
        key = scalar;
        isMerge = standsForEntries;
    }

    void add(Value entry) {
        if (list != null) {
            list.add(entry);
        } else if (object != null && key != null) {
            if (isMerge) {
                merge(entry, object, key.position());
            } else {
                object.add(key.key(), entry, key.position());
                entries++;
            }
            key = null;
        }
    }

    /** Merges the entries of other objects, the last one first: Go lets the first one win. */
    private void merge(Value source, ObjectValue.Builder into, Position position) {
        if (source instanceof ListValue sources) {
            for (int i = sources.size() - 1; i >= 0; i--) {
                mergeObject(sources.get(i), into, position);
            }
        } else {
            mergeObject(source, into, position);
        }
    }

    private void mergeObject(Value source, ObjectValue.Builder into, Position position) {
        if (!(source instanceof ObjectValue from)) {
            throw new YamlException("<< needs a mapping or a list of mappings", position);
        }
        merged.set(entries, entries + from.size());
        entries += from.size();
        into.addAll(from);
    }

    /** The object without overridden entries of merges, and without those that a merge overrides. */
    private ObjectValue withoutOverridden(ObjectValue object) {
        BitSet kept = Merges.kept(object.keys(), merged);
        ObjectValue.Builder rest = ObjectValue.at(object.position());
        for (int i = kept.nextSetBit(0); i >= 0; i = kept.nextSetBit(i + 1)) {
            rest.add(object.key(i), object.value(i), object.keyPosition(i));
        }
        return rest.build();
    }

    /** The list or the object has all its entries. */
    void end(long valuesNow) {
        size = valuesNow - valuesBefore + 1;
        if (list != null) {
            value = list.build();
        } else {
            ObjectValue built = Objects.requireNonNull(object).build();
            value = merged.isEmpty() ? built : withoutOverridden(built);
        }
    }

    boolean hasEnded() {
        return value != null;
    }

    long size() {
        return size;
    }
}
