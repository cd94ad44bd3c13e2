package dev.drawbridge.resource;

import static dev.drawbridge.constraint.cel.CelLibrary.BINDINGS;
import static dev.drawbridge.constraint.cel.CelLibrary.CIDR;
import static dev.drawbridge.constraint.cel.CelLibrary.DURATION_OF_NUMBER;
import static dev.drawbridge.constraint.cel.CelLibrary.FORMAT;
import static dev.drawbridge.constraint.cel.CelLibrary.INCLUDES;
import static dev.drawbridge.constraint.cel.CelLibrary.IP;
import static dev.drawbridge.constraint.cel.CelLibrary.LISTS;
import static dev.drawbridge.constraint.cel.CelLibrary.LIST_VERBS;
import static dev.drawbridge.constraint.cel.CelLibrary.OPTIONAL_ENTRIES;
import static dev.drawbridge.constraint.cel.CelLibrary.QUANTITY;
import static dev.drawbridge.constraint.cel.CelLibrary.REGEX;
import static dev.drawbridge.constraint.cel.CelLibrary.SEARCHING_INCLUDES;
import static dev.drawbridge.constraint.cel.CelLibrary.SEMVER;
import static dev.drawbridge.constraint.cel.CelLibrary.SEMVER_NORMALIZED;
import static dev.drawbridge.constraint.cel.CelLibrary.STRING_FORMAT;
import static dev.drawbridge.constraint.cel.CelLibrary.TWO_VARIABLES;
import static dev.drawbridge.constraint.cel.CelLibrary.URLS;
import static dev.drawbridge.constraint.cel.SelectorLanguage.Cost.BY_SIZE;
import static dev.drawbridge.constraint.cel.SelectorLanguage.Cost.BY_SIZE_OF_ALL;
import static dev.drawbridge.constraint.cel.SelectorLanguage.Cost.BY_TYPE;
import static dev.drawbridge.schema.Availability.gate;
import static dev.drawbridge.schema.Availability.since;
import static dev.drawbridge.schema.Availability.until;
import static dev.drawbridge.schema.Availability.without;
import static dev.drawbridge.schema.FeatureGate.DRA_CONSUMABLE_CAPACITY;
import static dev.drawbridge.schema.FeatureGate.DRA_LIST_TYPE_ATTRIBUTES;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_31;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_32;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_33;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_34;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_35;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_36;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_37;
import static dev.drawbridge.schema.Vocabulary.KIB;
import static dev.drawbridge.schema.Vocabulary.listOf;
import static dev.drawbridge.schema.Vocabulary.object;
import static dev.drawbridge.schema.Vocabulary.optional;
import static dev.drawbridge.schema.Vocabulary.required;
import static dev.drawbridge.schema.Vocabulary.string;

import dev.drawbridge.constraint.cel.Selector;
import dev.drawbridge.constraint.cel.SelectorLanguage;
import dev.drawbridge.constraint.cel.SelectorLanguage.Formats;
import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.ListType;
import dev.drawbridge.schema.ObjectSchema;
import dev.drawbridge.schema.ScalarType;

/**
 * Rules of the expressions that choose devices. Source: {@code k8s.io/api/resource/<version>/types.go}, DeviceSelector, validated by
 * {@code pkg/apis/resource/validation/validation.go}, validateCELExpression.
 */
public final class SelectorSchema {

    /** CELSelectorExpressionMaxLength, since Kubernetes 1.32. */
    private static final int MAX_BYTES = 10 * KIB;

    private static final int UNLIMITED = Integer.MAX_VALUE;

    private SelectorSchema() {}

    // @formatter:off
    private static final SelectorLanguage CEL_1_31 = SelectorLanguage.ofDevice(
        URLS, REGEX, LISTS, STRING_FORMAT, QUANTITY, SEMVER, IP, CIDR, BINDINGS, DURATION_OF_NUMBER)
        .checking(Formats.OF_LITERALS);
    private static final SelectorLanguage CEL_1_32 = CEL_1_31.with(FORMAT).checking(Formats.CHECKED).costing(BY_TYPE);
    private static final SelectorLanguage CEL_1_33 = CEL_1_32.with(TWO_VARIABLES, OPTIONAL_ENTRIES).costing(BY_SIZE);
    static final SelectorLanguage CEL_1_34 = CEL_1_33.with(SEMVER_NORMALIZED);
    private static final SelectorLanguage CEL_1_35 = CEL_1_34.with(LIST_VERBS);
    static final SelectorLanguage CEL_1_37 = CEL_1_35.withQuotedFields().withWrappedResults()
        .without(DURATION_OF_NUMBER).costing(BY_SIZE_OF_ALL);

    /** Of Kubernetes 1.30 alone. */
    static final ScalarType NAMED_RESOURCES_SELECTOR = string().with(new Selector(
        SelectorLanguage.ofNamedResources(URLS, REGEX, LISTS, STRING_FORMAT, QUANTITY, SEMVER, DURATION_OF_NUMBER), UNLIMITED));

    /** What is stored is validated as if all gates were on; only the type of an attribute is that of its gate. */
    private static final SelectorLanguage STORED_1_35 = CEL_1_35.withAllocations();
    private static final SelectorLanguage STORED_1_36 = STORED_1_35.with(INCLUDES);
    private static final SelectorLanguage STORED_1_36_LISTS = STORED_1_35.withListAttributes(INCLUDES);

    private static final Availability IN_1_35 = since(K8S_1_35).andUntil(K8S_1_35);
    private static final Availability IN_1_36 = since(K8S_1_36).andUntil(K8S_1_36);

    private static final ScalarType EXPRESSION = string()
        .with(new Selector(CEL_1_31, UNLIMITED), until(K8S_1_31))
        .with(new Selector(CEL_1_32, MAX_BYTES), since(K8S_1_32).andUntil(K8S_1_32))
        .with(new Selector(CEL_1_33, MAX_BYTES), since(K8S_1_33).andUntil(K8S_1_33))
        .with(new Selector(CEL_1_34, MAX_BYTES),
            since(K8S_1_34).andUntil(K8S_1_34).andWithout(DRA_CONSUMABLE_CAPACITY))
        .with(new Selector(CEL_1_34.withAllocations(), MAX_BYTES),
            since(K8S_1_34).andUntil(K8S_1_34).andGate(DRA_CONSUMABLE_CAPACITY))
        .with(new Selector(CEL_1_35, MAX_BYTES, STORED_1_35), IN_1_35.andWithout(DRA_CONSUMABLE_CAPACITY))
        .with(new Selector(CEL_1_35.withAllocations(), MAX_BYTES, STORED_1_35), IN_1_35.andGate(DRA_CONSUMABLE_CAPACITY))
        .with(new Selector(CEL_1_35, MAX_BYTES, STORED_1_36),
            IN_1_36.andWithout(DRA_CONSUMABLE_CAPACITY).andWithout(DRA_LIST_TYPE_ATTRIBUTES))
        .with(new Selector(CEL_1_35.withAllocations(), MAX_BYTES, STORED_1_36),
            IN_1_36.andGate(DRA_CONSUMABLE_CAPACITY).andWithout(DRA_LIST_TYPE_ATTRIBUTES))
        .with(new Selector(CEL_1_35.withListAttributes(INCLUDES), MAX_BYTES, STORED_1_36_LISTS),
            IN_1_36.andWithout(DRA_CONSUMABLE_CAPACITY).andGate(DRA_LIST_TYPE_ATTRIBUTES))
        .with(new Selector(CEL_1_35.withAllocations().withListAttributes(INCLUDES), MAX_BYTES, STORED_1_36_LISTS),
            IN_1_36.andGate(DRA_CONSUMABLE_CAPACITY).andGate(DRA_LIST_TYPE_ATTRIBUTES))
        .with(new Selector(CEL_1_37, MAX_BYTES),
            since(K8S_1_37).andWithout(DRA_CONSUMABLE_CAPACITY).andWithout(DRA_LIST_TYPE_ATTRIBUTES))
        .with(new Selector(CEL_1_37.withAllocations(), MAX_BYTES),
            since(K8S_1_37).andGate(DRA_CONSUMABLE_CAPACITY).andWithout(DRA_LIST_TYPE_ATTRIBUTES))
        .with(new Selector(CEL_1_37.withListAttributes(SEARCHING_INCLUDES), MAX_BYTES),
            since(K8S_1_37).andWithout(DRA_CONSUMABLE_CAPACITY).andGate(DRA_LIST_TYPE_ATTRIBUTES))
        .with(new Selector(CEL_1_37.withAllocations().withListAttributes(SEARCHING_INCLUDES), MAX_BYTES),
            since(K8S_1_37).andGate(DRA_CONSUMABLE_CAPACITY).andGate(DRA_LIST_TYPE_ATTRIBUTES));

    /** Of Kubernetes 1.37, which brought derived attributes; by the gates of shared devices and of lists. */
    static final Selector DERIVATION = new Selector(CEL_1_37.givingAttributes(), MAX_BYTES);
    static final Selector DERIVATION_SHARED = new Selector(CEL_1_37.withAllocations().givingAttributes(), MAX_BYTES);
    static final Selector DERIVATION_LISTS = new Selector(
        CEL_1_37.withListAttributes(SEARCHING_INCLUDES).givingAttributes(), MAX_BYTES);
    static final Selector DERIVATION_SHARED_LISTS = new Selector(
        CEL_1_37.withAllocations().withListAttributes(SEARCHING_INCLUDES).givingAttributes(), MAX_BYTES);

    static final Availability PLAIN = without(DRA_CONSUMABLE_CAPACITY).andWithout(DRA_LIST_TYPE_ATTRIBUTES);
    static final Availability SHARED = gate(DRA_CONSUMABLE_CAPACITY).andWithout(DRA_LIST_TYPE_ATTRIBUTES);
    static final Availability LISTED = without(DRA_CONSUMABLE_CAPACITY).andGate(DRA_LIST_TYPE_ATTRIBUTES);
    static final Availability SHARED_LISTED = gate(DRA_CONSUMABLE_CAPACITY).andGate(DRA_LIST_TYPE_ATTRIBUTES);

    static final ScalarType DERIVED_EXPRESSION = string()
        .with(DERIVATION,              PLAIN)
        .with(DERIVATION_SHARED,       SHARED)
        .with(DERIVATION_LISTS,        LISTED)
        .with(DERIVATION_SHARED_LISTS, SHARED_LISTED);

    private static final ObjectSchema CEL_SELECTOR = object("CELDeviceSelector",
        optional("expression", EXPRESSION)                .validatedWhenUnset());

    private static final ObjectSchema SELECTOR = object("DeviceSelector",
        required("cel",        CEL_SELECTOR)              .pointer());

    static final ListType SELECTORS = listOf(SELECTOR).max(32).declared().checkedFirstSince(K8S_1_35);
    // @formatter:on

    /** The language of stored expressions, in which the scheduler of a release evaluates them: all that its binary knows; 1.34 or later. */
    public static SelectorLanguage storedLanguage(KubernetesRelease release, FeatureGates gates) {
        return switch (release) {
            case K8S_1_34, K8S_1_35 -> STORED_1_35;
            case K8S_1_36 -> gates.has(DRA_LIST_TYPE_ATTRIBUTES) ? STORED_1_36_LISTS : STORED_1_36;
            default -> CEL_1_37.withAllocations().withListAttributes(SEARCHING_INCLUDES);
        };
    }
}
