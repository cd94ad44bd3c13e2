package dev.drawbridge.server;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Shared by all requests.
 *
 * @param queues where reviews of a size wait; none for those that never wait
 */
record WebhookContext(Reviews reviews, Map<ReviewSize, ReviewQueue> queues, Connections connections) {

    @Nullable
    ReviewQueue queue(ReviewSize size) {
        return queues.get(size);
    }

    /** Where reviews wait whose bodies are not read yet. */
    ReviewQueue large() {
        return Objects.requireNonNull(queues.get(ReviewSize.LARGE));
    }
}
