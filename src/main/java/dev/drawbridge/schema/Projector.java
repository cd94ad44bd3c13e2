package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.EntryRemoval;
import dev.drawbridge.constraint.Maps;
import dev.drawbridge.constraint.ObjectRule;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One table for one target. A field that the target's request does not validate keeps only its JSON types, since the
 * server decodes the whole object.
 */
final class Projector {

    /** The releases that check the tags; earlier ones compared most of them without enforcing them. */
    private static final Availability TAGS_ASKED = Availability.since(KubernetesRelease.K8S_1_37);

    /**
     * The releases and requests that check tags only for changed values. The kind added in 1.36 was checked this way
     * from the start.
     */
    private static final Availability TAGS_ASKED_ON_CHANGE = Availability.since(KubernetesRelease.K8S_1_36)
            .and(Availability.on(Operation.UPDATE, Operation.UPDATE_STATUS));

    /** The target of types without columns: it does not matter. */
    private static final Target OF_DRIVER =
            new Target(ApiVersion.V1, KubernetesRelease.NEWEST, FeatureGates.NONE, Operation.CREATE);

    /** The projections of one table for one target, each created once. */
    private static final class Family {

        private final Target target;
        private final Map<Depth, Projector> paired = new EnumMap<>(Depth.class);
        private final Map<Depth, Projector> unpaired = new EnumMap<>(Depth.class);
        private @Nullable Projector unread;

        private Family(Target target) {
            this.target = target;
        }

        private Projector one(Depth depth, boolean isPaired) {
            boolean matters = isPaired && depth.keeps(Source.TAGS);
            Map<Depth, Projector> known = matters ? paired : unpaired;
            Projector one = known.get(depth);
            if (one == null) {
                one = new Projector(this, depth, matters, true);
                known.put(depth, one);
            }
            return one;
        }

        private Projector unread() {
            if (unread == null) {
                unread = new Projector(this, Depth.UNVALIDATED, false, false);
            }
            return unread;
        }
    }

    private final Family family;
    private final Target target;
    private final Depth depth;

    /** Whether the Go types pair the current value with a stored one. */
    private final boolean paired;

    /** Whether the server keeps the current value: it decodes everything, and then replaces some parts. */
    private final boolean read;

    private final Map<FieldType, TypeNode> nodes = new HashMap<>();

    private Projector(Family family, Depth depth, boolean paired, boolean read) {
        this.family = family;
        this.target = family.target;
        this.depth = depth;
        this.paired = paired;
        this.read = read;
    }

    static ObjectNode project(ObjectSchema table, Target target) {
        boolean isPaired = TAGS_ASKED_ON_CHANGE.covers(target);
        return (ObjectNode) new Family(target).one(Depth.VALIDATED, isPaired).node(table);
    }

    private <T> @Nullable T covered(@Nullable Columned<T> content) {
        return content != null && content.availability().covers(target) ? content.content() : null;
    }

    /** The type's node; a type that several fields share is projected once. */
    private TypeNode node(FieldType type) {
        TypeNode known = nodes.get(type);
        if (known != null) {
            return known;
        }
        TypeNode node = projected(type);
        nodes.put(type, node);
        return node;
    }

    private TypeNode projected(FieldType type) {
        if (type instanceof ScalarType scalar) {
            return new ScalarNode(scalar.kind, constraints(scalar.constraints));
        }
        if (type instanceof ListType list) {
            return list(list);
        }
        return type instanceof MapType map ? map(map) : object((ObjectSchema) type);
    }

    private ListNode list(ListType type) {
        boolean first = type.checkedFirst != null && type.checkedFirst.covers(target);
        Depth beyond = covered(type.depthBeyondLimit);
        Depth depthBeyond = beyond != null ? beyond : first ? Depth.UNVALIDATED : Depth.VALIDATED;
        Projector entries = type.pairedByType ? this : unpaired();
        String onceBy = covered(type.validatedOnceBy);
        return new ListNode(
                entries.node(type.item),
                new ListNode.Limit(
                        constraints(type.limits), entries.at(depthBeyond).node(type.item), first),
                onceBy == null
                        ? null
                        : new ListNode.Repeats(
                                onceBy, entries.at(Depth.UNVALIDATED).node(type.item)),
                type.pairedBy,
                type.keys,
                entries.paired ? entries.unchanged().node(type.item) : null,
                constraints(type.constraints));
    }

    private MapNode map(MapType type) {
        List<Constraint> checks = List.of(constraints(type.keys));
        return new MapNode(
                unpaired().node(type.value),
                checks.stream()
                        .filter(check -> Maps.reportedAtMapOf(check) == null)
                        .toArray(Constraint[]::new),
                checks.stream()
                        .map(Maps::reportedAtMapOf)
                        .filter(Objects::nonNull)
                        .toArray(Constraint[]::new),
                constraints(type.limit),
                covered(type.depthBeyondLimit) == Depth.VALIDATED,
                type.shown,
                constraints(type.constraints));
    }

    private ObjectNode object(ObjectSchema type) {
        List<FieldNode> fields = new ArrayList<>();
        for (FieldRow row : type.rows) {
            if (row.availability.exists(target.version(), target.release())) {
                fields.add(field(row, fields.size()));
            }
        }
        ObjectSchema.Level unwritten = null;
        for (Columned<ObjectSchema.Level> level : type.levels) {
            if (level.availability().exists(target.version(), target.release())) {
                unwritten = level.content();
            }
        }
        return new ObjectNode(
                type,
                target,
                fields,
                rules(type.rules),
                Columned.covering(type.preparations, target),
                type.others.stream()
                        .map(one -> new ObjectNode.Others(one.names(), node(one.type())))
                        .toList(),
                unwritten);
    }

    private FieldNode field(FieldRow row, int ordinal) {
        boolean isRead = row.isRead(target);
        boolean dropped = read && row.isDropped(target);
        boolean validated = depth.isValidated() && isRead && !dropped;
        boolean ignored = depth == Depth.VALIDATED && !isRead && target.request() == Operation.CREATE;
        TypeNode node = (isRead ? inside(row, validated) : family.unread()).node(row.type);
        boolean tolerated = validated && row.is(Trait.VALIDATED_IF_STORED_IS, target);
        TypeNode alone = tolerated ? at(Depth.UNVALIDATED).node(row.type) : null;
        List<FieldNode.Beside> besides = new ArrayList<>(0);
        for (FieldRow.Beside beside : validated ? row.besides(target) : List.<FieldRow.Beside>of()) {
            Projector looking = inside(row, true).at(beside.depth());
            FieldType type = beside.type() == null ? row.type : beside.type();
            besides.add(new FieldNode.Beside(beside.where(), looking.node(type)));
        }

        FieldNode.Types types = new FieldNode.Types(
                node, alone, besides, validated ? unchangedField(row, ordinal) : null, validated ? removal(row) : null);
        return new FieldNode(row, types, target, validated ? depth : Depth.UNVALIDATED, dropped, ignored, ordinal);
    }

    /** The projection of a field for an unchanged value; null if that makes no difference. */
    private @Nullable FieldNode unchangedField(FieldRow row, int ordinal) {
        Depth onChange = TAGS_ASKED.covers(target) ? Depth.DECLARED : Depth.UNVALIDATED;
        Projector left = (row.is(Trait.VALIDATED_ON_CHANGE, target) ? at(onChange) : this).unchanged();
        return left == this ? null : left.field(row, ordinal);
    }

    private FieldNode.@Nullable Removal removal(FieldRow row) {
        EntryRemoval removal = row.removal;
        return removal == null || !(at(Depth.UNVALIDATED).node(row.type) instanceof ListNode list)
                ? null
                : new FieldNode.Removal(removal, list.item());
    }

    private Projector inside(FieldRow row, boolean validated) {
        boolean looksInside = validated && row.presence != Presence.FORBIDDEN && !row.is(Trait.NOT_VALIDATED, target);
        return looksInside ? this : at(Depth.UNVALIDATED);
    }

    private Projector unchanged() {
        return paired ? at(Depth.BY_HAND) : this;
    }

    /** The projection of values that Go types do not pair with stored ones, such as list entries without a key. */
    private Projector unpaired() {
        return read ? family.one(depth, false) : this;
    }

    private Projector at(Depth other) {
        return read ? family.one(depth.and(other), paired) : this;
    }

    private Constraint[] constraints(List<Columned<Constraint>> constraints) {
        return Columned.covering(constraints, target, depth).toArray(new Constraint[0]);
    }

    /** The node of a type without columns, such as a driver's. */
    static TypeNode ofDriver(FieldType type) {
        return new Family(OF_DRIVER).one(Depth.VALIDATED, false).node(type);
    }

    /** The table with only its JSON types, for values that the server decodes and then replaces. */
    static ObjectNode types(ObjectSchema table, Target target) {
        return (ObjectNode) new Family(target).one(Depth.UNVALIDATED, false).node(table);
    }

    private ObjectRule[] rules(List<Columned<ObjectRule>> rules) {
        return rules.stream()
                .filter(rule -> depth.keeps(rule.availability().source()))
                .filter(rule -> rule.availability().covers(target))
                .map(rule -> rule.availability().source() == Source.TAGS ? new TagRule(rule.content()) : rule.content())
                .toArray(ObjectRule[]::new);
    }
}
