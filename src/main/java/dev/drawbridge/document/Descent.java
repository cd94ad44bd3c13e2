package dev.drawbridge.document;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/** A value and all values in it. Not recursive, since values may be nested deeply. */
final class Descent implements Iterator<Value> {

    private final Deque<Value> open = new ArrayDeque<>();

    Descent(Value root) {
        open.push(root);
    }

    @Override
    public boolean hasNext() {
        return !open.isEmpty();
    }

    @Override
    public Value next() {
        Value value = open.pop();
        if (value instanceof ObjectValue object) {
            for (int i = 0; i < object.size(); i++) {
                open.push(object.value(i));
            }
        } else if (value instanceof ListValue list) {
            for (int i = 0; i < list.size(); i++) {
                open.push(list.get(i));
            }
        }
        return value;
    }
}
