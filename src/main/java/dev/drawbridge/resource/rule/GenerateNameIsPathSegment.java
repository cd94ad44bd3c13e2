package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Formats;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.Demand;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code metadata.generateName} fits into a URL, which the server checks on a new object last, if nothing else is
 * wrong. Source: {@code pkg/registry/rest/create.go}, BeforeCreate; all kinds but DeviceClass have been checked for
 * more before.
 */
public final class GenerateNameIsPathSegment implements ObjectRule {

    private static final Demand PATH_SEGMENT = Formats.PATH_SEGMENT_PREFIX
            .demand()
            .at("metadata.generateName")
            .example("{metadata: {generateName: gpu-}}", "{metadata: {generateName: gpu/}}");

    @Override
    public List<Demand> demands() {
        return List.of(PATH_SEGMENT);
    }

    @Override
    public void check(ObjectValue object, @Nullable ObjectValue old, ValidationContext context) {
        if (context.errors().isEmpty()
                && object.object("metadata").get("generateName") instanceof StringValue prefix
                && !prefix.value().isEmpty()) {
            Formats.PATH_SEGMENT_PREFIX.check(prefix, context.at("metadata", "generateName"));
        }
    }
}
