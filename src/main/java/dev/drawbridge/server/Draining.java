package dev.drawbridge.server;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.ApplicationContext;
import org.springframework.context.SmartLifecycle;

/**
 * The drain period after SIGTERM: readiness is 503, so that clients move away, while requests are still answered, with
 * {@code Connection: close}. Then the server stops accepting connections.
 */
final class Draining implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(Draining.class);

    private final ApplicationContext context;
    private final Duration period;
    private volatile boolean running;

    Draining(ApplicationContext context, DrawbridgeProperties properties) {
        this.context = context;
        this.period = properties.drainPeriod();
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        if (period.isZero()) {
            return;
        }
        AvailabilityChangeEvent.publish(context, ReadinessState.REFUSING_TRAFFIC);
        LOG.info("draining for {} s (drawbridge.drain-period)", period.toMillis() / 1000.0);
        try {
            Thread.sleep(period.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Stops before the web server does. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
