package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * No finalizer is added to an object that is being deleted. Source: {@code
 * k8s.io/apimachinery/pkg/api/validation/objectmeta.go}, ValidateNoNewFinalizers.
 */
public final class NoFinalizerAddedWhileDeleting implements ObjectRule {

    private static final Demand NO_NEW_FINALIZERS = new Demand(
                    Origin.NO_NEW_FINALIZERS, "must not add finalizers while the object is being deleted")
            .at("finalizers")
            .dependingOn("deletionTimestamp")
            .example(
                    "{deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [a.example.com/a]}",
                    "{deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [a.example.com/a, b.example.com/b]}",
                    "{deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [a.example.com/a]}");

    @Override
    public List<Demand> demands() {
        return List.of(NO_NEW_FINALIZERS);
    }

    @Override
    public void check(ObjectValue metadata, @Nullable ObjectValue old, ValidationContext context) {
        if (old == null || !old.has("deletionTimestamp")) {
            return;
        }
        Set<String> added = texts(metadata.list("finalizers"));
        added.removeAll(texts(old.list("finalizers")));
        if (!added.isEmpty()) {
            context.report(ErrorType.FORBIDDEN, null, NO_NEW_FINALIZERS.adding("remove " + added), "finalizers");
        }
    }

    private static Set<String> texts(ListValue list) {
        return list.items().stream().map(StringValue::orEmpty).collect(Collectors.toSet());
    }
}
