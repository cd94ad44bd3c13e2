package dev.drawbridge.resource;

import static dev.drawbridge.constraint.Formats.LABEL_VALUE;
import static dev.drawbridge.constraint.Formats.QUALIFIED_NAME;
import static dev.drawbridge.field.ErrorType.INVALID;
import static dev.drawbridge.schema.Availability.since;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_32;
import static dev.drawbridge.schema.Vocabulary.*;

import dev.drawbridge.resource.rule.FieldSelectorNamesOneNode;
import dev.drawbridge.resource.rule.PlainRule;
import dev.drawbridge.schema.ObjectSchema;

/**
 * Rules of a selector over nodes. Source: {@code k8s.io/api/core/v1/types.go}, NodeSelector, validated by
 * {@code pkg/apis/core/validation}, ValidateNodeSelector.
 */
final class NodeSelectorSchema {

    // @formatter:off
    private static final ObjectSchema EXPRESSION = object("NodeSelectorRequirement",
        required("key",      STRING.with(QUALIFIED_NAME))      .missing(INVALID),
        required("operator", STRING)                             .missing(INVALID),
        optional("values",   listOf(STRING.with(LABEL_VALUE, since(K8S_1_32)))))
        .rule(PlainRule.IN_HAS_VALUES)
        .rule(PlainRule.COMPARISON_HAS_ONE_VALUE)
        .rule(PlainRule.COMPARISON_IS_WITH_INTEGER)
        .rule(PlainRule.EXISTENCE_HAS_NO_VALUES)
        .rule(PlainRule.NODE_OPERATOR_IS_KNOWN);

    private static final ObjectSchema FIELD = object("NodeSelectorRequirement",
        required("key",      STRING)                             .missing(INVALID),
        required("operator", STRING)                             .missing(INVALID),
        optional("values",   listOf(STRING)))
        .rule(new FieldSelectorNamesOneNode());

    private static final ObjectSchema TERM = object("NodeSelectorTerm",
        optional("matchExpressions",  listOf(EXPRESSION)),
        optional("matchFields",       listOf(FIELD)))
        .replaced("matchLabels", "write matchExpressions");

    static final ObjectSchema NODE_SELECTOR = object("NodeSelector",
        required("nodeSelectorTerms", listOf(TERM)))
        .replaced("matchLabels", "write nodeSelectorTerms[].matchExpressions");
    // @formatter:on
}
