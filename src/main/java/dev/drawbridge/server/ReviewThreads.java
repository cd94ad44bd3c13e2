package dev.drawbridge.server;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * The threads for reviews that take time or memory, a few for each cost class: reviews of one class wait only for each
 * other. If others wait, a large review with a slow or stalled body loses its thread.
 */
final class ReviewThreads implements AutoCloseable {

    private static final long STALLED = TimeUnit.SECONDS.toNanos(1);
    private static final long CRAWLING = TimeUnit.SECONDS.toNanos(5);
    private static final long IDLE_SECONDS = 10;

    /** The number of threads for medium reviews, and for costly ones; one processor is left for small reviews. */
    private static final int THREADS =
            Math.max(1, Math.min(2, Runtime.getRuntime().availableProcessors() - 1));

    /** The heap size, in bytes, for one large review and everything else; larger heaps allow more. */
    private static final long HEAP_OF_ONE = 256L * 1024 * 1024;

    private static final int MAX_LARGE = 3;

    private final ThreadPoolExecutor medium = pool(THREADS, "medium");
    private final ThreadPoolExecutor costly = pool(THREADS, "costly");
    private final ThreadPoolExecutor large;
    private final Set<Large> reading = ConcurrentHashMap.newKeySet();

    ReviewThreads() {
        long heap = Runtime.getRuntime().maxMemory();
        large = pool((int) Math.max(1, Math.min(MAX_LARGE, heap / HEAP_OF_ONE)), "large");
    }

    /** Threads that end when they are idle. */
    static ThreadPoolExecutor pool(int size, String name) {
        CustomizableThreadFactory threads = new CustomizableThreadFactory(name + "-");
        threads.setDaemon(true);
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                size, size, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** A large review that has a thread. */
    private record Large(ReviewExchange review, long since) {

        boolean isSlow(long now) {
            return now - review.lastRead() > STALLED || now - since > CRAWLING;
        }
    }

    /** Validates a review as soon as a thread for its class is free; no more wait than there are connections. */
    void execute(ReviewSize size, ReviewExchange review) {
        ThreadPoolExecutor pool = size == ReviewSize.LARGE ? large : size == ReviewSize.COSTLY ? costly : medium;
        Runnable work = review.work(size, pool::remove);
        pool.execute(size == ReviewSize.LARGE ? watched(review, work) : work);
    }

    private Runnable watched(ReviewExchange review, Runnable work) {
        return () -> {
            Large begun = new Large(review, System.nanoTime());
            reading.add(begun);
            try {
                work.run();
            } finally {
                reading.remove(begun);
            }
        };
    }

    @Scheduled(fixedDelay = 500)
    void evictSlow() {
        if (!large.getQueue().isEmpty()) {
            long now = System.nanoTime();
            reading.stream().filter(one -> one.isSlow(now)).forEach(one -> one.review.evict());
        }
    }

    @Override
    public void close() {
        medium.shutdownNow();
        costly.shutdownNow();
        large.shutdownNow();
    }
}
