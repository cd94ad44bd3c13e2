package dev.drawbridge.document;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of JSON with which a text begins, one after the other.
 *
 * @param documents the values that are not null
 * @param values how many values there are, null included
 * @param end where the last of them ends
 * @param stop why no more of them could be read; null if the text ends with the last one
 */
public record JsonStream(
        List<Document> documents,
        int values,
        int end,
        @Nullable Unreadable stop) {}
