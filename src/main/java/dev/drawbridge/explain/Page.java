package dev.drawbridge.explain;

import dev.drawbridge.field.Printable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A page of the manual.
 *
 * @param header its subject, by name
 * @param sections its sections; empty ones are left out
 * @param fields the fields of the described object; empty if there are none
 */
public record Page(Map<String, String> header, List<Section> sections, List<Field> fields) {

    private static final int WIDTH = 80;

    private static final int NAMES = 12;

    public Page {
        sections = sections.stream()
                .filter(section -> !String.join("", section.lines()).isEmpty())
                .toList();
    }

    public record Section(String title, List<String> lines) {}

    /**
     * A field of the object.
     *
     * @param path from the object
     * @param meaning its purpose; empty if undocumented
     * @param rules its rules, and those across its fields
     */
    public record Field(String path, String type, boolean isRequired, String meaning, List<String> rules) {

        /** The last name of the path, as far in as it is deep. */
        private String indented() {
            String[] steps = path.split("\\.");
            return "  ".repeat(steps.length - 1) + steps[steps.length - 1];
        }
    }

    Page with(Section section) {
        List<Section> more = new ArrayList<>(sections);
        more.add(section);
        return new Page(header, more, fields);
    }

    /** The page for a terminal, laid out like kubectl explain. */
    public String text() {
        StringBuilder text = new StringBuilder();
        header.forEach((name, value) -> text.append(padded(name + ":", NAMES) + value + "\n"));
        for (Section section : sections) {
            text.append("\n" + section.title() + ":\n");
            section.lines().forEach(line -> text.append(wrapped("  - ", line)));
        }
        if (!fields.isEmpty()) {
            text.append("\nFIELDS:\n");
            int width = 2
                    + fields.stream()
                            .mapToInt(field -> field.indented().length())
                            .max()
                            .orElse(0);
            // Recursive listings, which are long anyway, have no meanings.
            boolean isShort = fields.stream().noneMatch(any -> any.path().indexOf('.') >= 0);
            for (Field field : fields) {
                text.append("  " + padded(field.indented(), width) + "<" + field.type() + ">"
                        + (field.isRequired() ? " -required-\n" : "\n"));
                text.append(isShort && !field.meaning().isEmpty() ? wrapped("      ", field.meaning()) : "");
            }
        }
        return text.toString();
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(1, width - text.length()));
    }

    private static String wrapped(String begin, String line) {
        return String.join("\n", Printable.wrapped(begin + line, WIDTH, " ".repeat(begin.length()))) + "\n";
    }

    /** The page as Markdown, with the fields and their rules as a table. */
    public String markdown() {
        StringBuilder text = new StringBuilder("# " + title() + "\n");
        header.forEach((name, value) -> text.append("\n* " + name.toLowerCase(Locale.ROOT) + ": `" + value + "`"));
        text.append('\n');
        for (Section section : sections) {
            String title = section.title();
            boolean isOfKind = !title.equals(title.toUpperCase(Locale.ROOT));
            String rest = isOfKind ? title.substring(1) : title.substring(1).toLowerCase(Locale.ROOT);
            text.append("\n## " + title.charAt(0) + rest + "\n\n");
            section.lines().forEach(line -> text.append("* " + escaped(line) + "\n"));
        }
        if (!fields.isEmpty()) {
            text.append("\n## Fields\n\n| field | type | meaning | rules |\n| --- | --- | --- | --- |\n");
            fields.forEach(field -> text.append("| `" + field.path() + "` | " + field.type() + " | "
                    + escaped(field.meaning()) + " | " + escaped(String.join("; ", field.rules())) + " |\n"));
        }
        return text.toString();
    }

    private static String escaped(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*");
    }

    private String title() {
        return header.getOrDefault(
                "FIELD", header.getOrDefault("RULE", header.getOrDefault("KIND", header.getOrDefault("POLICY", ""))));
    }

    /** The page for programs, ready to serialize as JSON. */
    public Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        header.forEach((name, value) -> tree.put(name.toLowerCase(Locale.ROOT), value));
        sections.forEach(section -> tree.put(camelCase(section.title()), section.lines()));
        if (!fields.isEmpty()) {
            tree.put("fields", fields.stream().map(Page::tree).toList());
        }
        return tree;
    }

    private static Map<String, Object> tree(Field field) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("path", field.path());
        tree.put("type", field.type());
        tree.put("required", field.isRequired());
        if (!field.meaning().isEmpty()) {
            tree.put("meaning", field.meaning());
        }
        tree.put("rules", field.rules());
        return tree;
    }

    private static String camelCase(String title) {
        StringBuilder name = new StringBuilder();
        for (String word : title.toLowerCase(Locale.ROOT).split("[^a-z0-9]+")) {
            name.append(name.length() == 0 ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
        }
        return name.toString();
    }
}
