package dev.drawbridge.document;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sequence of JSON values at the start of a text.
 *
 * @param documents the values that are not null
 * @param values the number of values, including null
 * @param stop why reading stopped; null if the text ends with the last value
 */
public record JsonStream(
        List<Document> documents,
        int values,
        int end,
        @Nullable Unreadable stop) {}
