package dev.drawbridge.page;

import java.util.function.Consumer;

/** A conversation with a page that is open: it takes what the page sends, in its order. */
public interface Conversation extends AutoCloseable {

    /** Takes a message. A mistake of the page is an IllegalArgumentException, which is answered with 400. */
    void take(String message);

    /** The page was left. */
    @Override
    void close();

    @FunctionalInterface
    interface Begin {

        /**
         * A conversation with the page of this name.
         *
         * @param out receives the messages for the page, each on one line, from several threads
         */
        Conversation begin(String name, Consumer<String> out);
    }
}
