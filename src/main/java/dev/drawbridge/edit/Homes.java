package dev.drawbridge.edit;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.yaml.Merges;
import dev.drawbridge.document.yaml.SourceNode;
import dev.drawbridge.document.yaml.SourceNode.Entry;
import dev.drawbridge.document.yaml.SourceNode.Mapping;
import dev.drawbridge.document.yaml.SourceNode.Sequence;
import dev.drawbridge.field.Position;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The sources of the entries of a document's objects, by the positions of their keys. */
final class Homes {

    private final SourceNode root;
    private final Value before;
    private final Value after;
    private @Nullable Map<Position, Home> homes;
    private @Nullable Set<Position> kept;

    Homes(SourceNode root, Value before, Value after) {
        this.root = root;
        this.before = before;
        this.after = after;
    }

    private record Pair(SourceNode node, Value value) {}

    @Nullable
    Home of(Position key) {
        if (homes == null) {
            homes = found();
        }
        return homes.get(key);
    }

    /** Whether the entry whose key has this position is kept, anywhere in the document. */
    boolean isKept(Position key) {
        if (kept == null) {
            kept = keys();
        }
        return kept.contains(key);
    }

    private Map<Position, Home> found() {
        Map<Position, Home> found = new HashMap<>();
        Deque<Pair> open = new ArrayDeque<>(List.of(new Pair(root, before)));
        while (!open.isEmpty()) {
            Pair pair = open.pop();
            SourceNode node = pair.node.resolved();
            if (node instanceof Sequence list && pair.value instanceof ListValue items) {
                for (int i = items.size() - 1; i >= 0; i--) {
                    open.push(new Pair(list.items().get(i), items.get(i)));
                }
            } else if (node instanceof Mapping mapping && pair.value instanceof ObjectValue object) {
                int[] entries = entries(mapping, object);
                for (int i = object.size() - 1; i >= 0; i--) {
                    Entry entry = mapping.entries().get(entries[i]);
                    Position position = object.keyPosition(i);
                    if (!entry.isMerge()) {
                        if (position != null) {
                            found.putIfAbsent(position, new Home(mapping, entries[i], object, i));
                        }
                        open.push(new Pair(entry.value(), object.value(i)));
                    }
                }
            }
        }
        return found;
    }

    private Set<Position> keys() {
        Set<Position> keys = new HashSet<>();
        for (Value value : after.all()) {
            ObjectValue object = ObjectValue.orEmpty(value);
            IntStream.range(0, object.size())
                    .mapToObj(object::keyPosition)
                    .filter(Objects::nonNull)
                    .forEach(keys::add);
        }
        return keys;
    }

    /** The index of the written entry for each parsed entry; {@code <<} stands for several. */
    static int[] entries(Mapping mapping, ObjectValue object) {
        int[] entries = Merges.written(mapping).stream()
                .limit(object.size())
                .mapToInt(Integer::intValue)
                .toArray();
        if (entries.length < object.size()) {
            throw new IllegalStateException("an object has more entries than are written: " + object.excerpt());
        }
        return entries;
    }
}
