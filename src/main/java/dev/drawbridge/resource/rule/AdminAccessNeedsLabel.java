package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Admin access is requested only in a namespace that its administrator has labelled. Source:
 * {@code pkg/registry/resource/utils.go}, AuthorizedForAdmin.
 */
public final class AdminAccessNeedsLabel implements ObjectRule {

    /** The label of Kubernetes 1.33. */
    public static final String FIRST_LABEL = "resource.k8s.io/admin-access";

    /** The label since Kubernetes 1.34. */
    public static final String LABEL = "resource.kubernetes.io/admin-access";

    private final String label;
    private final Demand demand;
    private final boolean isNested;

    /** The rule of requests that have {@code adminAccess}, with the label that the release requires. */
    public AdminAccessNeedsLabel(String label) {
        this(label, false);
    }

    private AdminAccessNeedsLabel(String label, boolean isNested) {
        this.label = label;
        this.demand = demand((isNested ? "requests.exactly" : "requests") + ".adminAccess", label);
        this.isNested = isNested;
    }

    /** The rule for requests with {@code exactly}. */
    public static AdminAccessNeedsLabel inExactly(String label) {
        return new AdminAccessNeedsLabel(label, true);
    }

    @Override
    public List<Demand> demands() {
        return List.of(demand);
    }

    /** The demand for the namespace's label; no example, since it is not a field of the object. */
    static Demand demand(String field, String label) {
        return new Demand(Origin.ADMIN_ACCESS_LABEL, field, "needs the label " + label + ": \"true\" on the namespace");
    }

    /** The server looks no further than the first request that requires it. */
    @Override
    public void check(ObjectValue devices, @Nullable ObjectValue old, ValidationContext context) {
        ListValue requests = devices.list("requests");
        for (int i = 0; i < requests.size(); i++) {
            ObjectValue request = ObjectValue.orEmpty(requests.get(i));
            ObjectValue holder = isNested ? request.object("exactly") : request;
            if (holder.isTrue("adminAccess")) {
                ValidationContext at = context.at("requests").at(i);
                checkLabel(holder, label, demand, isNested ? at.at("exactly") : at);
                return;
            }
        }
    }

    static void checkLabel(ObjectValue holder, String label, Demand demand, ValidationContext context) {
        Map<String, String> labels = context.namespaceLabels();

        if (labels == null) {
            context.at("adminAccess").warn(ErrorType.FORBIDDEN, null, demand);
        } else if (!"true".equals(labels.get(label))) {
            context.report(ErrorType.FORBIDDEN, holder.get("adminAccess"), demand, "adminAccess");
        }
    }
}
