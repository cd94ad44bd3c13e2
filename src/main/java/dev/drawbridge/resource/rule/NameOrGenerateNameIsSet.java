package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Formats;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An object has a name; on create the server makes one from {@code generateName}, and refuses the result if it is not a
 * valid name.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/api/validation/objectmeta.go}, ValidateObjectMetaAccessor;
 * {@code k8s.io/apiserver/pkg/storage/names/generate.go}.
 */
public final class NameOrGenerateNameIsSet implements ObjectRule {

    // @formatter:off
    private static final Demand SET = new Demand(Origin.REQUIRED, "name or generateName is required")
        .dependingOn("name", "generateName").example("{generateName: gpu-}", "{namespace: ml}");
    /** Reported at the missing name. */
    private static final Demand GENERATED = new Demand(Origin.FORMAT_DNS_SUBDOMAIN, "generateName",
        "must be a DNS subdomain with 5 random letters and digits after it")
        .dependingOn("name").example("{generateName: gpu-}", "{generateName: gpu_}");
    // @formatter:on

    private static final String RANDOM_LETTERS = "xxxxx";
    private static final int MAX_GENERATED = 63;

    @Override
    public List<Demand> demands() {
        return List.of(SET, GENERATED);
    }

    @Override
    public void check(ObjectValue metadata, @Nullable ObjectValue old, ValidationContext context) {
        if (!metadata.string("name").isEmpty()) {
            return;
        }
        String prefix = metadata.string("generateName");
        if (old != null || prefix.isEmpty()) {
            context.report(ErrorType.REQUIRED, null, SET.adding("set one"), "name");
            return;
        }
        String problem = Formats.DNS_SUBDOMAIN.problem(generated(prefix));
        if (problem != null) {
            String detail = "the generated name " + problem;
            context.report(ErrorType.INVALID, null, new Demand(Formats.DNS_SUBDOMAIN.origin(), detail), "name");
        }
    }

    private static String generated(String prefix) {
        return prefix.substring(0, Math.min(prefix.length(), MAX_GENERATED - RANDOM_LETTERS.length())) + RANDOM_LETTERS;
    }
}
