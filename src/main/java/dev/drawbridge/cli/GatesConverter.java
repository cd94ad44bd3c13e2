package dev.drawbridge.cli;

import dev.drawbridge.schema.GateSettings;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Feature gates as Kubernetes writes them: {@code A=true,B=false}, or {@code all}. */
final class GatesConverter implements ITypeConverter<GateSettings> {

    @Override
    public GateSettings convert(String text) {
        try {
            return GateSettings.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
