package dev.drawbridge.page;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * A table of a page.
 *
 * @param title its caption
 * @param columns the heads of its columns
 * @param rows its rows, with a cell for each column
 */
public record HtmlTable(String title, List<String> columns, List<List<String>> rows) {

    /** A table with a row for each item, whose cells are the texts of some values. */
    public static <T> HtmlTable of(String title, List<String> columns, Collection<T> items, Function<T, List<?>> row) {
        return new HtmlTable(
                title,
                columns,
                items.stream()
                        .map(item ->
                                row.apply(item).stream().map(String::valueOf).toList())
                        .toList());
    }

    /** Title, columns and rows, for the data of a script. */
    public List<Object> data() {
        return List.of(title, columns, rows);
    }
}
