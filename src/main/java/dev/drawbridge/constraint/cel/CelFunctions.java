package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelReference;
import dev.cel.runtime.CelFunctionBinding;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The functions that Kubernetes adds to CEL, and the ones that it costs or evaluates differently from dev.cel. One row
 * declares, costs and evaluates an overload; the tables are in the classes named {@code …Functions}.
 *
 * <p>dev.cel's extensions are used if they agree with cel-go: optional values, bindings, two-variable comprehensions,
 * most functions of strings, and three of lists. They differ in the others: sets compare a version with a string, which
 * is an error in cel-go; {@code sort()} accepts lists of lists; {@code lists.range()} has no limit; {@code slice()} has
 * another error.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/library}, {@code k8s.io/apiserver/pkg/cel/environment/base.go}.
 */
final class CelFunctions {

    /** The functions of CEL itself, of cel-go's strings and sets. */
    // @formatter:off
    static final List<CelFunction> LANGUAGE = Stream.of(
            EqualityFunctions.ALL, EqualityFunctions.ORDER, DynamicValues.ALL, ObjectFunctions.ALL,
            TextFunctions.ALL, ConversionFunctions.ALL, TimeFunctions.ALL)
        .flatMap(Collection::stream).toList();
    // @formatter:on

    private static final Map<String, CelFunction> BY_OVERLOAD = Stream.concat(
                    LANGUAGE.stream(), Arrays.stream(CelLibrary.values()).flatMap(library -> of(library).stream()))
            .collect(Collectors.toMap(CelFunction::overload, Function.identity()));

    static List<CelFunction> of(CelLibrary library) {
        return switch (library) {
            case URLS -> KubernetesFunctions.URLS;
            case REGEX -> TextFunctions.REGEX;
            case LISTS -> ListFunctions.KUBERNETES;
            case QUANTITY -> KubernetesFunctions.QUANTITIES;
            case SEMVER -> KubernetesFunctions.VERSIONS;
            case SEMVER_NORMALIZED -> KubernetesFunctions.NORMALIZED;
            case IP -> KubernetesFunctions.IPS;
            case CIDR -> KubernetesFunctions.CIDRS;
            case FORMAT -> NamedFormat.FUNCTIONS;
            case STRING_FORMAT -> StringFormat.FUNCTIONS;
            case BINDINGS, TWO_VARIABLES -> List.of();
            case OPTIONAL_ENTRIES -> ListFunctions.OPTIONAL;
            case LIST_VERBS -> ListFunctions.VERBS;
            case DURATION_OF_NUMBER -> TimeFunctions.OF_NUMBER;
            case AUTHORIZER -> AuthorizerFunctions.ALL;
            case AUTHORIZER_SELECTORS -> AuthorizerFunctions.SELECTORS;
            case INCLUDES -> ListFunctions.INCLUDES;
            case SEARCHING_INCLUDES -> ListFunctions.SEARCHING_INCLUDES;
        };
    }

    static CallCost cost(String overload) {
        CelFunction function = BY_OVERLOAD.get(overload);
        return function == null ? CallCosts.STEP : function.cost();
    }

    /** Whether cel-go counts the cost of an overload without Kubernetes. */
    static boolean isOfCelGo(String overload) {
        CelFunction function = BY_OVERLOAD.get(overload);
        return function != null && function.isOfCelGo();
    }

    /** The functions of all libraries that dev.cel does not evaluate as cel-go does. */
    static List<CelFunctionBinding> evaluations() {
        return BY_OVERLOAD.values().stream()
                .map(CelFunction::evaluation)
                .filter(Objects::nonNull)
                .toList();
    }

    /**
     * Replaces overloads that dev.cel would choose differently: several that take the same Java types, such as lists
     * with entries of unknown type, and the ones of {@link EqualityFunctions#planned}; leaves out what cel-go does not
     * evaluate.
     */
    static CelAbstractSyntaxTree resolved(CelAbstractSyntaxTree tree) {
        Map<Long, CelReference> references = new HashMap<>(tree.getReferenceMap());
        references.replaceAll((id, reference) -> isAmbiguous(reference)
                ? EqualityFunctions.overload(
                        ListFunctions.ofAnyEntries(reference.overloadIds().get(0)))
                : reference);
        references.putAll(EqualityFunctions.planned(tree));
        return CelAbstractSyntaxTree.newCheckedAst(
                EqualityFunctions.withoutEmptyLists(tree), tree.getSource(), references, tree.getTypeMap());
    }

    private static boolean isAmbiguous(CelReference reference) {
        List<List<Class<?>>> types = reference.overloadIds().stream()
                .map(BY_OVERLOAD::get)
                .filter(function -> function != null && function.evaluation() != null)
                .<List<Class<?>>>map(function -> function.evaluation().getArgTypes())
                .toList();
        return types.size() > 1
                && types.size() == reference.overloadIds().size()
                && types.stream().distinct().count() == 1;
    }
}
