package dev.drawbridge.schema;

import dev.drawbridge.constraint.Place;
import dev.drawbridge.document.ObjectValue;
import org.jspecify.annotations.Nullable;

/** A table projected for one target: it judges objects, as many at a time as there are threads. */
public final class Projection {

    private final ObjectNode root;

    private Projection(ObjectNode root) {
        this.root = root;
    }

    /** The table's part that is for the target. */
    public static Projection of(ObjectSchema table, Target target) {
        return new Projection(Projector.project(table, target));
    }

    /**
     * What is wrong with the object.
     *
     * @param old what is stored; null on create
     */
    public Place judge(ObjectValue object, @Nullable ObjectValue old, UnknownFields unknownFields) {
        SchemaWalker walker = new SchemaWalker(unknownFields);
        walker.walk(root, object, old);
        return walker.place();
    }
}
