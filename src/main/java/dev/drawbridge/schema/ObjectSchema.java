package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.Preparation;
import dev.drawbridge.constraint.cel.LinearPattern;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Spelling;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A table: the fields of one Go type of the API, in the API's own order, and the rules over several of them. The name
 * is the Go type's, so the source of each row is that field of that type in {@code
 * k8s.io/api/resource/<version>/types.go}.
 */
public final class ObjectSchema extends FieldType {

    private final String name;
    List<FieldRow> rows;
    List<Columned<ObjectRule>> rules = List.of();

    /** The levels that are not written in some columns: their fields are written in this object. */
    List<Columned<Level>> levels = List.of();

    /** Replacements for fields that an earlier type had, by their names. */
    private Map<String, String> replacements = Map.of();

    /** The server's changes to an update before validation. */
    List<Columned<Preparation>> preparations = List.of();

    /** The word in the names of the fields that are all here; null if the table has every field. */
    private @Nullable String coveredWord;

    /** The types of fields that the table does not have. */
    List<Others> others = List.of();

    ObjectSchema(String name, List<FieldRow> rows) {
        this.name = name;
        this.rows = apart(name, rows);
    }

    private ObjectSchema copy() {
        return (ObjectSchema) copied();
    }

    /** The rows, with at most one for a field in the same version, release and request. */
    private static List<FieldRow> apart(String name, List<FieldRow> rows) {
        for (int i = 0; i < rows.size(); i++) {
            for (int j = 0; j < i; j++) {
                if (rows.get(i).collidesWith(rows.get(j))) {
                    throw new IllegalArgumentException(name + "." + rows.get(i).name + " has two rows at a time");
                }
            }
        }
        return List.copyOf(rows);
    }

    /** A level that some versions do not have, whose fields are in the object around; the server may have it. */
    record Level(String name, Set<String> fields, boolean isOnServer) {}

    /**
     * The table with the rows and rules of another appended under these columns, for versions without the level between
     * them. If the other table is of the same Go type, the server does have the level: it exists as soon as one of its
     * fields is written, and adding or removing it counts as a change.
     *
     * @param level the field that holds them in other versions
     */
    public ObjectSchema flattened(String level, ObjectSchema other, Availability availability) {
        List<FieldRow> more = new ArrayList<>(rows);
        Set<String> names = new HashSet<>();
        for (FieldRow row : other.rows) {
            names.add(row.name);
            FieldRow here = row.within(availability);
            if (here != null) {
                more.add(here);
            }
        }
        List<Columned<ObjectRule>> all = new ArrayList<>(rules);
        for (Columned<ObjectRule> rule : other.rules) {
            if (rule.availability().overlaps(availability)) {
                all.add(new Columned<>(rule.content(), rule.availability().and(availability)));
            }
        }
        ObjectSchema table = copy();
        table.rows = apart(name, more);
        table.rules = List.copyOf(all);
        table.levels = Columned.with(levels, new Level(level, names, other.name.equals(name)), availability);
        return table;
    }

    public ObjectSchema rule(ObjectRule rule) {
        return rule(rule, Availability.ALWAYS);
    }

    public ObjectSchema rule(ObjectRule rule, Availability availability) {
        ObjectSchema table = copy();
        table.rules = Columned.with(rules, rule, availability);
        return table;
    }

    /** Adds a preparation, which the server applies to an update before validation, for these columns. */
    public ObjectSchema prepared(Preparation preparation, Availability availability) {
        ObjectSchema table = copy();
        table.preparations = Columned.with(preparations, preparation, availability);
        return table;
    }

    /**
     * The table as a part of its Go type: fields that it does not have are not looked at.
     *
     * @param word of the fields with this word in their names, in any case, the table has all
     */
    public ObjectSchema partOf(String word) {
        ObjectSchema table = copy();
        table.coveredWord = word;
        return table;
    }

    /** Fields that the table does not name, of any name or of those that match a regular expression. */
    record Others(@Nullable LinearPattern names, FieldType type) {}

    /**
     * The table as a part of its type: fields of other names are of this type.
     *
     * @param names a regular expression that their names match; the first that matches applies, null for any name
     */
    public ObjectSchema partOf(@Nullable LinearPattern names, FieldType type) {
        List<Others> more = new ArrayList<>(others);
        more.add(new Others(names, type));
        ObjectSchema table = copy();
        table.others = List.copyOf(more);
        return table;
    }

    @Override
    public ObjectSchema with(Constraint constraint) {
        return rule(constraint);
    }

    /** Whether the Go type has more fields than the table. */
    public boolean isPart() {
        return coveredWord != null;
    }

    /** The word in the names of the fields that are all here; null if the table has every field. */
    @Nullable
    String coveredWord() {
        return coveredWord;
    }

    /** Whether a name contains the word, ignoring case. Optimized, since it runs for every field of every pod. */
    static boolean isWordIn(String name, String word) {
        char first = word.isEmpty() ? 0 : word.charAt(0);
        for (int i = name.length() - word.length(); i >= 0; i--) {
            char at = name.charAt(i);
            boolean mayBegin = (at | ' ') == first || at > '\u007f' || first == 0;
            if (mayBegin && name.regionMatches(true, i, word, 0, word.length())) {
                return true;
            }
        }
        return false;
    }

    /** Whether the table would have a row for a field of this name if the type had the field in any release. */
    boolean covers(String field) {
        return coveredWord == null
                || isWordIn(field, coveredWord)
                || rows.stream().anyMatch(row -> row.name.equals(field));
    }

    /** Whether a field is in the wrong place, or is a misspelling of one that the object lacks, though it is a part. */
    boolean isMisplaced(String field, Value value, ObjectValue object) {
        String meant = Spelling.only(field, rows.stream().map(row -> row.name).toList());
        return meant != null && !object.has(meant) || coveredWord != null && isAround(value, coveredWord);
    }

    private static boolean isAround(Value value, String word) {
        boolean isFound = false;
        for (int i = 0; value instanceof ObjectValue object && i < object.size() && !isFound; i++) {
            isFound = object.value(i) instanceof ListValue
                    ? isWordIn(object.key(i), word)
                    : isAround(object.value(i), word);
        }
        return isFound;
    }

    /**
     * The table with a hint about a field that an earlier type had.
     *
     * @param hint what to do, such as {@code use devices.requests instead}
     */
    public ObjectSchema replaced(String field, String hint) {
        Map<String, String> more = new HashMap<>(replacements);
        more.put(field, hint);
        ObjectSchema table = copy();
        table.replacements = Map.copyOf(more);
        return table;
    }

    /** The replacement for a field of an earlier type; null if there is none. */
    public @Nullable String replacement(String field) {
        return replacements.get(field);
    }

    /** The Go type's name, such as {@code ResourceClaimSpec}. */
    public String name() {
        return name;
    }

    /**
     * The releases and versions of a field that the target does not have, such as {@code existed until Kubernetes
     * 1.36}; null if the table does not have the field.
     */
    @Nullable
    String elsewhere(String field, Target target) {
        Availability best = null;
        for (FieldRow row : rows) {
            if (row.name.equals(field) && (best == null || row.availability.isNearer(best, target.version()))) {
                best = row.availability;
            }
        }
        return best == null ? null : best.elsewhere(target.version(), target.release());
    }

    /** The demands over several fields. */
    public List<ColumnedDemand> rules() {
        return ColumnedDemand.of(rules);
    }
}
