package dev.drawbridge.cli;

import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.explain.Manual;
import dev.drawbridge.explain.Subject;
import dev.drawbridge.lsp.Workspace.Name;
import dev.drawbridge.lsp.Workspace.Names;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Completes the fields of a manifest, and their values. The text before a place need not be valid: only its indentation
 * counts.
 */
final class FieldCompletion {

    private static final Pattern KEY = Pattern.compile("\"?([\\w./-]+)\"?:(?: +(.*))?");
    private static final Pattern ITEM = Pattern.compile("-(?: +|$)");
    private static final String ITEMS = "[]";
    /**
     * Where a text ends.
     *
     * @param path the fields around the place, with {@code []} for entries of lists
     * @param key the field whose value is typed; null if it is a field's name
     * @param typed what is typed of the value or name
     * @param scalars the scalar fields so far of the whole document, and of each part of the path
     */
    record Place(List<String> path, @Nullable String key, String typed, List<Map<String, String>> scalars) {

        /** The value of a field of the whole document (0), or of a part of the path; empty if there is none. */
        String scalar(int level, String field) {
            return level < scalars.size() ? scalars.get(level).getOrDefault(field, "") : "";
        }

        /** The end of the last document of a text. */
        static Place of(String text) {
            Deque<Level> levels = new ArrayDeque<>();
            Map<String, String> root = new HashMap<>();
            String key = null;
            String typed = "";
            for (String line : text.split("\n", -1)) {
                String content = line.stripLeading();
                int indent = line.length() - content.length();
                key = null;
                typed = content;
                if (line.startsWith("---")) {
                    levels.clear();
                    root.clear();
                } else if (!content.startsWith("#")) {
                    for (Matcher item = ITEM.matcher(content); item.lookingAt(); item = ITEM.matcher(content)) {
                        close(levels, indent + 1);
                        if (!levels.isEmpty()
                                && levels.peek().indent() == indent
                                && levels.peek().name().equals(ITEMS)) {
                            levels.pop();
                        }
                        levels.push(new Level(indent, ITEMS, new HashMap<>()));
                        indent += item.end();
                        content = content.substring(item.end());
                    }
                    Matcher field = KEY.matcher(content);
                    if (field.matches()) {
                        close(levels, indent);
                        key = field.group(1);
                        typed = field.group(2) == null ? "" : field.group(2).replaceFirst("^[\"']", "");
                        Map<String, String> beside =
                                levels.isEmpty() ? root : levels.peek().scalars();
                        beside.put(key, typed.replaceFirst("[\"']? *$", ""));
                        levels.push(new Level(indent, key, new HashMap<>()));
                    } else {
                        typed = content;
                        close(levels, indent);
                    }
                }
            }
            List<String> path = new ArrayList<>();
            List<Map<String, String>> scalars = new ArrayList<>(List.of(root));
            levels.descendingIterator().forEachRemaining(level -> {
                path.add(level.name());
                scalars.add(level.scalars());
            });
            return new Place(path, key, typed, scalars);
        }

        /** Whether it is a field's value, or an entry of its list. */
        boolean isAt(String parent, String field) {
            List<String> fields =
                    path.stream().filter(name -> !name.equals(ITEMS)).toList();
            int size = fields.size();
            return size > 1 && fields.subList(size - 2, size).equals(List.of(parent, field));
        }

        private record Level(int indent, String name, Map<String, String> scalars) {}

        private static void close(Deque<Level> levels, int indent) {
            while (!levels.isEmpty() && levels.peek().indent() >= indent) {
                levels.pop();
            }
        }
    }

    /** The fields or values that fit the end of a text, also in the parameters of these drivers. */
    static Names of(String text, DriverRegistry drivers) {
        Place place = Place.of(text);
        Stream<Name> names = place.path().size() <= 1 && "apiVersion".equals(place.key())
                ? versions()
                : place.path().size() <= 1 && "kind".equals(place.key())
                        ? Manual.kinds().stream().map(kind -> new Name(kind, ""))
                        : names(place, drivers);
        String typed = place.typed().toLowerCase(Locale.ROOT);
        return new Names(
                place.typed(),
                names.filter(name -> name.text().toLowerCase(Locale.ROOT).contains(typed))
                        .toList());
    }

    private static Stream<Name> versions() {
        return Manual.versions().stream().map(version -> new Name(version.group() + "/" + version, ""));
    }

    private static Stream<Name> names(Place place, DriverRegistry drivers) {
        List<String> path = place.path();
        int opaque = Collections.indexOfSubList(path, List.of("opaque", "parameters"));
        if (opaque < 0) {
            return Manual.subject(place.scalar(0, "apiVersion"), place.scalar(0, "kind")).stream()
                    .flatMap(subject -> subject.completions(path, place.key() != null).entrySet().stream())
                    .map(name -> new Name(name.getKey(), name.getValue()));
        }
        int own = opaque + 2;
        boolean isOfHeader = path.size() == own + 1;
        boolean isKind = isOfHeader && "kind".equals(place.key());
        List<Subject> kinds = drivers.parameters(place.scalar(opaque + 1, "driver"))
                .subjects(isKind ? "" : place.scalar(own, "kind"));
        if (isKind || isOfHeader && "apiVersion".equals(place.key())) {
            return kinds.stream()
                    .map(kind -> isKind ? kind.name() : kind.apiVersion())
                    .distinct()
                    .map(name -> new Name(name, ""));
        }
        Map<String, String> names = new LinkedHashMap<>();
        kinds.forEach(kind -> kind.completions(path.subList(own, path.size()), place.key() != null)
                .forEach(names::putIfAbsent));
        return names.entrySet().stream().map(name -> new Name(name.getKey(), name.getValue()));
    }
}
