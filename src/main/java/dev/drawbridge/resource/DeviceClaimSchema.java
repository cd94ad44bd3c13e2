package dev.drawbridge.resource;

import static dev.drawbridge.constraint.Formats.*;
import static dev.drawbridge.constraint.Uniqueness.*;
import static dev.drawbridge.field.ErrorType.*;
import static dev.drawbridge.resource.NameTypes.DECLARED_DRIVER;
import static dev.drawbridge.resource.SelectorSchema.*;
import static dev.drawbridge.resource.rule.AdminAccessNeedsLabel.FIRST_LABEL;
import static dev.drawbridge.resource.rule.AdminAccessNeedsLabel.LABEL;
import static dev.drawbridge.schema.ApiVersion.*;
import static dev.drawbridge.schema.Availability.*;
import static dev.drawbridge.schema.Depth.*;
import static dev.drawbridge.schema.FeatureGate.*;
import static dev.drawbridge.schema.KubernetesRelease.*;
import static dev.drawbridge.schema.Operation.CREATE;
import static dev.drawbridge.schema.Trait.EMPTIED;
import static dev.drawbridge.schema.Trait.VALIDATED_ON_CHANGE;
import static dev.drawbridge.schema.Vocabulary.*;

import dev.drawbridge.constraint.AttributeNames;
import dev.drawbridge.constraint.Limits;
import dev.drawbridge.constraint.Maps;
import dev.drawbridge.constraint.OpaqueParameters;
import dev.drawbridge.constraint.Unions;
import dev.drawbridge.resource.rule.AdminAccessNeedsLabel;
import dev.drawbridge.resource.rule.DerivedAttributes;
import dev.drawbridge.resource.rule.DerivedAttributes.DerivedAttributesAreAffordable;
import dev.drawbridge.resource.rule.DerivedAttributes.DerivedAttributesAreConstrained;
import dev.drawbridge.resource.rule.DevicesFitAllocation;
import dev.drawbridge.resource.rule.FlatRequestIsOneOfTwo;
import dev.drawbridge.resource.rule.PlainRule;
import dev.drawbridge.resource.rule.RequestReferencesExist;
import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.Condition;
import dev.drawbridge.schema.FieldRow;
import dev.drawbridge.schema.ListType;
import dev.drawbridge.schema.MapType;
import dev.drawbridge.schema.ObjectSchema;
import dev.drawbridge.schema.ScalarType;
import java.util.List;
import java.util.stream.Stream;

/**
 * Rules of device claims, v1beta1 to v1. Source: {@code k8s.io/api/resource/<version>/types.go}, DeviceClaim, validated
 * by {@code pkg/apis/resource/validation/validation.go}, validateDeviceClaim.
 */
final class DeviceClaimSchema {

    /** {@code resourceapi.MaxCapacityRequirements}. */
    private static final int MAX_CAPACITIES = 32;

    // @formatter:off
    /** Releases that refuse a request with both forms without validating its parts. */
    private static final Availability ONE_OF_TWO = since(K8S_1_35).and(until(K8S_1_36));

    /** Releases that validate only the declarations of the types ({@code +k8s:} tags) in such a request. */
    private static final Availability TAGS_READ = since(K8S_1_37);

    /** {@code validateFullyQualifiedAttributeName}. */
    private static ScalarType fullyQualifiedName(Availability source) {
        return STRING
            .with(AttributeNames.fullyQualified(REQUIRED, WRONG_TYPE, REQUIRED), until(K8S_1_31))
            .with(AttributeNames.fullyQualified(REQUIRED, WRONG_TYPE), since(K8S_1_32).and(until(K8S_1_33)))
            .with(AttributeNames.fullyQualified(REQUIRED, INVALID), since(K8S_1_34).and(until(K8S_1_34)))
            .with(AttributeNames.fullyQualified(INVALID, INVALID), since(K8S_1_35).and(source))
            .with(AttributeNames.LOWER_CASE_DOMAIN, since(K8S_1_37).and(declaredAlone()))
            .with(AttributeNames.ONE_SLASH, since(K8S_1_38).and(declaredAlone()));
    }

    static final ObjectSchema TOLERATION = object("DeviceToleration",
        optional("key",               STRING.with(QUALIFIED_NAME, declared())),
        optional("operator",          STRING.oneOf(declared(), "Equal", "Exists"))    .defaultsTo("Equal"),
        optional("value",             STRING),
        optional("effect",            STRING.oneOf(until(K8S_1_34), "NoExecute", "NoSchedule")
                                          .oneOf(since(K8S_1_35).and(declared()), "NoExecute", "NoSchedule", "None")),
        optional("tolerationSeconds", INT64)                                         .pointer())
        .rule(PlainRule.EXISTS_HAS_NO_VALUE)
        .rule(PlainRule.EQUAL_VALUE_IS_LABEL_VALUE);

    /** Amounts by the name of the capacity. */
    static final MapType CAPACITIES = mapOf(QUANTITY.with(Limits.UNSIGNED_QUANTITY, since(K8S_1_38).and(declaredAlone())))
        .max(MAX_CAPACITIES, since(K8S_1_38).and(declaredAlone())).beyondLimit(VALIDATED, since(K8S_1_38))
        .keys(Maps.reportedAtMap(AttributeNames.qualified(INVALID, INVALID)), since(K8S_1_38))
        .keys(Maps.reportedAtMap(AttributeNames.ONE_SLASH), since(K8S_1_38));

    private static final ObjectSchema CAPACITY_REQUIREMENTS = object("CapacityRequirements",
        optional("requests",        CAPACITIES)                                      .with(VALIDATED_ON_CHANGE, since(K8S_1_38)));

    private static final ObjectSchema DERIVED_ATTRIBUTE = object("DeviceDerivedAttribute",
        required("name",            fullyQualifiedName(declaredAlone()))          .declaredAlone(),
        required("expression",      DERIVED_EXPRESSION)                              .declaredAlone());

    private static final ListType DERIVED_ATTRIBUTES = listOf(DERIVED_ATTRIBUTE).max(ClaimLimits.REQUESTS, declaredAlone()).beyondLimit(BY_HAND, since(K8S_1_37))
        .with(uniqueObjectBy("name"));

    static final ObjectSchema OPAQUE_CONFIGURATION = object("OpaqueDeviceConfiguration",
        required("driver",          DECLARED_DRIVER).missing(until(K8S_1_34), REQUIRED, INVALID),
        required("parameters",      RAW.with(OpaqueParameters.ofAnySize(), until(K8S_1_31))
                                         .with(OpaqueParameters.ofAtMost(10 * KIB), since(K8S_1_32))))
        .replaced("apiVersion", "move it into parameters")
        .replaced("kind",       "move it into parameters");

    private static final FieldRow ALLOCATION_MODE =
        optional("allocationMode",  STRING.oneOf(declared(), "ExactCount", "All"))    .defaultsTo("ExactCount");

    private static final FieldRow ADMIN_ACCESS =
        optional("adminAccess",     BOOL)                                            .pointer().since(K8S_1_32).gate(DRA_ADMIN_ACCESS);

    /**
     * The rows of a request's content, which has four forms. The rows that differ between forms are given.
     *
     * <pre>
     * versions           releases   request                                    content
     * v1alpha3, v1beta1  1.31-1.32  {name, deviceClassName, selectors, …}      ExactDeviceRequest, flattened
     * v1alpha3, v1beta1  1.33-      {name, deviceClassName, selectors, …}      flat: every row is optional, and hardly
     *                                                                          validated beside firstAvailable
     *                               {name, firstAvailable: [{name, …}, …]}     DeviceSubRequest: no adminAccess
     * v1beta2, v1        1.33-      {name, exactly: {deviceClassName, …}}      ExactDeviceRequest
     *                               {name, firstAvailable: [{name, …}, …]}     DeviceSubRequest: no adminAccess
     * </pre>
     */
    private static FieldRow[] requested(List<FieldRow> name, FieldRow deviceClassName, FieldRow allocationMode, List<FieldRow> adminAccess) {
        return Stream.of(
            name,
            List.of(
                deviceClassName.replaced("classRef", "deviceClassRef", "devClassRef", "resourceClassName"),
                optional("selectors",         SELECTORS),
                allocationMode,
                optional("count",             INT64)                                 .defaultsTo("1", Condition.isNot("allocationMode", "All"))
                                                                                     .replaced("quantity", "amount", "number", "replicas")),
            adminAccess,
            List.of(
                optional("tolerations",       listOf(TOLERATION))                    .since(K8S_1_33).gate(DRA_DEVICE_TAINTS, since(K8S_1_35)),
                optional("capacity",          CAPACITY_REQUIREMENTS)                 .pointer().since(K8S_1_34).gate(DRA_CONSUMABLE_CAPACITY).with(EMPTIED),
                optional("derivedAttributes", DERIVED_ATTRIBUTES)                    .since(K8S_1_37).gate(DRA_DERIVED_ATTRIBUTES)))
            .flatMap(List::stream).toArray(FieldRow[]::new);
    }

    private static final ObjectSchema EXACT_DEVICE_REQUEST = object("ExactDeviceRequest", requested(
        List.of(),
        required("deviceClassName", STRING.with(DEVICE_CLASS_NAME)),
        ALLOCATION_MODE,
        List.of(optional("adminAccess", BOOL).until(K8S_1_31), ADMIN_ACCESS)))
        .rule(PlainRule.EXACT_COUNT_IS_POSITIVE)
        .rule(PlainRule.ALL_HAS_NO_COUNT);

    private static final ObjectSchema DEVICE_SUB_REQUEST = object("DeviceSubRequest", requested(
        List.of(required("name", STRING.with(DNS_LABEL)).missing(INVALID)),
        required("deviceClassName", STRING.with(DEVICE_CLASS_NAME, declared()))         .declared(),
        ALLOCATION_MODE,
        List.of()))
        .rule(PlainRule.EXACT_COUNT_IS_POSITIVE)
        .rule(PlainRule.ALL_HAS_NO_COUNT);

    /** The flat form, in versions with an alternative to it. */
    private static final FieldRow[] FLAT_ROWS = requested(
        List.of(),
        optional("deviceClassName", STRING.with(DEVICE_CLASS_NAME)),
        ALLOCATION_MODE.defaultsTo("ExactCount", Condition.isNot("deviceClassName", "")),
        List.of(ADMIN_ACCESS));

    /** {@code hasAnyMainRequestFieldsSet}. */
    private static final Condition IS_EXACT = hasAny(FLAT_ROWS);

    private static final DerivedAttributes DERIVED = new DerivedAttributes(IS_EXACT, ClaimLimits.REQUESTS, ClaimLimits.ALTERNATIVES);

    private static final ObjectSchema FLAT_DEVICE_REQUEST = object("DeviceRequest", Stream.of(FLAT_ROWS).map(DeviceClaimSchema::oneOfTwo).toArray(FieldRow[]::new))
        .rule(new FlatRequestIsOneOfTwo(IS_EXACT, true), until(K8S_1_34))
        .rule(new FlatRequestIsOneOfTwo(IS_EXACT, false), since(K8S_1_35));

    /** A field of a request with alternatives, validated only by the declarations of its type. */
    private static FieldRow oneOfTwo(FieldRow field) {
        return field.when("firstAvailable", UNVALIDATED, ONE_OF_TWO).when("firstAvailable", DECLARED, TAGS_READ);
    }

    private static final ListType SUB_REQUESTS = listOf(DEVICE_SUB_REQUEST).max(ClaimLimits.ALTERNATIVES, declared()).checkedFirstSince(K8S_1_35)
        .with(uniqueBy("name"), until(K8S_1_34))
        .with(uniqueObjectBy("name"), since(K8S_1_35).and(declared())).pairedBy("name", declared());

    private static final String[] ALTERNATIVES = {"anyOf", "oneOf", "alternatives", "subRequests", "firstOf"};

    private static final ObjectSchema DEVICE_REQUEST = object("DeviceRequest",
        required("name",            STRING.with(DNS_LABEL))                        .missing(INVALID),
        oneOfTwo(optional("exactly", EXACT_DEVICE_REQUEST))                          .pointer().in(V1BETA2, V1),
        optional("firstAvailable",  SUB_REQUESTS)                                    .replaced(ALTERNATIVES).since(K8S_1_33).gate(DRA_PRIORITIZED_LIST).in(V1BETA2, V1)
                                                                                     .when("exactly", UNVALIDATED, ONE_OF_TWO).when("exactly", DECLARED, TAGS_READ),
        optional("firstAvailable",  SUB_REQUESTS)                                    .replaced(ALTERNATIVES).since(K8S_1_33).gate(DRA_PRIORITIZED_LIST).in(V1ALPHA3, V1BETA1)
                                                                                     .when(IS_EXACT, UNVALIDATED, ONE_OF_TWO).when(IS_EXACT, DECLARED, TAGS_READ))
        .flattened("exactly", EXACT_DEVICE_REQUEST, in(V1ALPHA3, V1BETA1).and(until(K8S_1_32)))
        .flattened("exactly", FLAT_DEVICE_REQUEST, in(V1ALPHA3, V1BETA1).and(since(K8S_1_33)))
        .rule(Unions.exactlyOneOf("exactly", "firstAvailable"), in(V1BETA2, V1))
        .replaced("driver", "name a deviceClassName, or select devices: device.driver == \"NAME\"");

    private static final ListType REQUEST_REFERENCES = listOf(STRING).max(ClaimLimits.REQUESTS).checkedFirstSince(K8S_1_35).with(uniqueTexts());

    private static final ObjectSchema DEVICE_CONSTRAINT = object("DeviceConstraint",
        optional("requests",          REQUEST_REFERENCES),
        optional("matchAttribute",    fullyQualifiedName(ALWAYS))                    .pointer(),
        optional("distinctAttribute", fullyQualifiedName(declared()))                .pointer().since(K8S_1_34).gate(DRA_CONSUMABLE_CAPACITY, since(K8S_1_35))
                                                                                     .when("matchAttribute", UNVALIDATED, until(K8S_1_36))
                                                                                     .when("matchAttribute", DECLARED, TAGS_READ))
        .rule(PlainRule.MATCH_ATTRIBUTE_IS_SET, without(DRA_CONSUMABLE_CAPACITY))
        .rule(PlainRule.MATCH_OR_DISTINCT_ATTRIBUTE_IS_SET, gate(DRA_CONSUMABLE_CAPACITY));

    private static final ObjectSchema DEVICE_CLAIM_CONFIGURATION = object("DeviceClaimConfiguration",
        optional("requests",        REQUEST_REFERENCES),
        required("opaque",          OPAQUE_CONFIGURATION)                            .pointer());

    private static final ObjectSchema WITHOUT_COSTS = object("DeviceClaim",
        optional("requests",        listOf(DEVICE_REQUEST).max(ClaimLimits.REQUESTS).checkedFirstSince(K8S_1_35).pairedBy("name", declared())
                                        .with(uniqueBy("name"), until(K8S_1_34))
                                        .with(uniqueObjectBy("name"), since(K8S_1_35))),
        optional("constraints",     listOf(DEVICE_CONSTRAINT).max(ClaimLimits.REQUESTS).checkedFirstSince(K8S_1_35)),
        optional("config",          listOf(DEVICE_CLAIM_CONFIGURATION).max(ClaimLimits.REQUESTS).checkedFirstSince(K8S_1_35)))
        .rule(new DerivedAttributesAreConstrained(DERIVED), since(K8S_1_37))
        .rule(new DevicesFitAllocation(ClaimLimits.RESULTS), on(CREATE))
        .rule(RequestReferencesExist.inEveryList(), until(K8S_1_34))
        .rule(new RequestReferencesExist(ClaimLimits.REQUESTS), since(K8S_1_35))
        .rule(AdminAccessNeedsLabel.ofRequests(FIRST_LABEL), in(V1ALPHA3, V1BETA1).and(on(CREATE)).and(since(K8S_1_33)).and(until(K8S_1_33)))
        .rule(AdminAccessNeedsLabel.ofRequests(LABEL),       in(V1ALPHA3, V1BETA1).and(on(CREATE)).and(since(K8S_1_34)))
        .rule(AdminAccessNeedsLabel.ofExact(FIRST_LABEL),    in(V1BETA2, V1).and(on(CREATE)).and(since(K8S_1_33)).and(until(K8S_1_33)))
        .rule(AdminAccessNeedsLabel.ofExact(LABEL),          in(V1BETA2, V1).and(on(CREATE)).and(since(K8S_1_34)));

    static final ObjectSchema DEVICE_CLAIM = DERIVATIONS.stream().reduce(WITHOUT_COSTS, (claim, derivation) -> claim
        .rule(new DerivedAttributesAreAffordable(derivation.selector(), DERIVED), derivation.when()), (one, none) -> one);
    // @formatter:on
}
