package dev.drawbridge.page;

import dev.drawbridge.document.BundledFile;
import dev.drawbridge.field.Printable;
import dev.drawbridge.field.PrintedTable;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A page in one file. Its script, {@code /page/NAME.js}, shows its data; without scripts it shows its tables.
 *
 * <p>The Content-Security-Policy allows the page's own scripts and styles, by their hashes, and nothing else: no
 * request, no form, no frame. Data are escaped: a text such as {@code </script>} is shown. A page that a {@link
 * PageServer} serves may also load modules from it, send it requests, and add styles that have the nonce.
 *
 * @param name the name of its script
 * @param summary the lines below the title: the answer, details, and last what was read; a page in a file adds the
 *     time
 * @param tables its content without scripts
 * @param served what a page has that a {@link PageServer} serves; null for a page in a file
 */
public record HtmlPage(
        String name,
        String title,
        List<String> summary,
        List<PrintedTable> tables,
        @Nullable Served served) {

    private static final Pattern PART = Pattern.compile("\\{(\\w+)}");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(" · yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /**
     * What a served page has.
     *
     * @param importMap the places of the modules that its script imports, as JSON
     * @param nonce a random text, another one in each response, which the styles that its script adds must have
     */
    public record Served(String importMap, String nonce) {}

    public HtmlPage(String name, String title, List<String> summary, List<PrintedTable> tables) {
        this(name, title, summary, tables, null);
    }

    /**
     * Writes the page.
     *
     * @param json the data of its script, as JSON
     */
    public void write(String json, PrintWriter out) {
        String style = BundledFile.text("/page/page.css");
        List<String> scripts = List.of(BundledFile.text("/page/parts.js"), BundledFile.text("/page/" + name + ".js"));
        String time = served == null ? TIME.format(Instant.now()) : "";
        Map<String, String> parts = Map.of(
                "policy", policy(style, scripts),
                "title", escaped(title),
                "style", style,
                "summary",
                        summary.stream()
                                .map(HtmlPage::escaped)
                                .collect(Collectors.joining("</p>\n<p>", "<p>", time + "</p>\n")),
                "tables", tables.stream().map(HtmlPage::table).collect(Collectors.joining()),
                "imports", served == null ? "" : "<script type=\"importmap\">" + served.importMap + "</script>\n",
                "data", embedded(json),
                "parts", scripts.get(0),
                "script", scripts.get(1));
        Matcher part = PART.matcher(BundledFile.text("/page/page.html"));
        out.print(part.replaceAll(one -> Matcher.quoteReplacement(parts.getOrDefault(one.group(1), ""))));
        out.flush();
    }

    private String policy(String style, List<String> scripts) {
        List<String> scriptSources = new ArrayList<>();
        scripts.forEach(script -> scriptSources.add(hash(script)));
        String styleSources = hash(style);
        String requests = "";
        if (served != null) {
            scriptSources.addAll(List.of(hash(served.importMap), "'self'"));
            styleSources += " 'nonce-" + served.nonce + "'";
            requests = "; connect-src 'self'";
        }
        return "default-src 'none'; script-src " + String.join(" ", scriptSources) + "; style-src " + styleSources
                + requests + "; base-uri 'none'; form-action 'none'";
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String table(PrintedTable table) {
        String columns = table.columns().stream()
                .map(column -> "<th scope=\"col\">" + escaped(column) + "</th>")
                .collect(Collectors.joining());
        String rows = table.texts().stream()
                .map(row -> row.stream()
                        .map(cell -> "<td>" + escaped(cell) + "</td>")
                        .collect(Collectors.joining("", "<tr>", "</tr>\n")))
                .collect(Collectors.joining());
        return "<table><caption>" + escaped(table.name()) + "</caption><thead><tr>\n" + columns
                + "</tr></thead><tbody>\n" + rows + "</tbody></table>\n";
    }

    /** A text escaped for HTML, with characters that turn text around made visible. */
    private static String escaped(String text) {
        return Printable.of(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** JSON that no end tag or comment can end; these characters are in strings only. */
    private static String embedded(String json) {
        return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
    }
}
