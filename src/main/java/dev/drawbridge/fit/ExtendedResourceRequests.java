package dev.drawbridge.fit;

import dev.drawbridge.constraint.Numbers;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.cause.ObjectField;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.ResourceName;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.reference.MissingObject;
import dev.drawbridge.reference.ReferenceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks the extended resources that containers request: amounts that the API server refuses, and missing classes.
 *
 * <p>Source: {@code pkg/apis/core/validation/validation.go}, validateResourceRequirements. An implicit resource of a
 * class counts as one of Kubernetes' own there: it may be requested without a limit, and below it.
 */
public final class ExtendedResourceRequests {

    private static final String LIMITS = "limits";
    private static final String REQUESTS = "requests";

    private final Workload workload;
    private final Set<String> classes;
    private final List<FieldError> mistakes = new ArrayList<>();
    private final List<FitCause> missing = new ArrayList<>();

    private ExtendedResourceRequests(Workload workload, Fleet fleet) {
        this.workload = workload;
        this.classes = fleet.classes().keySet();
        ObjectValue pod = workload.pod();
        if (pod != null) {
            read(pod, "initContainers");
            read(pod, "containers");
        }
    }

    /** Requests that the API server refuses, with its error types and paths. */
    public static List<FieldError> mistakes(Workload workload, Fleet fleet) {
        return new ExtendedResourceRequests(workload, fleet).mistakes;
    }

    /** Implicit resources of missing classes; empty if the fleet has no classes. */
    public static List<FitCause> missing(Workload workload, Fleet fleet) {
        return fleet.classes().isEmpty() ? List.of() : new ExtendedResourceRequests(workload, fleet).missing;
    }

    private void read(ObjectValue pod, String kind) {
        List<ObjectValue> containers = pod.list(kind).objects();
        for (int i = 0; i < containers.size(); i++) {
            ObjectValue resources = containers.get(i).object("resources");
            FieldPath path = workload.podPath().child(kind).index(i).child("resources");
            readAmounts(path.child(LIMITS), resources.object(LIMITS));
            readAmounts(path.child(REQUESTS), resources.object(REQUESTS));
            compare(path, resources);
        }
    }

    private void readAmounts(FieldPath path, ObjectValue amounts) {
        for (int i = 0; i < amounts.size(); i++) {
            String name = amounts.key(i);
            Value value = amounts.value(i);
            Quantity amount = Numbers.amount(value);
            if (ResourceName.isExtended(name) && amount != null && !amount.isInteger()) {
                add(ErrorType.INVALID, path.key(name), value, "must be an integer: devices are counted");
            }
            if (ResourceName.isOfDevices(name) && amount != null && amount.sign() < 0) {
                add(ErrorType.INVALID, path.key(name), value, "must be greater than or equal to 0");
            }
            String implicit =
                    name.startsWith(ResourceName.OF_CLASS) ? name.substring(ResourceName.OF_CLASS.length()) : "";
            if (!implicit.isEmpty() && !classes.contains(implicit)) {
                MissingObject absent =
                        MissingObject.of(ReferenceKind.CLASS, "", implicit).near(Spelling.nearest(implicit, classes));
                missing.add(FitCause.Kind.UNKNOWN_CLASS
                        .cause(implicit, absent.action())
                        .at(new ObjectField(workload.manifest(), path.key(name), amounts.keyPosition(i))));
            }
        }
    }

    private void compare(FieldPath path, ObjectValue resources) {
        ObjectValue requests = resources.object(REQUESTS);
        for (int i = 0; i < requests.size(); i++) {
            String name = requests.key(i);
            Quantity amount = Numbers.amount(requests.value(i));
            if (!ResourceName.isOfDevices(name) || amount == null) {
                continue;
            }
            boolean isExtended = ResourceName.isExtended(name);
            Value limit = resources.object(LIMITS).get(name);
            Quantity most = limit == null ? null : Numbers.amount(limit);
            if (limit == null && isExtended) {
                add(
                        ErrorType.REQUIRED,
                        path.child(LIMITS),
                        requests.value(i),
                        "must have " + name + ": an extended resource is requested as a limit");
            } else if (most != null && (isExtended ? !most.equals(amount) : most.compareTo(amount) < 0)) {
                add(
                        ErrorType.INVALID,
                        path.child(REQUESTS),
                        requests.value(i),
                        (isExtended ? "must be equal to " : "must be less than or equal to ") + name + " limit of "
                                + most.text() + "; found " + amount.text());
            }
        }
    }

    private void add(ErrorType type, FieldPath path, @Nullable Value at, String message) {
        mistakes.add(new FieldError(type, path, message, Origin.EXTENDED_RESOURCE, at == null ? null : at.position()));
    }
}
