package dev.drawbridge.report;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

/** Maps, lists and scalars as JSON. */
public final class JsonTree {

    private static final JsonFactory FACTORY =
            JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

    private static final ObjectWriteContext INDENTED = new ObjectWriteContext.Base() {

        @Override
        public boolean hasPrettyPrinter() {
            return true;
        }

        @Override
        public PrettyPrinter getPrettyPrinter() {
            return new DefaultPrettyPrinter();
        }
    };

    private JsonTree() {}

    /** Writes a Map of Strings to values, an Iterable of values, a String, a Number or a Boolean, and ends the line. */
    public static void write(Object tree, PrintWriter out) {
        try (JsonGenerator json = FACTORY.createGenerator(INDENTED, out)) {
            value(json, tree);
        }
        out.println();
    }

    public static String compact(Object tree) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            value(json, tree);
        }
        return text.toString();
    }

    /** A list whose entries are made while they are written. */
    public static <T> Iterable<Object> each(Collection<T> items, Function<T, Object> tree) {
        return () -> items.stream().map(tree).iterator();
    }

    private static void value(JsonGenerator json, @Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            map.forEach((key, each) -> {
                json.writeName(String.valueOf(key));
                value(json, each);
            });
            json.writeEndObject();
        } else if (value instanceof Iterable<?> list) {
            json.writeStartArray();
            list.forEach(each -> value(json, each));
            json.writeEndArray();
        } else if (value instanceof BigDecimal number) {
            json.writeNumber(number);
        } else if (value instanceof Number number) {
            json.writeNumber(number.longValue());
        } else if (value instanceof Boolean bool) {
            json.writeBoolean(bool);
        } else {
            json.writeString(String.valueOf(value));
        }
    }
}
