package dev.drawbridge.page;

import java.util.List;

/**
 * A table of a page.
 *
 * @param title its caption
 * @param columns the heads of its columns
 * @param rows its rows, with a cell for each column
 */
public record HtmlTable(String title, List<String> columns, List<List<String>> rows) {

    /** Title, columns and rows, for the data of a script. */
    public List<Object> data() {
        return List.of(title, columns, rows);
    }
}
