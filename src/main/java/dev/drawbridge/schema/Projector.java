package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.EntryRemoval;
import dev.drawbridge.constraint.ObjectRule;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One table for one target. A field that the target's request does not judge keeps its JSON types, since the server decodes the
 * whole object, and loses everything else.
 */
final class Projector {

    private final Target target;
    private final Depth depth;
    private final Map<FieldType, Node> nodes = new HashMap<>();
    private final Map<Depth, Projector> others = new EnumMap<>(Depth.class);

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
        boolean judged = depth.isJudged() && read && !dropped;
        boolean ignored = depth == Depth.JUDGED && !read && target.request() == Request.CREATE;
        Node node = (read ? inside(row, judged) : at(Depth.UNREAD)).node(row.type());
        boolean leftAlone =
                row.is(FieldRow.Trait.JUDGED_ONCE, target) || row.is(FieldRow.Trait.JUDGED_ON_CHANGE, target);
        Node alone = leftAlone ? at(Depth.UNJUDGED).node(row.type()) : null;
        List<FieldNode.Beside> besides = new ArrayList<>(0);
        for (FieldRow.Beside beside : judged ? row.besides(target) : List.<FieldRow.Beside>of()) {
            Projector looking = inside(row, true).at(beside.depth());
            FieldType type = beside.type() == null ? row.type() : beside.type();
            besides.add(new FieldNode.Beside(beside.where(), looking.node(type)));
        }
        Node stored = judged && row.typeWhereStored() != null ? node(row.typeWhereStored()) : null;
        return new FieldNode(
                row,
                node,
                alone,
                besides,
                stored,
                judged ? removal(row) : null,
                target,
                judged ? depth : Depth.UNJUDGED,
                dropped,
                ignored,
                ordinal);
    }

    private FieldNode.@Nullable Removal removal(FieldRow row) {
        EntryRemoval removal = row.removal();
        return removal == null || !(at(Depth.UNJUDGED).node(row.type()) instanceof ListNode list)
                ? null
                : new FieldNode.Removal(removal, list.item());
    }

    private Projector inside(FieldRow row, boolean judged) {
        boolean looksInside =
                judged && row.presence() != FieldRow.Presence.FORBIDDEN && !row.is(FieldRow.Trait.UNJUDGED, target);
        return looksInside ? this : at(Depth.UNJUDGED);
    }

    /** The projection of which so much is looked at, within this one. */
    Projector at(Depth other) {
        Depth within = depth.and(other);
        return within == depth ? this : others.computeIfAbsent(within, missing -> new Projector(target, missing));
    }

    Constraint[] constraints(List<Columned<Constraint>> constraints) {
        return Columned.covering(constraints, target, depth).toArray(Constraint[]::new);
    }

    ObjectRule[] rules(List<Columned<ObjectRule>> rules) {
        return Columned.covering(rules, target, depth).toArray(ObjectRule[]::new);
    }
}
