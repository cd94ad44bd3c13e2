package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.Place;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.ErrorType;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Admin access is asked for only in a namespace that its administrator has labelled. Source:
 * {@code pkg/registry/resource/utils.go}, AuthorizedForAdmin.
 */
public final class AdminAccessNeedsLabel implements ObjectRule {

    /** The label of Kubernetes 1.33. */
    public static final String FIRST_LABEL = "resource.k8s.io/admin-access";

    /** The label since Kubernetes 1.34. */
    public static final String LABEL = "resource.kubernetes.io/admin-access";

    /** The machine name of the rule. */
    public static final String ORIGIN = "adminAccessLabel";

    private final String label;
    private final boolean isNested;

    /** The rule of the object that has {@code adminAccess}, with the label that the release asks for. */
    public AdminAccessNeedsLabel(String label) {
        this(label, false);
    }

    private AdminAccessNeedsLabel(String label, boolean isNested) {
        this.label = label;
        this.isNested = isNested;
    }

    /** The rule of a request whose {@code exactly} has it. */
    public static AdminAccessNeedsLabel inExactly(String label) {
        return new AdminAccessNeedsLabel(label, true);
    }

    @Override
    public void check(ObjectValue request, @Nullable ObjectValue old, Place place) {
        if (isNested) {
            place.enter("exactly");
            check(request.object("exactly"), place);
            place.leave();
        } else {
            check(request, place);
        }
    }

    private void check(ObjectValue request, Place place) {
        if (!request.isTrue("adminAccess")) {
            return;
        }
        Map<String, String> labels = place.namespaceLabels();
        if (labels == null) {
            place.enter("adminAccess");
            place.warn(ErrorType.FORBIDDEN, null, "needs the label " + label + ": \"true\" on the namespace", ORIGIN);
            place.leave();
        } else if (!"true".equals(labels.get(label))) {
            String detail = "needs the label " + label + ": \"true\" on the namespace";
            place.report(ErrorType.FORBIDDEN, request.get("adminAccess"), detail, ORIGIN, "adminAccess");
        }
    }
}
