package dev.drawbridge.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Shows a terminal the progress of runs longer than a second; the line is erased at the end. */
final class Progress implements AutoCloseable {

    /** The property that {@code bin/drawbridge} sets if standard error is a terminal. */
    static final String PROPERTY = "drawbridge.progress";

    private static final int PATIENCE_MILLIS = 1000;
    private static final int PERIOD_MILLIS = 200;
    private static final String EMPTY_LINE = "\r\u001b[K";

    private final PrintWriter err;
    private final String what;
    private final long begin = System.nanoTime();
    private final AtomicInteger done = new AtomicInteger();
    private final @Nullable ScheduledExecutorService clock;
    private boolean isShown;
    private boolean isOver;

    private Progress(PrintWriter err, String what, @Nullable ScheduledExecutorService clock) {
        this.err = err;
        this.what = what;
        this.clock = clock;
    }

    static final Progress NONE = new Progress(new PrintWriter(Writer.nullWriter()), "", null);

    /** Starts; prints nothing without a terminal. */
    static Progress of(PrintWriter err, String what) {
        if (!Boolean.getBoolean(PROPERTY)) {
            return new Progress(err, what, null);
        }
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "progress");
            thread.setDaemon(true);
            return thread;
        });
        Progress progress = new Progress(err, what, clock);
        Future<?> unused =
                clock.scheduleAtFixedRate(progress::show, PATIENCE_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        return progress;
    }

    Writer endingWith(PrintWriter to) {
        return new Writer() {
            @Override
            public void write(char[] text, int from, int length) {
                Progress.this.close();
                to.write(text, from, length);
            }

            @Override
            public void flush() {
                to.flush();
            }

            @Override
            public void close() {
                to.close();
            }
        };
    }

    void step() {
        done.incrementAndGet();
    }

    private synchronized void show() {
        if (!isOver) {
            isShown = true;
            long seconds = (System.nanoTime() - begin) / 1_000_000_000;
            err.print(EMPTY_LINE + what + " " + (done.get() == 0 ? seconds + " s" : done.toString()));
            err.flush();
        }
    }

    @Override
    public synchronized void close() {
        isOver = true;
        if (clock != null) {
            clock.shutdownNow();
        }
        if (isShown) {
            isShown = false;
            err.print(EMPTY_LINE);
            err.flush();
        }
    }
}
