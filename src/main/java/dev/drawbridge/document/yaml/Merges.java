package dev.drawbridge.document.yaml;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The entries that count in a mapping with merges, {@code <<}: the last one of a key wins, and only keys that are both
 * written are duplicates.
 *
 * <p>Source: {@code sigs.k8s.io/yaml/goyaml.v2/decode.go}, mapping and merge.
 */
public final class Merges {

    private Merges() {}

    /** The entries that no other overrides; the keys are in the order in which Go reads them. */
    static BitSet kept(List<String> keys, BitSet merged) {
        Map<String, Integer> last = new HashMap<>();
        Map<String, Integer> lastMerged = new HashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            last.put(keys.get(i), i);
            if (merged.get(i)) {
                lastMerged.put(keys.get(i), i);
            }
        }
        BitSet kept = new BitSet(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            String key = keys.get(i);
            kept.set(i, last.getOrDefault(key, -1) == i || !merged.get(i) && lastMerged.getOrDefault(key, -1) < i);
        }
        return kept;
    }

    /** For each entry of the object that a mapping is read as, the index of the entry of the mapping. */
    public static List<Integer> written(SourceNode.Mapping mapping) {
        return read(mapping).stream().map(Read::written).toList();
    }

    /** Whether other entries of the mapping override some of those that its merge with this index adds. */
    public static boolean isOverridden(SourceNode.Mapping mapping, int merge) {
        long left = read(mapping).stream().filter(one -> one.written == merge).count();
        return left < added(mapping.entries().get(merge).value()).size();
    }

    private record Read(String key, int written) {}

    private static List<Read> read(SourceNode.Mapping mapping) {
        List<Read> all = new ArrayList<>();
        BitSet merged = new BitSet();
        for (int i = 0; i < mapping.entries().size(); i++) {
            SourceNode.Entry entry = mapping.entries().get(i);
            if (entry.isMerge()) {
                List<Read> added = added(entry.value());
                merged.set(all.size(), all.size() + added.size());
                for (Read one : added) {
                    all.add(new Read(one.key, i));
                }
            } else {
                String key = entry.key().resolved() instanceof SourceNode.Scalar scalar ? scalar.text() : "";
                all.add(new Read(key, i));
            }
        }
        BitSet kept = merged.isEmpty()
                ? new BitSet()
                : kept(all.stream().map(Read::key).toList(), merged);
        return IntStream.range(0, all.size())
                .filter(i -> merged.isEmpty() || kept.get(i))
                .mapToObj(all::get)
                .toList();
    }

    private static List<Read> added(SourceNode source) {
        List<Read> added = new ArrayList<>();
        if (source.resolved() instanceof SourceNode.Sequence list) {
            for (int i = list.items().size() - 1; i >= 0; i--) {
                added.addAll(added(list.items().get(i)));
            }
        } else if (source.resolved() instanceof SourceNode.Mapping mapping) {
            added.addAll(read(mapping));
        }
        return added;
    }
}
