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
import org.jspecify.annotations.Nullable;

/**
 * A page in one file. Its script, {@code /page/NAME.js}, shows its data; without scripts it shows its tables.
 *
 * <p>The Content-Security-Policy allows the page's own scripts and styles, by their hashes, and nothing else: no
 * request, no form, no frame. Data are escaped: a text such as {@code </script>} is shown. A page that a {@link
 * PageServer} serves may also load modules from it, send it requests, and add styles that have the nonce.
 *
 * @param name the name of its script
 * @param title its title
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

    private static final String STYLE = "page.css";
    private static final String PARTS = "parts.js";
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
        String style = BundledFile.text("/page/" + STYLE);
        List<String> scripts = List.of(BundledFile.text("/page/" + PARTS), BundledFile.text("/page/" + name + ".js"));
        out.println("<!DOCTYPE html>");
        out.println("<html lang=\"en\">");
        out.println("<head>");
        out.println("<meta charset=\"utf-8\">");
        out.println("<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy(style, scripts) + "\">");
        out.println("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        out.println("<meta name=\"color-scheme\" content=\"light dark\">");
        out.println("<title>" + escaped(title) + "</title>");
        out.println("<style>" + style + "</style>");
        out.println("</head>");
        out.println("<body>");
        out.println("<header><h1>" + escaped(title) + "</h1>");
        for (int i = 0; i < summary.size(); i++) {
            String time = served == null && i == summary.size() - 1 ? TIME.format(Instant.now()) : "";
            out.println("<p>" + escaped(summary.get(i) + time) + "</p>");
        }
        out.println("</header>");
        out.println("<main id=\"main\"><noscript>");
        tables.forEach(table -> write(table, out));
        out.println("</noscript></main>");
        if (served != null) {
            out.println("<script type=\"importmap\">" + served.importMap + "</script>");
        }
        out.println("<script type=\"application/json\" id=\"data\">" + embedded(json) + "</script>");
        out.println("<script>" + scripts.get(0) + "</script>");
        out.println("<script type=\"module\">" + scripts.get(1) + "</script>");
        out.println("</body>");
        out.println("</html>");
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

    private static void write(PrintedTable table, PrintWriter out) {
        out.println("<table><caption>" + escaped(table.name()) + "</caption><thead><tr>");
        table.columns().forEach(column -> out.print("<th scope=\"col\">" + escaped(column) + "</th>"));
        out.println("</tr></thead><tbody>");
        for (List<String> row : table.texts()) {
            out.print("<tr>");
            row.forEach(cell -> out.print("<td>" + escaped(cell) + "</td>"));
            out.println("</tr>");
        }
        out.println("</tbody></table>");
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
