package dev.drawbridge.constraint.cel;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Runs work on an expression on a large enough stack. The parser, the checker and the runtime of dev.cel recurse, and
 * Go's parser allows 250 levels: whether these fit a normal stack depends on the thread and on compiled code.
 */
final class DeepStack {

    /** Expressions with at most this many level characters are shallow: almost all selectors. */
    private static final int MAX_SHALLOW = 64;

    /** Characters that can begin a level: brackets, operators, fields. */
    private static final String LEVELS = "([{?!-.+*/%&|<>=";

    /** The stack size; only the used part takes memory. 250 nested macros take 3 MB before they are compiled. */
    private static final long BYTES = 64L << 20;

    /** Runs the work, on another thread if the expression may be deep, and rethrows its exceptions. */
    static <T> T on(String expression, Supplier<T> work) {
        return on(mayBeDeep(expression), work);
    }

    /** Runs the work, on another thread if it is deep, and rethrows its exceptions. */
    static <T> T on(boolean isDeep, Supplier<T> work) {
        if (!isDeep) {
            return work.get();
        }
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        result.complete(work.get());
                    } catch (RuntimeException | Error failed) {
                        result.completeExceptionally(failed);
                    }
                },
                "expression",
                BYTES);
        thread.setDaemon(true);
        thread.start();
        try {
            return result.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof Error error) {
                throw error;
            }
            throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
        }
    }

    static boolean mayBeDeep(String expression) {
        int levels = 0;
        for (int i = 0; i < expression.length() && levels <= MAX_SHALLOW; i++) {
            levels += LEVELS.indexOf(expression.charAt(i)) >= 0 ? 1 : 0;
        }
        return levels > MAX_SHALLOW;
    }
}
