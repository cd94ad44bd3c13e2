package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.ObjectRule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One table for one target. A field that the target's request does not judge keeps its JSON types, since the server decodes the
 * whole object, and loses everything else.
 */
final class Projector {

    private static final Constraint[] NO_CONSTRAINTS = {};
    private static final ObjectRule[] NO_RULES = {};

    /** How much of a part of the object the target's server looks at. */
    private enum Depth {
        /** All of it. */
        JUDGED,
        /** Its JSON types; what has no gate is dropped. */
        UNJUDGED,
        /** Its JSON types, and then the server puts something else in its place. */
        UNREAD
    }

    private final Target target;
    private final Depth depth;
    private final Map<FieldType, Node> nodes = new HashMap<>();
    private @Nullable Projector unjudged;
    private @Nullable Projector unread;

    private Projector(Target target, Depth depth) {
        this.target = target;
        this.depth = depth;
    }

    static ObjectNode project(ObjectSchema table, Target target) {
        return (ObjectNode) new Projector(target, Depth.JUDGED).node(table);
    }

    Target target() {
        return target;
    }

    /** The type's node; a type that several fields share is projected once. */
    Node node(FieldType type) {
        Node known = nodes.get(type);
        if (known != null) {
            return known;
        }
        Node node = type.project(this);
        nodes.put(type, node);
        return node;
    }

    FieldNode field(FieldRow row, int ordinal) {
        boolean read = row.isRead(target);
        boolean dropped = depth != Depth.UNREAD && row.isDropped(target);
        boolean judged = depth == Depth.JUDGED && read && !dropped;
        boolean ignored = depth == Depth.JUDGED && !read && target.request() == Request.CREATE;
        Node node = (read ? inside(row, judged) : unread()).node(row.type());
        boolean leftAlone = row.isJudgedOnce(target) || row.isJudgedOnChange(target);
        Node alone = leftAlone ? unjudged().node(row.type()) : null;
        List<FieldNode.Beside> besides = !judged
                ? List.of()
                : row.besides(target).stream()
                        .map(beside -> new FieldNode.Beside(
                                beside.where(),
                                beside.type() == null
                                        ? unjudged().node(row.type())
                                        : inside(row, true).node(beside.type())))
                        .toList();
        Node stored = judged && row.typeWhereStored() != null ? node(row.typeWhereStored()) : null;
        return new FieldNode(row, node, alone, besides, stored, target, judged, dropped, ignored, ordinal);
    }

    private Projector inside(FieldRow row, boolean judged) {
        boolean looksInside = judged && row.presence() != FieldRow.Presence.FORBIDDEN && !row.isSettled(target);
        return looksInside ? this : unjudged();
    }

    /** The projection in which nothing is judged but JSON types. */
    Projector unjudged() {
        if (depth != Depth.JUDGED) {
            return this;
        }
        if (unjudged == null) {
            unjudged = new Projector(target, Depth.UNJUDGED);
        }
        return unjudged;
    }

    private Projector unread() {
        if (depth == Depth.UNREAD) {
            return this;
        }
        if (unread == null) {
            unread = new Projector(target, Depth.UNREAD);
        }
        return unread;
    }

    Constraint[] constraints(List<Columned<Constraint>> constraints) {
        return depth == Depth.JUDGED
                ? Columned.covering(constraints, target).toArray(Constraint[]::new)
                : NO_CONSTRAINTS;
    }

    ObjectRule[] rules(List<Columned<ObjectRule>> rules) {
        return depth == Depth.JUDGED ? Columned.covering(rules, target).toArray(ObjectRule[]::new) : NO_RULES;
    }
}
