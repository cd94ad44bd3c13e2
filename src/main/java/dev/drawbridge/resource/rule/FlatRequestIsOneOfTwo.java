package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Demand;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * In v1beta1 the fields of an exact request are in the request itself: it has {@code firstAvailable} or any of them,
 * and with any of them a {@code deviceClassName}, and only with it the defaults are set.
 *
 * <p>Source: {@code pkg/apis/resource/<version>/conversion.go}, hasAnyMainRequestFieldsSet; {@code defaults.go},
 * SetDefaults_DeviceRequest; validateDeviceRequest.
 */
public final class FlatRequestIsOneOfTwo implements ObjectRule {

    private final boolean validatesBoth;
    private final RequestIsExact isExact = new RequestIsExact();
    private final ObjectRule count = new CountMatchesAllocationMode();

    private FlatRequestIsOneOfTwo(boolean validatesBoth) {
        this.validatesBoth = validatesBoth;
    }

    /** Where both forms are set, the fields of the exact request are validated all the same. */
    public static FlatRequestIsOneOfTwo judgingBoth() {
        return new FlatRequestIsOneOfTwo(true);
    }

    /** Where both forms are set, nothing else is said. */
    public static FlatRequestIsOneOfTwo judgingOne() {
        return new FlatRequestIsOneOfTwo(false);
    }

    @Override
    public List<Demand> demands() {
        return List.of(
                new Demand(
                                Origin.UNION,
                                "must have deviceClassName or firstAvailable, and not firstAvailable with any field"
                                        + " of an exact request")
                        .example("{name: gpu, deviceClassName: gpu.example.com}", "{name: gpu}"),
                new Demand(Origin.REQUIRED, "deviceClassName is required with any other field of an exact request")
                        .example("{name: gpu, deviceClassName: gpu.example.com, count: 2}", "{name: gpu, count: 2}"));
    }

    @Override
    public void check(ObjectValue request, @Nullable ObjectValue old, ValidationContext place) {
        boolean exact = isExact.test(request);
        boolean alternatives = request.list("firstAvailable").size() > 0;
        if (!exact && !alternatives) {
            place.report(ErrorType.REQUIRED, null, "must have deviceClassName or firstAvailable", Origin.UNION);
        } else if (exact && alternatives) {
            place.report(
                    ErrorType.INVALID,
                    null,
                    "must not have firstAvailable together with deviceClassName and its fields",
                    Origin.UNION);
        }
        if (exact && (validatesBoth || !alternatives)) {
            exact(request, place);
        }
    }

    private void exact(ObjectValue request, ValidationContext place) {
        boolean hasClass = !request.string("deviceClassName").isEmpty();
        boolean hasMode = !request.string("allocationMode").isEmpty();
        if (!hasClass) {
            place.report(ErrorType.REQUIRED, null, "is required; set it", Origin.REQUIRED, "deviceClassName");
        }
        if (!hasClass && !hasMode) {
            String detail = "is required without deviceClassName; set it to ExactCount or All";
            place.report(ErrorType.NOT_SUPPORTED, null, detail, Origin.ENUM, "allocationMode");
            return;
        }
        if (hasClass
                || RequestIsExact.isNonZero(request.get("count"))
                || !request.string("allocationMode").equals("ExactCount")) {
            count.check(request, null, place);
        } else {
            place.report(ErrorType.INVALID, null, "must be greater than 0", Origin.COUNT_MATCHES_MODE, "count");
        }
    }
}
