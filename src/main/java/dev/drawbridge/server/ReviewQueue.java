package dev.drawbridge.server;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Limits how many reviews of one size are read and validated at the same time. The others wait without a thread, the rest of
 * their bodies unread. While others wait, a review whose body stalls or crawls is evicted.
 */
final class ReviewQueue {

    private static final long STALLED = 1_000_000_000L;
    private static final long CRAWLING = 5_000_000_000L;

    private final int slots;
    private final Map<ReviewExchange, Progress> admitted = new HashMap<>();
    private final Deque<ReviewExchange> waiting = new ArrayDeque<>();

    /** When a review got its slot and when its last bytes arrived, in {@link System#nanoTime}. */
    private static final class Progress {

        private final long since = System.nanoTime();
        private long last = since;
        private boolean isRead;

        boolean isSlow(long now) {
            return !isRead && (now - last > STALLED || now - since > CRAWLING);
        }
    }

    ReviewQueue(int slots) {
        this.slots = slots;
    }

    /** Gives the review a slot, now or when one is free, and calls {@link ReviewExchange#resume}. */
    void enter(ReviewExchange review) {
        synchronized (this) {
            if (admitted.size() >= slots) {
                waiting.add(review);
                return;
            }
            admitted.put(review, new Progress());
        }
        review.resume();
    }

    /** More of the body has arrived. */
    synchronized void progressed(ReviewExchange review) {
        Progress progress = admitted.get(review);
        if (progress != null) {
            progress.last = System.nanoTime();
        }
    }

    /** The whole body has arrived; the review keeps its slot until it is validated. */
    synchronized void isRead(ReviewExchange review) {
        Progress progress = admitted.get(review);
        if (progress != null) {
            progress.isRead = true;
        }
    }

    /** Frees the slot of a review, or removes it from the queue. */
    void leave(ReviewExchange review) {
        ReviewExchange next = null;
        synchronized (this) {
            waiting.remove(review);
            if (admitted.remove(review) != null) {
                next = waiting.poll();
                if (next != null) {
                    admitted.put(next, new Progress());
                }
            }
        }
        if (next != null) {
            next.resume();
        }
    }

    /** Evicts slow reviews that keep others waiting. */
    void evictSlow() {
        List<ReviewExchange> slow = new ArrayList<>();
        synchronized (this) {
            long now = System.nanoTime();
            if (!waiting.isEmpty()) {
                admitted.forEach((review, progress) -> {
                    if (progress.isSlow(now)) {
                        slow.add(review);
                    }
                });
            }
        }
        slow.forEach(ReviewExchange::evict);
    }
}
