package dev.drawbridge.validation;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.field.Demand;
import dev.drawbridge.resource.Kinds;
import dev.drawbridge.resource.rule.PlainRule;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rule classes in the tables, with their demands. */
final class TableRules {

    private static final String OURS = "dev.drawbridge.";
    private static final String RULES = OURS + "resource.rule.";

    private final Map<String, Set<Demand>> demands = new TreeMap<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private TableRules() {}

    /** The demands by class or row: of all rules across fields, and of checks for specific values. */
    static Map<String, Set<Demand>> demands() {
        TableRules rules = new TableRules();
        Kinds.all().forEach(kind -> rules.visit(kind.table()));
        Kinds.workloads().forEach(kind -> rules.visit(kind.table()));
        return rules.demands;
    }

    private void visit(@Nullable Object value) {
        if (value == null || !seen.add(value)) {
            return;
        }
        Class<?> type = value.getClass();
        if (value instanceof Collection<?> many) {
            many.forEach(this::visit);
        } else if (value instanceof Map<?, ?> map) {
            map.values().forEach(this::visit);
        } else if (type.isArray() && !type.getComponentType().isPrimitive()) {
            for (int i = 0; i < Array.getLength(value); i++) {
                visit(Array.get(value, i));
            }
        } else if (type.getName().startsWith(OURS) && (!type.isEnum() || value instanceof ObjectRule)) {
            // A constraint is of one field, unless it is among the rules.
            if (value instanceof ObjectRule rule
                    && (!(value instanceof Constraint) || type.getName().startsWith(RULES))) {
                add(value instanceof PlainRule row ? sentence(row) : type.getSimpleName(), rule.demands());
            }
            fields(value, type);
        }
    }

    private void fields(Object value, @Nullable Class<?> type) {
        if (type == null || !type.getName().startsWith(OURS)) {
            return;
        }
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                field.setAccessible(true);
                try {
                    visit(field.get(value));
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        fields(value, type.getSuperclass());
    }

    /** The name of a row as that of a class. */
    private static String sentence(PlainRule row) {
        return Stream.of(row.name().split("_"))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }

    private void add(String rule, List<Demand> made) {
        demands.computeIfAbsent(rule, none -> new LinkedHashSet<>()).addAll(made);
    }
}
