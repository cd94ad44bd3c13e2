package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Formats;
import dev.drawbridge.constraint.Numbers;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ResourceName;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import dev.drawbridge.port.Quantity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A container requests whole devices, and an extended resource as a limit. An implicit resource of a class counts as
 * one of Kubernetes' own: it may be requested without a limit, and below it. Source: {@code
 * pkg/apis/core/validation/validation.go}, validateResourceRequirements.
 */
public final class ExtendedResourcesAreLimits implements ObjectRule {

    private static final String LIMITS = "limits";
    private static final String REQUESTS = "requests";

    private static final Demand AMOUNT = new Demand(Origin.TYPE, "must be a quantity, such as 1");
    private static final Demand NAMED =
            demand(LIMITS, "must have names such as DOMAIN/NAME", "{limits: {requests.example.com/gpu: 1}}");
    private static final Demand WHOLE =
            demand(LIMITS, "must be an integer for an extended resource", "{limits: {example.com/gpu: 500m}}");
    private static final Demand NOT_NEGATIVE =
            demand(LIMITS, "must be greater than or equal to 0 for devices", "{limits: {example.com/gpu: -1}}");
    private static final Demand LIMITED =
            demand(LIMITS, "must have each extended resource that is requested", "{requests: {example.com/gpu: 1}}");
    private static final Demand EQUAL = demand(
            REQUESTS,
            "must be equal to limits for an extended resource",
            "{limits: {example.com/gpu: 2}, requests: {example.com/gpu: 1}}");
    private static final Demand NOT_ABOVE = demand(
            REQUESTS,
            "must be less than or equal to limits for devices of a class",
            "{limits: {" + ResourceName.OF_CLASS + "gpu: 1}, requests: {" + ResourceName.OF_CLASS + "gpu: 2}}");

    private static Demand demand(String field, String sentence, String invalid) {
        return new Demand(Origin.EXTENDED_RESOURCE, field, sentence)
                .dependingOn(LIMITS, REQUESTS)
                .example("{limits: {example.com/gpu: 1}, requests: {example.com/gpu: 1}}", invalid);
    }

    @Override
    public List<Demand> demands() {
        return List.of(AMOUNT, NAMED, WHOLE, NOT_NEGATIVE, LIMITED, EQUAL, NOT_ABOVE);
    }

    @Override
    public void check(ObjectValue resources, @Nullable ObjectValue old, ValidationContext context) {
        ObjectValue limits = resources.object(LIMITS);
        ObjectValue requests = resources.object(REQUESTS);
        checkAmounts(limits, context.at(LIMITS));
        checkAmounts(requests, context.at(REQUESTS));
        for (int i = 0; i < requests.size(); i++) {
            String name = requests.key(i);
            boolean isExtended = ResourceName.isExtended(name);
            Quantity amount = Numbers.amount(requests.value(i));
            Quantity limit = Numbers.amount(limits.get(name));
            if (amount == null || !ResourceName.isOfDevices(name)) {
                continue;
            }
            if (isExtended && !limits.has(name) && !(resources.get(LIMITS) instanceof StringValue)) {
                Demand demand = LIMITED.adding("add " + name + ": " + amount.text());
                context.at(LIMITS).reportAt(requests.value(i).position(), ErrorType.REQUIRED, null, demand, null);
            } else if (limit != null && (isExtended ? !limit.equals(amount) : limit.compareTo(amount) < 0)) {
                Demand demand = (isExtended ? EQUAL : NOT_ABOVE).adding("the limit of " + name + " is " + limit.text());
                context.at(REQUESTS)
                        .reportAt(requests.value(i).position(), ErrorType.INVALID, requests.value(i), demand, null);
            }
        }
    }

    private static void checkAmounts(ObjectValue amounts, ValidationContext context) {
        for (int i = 0; i < amounts.size(); i++) {
            String name = amounts.key(i);
            Value value = amounts.value(i);
            Quantity amount = Numbers.amount(value);
            if (amount == null && !(value instanceof NullValue) && ResourceName.isOfDevices(name)) {
                context.atKey(name).reportWrongType(value, AMOUNT, null);
            }
            String problem = Formats.NATIVE_RESOURCE_NAME.problem(name) == null
                    ? null
                    : Formats.EXTENDED_RESOURCE_NAME.problem(name);
            if (problem != null) {
                Value key = new StringValue(name, amounts.keyPosition(i));
                context.atKey(name).reportAt(key.position(), ErrorType.INVALID, key, NAMED.adding(problem), null);
            }
            if (amount != null && ResourceName.isExtended(name) && !amount.isInteger()) {
                context.atKey(name).report(ErrorType.INVALID, amounts.value(i), WHOLE);
            }
            if (amount != null && amount.sign() < 0 && ResourceName.isOfDevices(name)) {
                context.atKey(name).report(ErrorType.INVALID, amounts.value(i), NOT_NEGATIVE);
            }
        }
    }
}
