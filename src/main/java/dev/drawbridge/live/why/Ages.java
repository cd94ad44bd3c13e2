package dev.drawbridge.live.why;

import dev.drawbridge.live.ClusterSnapshot;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Durations as kubectl prints ages. */
public final class Ages {

    private Ages() {}

    /** The age of what was at this time; empty if that is unknown, or to come, as the end of a grace period. */
    public static String since(@Nullable Instant time, ClusterSnapshot snapshot) {
        return time == null || !time.isBefore(snapshot.time())
                ? ""
                : " for " + of(Duration.between(time, snapshot.time()));
    }

    /** How long ago the time was, with a word before it; empty if that is unknown. */
    static String ago(String word, @Nullable Instant time, ClusterSnapshot snapshot) {
        return time == null ? "" : ", " + word + of(Duration.between(time, snapshot.time())) + " ago";
    }

    /** The age, such as {@code 5d}, {@code 3h}, {@code 12m} or {@code 40s}. */
    public static String of(Duration age) {
        if (age.toDays() >= 2) {
            return age.toDays() + "d";
        }
        if (age.toHours() >= 2) {
            return age.toHours() + "h";
        }
        return age.toMinutes() >= 2 ? age.toMinutes() + "m" : Math.max(0, age.toSeconds()) + "s";
    }
}
