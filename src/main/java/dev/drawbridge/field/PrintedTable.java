package dev.drawbridge.field;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * A table for people and programs.
 *
 * @param name its name in JSON, or its caption on a page
 * @param columns the heads of its columns
 * @param rows its rows, with a cell for each column; JSON has numbers as numbers, and the text of other values
 */
public record PrintedTable(String name, List<String> columns, List<List<Object>> rows) {

    public static <T> PrintedTable of(
            String name, List<String> columns, Collection<T> items, Function<T, List<?>> row) {
        return new PrintedTable(
                name, columns, items.stream().map(row).map(List::<Object>copyOf).toList());
    }

    /** The rows as text, in which control characters are escaped. */
    public List<List<String>> texts() {
        return rows.stream()
                .map(row -> row.stream().map(String::valueOf).map(Printable::of).toList())
                .toList();
    }

    /** Name, columns and rows, for the script of a page. */
    public List<Object> data() {
        return List.of(name, columns, texts());
    }
}
