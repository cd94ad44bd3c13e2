package dev.drawbridge.schema;

import java.util.ArrayList;
import java.util.List;

/** Something with the columns that say where it applies. */
record Columned<T>(T content, Availability availability) {

    /** What applies to the target, in the order of the table. */
    static <T> List<T> covering(List<Columned<T>> columned, Target target) {
        return columned.stream()
                .filter(one -> one.availability.covers(target))
                .map(Columned::content)
                .toList();
    }

    /** The list with one more. */
    static <T> List<Columned<T>> with(List<Columned<T>> columned, T content, Availability availability) {
        List<Columned<T>> more = new ArrayList<>(columned);
        more.add(new Columned<>(content, availability));
        return List.copyOf(more);
    }
}
