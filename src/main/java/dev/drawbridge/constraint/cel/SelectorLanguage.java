package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.NullableType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The language of device selectors in a release: variables, functions, and cost estimation. Immutable; each method
 * returns another language. Compilers are created with the first expression.
 *
 * <p>Source: {@code k8s.io/dynamic-resource-allocation/cel/compile.go}; Kubernetes 1.30:
 * {@code pkg/apis/resource/structured/namedresources/cel}.
 */
public final class SelectorLanguage {

    /** The maximum cost of an expression: CELSelectorExpressionMaxCost. */
    public static final long MAX_COST = 1_000_000;

    // @formatter:off
    private static final Set<String> OF_CEL = Set.of(
        "has", ".all", ".exists", ".exists_one", ".map", ".filter", ".size", "size", "string", "int", ".orValue",
        ".hasValue", "optional.of", ".contains", ".startsWith", ".endsWith", ".matches");
    // @formatter:on

    /** The server's cost for unbounded expressions: the largest unsigned number. */
    private static final long UNBOUNDED = -1;

    /** How a release checks {@code format()} calls. */
    public enum Formats {
        NOT_CHECKED,
        /** Literals are checked; any other string crashes the server. */
        OF_LITERALS,
        /** Literals are checked. */
        CHECKED
    }

    /** What a release may have besides libraries. */
    public enum Feature {
        /** {@code device.allowMultipleAllocations}. */
        ALLOCATIONS,
        /** An attribute may be a list, and an expression may have an unknown type. */
        LIST_ATTRIBUTES,
        /** Field names may be quoted with backquotes, and a leading dot skips the variables of macros. */
        QUOTED_FIELDS,
        /** A result may be wrapped, as in {@code google.protobuf.BoolValue}. */
        WRAPPED_RESULTS,
        /** Expressions return an attribute's value rather than bool. */
        GIVING_ATTRIBUTES
    }

    private final boolean ofDevice;
    private final Set<CelLibrary> libraries;
    private final Set<Feature> features;
    private final Cost cost;
    private final Formats formats;
    private volatile @Nullable LanguageCompiler compiler;

    private SelectorLanguage(
            boolean ofDevice, Set<CelLibrary> libraries, Set<Feature> features, Cost cost, Formats formats) {
        this.ofDevice = ofDevice;
        this.libraries = libraries;
        this.features = features;
        this.cost = cost;
        this.formats = formats;
    }

    private static SelectorLanguage of(boolean ofDevice, CelLibrary... libraries) {
        Set<Feature> none = EnumSet.noneOf(Feature.class);
        Set<CelLibrary> all = EnumSet.copyOf(List.of(libraries));
        return new SelectorLanguage(ofDevice, all, none, Cost.NOT_ESTIMATED, Formats.NOT_CHECKED);
    }

    /** The first language: attributes by type, such as {@code attributes.quantity["memory"]}. */
    public static SelectorLanguage ofNamedResources(CelLibrary... libraries) {
        return of(false, libraries);
    }

    /** A language with the variable {@code device}. */
    public static SelectorLanguage ofDevice(CelLibrary... libraries) {
        return of(true, libraries);
    }

    Demand demand() {
        String result = features.contains(Feature.GIVING_ATTRIBUTES) ? "int, string, bool or a semver" : "bool";
        Demand demand = new Demand(
                Origin.CEL, "must be a CEL expression that evaluates to " + result + ", and is not too expensive");
        if (!ofDevice) {
            return demand.example("attributes.bool[\"shareable\"]", "attributes.boolean[\"shareable\"]");
        }
        return features.contains(Feature.GIVING_ATTRIBUTES)
                ? demand.example("device.driver", "device.drivers")
                : demand.example("device.driver == \"gpu.example.com\"", "device.driver == gpu.example.com");
    }

    public SelectorLanguage with(CelLibrary... more) {
        Set<CelLibrary> all = EnumSet.copyOf(libraries);
        all.addAll(List.of(more));
        return new SelectorLanguage(ofDevice, all, features, cost, formats);
    }

    public SelectorLanguage without(CelLibrary gone) {
        Set<CelLibrary> left = EnumSet.copyOf(libraries);
        left.remove(gone);
        return new SelectorLanguage(ofDevice, left, features, cost, formats);
    }

    public SelectorLanguage with(Feature... more) {
        Set<Feature> all = EnumSet.copyOf(features);
        all.addAll(List.of(more));
        return new SelectorLanguage(ofDevice, libraries, all, cost, formats);
    }

    public SelectorLanguage checking(Formats how) {
        return new SelectorLanguage(ofDevice, libraries, features, cost, how);
    }

    public SelectorLanguage costing(Cost how) {
        return new SelectorLanguage(ofDevice, libraries, features, how, formats);
    }

    /** The variables with types and descriptions. */
    public List<String> variables() {
        if (!ofDevice) {
            return List.of("attributes.TYPE[\"NAME\"]: an attribute of the instance, by its type and name");
        }
        List<String> variables = new ArrayList<>(List.of(
                "device.driver <string>: the driver that publishes the device",
                "device.attributes[\"DOMAIN\"].NAME <string, int, bool or version>: an"
                        + " attribute; reading a missing one is an error, so test with has() or in",
                "device.capacity[\"DOMAIN\"].NAME <quantity>: a capacity"));
        if (features.contains(Feature.ALLOCATIONS)) {
            variables.add("device.allowMultipleAllocations <bool>: whether several claims may share the device");
        }
        return variables;
    }

    /** The functions: those of CEL itself, then those of each library with an example. */
    public List<String> functions() {
        List<String> functions = new ArrayList<>(List.of(
                "== != < <= > >= && || ! in ?: + - * / %: operators of CEL; quantities and versions have functions"
                        + " instead",
                "has(), all(), exists(), exists_one(), map(), filter(), size(), string(), int(): functions of CEL",
                ".?NAME, orValue(), hasValue(), optional.of(): optional values",
                "contains, startsWith, endsWith, matches, " + names(LanguageCompiler.texts().functions().stream())
                        + ": on strings",
                names(declared(EqualityFunctions.ALL)) + ": on lists"));
        for (CelLibrary library : libraries) {
            String names = names(declared(CelFunctions.of(library)));
            functions.add((names.isEmpty() ? "" : names + ": ") + library.example());
        }
        return functions;
    }

    /** The names of variables, macros and functions; after a dot, those of functions of a value. */
    public Set<String> names() {
        Set<String> names = new TreeSet<>(OF_CEL);
        names.addAll(
                ofDevice ? List.of("device.driver", "device.attributes", "device.capacity") : List.of("attributes"));
        if (features.contains(Feature.ALLOCATIONS)) {
            names.add("device.allowMultipleAllocations");
        }
        Stream.of(
                        LanguageCompiler.texts().functions().stream(),
                        declared(EqualityFunctions.ALL),
                        libraries.stream().flatMap(library -> declared(CelFunctions.of(library))))
                .flatMap(functions -> functions)
                .filter(function -> !function.name().startsWith("@"))
                .forEach(function -> function.overloads()
                        .forEach(one -> names.add((one.isInstanceFunction() ? "." : "") + function.name())));
        return names;
    }

    private static Stream<CelFunctionDecl> declared(List<CelFunction> rows) {
        return rows.stream().flatMap(row -> Stream.ofNullable(row.declaration()));
    }

    private static String names(Stream<CelFunctionDecl> functions) {
        return functions
                .map(CelFunctionDecl::name)
                .filter(name -> !name.startsWith("@"))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    /**
     * The result of validating an expression.
     *
     * @param problem the error; null if there is none
     * @param cost its maximum cost in steps, unsigned; 0 if it does not compile, or if costs are not estimated
     * @param warning why it fails for every device although the API server accepts it; null if no reason is known
     */
    public record Judgement(
            @Nullable CelProblem problem,
            long cost,
            @Nullable CelProblem warning) {

        private Judgement(@Nullable CelProblem problem, long cost) {
            this(problem, cost, null);
        }
    }

    /**
     * Compiles the expression.
     *
     * @param progress called between steps; may throw to cancel
     */
    public Judgement validate(String expression, Runnable progress) {
        return DeepStack.on(expression, () -> judgement(expression, progress));
    }

    private Judgement judgement(String expression, Runnable progress) {
        CelAbstractSyntaxTree tree;
        try {
            tree = compiler().compile(expression, progress);
        } catch (CelValidationException refused) {
            String detail = "invalid CEL expression: " + LanguageCompiler.sentence(refused, expression);
            DevicePath path = DevicePath.ofInvalid(expression, 0);
            String meant = path == null ? null : path.meant();
            return new Judgement(
                    new CelProblem(
                            ErrorType.INVALID, detail, LanguageCompiler.place(refused.getErrors().stream()), meant),
                    0);
        }
        progress.run();
        CelProblem problem = problem(tree);
        if (problem != null || cost == Cost.NOT_ESTIMATED) {
            return new Judgement(problem, 0, problem == null ? CelHints.warning(tree, expression) : null);
        }
        long steps = new CostEstimator(tree, cost).cost();
        if (steps <= MAX_COST) {
            return new Judgement(null, steps, CelHints.warning(tree, expression));
        }
        String detail = "estimated cost is too high: at most " + MAX_COST
                + " cost units are allowed; limit the size of what it iterates over";
        return new Judgement(new CelProblem(ErrorType.FORBIDDEN, detail), steps == Long.MAX_VALUE ? UNBOUNDED : steps);
    }

    /** The expression as a program about a device, without a cost: the API server checked that when it stored it. */
    public DeviceProgram program(String expression) {
        return DeepStack.on(expression, () -> compiled(expression));
    }

    private DeviceProgram compiled(String expression) {
        try {
            CelAbstractSyntaxTree tree = compiler().compile(expression, () -> {});
            CelProblem problem = problem(tree);
            return problem == null
                    ? DeviceProgram.of(expression, tree)
                    : DeviceProgram.refused(expression, problem.detail());
        } catch (CelValidationException refused) {
            return DeviceProgram.refused(expression, LanguageCompiler.sentence(refused, expression));
        }
    }

    /** The parts of a device that an expression reads; empty if it is invalid. */
    public SelectorReads reads(String expression) {
        return DeepStack.on(expression, () -> {
            try {
                return ReadCollector.of(compiler().syntax().parse(expression), expression);
            } catch (CelValidationException notAnExpression) {
                return SelectorReads.NONE;
            }
        });
    }

    private @Nullable CelProblem problem(CelAbstractSyntaxTree tree) {
        CelType result = tree.getResultType();
        CelType type = features.contains(Feature.WRAPPED_RESULTS) && result instanceof NullableType wrapper
                ? wrapper.targetType()
                : result;
        if (!features.contains(Feature.GIVING_ATTRIBUTES) && !isSelection(type)) {
            return new CelProblem(ErrorType.INVALID, "must evaluate to bool, not " + type.name());
        }
        if (features.contains(Feature.GIVING_ATTRIBUTES) && !isAttribute(type)) {
            String wanted = "must evaluate to int, string, bool or a semver, not ";
            return new CelProblem(ErrorType.INVALID, wanted + type.name());
        }
        return Stream.<Supplier<List<LiteralProblem>>>of(
                        () -> Aggregates.in(tree, ofDevice),
                        () -> formats == Formats.NOT_CHECKED
                                ? List.of()
                                : FormatCalls.in(tree, formats == Formats.OF_LITERALS),
                        () -> Literals.in(tree))
                .flatMap(problems -> problems.get().stream())
                .findFirst()
                .map(problem -> new CelProblem(ErrorType.INVALID, problem.detail()))
                .orElseGet(() -> Folding.problem(tree));
    }

    private boolean isSelection(CelType type) {
        return type.equals(SimpleType.BOOL)
                || type.equals(SimpleType.ANY)
                || features.contains(Feature.LIST_ATTRIBUTES) && type.equals(SimpleType.DYN);
    }

    private boolean isAttribute(CelType type) {
        return SelectorTypes.isAttribute(type)
                || features.contains(Feature.LIST_ATTRIBUTES)
                        && type instanceof ListType list
                        && SelectorTypes.isAttribute(list.elemType());
    }

    private LanguageCompiler compiler() {
        LanguageCompiler known = compiler;
        if (known == null) {
            StructType device = ofDevice
                    ? SelectorTypes.device(
                            features.contains(Feature.ALLOCATIONS), features.contains(Feature.LIST_ATTRIBUTES))
                    : null;
            known = new LanguageCompiler(
                    libraries,
                    features.contains(Feature.QUOTED_FIELDS),
                    device == null ? List.of() : List.of(device),
                    device == null ? SelectorTypes.attributes() : Map.of("device", device));
            compiler = known;
        }
        return known;
    }
}
