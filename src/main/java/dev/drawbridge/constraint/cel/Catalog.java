package dev.drawbridge.constraint.cel;

import dev.drawbridge.field.Spelling;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The names that cel-go suggests instead of an undeclared one.
 *
 * <p>Source: {@code cel.dev/cel-go/common/env/catalog.go}; {@code checker/errors.go}, formatSuggestionSuffix.
 */
final class Catalog {

    // @formatter:off
    private static final List<String> STANDARD = List.of(
        "!_", "-_", "@in", "@not_strictly_false", "_!=_", "_%_", "_&&_", "_*_", "_+_", "_-_", "_/_", "_<=_", "_<_",
        "_==_", "_>=_", "_>_", "_?_:_", "__not_strictly_false__", "_in_", "_||_", "in", "cel.@mapInsert", "bool",
        "bytes", "double", "duration", "dyn", "int", "string", "timestamp", "type", "uint", "contains", "endsWith",
        "matches", "size", "startsWith", "getDate", "getDayOfMonth", "getDayOfWeek", "getDayOfYear", "getFullYear",
        "getHours", "getMilliseconds", "getMinutes", "getMonth", "getSeconds", "list", "map", "null_type",
        "google.protobuf.Duration", "google.protobuf.Timestamp", "all", "exists", "existsOne", "exists_one", "filter",
        "has", "optFlatMap", "optMap", "sortBy", "transformList", "transformMap", "transformMapEntry");
    // @formatter:on

    private static final int SHORT = 3;
    private static final int USUAL = 8;

    /** Lengths of which the ratio alone tells that names are not alike, and the most cells of a table of distances. */
    private static final int LONG = 16;

    private static final int MAX_CELLS = 64 * 64;

    private final SortedSet<String> names =
            new TreeSet<>(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));

    /** Creates a catalog of CEL's own names and these. */
    Catalog(Collection<String> declared) {
        names.addAll(STANDARD);
        names.addAll(declared);
    }

    /** The name itself if it is one; up to two that are like it. */
    List<String> find(String name) {
        if (names.contains(name)) {
            return List.of(name);
        }
        int most = name.length() <= SHORT ? 1 : name.length() <= USUAL ? 2 : name.length() / SHORT;
        List<String> others = names.stream()
                .filter(one -> one.contains(".") == name.contains("."))
                .toList();
        int fewest = others.stream().mapToInt(one -> distance(name, one)).min().orElse(Integer.MAX_VALUE);
        return others.stream()
                .filter(one ->
                        fewest <= most ? distance(name, one) == fewest : name.length() > 1 && one.startsWith(name))
                .limit(2)
                .toList();
    }

    private static int distance(String one, String other) {
        int longer = Math.max(one.length(), other.length());
        int shorter = Math.min(one.length(), other.length());
        if (longer >= LONG && 2 * longer >= 3 * shorter) {
            return longer - shorter;
        }
        return longer * shorter > MAX_CELLS ? Integer.MAX_VALUE : Spelling.distance(one, other, longer / SHORT);
    }

    /** What follows the name in a message; empty if nothing does. */
    String suffix(String name) {
        List<String> found = find(name);
        return found.isEmpty() || found.contains(name) ? "" : " (did you mean '" + String.join("' or '", found) + "'?)";
    }
}
