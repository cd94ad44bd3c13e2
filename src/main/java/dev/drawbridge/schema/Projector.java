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

    private final Target target;
    private final boolean judged;
    private final Map<FieldType, Node> nodes = new HashMap<>();
    private @Nullable Projector unjudged;

    private Projector(Target target, boolean judged) {
        this.target = target;
        this.judged = judged;
    }

    static ObjectNode project(ObjectSchema table, Target target) {
        return (ObjectNode) new Projector(target, true).node(table);
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
        boolean judgedHere = judged && row.isJudged(target);
        boolean looksInside = judgedHere && row.presence() != FieldRow.Presence.FORBIDDEN && !row.isSettled(target);
        Projector projector = looksInside ? this : unjudged();
        boolean dropped = row.isDropped(target);
        return new FieldNode(
                row,
                projector.node(row.type()),
                row.isJudgedOnce() || row.yieldsTo(target) != null ? unjudged().node(row.type()) : null,
                target,
                judgedHere,
                dropped,
                ordinal);
    }

    /** The projection in which nothing is judged but JSON types. */
    Projector unjudged() {
        if (!judged) {
            return this;
        }
        if (unjudged == null) {
            unjudged = new Projector(target, false);
        }
        return unjudged;
    }

    Constraint[] constraints(List<Columned<Constraint>> constraints) {
        return judged ? Columned.covering(constraints, target).toArray(Constraint[]::new) : NO_CONSTRAINTS;
    }

    ObjectRule[] rules(List<Columned<ObjectRule>> rules) {
        return judged ? Columned.covering(rules, target).toArray(ObjectRule[]::new) : NO_RULES;
    }
}
