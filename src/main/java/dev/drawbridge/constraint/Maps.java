package dev.drawbridge.constraint;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keys, values and size of maps. Kubernetes reports all of them at the map itself. */
public final class Maps {

    private Maps() {}

    /** A check of each key whose errors are at the map. */
    public static Constraint reportedAtMap(Constraint ofKey) {
        return new AtMap(ofKey);
    }

    /** The check of a key whose errors are at the map; null if they are at the key. */
    public static @Nullable Constraint reportedAtMapOf(Constraint ofKey) {
        return ofKey instanceof AtMap atMap ? atMap.ofKey : null;
    }

    private record AtMap(Constraint ofKey) implements Constraint {

        @Override
        public List<Demand> demands() {
            return ofKey.demands();
        }

        @Override
        public void check(Value value, ValidationContext context) {
            ofKey.check(value, context);
        }
    }

    /** Every key must have this format; others are {@code FieldValueInvalid}. */
    public static Constraint keysAre(Formats format) {
        return new EachIs(format, true);
    }

    /** Every value must have this format; others are {@code FieldValueInvalid}. */
    public static Constraint valuesAre(Formats format) {
        return new EachIs(format, false);
    }

    private record EachIs(Formats format, boolean ofKeys) implements Constraint, OneDemand {

        @Override
        public Demand demand() {
            String begin = ofKeys ? "{" : "{a: ";
            String end = ofKeys ? ": a}" : "}";
            return Demand.of(format.origin())
                    .at(ofKeys ? "each key" : "each value")
                    .example(begin + format.valid() + end, begin + format.invalid() + end);
        }

        @Override
        public void check(Value value, ValidationContext context) {
            ObjectValue map = (ObjectValue) value;
            for (int i = 0; i < map.size(); i++) {
                String text = ofKeys ? map.key(i) : StringValue.orEmpty(map.value(i));
                String problem = format.problem(text);
                if (problem != null) {
                    String what = ofKeys ? "key" : "value of key " + map.key(i);
                    String detail = "as a " + what + ", " + problem;
                    context.report(ErrorType.INVALID, new StringValue(text, null), new Demand(format.origin(), detail));
                }
            }
        }
    }
}
