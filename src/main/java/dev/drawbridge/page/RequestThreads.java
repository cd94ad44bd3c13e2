package dev.drawbridge.page;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a {@link PageServer}. A request must be read within a time limit: its thread is interrupted then,
 * which closes the connection. Otherwise any process of this machine could hold all threads, without knowing the token.
 */
final class RequestThreads implements Executor, AutoCloseable {

    private static final ThreadLocal<@Nullable Deadline> DEADLINE = new ThreadLocal<>();
    private final ScheduledExecutorService clock;
    private final ExecutorService threads;
    private final Duration limit;

    /** Interrupts a thread unless its request is read before. */
    private static final class Deadline {

        private final Thread thread = Thread.currentThread();
        private boolean isRead;

        private synchronized void expire() {
            if (!isRead) {
                thread.interrupt();
            }
        }

        private synchronized void end() {
            isRead = true;
            Thread.interrupted();
        }
    }

    /** Starts threads; a request has this time to arrive, from its first byte on. */
    RequestThreads(int count, Duration limit) {
        this.limit = limit;
        clock = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "page-deadlines"));
        threads = Executors.newFixedThreadPool(count, task -> daemon(task, "page"));
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void execute(Runnable task) {
        threads.execute(() -> {
            Deadline own = new Deadline();
            Future<?> expiry = clock.schedule(own::expire, limit.toMillis(), TimeUnit.MILLISECONDS);
            DEADLINE.set(own);
            try {
                task.run();
            } finally {
                expiry.cancel(false);
                own.end();
                DEADLINE.remove();
            }
        });
    }

    /** The request of this thread is read; its answer may take longer. */
    void read() {
        Deadline own = DEADLINE.get();
        if (own != null) {
            own.end();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        clock.shutdownNow();
    }
}
