package dev.drawbridge.report;

import java.io.PrintWriter;
import java.io.Writer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

/** JSON for people and programs. */
final class Json {

    private static final JsonFactory FACTORY =
            JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

    private Json() {}

    static JsonGenerator generator(PrintWriter out) {
        return FACTORY.createGenerator(new Indented(), out);
    }

    static JsonGenerator compact(Writer out) {
        return FACTORY.createGenerator(ObjectWriteContext.empty(), out);
    }

    private static final class Indented extends ObjectWriteContext.Base {

        @Override
        public boolean hasPrettyPrinter() {
            return true;
        }

        @Override
        public tools.jackson.core.PrettyPrinter getPrettyPrinter() {
            return new DefaultPrettyPrinter();
        }
    }
}
