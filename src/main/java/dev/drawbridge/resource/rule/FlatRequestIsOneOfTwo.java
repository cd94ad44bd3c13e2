package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * In v1beta1 the fields of an exact request are in the request itself: it has {@code firstAvailable} or any of them,
 * and with any of them a {@code deviceClassName}, and only with it the defaults are set.
 *
 * <p>Source: {@code pkg/apis/resource/<version>/conversion.go}, hasAnyMainRequestFieldsSet; {@code defaults.go},
 * SetDefaults_DeviceRequest; validateDeviceRequest.
 *
 * @param validatesBoth whether the fields of an exact request are validated beside {@code firstAvailable}
 */
public record FlatRequestIsOneOfTwo(Predicate<ObjectValue> isExact, boolean validatesBoth) implements ObjectRule {

    // @formatter:off
    private static final Demand ONE = new Demand(Origin.UNION, "must have deviceClassName or firstAvailable")
        .dependingOn("deviceClassName", "firstAvailable")
        .example("{name: gpu, deviceClassName: gpu.example.com}", "{name: gpu}");
    private static final Demand ONLY_ONE = new Demand(Origin.UNION,
        "must not have firstAvailable together with deviceClassName and its fields")
        .dependingOn("deviceClassName", "firstAvailable")
        .example("{name: gpu, deviceClassName: gpu.example.com}",
            "{name: gpu, deviceClassName: gpu.example.com, firstAvailable: [{name: big}]}");
    private static final Demand CLASS = new Demand(Origin.REQUIRED, "deviceClassName",
        "is required with any other field of an exact request")
        .example("{name: gpu, deviceClassName: gpu.example.com, count: 2}", "{name: gpu, count: 2}");
    private static final Demand MODE = new Demand(Origin.ENUM, "allocationMode", "is required without deviceClassName")
        .dependingOn("deviceClassName").example("{name: gpu, allocationMode: All}", "{name: gpu, count: 2}");
    // @formatter:on

    private static final List<PlainRule> COUNT = List.of(PlainRule.EXACT_COUNT_IS_POSITIVE, PlainRule.ALL_HAS_NO_COUNT);

    private static final Demand POSITIVE =
            PlainRule.EXACT_COUNT_IS_POSITIVE.demands().get(0);

    @Override
    public List<Demand> demands() {
        return List.of(ONE, ONLY_ONE, CLASS, MODE, POSITIVE);
    }

    @Override
    public void check(ObjectValue request, @Nullable ObjectValue old, ValidationContext context) {
        boolean exact = isExact.test(request);
        boolean alternatives = request.list("firstAvailable").size() > 0;
        if (!exact && !alternatives) {
            context.report(ErrorType.REQUIRED, null, ONE);
        } else if (exact && alternatives) {
            context.report(ErrorType.INVALID, null, ONLY_ONE);
        }
        if (exact && (validatesBoth || !alternatives)) {
            exact(request, context);
        }
    }

    private void exact(ObjectValue request, ValidationContext context) {
        boolean hasClass = !request.string("deviceClassName").isEmpty();
        boolean hasMode = !request.string("allocationMode").isEmpty();
        if (!hasClass) {
            context.report(ErrorType.REQUIRED, null, CLASS, "deviceClassName");
        }
        if (!hasClass && !hasMode) {
            context.report(ErrorType.NOT_SUPPORTED, null, MODE.adding("set it to ExactCount or All"), "allocationMode");
            return;
        }
        if (hasClass || hasCount(request) || !request.string("allocationMode").equals("ExactCount")) {
            COUNT.forEach(rule -> rule.check(request, context));
        } else {
            context.report(ErrorType.INVALID, null, POSITIVE, "count");
        }
    }

    private static boolean hasCount(ObjectValue request) {
        return request.get("count") instanceof NumberValue count && !count.isIntegerBetween(0, 0);
    }
}
