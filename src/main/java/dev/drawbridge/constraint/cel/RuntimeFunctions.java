package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelReference;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.port.SemanticVersion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The functions that dev.cel lacks, or whose results differ from cel-go: those of Kubernetes' libraries, and some of
 * CEL itself.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/library}.
 */
final class RuntimeFunctions {

    private RuntimeFunctions() {}

    /**
     * Replaces overloads that dev.cel would choose differently: list functions with entries of unknown type, and those
     * of {@link EqualityFunctions#planned}.
     */
    static CelAbstractSyntaxTree resolved(CelAbstractSyntaxTree tree) {
        Map<Long, CelReference> references = new HashMap<>(tree.getReferenceMap());
        references.replaceAll((id, reference) -> reference.overloadIds().size() > 1
                        && reference.overloadIds().stream().allMatch(ListFunctions::isOfAnyType)
                ? overload(reference.overloadIds().get(0))
                : reference);
        references.putAll(EqualityFunctions.planned(tree));
        return CelAbstractSyntaxTree.newCheckedAst(tree.getExpr(), tree.getSource(), references, tree.getTypeMap());
    }

    private static CelReference overload(String id) {
        return CelReference.newBuilder().addOverloadIds(id).build();
    }

    /** All function bindings. */
    static List<CelFunctionBinding> all() {
        List<CelFunctionBinding> all = new ArrayList<>();
        all.addAll(EqualityFunctions.all());
        all.addAll(quantities());
        all.addAll(versions());
        all.addAll(ListFunctions.all());
        all.addAll(AddressFunctions.all());
        all.addAll(TextFunctions.all());
        all.addAll(ConversionFunctions.all());
        all.addAll(TimeFunctions.all());
        all.addAll(UrlFunctions.all());
        all.addAll(NamedFormat.functions());
        all.add(StringFormat.function());
        return all;
    }

    private static List<CelFunctionBinding> quantities() {
        return List.of(
                CelFunctionBinding.from("string_to_quantity", String.class, RuntimeFunctions::quantity),
                CelFunctionBinding.from("is_quantity_string", String.class, text -> Quantity.parse(text) != null),
                CelFunctionBinding.from("quantity_sign", Quantity.class, quantity -> (long) quantity.sign()),
                CelFunctionBinding.from("quantity_is_integer", Quantity.class, RuntimeFunctions::isInt64),
                CelFunctionBinding.from("quantity_get_int", Quantity.class, quantity -> {
                    if (!isInt64(quantity)) {
                        throw new CelEvaluationException("cannot convert value to integer");
                    }
                    return quantity.value();
                }),
                CelFunctionBinding.from("quantity_get_float", Quantity.class, Quantity::approximately),
                CelFunctionBinding.from("quantity_add", Quantity.class, Quantity.class, Quantity::plus),
                CelFunctionBinding.from("quantity_sub", Quantity.class, Quantity.class, Quantity::minus),
                CelFunctionBinding.from(
                        "quantity_add_int", Quantity.class, Long.class, (one, other) -> one.plus(Quantity.of(other))),
                CelFunctionBinding.from(
                        "quantity_sub_int", Quantity.class, Long.class, (one, other) -> one.minus(Quantity.of(other))),
                CelFunctionBinding.from(
                        "quantity_is_greater_than",
                        Quantity.class,
                        Quantity.class,
                        (one, other) -> one.compareTo(other) > 0),
                CelFunctionBinding.from(
                        "quantity_is_less_than",
                        Quantity.class,
                        Quantity.class,
                        (one, other) -> one.compareTo(other) < 0),
                CelFunctionBinding.from("quantity_compare_to", Quantity.class, Quantity.class, (one, other) ->
                        (long) one.compareTo(other)));
    }

    private static Quantity quantity(String text) throws CelEvaluationException {
        return known(Quantity.parse(text), "quantities must match the regular expression of a quantity");
    }

    /** Whether Go's {@code AsInt64} accepts the quantity. */
    private static boolean isInt64(Quantity quantity) {
        return quantity.isInteger() && quantity.compareTo(Quantity.of(quantity.value())) == 0;
    }

    /** The value; an error if it is null. */
    static <T> T known(@Nullable T value, String problem) throws CelEvaluationException {
        if (value == null) {
            throw new CelEvaluationException(problem);
        }
        return value;
    }

    private static List<CelFunctionBinding> versions() {
        return List.of(
                CelFunctionBinding.from("string_to_semver", String.class, text -> version(text, false)),
                CelFunctionBinding.from(
                        "string_bool_to_semver", String.class, Boolean.class, RuntimeFunctions::version),
                CelFunctionBinding.from("is_semver_string", String.class, text -> SemanticVersion.parse(text) != null),
                CelFunctionBinding.from(
                        "is_semver_string_bool",
                        String.class,
                        Boolean.class,
                        (text, normalize) ->
                                (normalize ? SemanticVersion.normalized(text) : SemanticVersion.parse(text)) != null),
                CelFunctionBinding.from("semver_major", SemanticVersion.class, version -> version.number(0)),
                CelFunctionBinding.from("semver_minor", SemanticVersion.class, version -> version.number(1)),
                CelFunctionBinding.from("semver_patch", SemanticVersion.class, version -> version.number(2)),
                CelFunctionBinding.from(
                        "semver_is_greater_than",
                        SemanticVersion.class,
                        SemanticVersion.class,
                        (one, other) -> one.compareTo(other) > 0),
                CelFunctionBinding.from(
                        "semver_is_less_than",
                        SemanticVersion.class,
                        SemanticVersion.class,
                        (one, other) -> one.compareTo(other) < 0),
                CelFunctionBinding.from(
                        "semver_compare_to", SemanticVersion.class, SemanticVersion.class, (one, other) ->
                                (long) Integer.signum(one.compareTo(other))));
    }

    private static SemanticVersion version(String text, boolean normalize) throws CelEvaluationException {
        return known(
                normalize ? SemanticVersion.normalized(text) : SemanticVersion.parse(text),
                "No Major.Minor.Patch elements found");
    }
}
