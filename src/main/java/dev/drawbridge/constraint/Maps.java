package dev.drawbridge.constraint;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Keys, values and size of maps. Kubernetes reports all of them at the map itself. */
public final class Maps {

    private Maps() {}

    /** Every key must have this format; others are {@code FieldValueInvalid}. */
    public static Constraint keysAre(Formats format) {
        return new KeysAre(format);
    }

    private record KeysAre(Formats format) implements Constraint {

        @Override
        public List<Demand> demands() {
            return List.of(Demand.of(format.origin())
                    .at("each key")
                    .example("{" + format.valid() + ": a}", "{" + format.invalid() + ": a}"));
        }

        @Override
        public void check(Value value, ValidationContext context) {
            ObjectValue map = (ObjectValue) value;
            for (int i = 0; i < map.size(); i++) {
                report(format, "key", map.key(i), context);
            }
        }
    }

    /** Every value must have this format; others are {@code FieldValueInvalid}. */
    public static Constraint valuesAre(Formats format) {
        return new ValuesAre(format);
    }

    private record ValuesAre(Formats format) implements Constraint {

        @Override
        public List<Demand> demands() {
            return List.of(Demand.of(format.origin())
                    .at("each value")
                    .example("{a: " + format.valid() + "}", "{a: " + format.invalid() + "}"));
        }

        @Override
        public void check(Value value, ValidationContext context) {
            ObjectValue map = (ObjectValue) value;
            for (int i = 0; i < map.size(); i++) {
                report(format, "value of key " + map.key(i), text(map.value(i)), context);
            }
        }
    }

    /** All keys and values together have at most this many bytes in UTF-8; more is {@code FieldValueTooLong}. */
    public static Constraint maxTotalBytes(int max) {
        return new MaxTotalBytes(max);
    }

    private record MaxTotalBytes(int max) implements Constraint {

        @Override
        public List<Demand> demands() {
            return List.of(demand());
        }

        private Demand demand() {
            return new Demand(
                    Origin.MAX_TOTAL_BYTES, "keys and values together must be no more than " + max + " bytes");
        }

        @Override
        public void check(Value value, ValidationContext context) {
            ObjectValue map = (ObjectValue) value;
            long size = 0;
            for (int i = 0; i < map.size(); i++) {
                size += bytes(map.key(i)) + bytes(text(map.value(i)));
            }
            if (size > max) {
                context.reportExcess(ErrorType.TOO_LONG, null, demand(), size);
            }
        }
    }

    private static void report(Formats format, String what, String text, ValidationContext context) {
        String problem = format.problem(text);
        if (problem != null) {
            context.report(
                    ErrorType.INVALID, new StringValue(text, null), "as a " + what + ", " + problem, format.origin());
        }
    }

    private static String text(Value value) {
        return value instanceof StringValue string ? string.value() : "";
    }

    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
