package dev.drawbridge.constraint.cel;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Work on an expression on a stack that is large enough for it. The parser, the checker and the runtime of dev.cel
 * recurse, and Go's parser takes 250 levels: whether those fit a thread's usual stack depends on the thread, and on
 * what is compiled of the code.
 */
final class DeepStack {

    /** An expression with no more of these has too few levels to matter: almost all selectors. */
    private static final int MAX_SHALLOW = 64;

    /** What begins a level: brackets, operators, fields. */
    private static final String LEVELS = "([{?!-.+*/%&|<>=";

    /**
     * Address space: only what the work touches is memory. Measured: 250 nested macros take 3 MB before they are
     * compiled.
     */
    private static final long BYTES = 64L << 20;

    private DeepStack() {}

    /** Does the work, on another thread if the expression may be deep; what the work throws is thrown. */
    static <T> T on(String expression, Supplier<T> work) {
        if (!mayBeDeep(expression)) {
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

    private static boolean mayBeDeep(String expression) {
        int levels = 0;
        for (int i = 0; i < expression.length() && levels <= MAX_SHALLOW; i++) {
            levels += LEVELS.indexOf(expression.charAt(i)) >= 0 ? 1 : 0;
        }
        return levels > MAX_SHALLOW;
    }
}
