package dev.drawbridge.schema;

/**
 * How an object was decoded: the API server's objects by Go's rules, the parameters of a driver by the driver's.
 *
 * @param nullsAreValues whether null is a value of a type, rather than an unset field
 * @param ignoresCase whether names of fields are in any case, as {@code encoding/json} reads them
 * @param owner the type that has no unknown field, as the end of a sentence: {@code of GpuConfig}; empty for the
 *     object's API version
 */
public record Decoder(UnknownFields unknownFields, boolean nullsAreValues, boolean ignoresCase, String owner) {

    static Decoder ofServer(UnknownFields unknownFields) {
        return new Decoder(unknownFields, false, false, "");
    }
}
