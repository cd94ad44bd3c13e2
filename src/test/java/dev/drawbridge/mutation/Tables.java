package dev.drawbridge.mutation;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.OneDemand;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.resource.Kinds;
import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.ObjectSchema;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Every table as text: each row with all of its columns. Also loaded by a mutant's class loader. Empty, false, null and
 * default values are omitted; shared parts are written once. Caches (volatile fields, those of java.util.concurrent)
 * are omitted.
 */
public final class Tables implements Supplier<String> {

    /** The reviewed text. */
    static final Path REVIEWED = Path.of("src/test/resources/tables.txt");

    private static final String INDENT = "  ";

    /** The defaults of most rows. */
    private static final Set<String> USUAL = Set.of("CODE", "OPTIONAL");

    private final StringBuilder text = new StringBuilder();
    private final Map<Object, Integer> written = new IdentityHashMap<>();

    /** All limits, gates and kinds. */
    static String text() {
        Tables tables = new Tables();
        tables.write("ReadLimits", ReadLimits.DEFAULT, "");
        for (FeatureGate gate : FeatureGate.values()) {
            tables.text.append(gate).append(':');
            for (KubernetesRelease release : KubernetesRelease.values()) {
                String state = !gate.exists(release) ? "-" : gate.isDefault(release) ? "on" : "off";
                tables.text.append(' ').append(release).append(' ').append(state);
            }
            tables.text.append('\n');
        }
        Kinds.served()
                .forEach(row -> tables.text
                        .append(row.version())
                        .append(' ')
                        .append(row.releases("-"))
                        .append(' ')
                        .append(row.kinds())
                        .append('\n'));
        Stream.of(Kinds.all(), Kinds.workloads()).flatMap(List::stream).forEach(kind -> {
            tables.write(kind.name(), kind, "");
            tables.write(kind.name() + " table", kind.table(), "");
        });
        return tables.text.toString();
    }

    /** The first line that differs from the reviewed text; empty if there is none. */
    @Override
    public String get() {
        try {
            List<String> reviewed = Files.readAllLines(REVIEWED);
            List<String> now = text().lines().toList();
            for (int i = 0; i < Math.max(reviewed.size(), now.size()); i++) {
                String before = i < reviewed.size() ? reviewed.get(i) : "";
                String after = i < now.size() ? now.get(i) : "";
                if (!before.equals(after)) {
                    return "line " + (i + 1) + ": reviewed: " + before.strip() + "; now: " + after.strip();
                }
            }
            return "";
        } catch (IOException e) {
            return e.toString();
        }
    }

    private void write(String name, @Nullable Object value, String indent) {
        if (value != null && !isUsual(value)) {
            writeAnyway(name, value, indent);
        }
    }

    private void writeAnyway(String name, Object value, String indent) {
        String line = inline(value);
        text.append(indent).append(name);
        if (line != null) {
            text.append(": ").append(line).append('\n');
        } else if (value instanceof Collection<?> list) {
            text.append(":\n");
            list.forEach(each -> writeAnyway("-", each, indent + INDENT));
        } else if (value.getClass().isArray()) {
            text.append(":\n");
            for (int i = 0; i < Array.getLength(value); i++) {
                write("-", Array.get(value, i), indent + INDENT);
            }
        } else if (value instanceof Map<?, ?> map) {
            text.append(":\n");
            map.entrySet().stream()
                    .sorted(Comparator.comparing(entry -> String.valueOf(entry.getKey())))
                    .forEach(entry -> writeAnyway(String.valueOf(entry.getKey()), entry.getValue(), indent + INDENT));
        } else {
            object(value, indent);
        }
    }

    private void object(Object value, String indent) {
        Class<?> type = value.getClass();
        text.append(": ").append(name(type));
        Integer number = written.get(value);
        if (value instanceof ObjectSchema && number != null) {
            text.append(" #").append(number).append(" again\n");
            return;
        }
        if (value instanceof ObjectSchema) {
            written.put(value, written.size());
            text.append(" #").append(written.get(value));
        }
        text.append('\n');
        for (Field field : fields(type)) {
            write(field.getName(), read(field, value), indent + INDENT);
        }
    }

    private static String name(Class<?> type) {
        return type.isHidden() || type.isSynthetic() ? "a function" : type.getSimpleName();
    }

    private static @Nullable Object read(Field field, Object value) {
        try {
            field.setAccessible(true);
            return field.get(value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A text that fits on a line; otherwise null. */
    private static @Nullable String inline(Object value) {
        if (isPlain(value)) {
            return plain(value);
        }
        if (value instanceof ObjectSchema
                || value instanceof Collection<?>
                || value instanceof Map<?, ?>
                || value.getClass().isArray()) {
            return null;
        }
        List<String> parts = new ArrayList<>();
        for (Field field : fields(value.getClass())) {
            Object part = read(field, value);
            if (part != null && !isUsual(part)) {
                String line = inline(part);
                if (line == null) {
                    return null;
                }
                parts.add(field.getName() + " " + line);
            }
        }
        if (value instanceof OneDemand rule && !(value instanceof Constraint)) {
            parts.add("demand " + inline(rule.demand()));
        }
        return name(value.getClass()) + (parts.isEmpty() ? "" : "(" + String.join(", ", parts) + ")");
    }

    private static List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        if (type.isHidden() || !type.getName().startsWith("dev.drawbridge.")) {
            return fields;
        }
        if (type.getSuperclass() != null) {
            fields.addAll(fields(type.getSuperclass()));
        }
        Arrays.stream(type.getDeclaredFields())
                .filter(field ->
                        (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT | Modifier.VOLATILE)) == 0)
                .filter(field -> !field.getType().getName().startsWith("java.util.concurrent."))
                .forEach(fields::add);
        return fields;
    }

    private static boolean isPlain(Object value) {
        return value instanceof CharSequence
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Enum<?>
                || value instanceof Availability
                || value instanceof OptionalInt
                || value instanceof Collection<?> list && list.stream().allMatch(Tables::isPlain)
                || value instanceof Map<?, ?> map && map.values().stream().allMatch(Tables::isPlain);
    }

    private static String plain(Object value) {
        if (value instanceof Set<?> set) {
            return set.stream().map(Tables::plain).sorted().collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof Collection<?> list) {
            return list.stream().map(Tables::plain).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> entry.getKey() + " " + plain(entry.getValue()))
                    .sorted()
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof Availability where) {
            return plain(where);
        }
        if (value instanceof OptionalInt number) {
            return number.isPresent() ? "" + number.getAsInt() : "none";
        }
        return value instanceof Enum<?> one ? one.name() : value.toString().replace("\n", "\\n");
    }

    private static String plain(Availability where) {
        List<String> parts = new ArrayList<>();
        if (!where.versions().equals(Availability.ALWAYS.versions())) {
            parts.add(plain(where.versions()));
        }
        boolean isOpen = where.until() == Availability.ALWAYS.until();
        parts.add(where.since() + "-" + (isOpen ? "" : where.until()));
        where.gates().list().stream().map(FeatureGate::toString).sorted().forEach(gate -> parts.add("+" + gate));
        where.barred().list().stream().map(FeatureGate::toString).sorted().forEach(gate -> parts.add("-" + gate));
        if (!where.requests().equals(Availability.ALWAYS.requests())) {
            parts.add(plain(where.requests()));
        }
        if (!isUsual(where.source())) {
            parts.add(where.source().name());
        }
        return String.join(" ", parts);
    }

    private static boolean isUsual(Object value) {
        return value.equals(Boolean.FALSE)
                || value instanceof Enum<?> one && USUAL.contains(one.name())
                || value instanceof Collection<?> list && list.isEmpty()
                || value instanceof Map<?, ?> map && map.isEmpty()
                || value instanceof CharSequence string && string.isEmpty()
                || value.equals(Availability.ALWAYS);
    }
}
