package dev.drawbridge.constraint.cel;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelFunctionOverload;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One overload of a CEL function as Kubernetes has it: a row of {@link CelFunctions}.
 *
 * @param overload its name in dev.cel
 * @param declaration null if dev.cel declares it
 * @param cost its estimated cost; one step unless the row has another
 * @param isOfCelGo whether cel-go itself has the cost, not Kubernetes
 * @param evaluation null if dev.cel evaluates it as cel-go does
 */
record CelFunction(
        String overload,
        @Nullable CelFunctionDecl declaration,
        CallCost cost,
        boolean isOfCelGo,
        @Nullable CelFunctionBinding evaluation) {

    /** A function that is called by its name: {@code quantity("1Gi")}. */
    static CelFunction global(String name, String overload, CelType result, CelType... arguments) {
        return declared(name, CelOverloadDecl.newGlobalOverload(overload, result, List.of(arguments)));
    }

    /** A function that is called on its first argument: {@code "a1".find("[0-9]")}. */
    static CelFunction member(String name, String overload, CelType result, CelType... arguments) {
        return declared(name, CelOverloadDecl.newMemberOverload(overload, result, List.of(arguments)));
    }

    private static CelFunction declared(String name, CelOverloadDecl overload) {
        CelFunctionDecl declaration = CelFunctionDecl.newFunctionDeclaration(name, overload);
        return new CelFunction(overload.overloadId(), declaration, CallCosts.STEP, false, null);
    }

    static CelFunction builtIn(String overload) {
        return new CelFunction(overload, null, CallCosts.STEP, false, null);
    }

    CelFunction costing(CallCost rule) {
        return new CelFunction(overload, declaration, rule, false, evaluation);
    }

    /** This function with a cost that cel-go counts without Kubernetes, too. */
    CelFunction costingInCelGo(CallCost rule) {
        return new CelFunction(overload, declaration, rule, true, evaluation);
    }

    <T> CelFunction giving(Class<T> argument, CelFunctionOverload.Unary<T> value) {
        return evaluatedBy(CelFunctionBinding.from(overload, argument, value));
    }

    <T, U> CelFunction giving(Class<T> first, Class<U> second, CelFunctionOverload.Binary<T, U> value) {
        return evaluatedBy(CelFunctionBinding.from(overload, first, second, value));
    }

    CelFunction giving(List<Class<?>> arguments, CelFunctionOverload value) {
        return evaluatedBy(CelFunctionBinding.from(overload, arguments, value));
    }

    private CelFunction evaluatedBy(CelFunctionBinding binding) {
        return new CelFunction(overload, declaration, cost, isOfCelGo, binding);
    }

    static <T> T known(@Nullable T value, Supplier<String> problem) throws CelEvaluationException {
        if (value == null) {
            throw new CelEvaluationException(problem.get());
        }
        return value;
    }
}
