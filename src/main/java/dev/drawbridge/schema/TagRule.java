package dev.drawbridge.schema;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rule that only tags of a Go type declare. Its paths show map keys whole; those of validation code leave out the
 * middle of a long key, so that the server reports both paths for one mistake.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/api/validate/each.go}, {@code EachMapVal}.
 */
record TagRule(ObjectRule rule) implements ObjectRule {

    @Override
    public void check(ObjectValue object, @Nullable ObjectValue old, ValidationContext context) {
        context.showWholeKeys(true);
        rule.check(object, old, context);
        context.showWholeKeys(false);
    }

    @Override
    public List<Demand> demands() {
        return rule.demands();
    }
}
