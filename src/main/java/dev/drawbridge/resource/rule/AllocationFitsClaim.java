package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.resource.rule.RequestReferencesExist.RequestNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An allocation's results and configurations name requests of the claim. Source: validateDeviceRequestAllocationResult,
 * validateDeviceAllocationConfiguration.
 */
public record AllocationFitsClaim(boolean onlyNew, int maxReferences, int maxResults, int maxConfigurations)
        implements ObjectRule {

    private static final Demand IN_RESULTS = RequestReferencesExist.EXISTS
            .at("status.allocation.devices.results.request")
            .dependingOn("spec.devices.requests.name")
            .example(
                    "{spec: {devices: {requests: [{name: gpu}]}}, status: {allocation: {devices: {results: [{request:"
                            + " gpu}]}}}}",
                    "{spec: {devices: {requests: [{name: gpu}]}}, status: {allocation: {devices: {results: [{request:"
                            + " gpus}]}}}}");

    private static final Demand IN_CONFIGURATIONS = RequestReferencesExist.EXISTS
            .at("status.allocation.devices.config.requests")
            .dependingOn("spec.devices.requests.name")
            .example(
                    "{spec: {devices: {requests: [{name: gpu}]}}, status: {allocation: {devices: {config: [{requests:"
                            + " [gpu]}]}}}}",
                    "{spec: {devices: {requests: [{name: gpu}]}}, status: {allocation: {devices: {config: [{requests:"
                            + " [gpus]}]}}}}");

    private static final StringValue EMPTY = new StringValue("", null);

    /** An allocation is looked into on every update. */
    public static AllocationFitsClaim always() {
        return new AllocationFitsClaim(false, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    /** An allocation is looked into when it is set. */
    public static AllocationFitsClaim whenNew() {
        return whenNew(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    /** An allocation is looked into when it is set; lists that are longer than these limits are not. */
    public static AllocationFitsClaim whenNew(int maxReferences, int maxResults, int maxConfigurations) {
        return new AllocationFitsClaim(true, maxReferences, maxResults, maxConfigurations);
    }

    @Override
    public List<Demand> demands() {
        return List.of(IN_RESULTS, IN_CONFIGURATIONS);
    }

    @Override
    public void check(ObjectValue claim, @Nullable ObjectValue old, ValidationContext context) {
        if (onlyNew && old != null && old.object("status").has("allocation")) {
            return;
        }
        ObjectValue devices = claim.object("status").object("allocation").object("devices");
        ObjectValue stored = old == null ? claim : old;
        RequestNames names = RequestNames.of(stored.object("spec").object("devices"));
        ValidationContext at = context.at("status", "allocation", "devices");
        results(RequestReferencesExist.withinLimit(devices.list("results"), maxResults), names, at.at("results"));
        configurations(
                RequestReferencesExist.withinLimit(devices.list("config"), maxConfigurations), names, at.at("config"));
    }

    private static void results(ListValue results, RequestNames names, ValidationContext context) {
        for (int i = 0; i < results.size(); i++) {
            Value request = ObjectValue.orEmpty(results.get(i)).get("request");
            RequestReferencesExist.reference(
                    request == null ? EMPTY : request, names, context.at(i).at("request"));
        }
    }

    private void configurations(ListValue configurations, RequestNames names, ValidationContext context) {
        for (int i = 0; i < configurations.size(); i++) {
            RequestReferencesExist.references(
                    configurations.get(i), maxReferences, names, context.at(i).at("requests"));
        }
    }
}
