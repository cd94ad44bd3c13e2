package dev.drawbridge.driver;

import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.explain.Subject;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.schema.Decoder;
import dev.drawbridge.schema.ObjectSchema;
import dev.drawbridge.schema.Projection;
import dev.drawbridge.schema.UnknownFields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The parameters and devices of a driver.
 *
 * @param drivers its names; one may begin with {@code *.}
 * @param versions the versions that differ, and the selected one
 * @param deviceClasses names of its classes, from its documentation
 * @param devices the attributes and capacities of its devices
 * @param examples example parameters and their errors
 * @param definition the file's content
 */
public record DriverEntry(
        Facts facts,
        List<String> drivers,
        DriverVersions versions,
        Parameters parameters,
        List<String> deviceClasses,
        List<PublishedDevices> devices,
        List<Example> examples,
        ObjectValue definition) {

    /** How rules over requests see values: it does not matter. */
    private static final Decoder STRICT = new Decoder(UnknownFields.DENY, true, false, "");

    static final String BUILT_IN = "built-in";

    /**
     * The origin of an entry.
     *
     * @param origin the file of the entry, or {@code built-in}
     */
    public record Facts(String origin, String source, String date) {

        /** The source and the date, as text; empty if there is no source. */
        public String text() {
            return source + (date.isEmpty() ? "" : ", as of " + date);
        }
    }

    /**
     * The parameters of a driver.
     *
     * @param elsewhere kinds that only other versions of the driver have, with these versions in words
     * @param allowsOthers whether parameters of other kinds are not checked
     * @param areRead whether the driver reads parameters, as far as is known
     * @param nullsAreUnset whether null counts as unset, as in Go's decoder
     * @param ofClasses how the configurations of a class are handled: {@code ignored} or {@code refused}; empty if
     *     they are read
     * @param requestRules rules in CEL over a request and the configurations that a claim has for it
     * @param gates the driver's feature gates, with their defaults
     */
    public record Parameters(
            List<ParameterKind> kinds,
            Map<String, String> elsewhere,
            boolean allowsOthers,
            boolean areRead,
            boolean nullsAreUnset,
            String ofClasses,
            ParameterRules requestRules,
            Map<String, Boolean> gates) {}

    /**
     * A kind of parameters.
     *
     * @param hasHeader whether it has the fields {@code apiVersion} and {@code kind}
     * @param isOfStatus whether the driver writes it into the status of a claim
     * @param gated the rules that depend on a feature gate, by what they demand
     */
    public record ParameterKind(
            String apiVersion,
            String kind,
            boolean hasHeader,
            boolean isOfStatus,
            ObjectSchema table,
            Projection projection,
            Decoder decoder,
            Map<Demand, ParameterRule> gated) {

        /** What the manual describes. */
        Subject subject(String driver, DriverEntry entry) {
            boolean readsNull = !decoder.nullsAreValues();
            Subject.OfDriver of = new Subject.OfDriver(driver, entry.facts().text(), readsNull);
            return new Subject(kind, hasHeader ? apiVersion : "", table, of);
        }

        /** Whether parameters are of this kind; they match if the kind has no header. */
        boolean isOf(ObjectValue parameters) {
            return !hasHeader
                    || kind.equals(parameters.string("kind")) && apiVersion.equals(parameters.string("apiVersion"));
        }
    }

    /**
     * Example parameters and their errors.
     *
     * @param path their path, as in errors
     * @param errors the fields with errors, sorted; empty if there is none
     */
    public record Example(FieldPath path, Value parameters, List<String> errors) {}

    private static List<Example> examples(ListValue list) {
        List<Example> examples = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            Value parameters = list.get(i) instanceof ObjectValue example ? example.get("parameters") : null;
            if (parameters == null) {
                throw new IllegalArgumentException("examples[" + i + "].parameters: is required");
            }
            FieldPath path = FieldPath.of("examples").index(i);
            List<String> errors = ((ObjectValue) list.get(i))
                    .list("errors").texts().stream()
                            .map(field -> path + "." + field)
                            .sorted()
                            .toList();
            examples.add(new Example(path, parameters, errors));
        }
        return examples;
    }

    /** The entry for a version of the driver; an IllegalArgumentException says that there is none. */
    DriverEntry at(String version) {
        return read(facts.origin(), definition, versions.at(version));
    }

    boolean isOn(String gate) {
        return parameters.gates().getOrDefault(gate, false);
    }

    boolean isOf(String driver) {
        return drivers.stream()
                .anyMatch(name -> name.startsWith("*.") ? driver.endsWith(name.substring(1)) : name.equals(driver));
    }

    /**
     * Reads an entry, which has been checked against its schema, or a CustomResourceDefinition with the annotation
     * {@code drawbridge.dev/drivers}, which names the drivers.
     *
     * @throws IllegalArgumentException with a message if it is none
     */
    static DriverEntry read(String origin, ObjectValue object) {
        if (object.string("kind").equals("CustomResourceDefinition")) {
            String drivers = object.object("metadata").object("annotations").string("drawbridge.dev/drivers");
            if (drivers.isBlank()) {
                throw new IllegalArgumentException(
                        "metadata.annotations[drawbridge.dev/drivers]: is required; name the drivers that accept this"
                                + " kind");
            }
            return ofDefinition(origin, object, List.of(drivers.split("\\s*,\\s*")));
        }
        return read(
                origin, object, DriverVersions.newest(object.list("versions").texts()));
    }

    private static DriverEntry read(String origin, ObjectValue object, DriverVersions versions) {
        Map<String, Boolean> gates = new LinkedHashMap<>();
        ObjectValue named = object.object("gates");
        named.forEach((key, value) -> gates.put(key, value instanceof BooleanValue on && on.value()));
        List<ParameterKind> kinds = new ArrayList<>();
        Map<String, String> elsewhere = new LinkedHashMap<>();
        ListValue list = object.list("kinds");
        for (int i = 0; i < list.size(); i++) {
            if (!(list.get(i) instanceof ObjectValue kind)) {
                throw new IllegalArgumentException("kinds[" + i + "]: expected an object");
            }
            String version = kind.string("apiVersion");
            String name = kind.string("kind");
            if (!versions.has(kind, "kinds[" + i + "]")) {
                elsewhere.put(version + " " + name, DriverVersions.words(kind));
                continue;
            }
            boolean ignoresUnknown = kind.string("unknownFields").equals("ignored");
            boolean hasHeader = !kind.isTrue("typeless");
            Decoder decoder = new Decoder(
                    ignoresUnknown ? UnknownFields.HINT : UnknownFields.DENY,
                    !object.string("nulls").equals("unset"),
                    ignoresUnknown || kind.string("fieldCase").equals("ignored"),
                    "of " + (name.isEmpty() ? "these parameters" : name)
                            + (ignoresUnknown ? ", which the driver ignores" : ""));
            try {
                SchemaReader reader =
                        new SchemaReader(!origin.equals(BUILT_IN), versions, decoder, object, kind.object("schema"));
                ObjectSchema table =
                        reader.table(kind.get("schema"), hasHeader ? List.of("apiVersion", "kind") : List.of());
                Projection projection = Projection.ofDriver(table);
                kinds.add(new ParameterKind(
                        version, name, hasHeader, kind.isTrue("status"), table, projection, decoder, reader.gated()));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("kinds[" + i + "]." + e.getMessage(), e);
            }
        }
        ParameterRules rules = new SchemaReader(!origin.equals(BUILT_IN), versions, STRICT)
                .rules(object.list("requestValidations"), "requestValidations");
        Parameters parameters = new Parameters(
                kinds,
                elsewhere,
                object.string("otherKinds").equals("allowed"),
                !object.has("kinds") || object.list("kinds").size() > 0,
                object.string("nulls").equals("unset"),
                object.string("classParameters"),
                rules,
                gates);
        List<String> drivers = object.list("drivers").texts();
        return new DriverEntry(
                new Facts(origin, object.string("source"), object.string("date")),
                drivers,
                versions,
                parameters,
                object.list("deviceClasses").texts(),
                PublishedDevices.read(object.list("devices"), drivers, versions),
                examples(object.list("examples")),
                object);
    }

    /** Reads a CustomResourceDefinition; an IllegalArgumentException if its schemas cannot be applied. */
    static DriverEntry ofDefinition(String origin, ObjectValue object, List<String> drivers) {
        ObjectValue spec = object.object("spec");
        List<ParameterKind> kinds = new ArrayList<>();
        ListValue versions = spec.list("versions");
        for (int i = 0; i < versions.size(); i++) {
            if (versions.get(i) instanceof ObjectValue version) {
                ObjectValue schema = version.object("schema").object("openAPIV3Schema");
                if (schema.size() == 0) {
                    throw new IllegalArgumentException("spec.versions[" + i + "].schema.openAPIV3Schema: is required");
                }
                String kind = spec.object("names").string("kind");
                Decoder decoder = new Decoder(UnknownFields.DENY, true, false, "of " + kind);
                SchemaReader reader = new SchemaReader(true, DriverVersions.ALIKE, decoder, schema);
                ObjectSchema table = reader.table(schema, List.of("apiVersion", "kind", "metadata"));
                String apiVersion = spec.string("group") + "/" + version.string("name");
                Projection projection = Projection.ofDriver(table);
                kinds.add(new ParameterKind(apiVersion, kind, true, false, table, projection, decoder, reader.gated()));
            }
        }
        if (kinds.isEmpty()) {
            throw new IllegalArgumentException("spec.versions: is required");
        }
        Facts facts = new Facts(origin, object.object("metadata").string("name"), "");
        Parameters parameters = new Parameters(kinds, Map.of(), false, true, false, "", ParameterRules.NONE, Map.of());
        return new DriverEntry(
                facts, drivers, DriverVersions.ALIKE, parameters, List.of(), List.of(), List.of(), object);
    }
}
