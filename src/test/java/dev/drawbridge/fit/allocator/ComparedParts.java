package dev.drawbridge.fit.allocator;

import dev.drawbridge.fit.allocator.SearchState.Count;
import dev.drawbridge.port.Quantity;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the allocator compares to skip work, and views of it with one part left out. Parts are the components of {@link
 * SearchState}, {@link DeviceLook} and {@link NodeLook}, and of the package's records in them, found by reflection.
 */
final class ComparedParts {

    private ComparedParts() {}

    /** The names of all parts, such as {@code DeviceLook.driver}. */
    static Set<String> all() {
        Set<Class<?>> records = new LinkedHashSet<>();
        List.of(SearchState.class, DeviceLook.class, NodeLook.class).forEach(type -> add(type, records));
        Set<String> names = new TreeSet<>();
        records.forEach(type -> Arrays.stream(type.getRecordComponents())
                .map(ComparedParts::name)
                .forEach(names::add));
        return names;
    }

    private static void add(Type type, Set<Class<?>> records) {
        if (type instanceof ParameterizedType generic) {
            Arrays.stream(generic.getActualTypeArguments()).forEach(argument -> add(argument, records));
        } else if (type instanceof Class<?> raw && isPart(raw)) {
            if (raw.isSealed()) {
                Arrays.stream(raw.getPermittedSubclasses()).forEach(permitted -> add(permitted, records));
            } else if (raw.isRecord() && records.add(raw)) {
                Arrays.stream(raw.getRecordComponents()).forEach(component -> add(component.getGenericType(), records));
            }
        }
    }

    /** Whether a type is of the package alone; objects of the fleet are compared as a whole. */
    private static boolean isPart(Class<?> type) {
        return type.getPackage() == ComparedParts.class.getPackage() && !Modifier.isPublic(type.getModifiers());
    }

    private static String name(RecordComponent component) {
        String type = component.getDeclaringRecord().getName();
        return type.substring(type.lastIndexOf('.') + 1).replace('$', '.') + "." + component.getName();
    }

    /** What is left of a record without a part; records become lists of their components. */
    static Object without(String part, Object value) {
        if (value instanceof Record key && isPart(key.getClass())) {
            return Arrays.stream(key.getClass().getRecordComponents())
                    .filter(component -> !name(component).equals(part))
                    .map(component -> read(component, key))
                    .map(each -> each == null ? "null" : without(part, each))
                    .toList();
        }
        if (value instanceof List<?> list) {
            return list.stream().map(each -> without(part, each)).toList();
        }
        if (value instanceof Set<?> set) {
            return set.stream().map(each -> without(part, each)).collect(Collectors.toSet());
        }
        if (value instanceof Map<?, ?> map) {
            // Entries that no longer differ become one, as if the part had never been there.
            Map<Object, Object> sums = new HashMap<>();
            map.forEach((key, each) -> sums.merge(without(part, key), each, ComparedParts::sum));
            sums.replaceAll((key, each) -> without(part, each));
            return sums;
        }
        return value;
    }

    private static Object sum(Object one, Object other) {
        if (one instanceof Count first && other instanceof Count second) {
            return new Count(first.all() + second.all(), first.next() + second.next());
        }
        if (one instanceof Quantity first && other instanceof Quantity second) {
            return first.plus(second);
        }
        List<Object> both = new ArrayList<>(List.of(one, other));
        both.sort((a, b) -> a.toString().compareTo(b.toString()));
        return both;
    }

    private static @Nullable Object read(RecordComponent component, Record of) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(of);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }
}
