package dev.drawbridge.cli;

import dev.drawbridge.field.Printable;
import dev.drawbridge.field.PrintedTable;
import dev.drawbridge.report.JsonTree;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes tables for terminals, Markdown, CSV and JSON. Control characters are escaped; JSON has its own escapes. */
final class Tables {

    /** Maximum width of a column in characters; a longer cell shifts the rest of its row. */
    private static final int MAX_WIDTH = 100;

    private static final String BELOW = "    ";

    /** The width to which a column may be narrowed for a terminal, and that of the last one, which has sentences. */
    private static final int LEAST_WIDTH = 16;

    private static final int LEAST_SENTENCE = 24;

    /** Spreadsheets evaluate text that starts with one of these as a formula. */
    private static final String FORMULA = "=+-@";

    /** Writes tables as {@code json}, {@code markdown} or {@code csv}, or as text for any other format. */
    static void write(String format, List<PrintedTable> tables, PrintWriter out) {
        switch (format) {
            case "json" -> JsonTree.write(json(tables), out);
            case "markdown" -> tables.forEach(table -> markdown(table, out));
            case "csv" -> tables.forEach(table -> csv(table, out));
            default -> tables.forEach(table -> text(table, out));
        }
    }

    /**
     * Columns of equal width, followed by an empty line. If they do not fit a terminal, sentences of the last
     * one are below the others.
     */
    static void text(PrintedTable table, PrintWriter out) {
        int[] widths = new int[table.columns().size()];
        List<List<String>> all = new ArrayList<>(List.of(table.columns().stream()
                .map(column -> column.toUpperCase(Locale.ROOT))
                .toList()));
        all.addAll(table.texts());
        for (List<String> row : all) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], Math.min(Printable.width(row.get(i)), MAX_WIDTH));
            }
        }
        int columns = WrappedLines.columns(out);
        int last = widths.length - 1;
        boolean isBelow = widths[last] > LEAST_SENTENCE;
        isBelow &= !narrow(widths, all, columns);
        for (List<String> row : all) {
            if (isBelow) {
                out.println(String.join("  ", row.subList(0, last)).stripTrailing());
                Printable.wrapped(row.get(last), columns - BELOW.length(), "")
                        .forEach(line -> out.println(BELOW + line));
                continue;
            }
            List<List<String>> cells = new ArrayList<>();
            for (int i = 0; i < widths.length; i++) {
                cells.add(columns == 0 ? List.of(row.get(i)) : Printable.wrapped(row.get(i), widths[i], ""));
            }
            for (int k = 0; k < cells.stream().mapToInt(List::size).max().orElse(0); k++) {
                StringBuilder line = new StringBuilder();
                for (int i = 0; i < widths.length; i++) {
                    String cell = k < cells.get(i).size() ? cells.get(i).get(k) : "";
                    line.append(cell).append(" ".repeat(Math.max(0, widths[i] - Printable.width(cell)) + 2));
                }
                out.println(line.toString().stripTrailing());
            }
        }
        out.println();
    }

    /** Narrows the widest columns, as far as words fit, those of the last column aside; returns whether a row fits. */
    private static boolean narrow(int[] widths, List<List<String>> rows, int columns) {
        int[] least = new int[widths.length];
        int last = widths.length - 1;
        Arrays.fill(least, LEAST_WIDTH);
        least[last] = LEAST_SENTENCE;
        for (int i = 0; i < last; i++) {
            for (List<String> row : rows) {
                for (String word : row.get(i).split(" ", -1)) {
                    least[i] = Math.max(least[i], Printable.width(word));
                }
            }
        }
        while (columns > 0 && Arrays.stream(widths).sum() + 2 * last > columns) {
            int widest = IntStream.range(0, widths.length)
                    .filter(i -> widths[i] > least[i])
                    .reduce(-1, (one, other) -> one < 0 || widths[other] > widths[one] ? other : one);
            if (widest < 0) {
                return false;
            }
            widths[widest]--;
        }
        return true;
    }

    /** A table in GitHub's Markdown, followed by an empty line. */
    static void markdown(PrintedTable table, PrintWriter out) {
        out.println("| " + String.join(" | ", table.columns()) + " |");
        out.println("|" + " --- |".repeat(table.columns().size()));
        table.texts()
                .forEach(row -> out.println("| "
                        + row.stream().map(cell -> cell.replace("|", "\\|")).collect(Collectors.joining(" | "))
                        + " |"));
        out.println();
    }

    /**
     * Comma-separated values with a header (RFC 4180). Text that spreadsheets evaluate as a formula gets a leading
     * apostrophe.
     */
    static void csv(PrintedTable table, PrintWriter out) {
        out.println(String.join(",", table.columns()));
        table.texts().forEach(row -> out.println(row.stream().map(Tables::csv).collect(Collectors.joining(","))));
    }

    private static String csv(String cell) {
        String safe = !cell.isEmpty() && FORMULA.indexOf(cell.charAt(0)) >= 0 ? "'" + cell : cell;
        return safe.contains(",") || safe.contains("\"") ? "\"" + safe.replace("\"", "\"\"") + "\"" : safe;
    }

    static Object json(List<PrintedTable> all) {
        Map<String, List<Map<String, Object>>> tables = new LinkedHashMap<>();
        for (PrintedTable table : all) {
            List<Map<String, Object>> rows = new ArrayList<>();
            for (List<Object> row : table.rows()) {
                Map<String, Object> named = new LinkedHashMap<>();
                for (int i = 0; i < row.size(); i++) {
                    named.put(table.columns().get(i), row.get(i));
                }
                rows.add(named);
            }
            tables.put(table.name(), rows);
        }
        return tables;
    }
}
