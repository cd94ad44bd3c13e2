package dev.drawbridge.schema;

import java.util.ArrayList;
import java.util.List;

/** Content with the columns for which it applies. */
record Columned<T>(T content, Availability availability) {

    /** The content that applies to the target, in the order of the table. */
    static <T> List<T> covering(List<Columned<T>> columned, Target target) {
        return covering(columned, target, Depth.VALIDATED);
    }

    /** The content that applies to the target at this depth of validation. */
    static <T> List<T> covering(List<Columned<T>> columned, Target target, Depth depth) {
        if (columned.isEmpty()) {
            return List.of();
        }
        List<T> covering = new ArrayList<>(columned.size());
        for (Columned<T> one : columned) {
            if (depth.keeps(one.availability.source()) && one.availability.covers(target)) {
                covering.add(one.content);
            }
        }
        return covering;
    }

    static <T> List<Columned<T>> with(List<Columned<T>> columned, T content, Availability availability) {
        List<Columned<T>> more = new ArrayList<>(columned);
        more.add(new Columned<>(content, availability));
        return List.copyOf(more);
    }
}
