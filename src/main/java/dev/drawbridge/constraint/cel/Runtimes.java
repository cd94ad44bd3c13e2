package dev.drawbridge.constraint.cel;

import dev.cel.common.CelOptions;
import dev.cel.extensions.CelExtensions;
import dev.cel.extensions.CelListsExtensions;
import dev.cel.extensions.CelStringExtensions;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.cel.runtime.CelStandardFunctions;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Runtimes that evaluate expressions as Kubernetes does, with all of its libraries. */
final class Runtimes {

    /** The string functions that dev.cel evaluates as cel-go does. Its other ones refuse numbers that Go accepts. */
    private static final Set<CelStringExtensions.Function> STRINGS = EnumSet.complementOf(EnumSet.of(
            CelStringExtensions.Function.INDEX_OF,
            CelStringExtensions.Function.JOIN,
            CelStringExtensions.Function.LAST_INDEX_OF,
            CelStringExtensions.Function.REPLACE,
            CelStringExtensions.Function.SPLIT));

    /** Those that dev.cel evaluates as cel-go does. */
    private static final CelListsExtensions.Function[] LISTS = {
        CelListsExtensions.Function.DISTINCT, CelListsExtensions.Function.FLATTEN, CelListsExtensions.Function.REVERSE
    };

    private static final List<CelFunctionBinding> FUNCTIONS = CelFunctions.evaluations();

    /** Standard functions that dev.cel implements differently. */
    private static final Set<String> REPLACED =
            FUNCTIONS.stream().map(CelFunctionBinding::getOverloadId).collect(Collectors.toSet());

    static CelRuntime ofAtMost(int iterations) {
        CelOptions options = CelOptions.current()
                .enableHeterogeneousNumericComparisons(true)
                .enableOptionalSyntax(true)
                .enableHiddenAccumulatorVar(true)
                .errorOnDuplicateMapKeys(false)
                .comprehensionMaxIterations(iterations)
                .build();
        return CelRuntimeFactory.legacyCelRuntimeBuilder()
                .setOptions(options)
                .setStandardEnvironmentEnabled(false)
                .setStandardFunctions(CelStandardFunctions.newBuilder()
                        .filterFunctions((function, overload) ->
                                !REPLACED.contains(overload.toString().toLowerCase(Locale.ROOT)))
                        .build())
                .addLibraries(CelExtensions.optional(2))
                .addLibraries(CelExtensions.strings(STRINGS))
                .addLibraries(CelExtensions.lists(LISTS))
                .addLibraries(CelExtensions.comprehensions())
                .addFunctionBindings(FUNCTIONS)
                .build();
    }
}
