package dev.drawbridge.cli;

import dev.drawbridge.schema.KubernetesRelease;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A release as people write it: {@code 1.30}. */
final class ReleaseConverter implements ITypeConverter<KubernetesRelease> {

    @Override
    public KubernetesRelease convert(String text) {
        return KubernetesRelease.parse(text)
                .orElseThrow(() ->
                        new TypeConversionException("must be one of " + KubernetesRelease.names() + ", is " + text));
    }
}
