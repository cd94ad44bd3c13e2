package dev.drawbridge.document.yaml;

import dev.drawbridge.document.Value;
import dev.drawbridge.document.yaml.YamlCollection.Next;
import dev.drawbridge.field.Position;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A document of YAML as a value, from its parts in the order in which they come. An alias is the value of its anchor.
 *
 * <p>An explicit stack instead of recursion: how deep values may be nested does not depend on the thread's stack.
 */
final class YamlBuilder {

    private final UnfoldingLimit limit;
    private int lastScalar;
    private final Map<String, YamlNode> anchors = new HashMap<>();
    private final List<YamlCollection> open = new ArrayList<>();
    private @Nullable Value document;

    /** A builder of a document without a value yet; the total size of a stream's documents is limited. */
    YamlBuilder(UnfoldingLimit limit) {
        this.limit = limit;
    }

    @Nullable
    Value document() {
        return document;
    }

    /** The list or the object that has begun last of those that have not ended; null if all have. */
    @Nullable
    YamlCollection inner() {
        return open.isEmpty() ? null : open.get(open.size() - 1);
    }

    void begin(Next contents, Position position, @Nullable String anchor) {
        refuseAsKey(position);
        limit.count(1, position);
        YamlCollection collection = new YamlCollection(contents, position, limit.values());
        name(collection, anchor);
        open.add(collection);
    }

    void end() {
        YamlCollection ended = open.remove(open.size() - 1);
        ended.end(limit.values());
        deliver(ended.value());
    }

    /** The line on which the last scalar starts. */
    int lastScalar() {
        return lastScalar;
    }

    void add(YamlScalar scalar, @Nullable String anchor) {
        lastScalar = scalar.position().line();
        limit.count(1, scalar.position());
        name(scalar, anchor);
        add(scalar, scalar.isMerge());
    }

    private void add(YamlScalar scalar, boolean isMerge) {
        YamlCollection inner = inner();
        if (inner != null && inner.needsKey()) {
            inner.setKey(scalar, isMerge);
        } else {
            deliver(scalar.value());
        }
    }

    private void name(YamlNode node, @Nullable String anchor) {
        if (anchor != null) {
            anchors.put(anchor, node);
        }
    }

    /** Repeats the value of the anchor of this name. */
    void addAlias(String name, Position position) {
        YamlNode node = anchors.get(name);
        if (node instanceof YamlScalar scalar) {
            limit.count(1, position);
            add(scalar, false);
        } else if (node instanceof YamlCollection collection) {
            refuseAsKey(position);
            if (!collection.hasEnded()) {
                throw new YamlException("an alias contains itself", position);
            }
            limit.count(collection.size(), position);
            deliver(collection.value());
        } else {
            throw new YamlException("anchor \"" + name + "\" is not defined in this document", position);
        }
    }

    private void refuseAsKey(Position position) {
        YamlCollection inner = inner();
        if (inner != null && inner.needsKey()) {
            throw new YamlException("a key must be a string, a boolean or a 64-bit number", position);
        }
    }

    private void deliver(Value value) {
        YamlCollection inner = inner();
        if (inner == null) {
            document = value;
        } else {
            inner.add(value);
        }
    }
}
