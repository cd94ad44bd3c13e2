package dev.drawbridge.resource;

import static dev.drawbridge.constraint.cel.CelLibrary.*;
import static dev.drawbridge.constraint.cel.CelLibrary.QUANTITY;
import static dev.drawbridge.constraint.cel.Cost.*;
import static dev.drawbridge.constraint.cel.SelectorLanguage.Feature.*;
import static dev.drawbridge.schema.Availability.*;
import static dev.drawbridge.schema.FeatureGate.DRA_CONSUMABLE_CAPACITY;
import static dev.drawbridge.schema.FeatureGate.DRA_LIST_TYPE_ATTRIBUTES;
import static dev.drawbridge.schema.KubernetesRelease.*;
import static dev.drawbridge.schema.Vocabulary.*;

import dev.drawbridge.constraint.cel.Selector;
import dev.drawbridge.constraint.cel.SelectorLanguage;
import dev.drawbridge.constraint.cel.SelectorLanguage.Formats;
import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.ListType;
import dev.drawbridge.schema.ObjectSchema;
import dev.drawbridge.schema.ScalarType;
import java.util.List;

/**
 * Rules of the expressions that choose devices. Source: {@code k8s.io/api/resource/<version>/types.go}, DeviceSelector,
 * validated by {@code pkg/apis/resource/validation/validation.go}, validateCELExpression.
 */
public final class SelectorSchema {

    /** CELSelectorExpressionMaxLength. */
    private static final int MAX_BYTES = 10 * KIB;

    private static final Availability WITH_LIMIT = since(K8S_1_32);

    private static final Availability VALIDATED_WHERE_STORED = since(K8S_1_35).and(until(K8S_1_36));

    private SelectorSchema() {}

    // @formatter:off
    private static final Availability IN_1_36 = since(K8S_1_36).and(until(K8S_1_36));

    private static final SelectorLanguages WITHOUT_GATES = SelectorLanguages.of(SelectorLanguage.ofDevice(
            URLS, REGEX, LISTS, STRING_FORMAT, QUANTITY, SEMVER, IP, CIDR, BINDINGS, DURATION_OF_NUMBER)
            .checking(Formats.OF_LITERALS))
        .with(since(K8S_1_32),      cel -> cel.with(FORMAT).checking(Formats.CHECKED).costing(BY_TYPE))
        .with(since(K8S_1_33),      cel -> cel.with(TWO_VARIABLES, OPTIONAL_ENTRIES).costing(BY_SIZE))
        .with(since(K8S_1_34),      cel -> cel.with(SEMVER_NORMALIZED))
        .with(since(K8S_1_37),      cel -> cel.with(QUOTED_FIELDS, WRAPPED_RESULTS).without(DURATION_OF_NUMBER).costing(BY_SIZE_OF_ALL))
        .with(since(K8S_1_38),      cel -> cel.costing(BY_SIZE_OF_PARTS));

    private static final SelectorLanguages LANGUAGES = WITHOUT_GATES
        .with(since(K8S_1_35),      cel -> cel.with(LIST_VERBS))
        .with(since(K8S_1_34).and(gate(DRA_CONSUMABLE_CAPACITY)),  cel -> cel.with(ALLOCATIONS))
        .with(IN_1_36.and(gate(DRA_LIST_TYPE_ATTRIBUTES)),         cel -> cel.with(LIST_ATTRIBUTES).with(INCLUDES))
        .with(since(K8S_1_38),      cel -> cel.with(SEARCHING_INCLUDES))
        .with(since(K8S_1_37).and(gate(DRA_LIST_TYPE_ATTRIBUTES)), cel -> cel.with(LIST_ATTRIBUTES).with(SEARCHING_INCLUDES));

    /** The language for stored expressions: as if all gates were on, except that of an attribute's type. */
    private static final SelectorLanguages STORED = WITHOUT_GATES
        .with(since(K8S_1_34),      cel -> cel.with(LIST_VERBS).with(ALLOCATIONS))
        .with(IN_1_36,              cel -> cel.with(INCLUDES))
        .with(IN_1_36.and(gate(DRA_LIST_TYPE_ATTRIBUTES)),         cel -> cel.with(LIST_ATTRIBUTES).with(INCLUDES))
        .with(since(K8S_1_37),      cel -> cel.with(LIST_ATTRIBUTES).with(SEARCHING_INCLUDES));

    /** The selector of Kubernetes 1.30. */
    static final ScalarType NAMED_RESOURCES_SELECTOR = STRING.with(Selector.of(
        SelectorLanguage.ofNamedResources(URLS, REGEX, LISTS, STRING_FORMAT, QUANTITY, SEMVER, DURATION_OF_NUMBER)));

    private static final ScalarType EXPRESSION = LANGUAGES.places(K8S_1_31).stream()
        .reduce(STRING, (type, place) -> type.with(selector(place), place.availability()), (one, none) -> one);

    /** The expressions of derived attributes, which Kubernetes 1.37 brought. */
    static final List<Derivation> DERIVATIONS = LANGUAGES.places(K8S_1_37).stream()
        .map(place -> new Derivation(
            Selector.of(LANGUAGES.in(place.release(), place.on()).with(GIVING_ATTRIBUTES)).ofAtMost(MAX_BYTES), place.availability()))
        .toList();

    static final ScalarType DERIVED_EXPRESSION = DERIVATIONS.stream()
        .reduce(STRING, (type, derivation) -> type.with(derivation.selector(), derivation.when()), (one, none) -> one);

    private static final ObjectSchema CEL_SELECTOR = object("CELDeviceSelector",
        optional("expression", EXPRESSION)                .defaultsTo(""));

    private static final ObjectSchema SELECTOR = object("DeviceSelector",
        required("cel",        CEL_SELECTOR)              .pointer())
        .replaced("matchLabels", "compare device.attributes in cel.expression")
        .replaced("matchExpressions", "compare device.attributes in cel.expression");

    static final ListType SELECTORS = listOf(SELECTOR).max(32, declared()).checkedFirstSince(K8S_1_35);
    // @formatter:on

    /** An expression that derives an attribute, and the columns in which it is validated so. */
    record Derivation(Selector selector, Availability when) {}

    private static Selector selector(SelectorLanguages.Place place) {
        Selector any = Selector.of(LANGUAGES.in(place.release(), place.on()));
        Selector selector = WITH_LIMIT.isIn(place.release()) ? any.ofAtMost(MAX_BYTES) : any;
        return VALIDATED_WHERE_STORED.isIn(place.release())
                ? selector.validatingStored(STORED.in(place.release(), place.on()))
                : selector;
    }

    /** The language of a release's new expressions. */
    public static SelectorLanguage language(KubernetesRelease release, FeatureGates gates) {
        return LANGUAGES.in(release, gates);
    }

    /**
     * The language of stored expressions, in which the scheduler of a release evaluates them: all that its binary
     * knows; 1.34 or later.
     */
    public static SelectorLanguage storedLanguage(KubernetesRelease release, FeatureGates gates) {
        return STORED.in(release, gates);
    }
}
