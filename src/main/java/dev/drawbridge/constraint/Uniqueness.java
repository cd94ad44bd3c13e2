package dev.drawbridge.constraint;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import dev.drawbridge.port.Addresses;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Lists without duplicates. The second and every further occurrence is {@code FieldValueDuplicate}. */
public final class Uniqueness {

    private Uniqueness() {}

    /** No duplicate in a list of strings. */
    public static Constraint uniqueTexts() {
        return new NoTextTwice(false);
    }

    /** No duplicate address in a list of strings, in any notation; strings that are not addresses count as equal. */
    public static Constraint uniqueAddresses() {
        return new NoTextTwice(true);
    }

    private record NoTextTwice(boolean ofAddresses) implements Constraint, OneDemand {

        @Override
        public Demand demand() {
            return ofAddresses
                    ? new Demand(Origin.UNIQUE, Demand.EACH_ENTRY, "must be unique, however the address is written")
                            .example("['192.0.2.5/24', '192.0.2.6/24']", "['2001:db8::5/64', '2001:DB8::5/64']")
                    : new Demand(Origin.UNIQUE, Demand.EACH_ENTRY, "must be unique");
        }

        @Override
        public void check(Value value, ValidationContext context) {
            ListValue list = (ListValue) value;
            Map<String, Integer> seen = new HashMap<>();
            for (int i = 0; i < list.size(); i++) {
                Integer first = seen.putIfAbsent(key(StringValue.orEmpty(list.get(i))), i);
                if (first != null) {
                    report(demand(), list.get(i), first, context.at(i));
                }
            }
        }

        private String key(String text) {
            return ofAddresses ? Objects.requireNonNullElse(Addresses.canonicalCidr(text), "") : text;
        }
    }

    /** No two objects with the same text in their key field; the error is reported at the key field. */
    public static Constraint uniqueBy(String key) {
        return new ByKeys(List.of(key), true);
    }

    /** No two objects with the same strings in all these fields; the error is reported at the object. */
    public static Constraint uniqueObjectBy(String... keys) {
        return new ByKeys(List.of(keys), false);
    }

    private record ByKeys(List<String> keys, boolean atKey) implements Constraint, OneDemand {

        @Override
        public Demand demand() {
            return new Demand(Origin.UNIQUE, Demand.EACH_ENTRY, "must be unique by " + String.join(" and ", keys));
        }

        @Override
        public void check(Value value, ValidationContext context) {
            ListValue list = (ListValue) value;
            Map<Object, Integer> seen = new HashMap<>();
            for (int i = 0; i < list.size(); i++) {
                ObjectValue entry = ObjectValue.orEmpty(list.get(i));
                String text = entry.string(keys.get(0));
                boolean isOne = keys.size() == 1;
                Integer first = seen.putIfAbsent(
                        isOne ? text : keys.stream().map(entry::string).toList(), i);
                if (first != null) {
                    ValidationContext at = atKey ? context.at(i).at(keys.get(0)) : context.at(i);
                    report(demand(), isOne ? new StringValue(text, null) : null, first, at);
                }
            }
        }
    }

    private static void report(Demand demand, @Nullable Value value, int first, ValidationContext context) {
        context.report(ErrorType.DUPLICATE, value, demand.adding("entry " + first + " has the same value"));
    }
}
