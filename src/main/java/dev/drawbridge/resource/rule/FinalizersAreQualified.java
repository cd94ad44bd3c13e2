package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Formats;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A finalizer is one of Kubernetes' own or has the domain of who owns it before a '/', and not both garbage collection
 * finalizers are set.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/api/validation/objectmeta.go}, ValidateFinalizers; {@code
 * pkg/apis/core/validation}, validateKubeFinalizerName.
 */
public final class FinalizersAreQualified implements ObjectRule {

    private static final String ORPHAN = "orphan";
    private static final String FOREGROUND = "foregroundDeletion";
    private static final List<String> STANDARD = List.of("kubernetes", ORPHAN, FOREGROUND);

    // @formatter:off
    private static final Demand QUALIFIED = new Demand(Origin.FINALIZER_NAME, "finalizers",
        "must be DOMAIN/NAME or one of " + STANDARD)
        .example("{finalizers: [gpu.example.com/protect]}", "{finalizers: [protect]}");
    private static final Demand SHAPE = new Demand(Origin.FINALIZER_NAME, Formats.QUALIFIED_NAME.demand().sentence())
        .at("finalizers").example("{finalizers: [gpu.example.com/protect]}", "{finalizers: [gpu.example.com/]}");
    private static final Demand ONE_OF_TWO = new Demand(Origin.FINALIZER_NAME, "finalizers",
        ORPHAN + " and " + FOREGROUND + " cannot both be set")
        .example("{finalizers: [orphan]}", "{finalizers: [orphan, foregroundDeletion]}");
    // @formatter:on

    @Override
    public List<Demand> demands() {
        return List.of(QUALIFIED, SHAPE, ONE_OF_TWO);
    }

    @Override
    public void check(ObjectValue metadata, @Nullable ObjectValue old, ValidationContext context) {
        ListValue finalizers = metadata.list("finalizers");
        boolean orphan = false;
        boolean foreground = false;
        ValidationContext at = context.at("finalizers");
        for (int i = 0; i < finalizers.size(); i++) {
            Value value = finalizers.get(i);
            String finalizer = StringValue.orEmpty(value);
            orphan |= finalizer.equals(ORPHAN);
            foreground |= finalizer.equals(FOREGROUND);
            String problem = Formats.QUALIFIED_NAME.problem(finalizer);
            if (problem != null) {
                at.report(ErrorType.INVALID, value, new Demand(Origin.FINALIZER_NAME, problem));
            }
            if (finalizer.indexOf('/') < 0 && !STANDARD.contains(finalizer)) {
                at.at(i).report(ErrorType.INVALID, value, QUALIFIED);
            }
        }
        if (orphan && foreground) {
            at.report(ErrorType.INVALID, finalizers, ONE_OF_TWO);
        }
    }
}
