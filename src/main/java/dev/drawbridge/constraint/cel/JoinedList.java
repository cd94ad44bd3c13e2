package dev.drawbridge.constraint.cel;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;

/** The concatenation of two non-empty lists by {@code +}, which cel-go compares differently from a list literal. */
final class JoinedList extends AbstractList<Object> {

    private final List<Object> entries;

    private JoinedList(List<Object> entries) {
        this.entries = entries;
    }

    static List<?> of(List<?> first, List<?> second) {
        if (first.isEmpty() || second.isEmpty()) {
            return first.isEmpty() ? second : first;
        }
        List<Object> entries = new ArrayList<>(first);
        entries.addAll(second);
        return new JoinedList(entries);
    }

    @Override
    public Object get(int index) {
        return entries.get(index);
    }

    @Override
    public int size() {
        return entries.size();
    }
}
