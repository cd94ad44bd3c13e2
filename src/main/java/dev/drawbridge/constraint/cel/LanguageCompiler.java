package dev.drawbridge.constraint.cel;

import com.google.common.collect.ImmutableMap;
import dev.cel.checker.CelChecker;
import dev.cel.checker.CelCheckerBuilder;
import dev.cel.checker.CelStandardDeclarations;
import dev.cel.checker.CelStandardDeclarations.StandardFunction;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelVarDecl;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.ast.CelMutableExpr;
import dev.cel.common.ast.CelMutableExprConverter;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.StructType;
import dev.cel.common.types.TypeType;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.extensions.CelOptionalLibrary;
import dev.cel.extensions.CelStringExtensions;
import dev.cel.extensions.CelStringExtensions.Function;
import dev.drawbridge.field.LineIndex;
import dev.drawbridge.field.Position;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A dev.cel compiler with exactly the libraries of a release. Loaded with the first expression.
 *
 * <p>dev.cel declares all functions again for each expression, which takes longer than parsing and checking it, so only
 * the functions that the expression calls are declared.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/environment/base.go}.
 */
final class LanguageCompiler {

    private static final int MAX_ISSUES = 3;
    private static final int MAX_CHECKERS = 100;
    private static final int MAX_CHECKED = 256;

    /** The longest expression that is cached: a longer one may call any number of functions. */
    static final int USUAL_EXPRESSION = 1024;

    /** The overloads that dev.cel tried, which the server's message does not list. */
    private static final Pattern CANDIDATES = Pattern.compile(" \\(candidates: .*", Pattern.DOTALL);

    /** Functions of CEL itself whose overloads cel-go tries in the order of their names. */
    private static final Set<String> BY_NAME = Set.of("_+_", "_-_", "_*_", "_/_", "-_", "size");

    /** Functions of CEL itself whose overloads cel-go tries by the type of the first argument. */
    private static final Set<String> COMPARISONS = Set.of("_<_", "_<=_", "_>_", "_>=_");

    private final CelOptions options;
    private final Syntax syntax;
    private final CelTypeProvider types;
    private final boolean hasTwoVariables;
    private final List<CelVarDecl> variables = new ArrayList<>();

    /** The first checkers, by the called functions: most expressions call the same ones. */
    private final Map<Set<String>, CelChecker> checkers = new ConcurrentHashMap<>();

    /** Recent checked trees, by shape: expressions that differ only in constants have equal types. */
    private final Map<CelExpr, CelAbstractSyntaxTree> checked = new ConcurrentHashMap<>();

    private final Set<CelLibrary> libraries;
    private final Collection<StructType> fields;
    private final CelOptionalLibrary optional;
    private volatile @Nullable Map<String, List<CelFunctionDecl>> functions;

    /**
     * Creates a compiler with these libraries.
     *
     * @param quotedFields whether field names may be quoted with backquotes
     * @param own the types that the language adds to CEL's own
     */
    LanguageCompiler(
            Set<CelLibrary> libraries, boolean quotedFields, Collection<StructType> own, Map<String, CelType> about) {
        options = Syntax.options(quotedFields);
        this.libraries = libraries;
        optional = CelExtensions.optional(libraries.contains(CelLibrary.OPTIONAL_ENTRIES) ? 2 : 1);
        fields = own;
        hasTwoVariables = libraries.contains(CelLibrary.TWO_VARIABLES);
        types = new SelectorTypes(
                own.stream().collect(ImmutableMap.toImmutableMap(StructType::name, type -> type, (one, same) -> one)));
        variables.addAll(optional.variables());
        if (libraries.contains(CelLibrary.IP)) {
            variables.add(CelVarDecl.newVarDeclaration("net.IP", TypeType.create(SelectorTypes.IP)));
            variables.add(CelVarDecl.newVarDeclaration("net.CIDR", TypeType.create(SelectorTypes.CIDR)));
        }
        about.forEach((name, type) -> variables.add(CelVarDecl.newVarDeclaration(name, type)));
        syntax = Syntax.of(
                libraries,
                quotedFields,
                variables.stream().map(CelVarDecl::name).collect(Collectors.toSet()));
    }

    /**
     * Functions by the last part of their names, since the first part may be the target of the call. Built for the
     * first expression with a function call; most have only operators.
     */
    private Map<String, List<CelFunctionDecl>> functions() {
        Map<String, List<CelFunctionDecl>> known = functions;
        if (known == null) {
            // dev.cel has this function in each version of its library.
            boolean unwraps = libraries.contains(CelLibrary.OPTIONAL_ENTRIES);
            known = Stream.of(added(libraries), optional.functions(), texts().functions())
                    .flatMap(Collection::stream)
                    .filter(function -> unwraps || !function.name().equals("optional.unwrap"))
                    .collect(Collectors.groupingBy(function -> lastPart(function.name())));
            functions = known;
        }
        return known;
    }

    /** The names of variables, functions, macros and fields. */
    Set<String> names() {
        Set<String> names = new TreeSet<>(functions().keySet());
        names.addAll(CelHints.STANDARD);
        variables.forEach(variable -> names.add(variable.name()));
        fields.forEach(type -> names.addAll(type.fieldNames()));
        return names;
    }

    /** The names that cel-go may suggest. */
    Catalog catalog() {
        return new Catalog(Stream.concat(
                        functions().values().stream().flatMap(List::stream).map(CelFunctionDecl::name),
                        variables.stream()
                                .filter(variable -> !(variable.type() instanceof TypeType))
                                .map(CelVarDecl::name))
                .toList());
    }

    /** The functions of cel-go's string extension version 2: all except reverse. */
    static CelStringExtensions texts() {
        return CelExtensions.strings(EnumSet.complementOf(EnumSet.of(Function.REVERSE)));
    }

    /**
     * Whether it is an operator of CEL itself, such as {@code _==_}; operators of optional values, and names with '@',
     * may belong to a library.
     */
    private static boolean isOperator(String function) {
        boolean isSign = !Character.isLetter(function.charAt(0)) && function.charAt(0) != '@';
        return isSign && (function.equals("_?_:_") || function.indexOf('?') < 0);
    }

    private static String lastPart(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static List<CelFunctionDecl> added(Set<CelLibrary> libraries) {
        return merged(
                new LinkedHashMap<>(),
                Stream.concat(
                                CelFunctions.LANGUAGE.stream(),
                                libraries.stream().flatMap(library -> CelFunctions.of(library).stream()))
                        .map(CelFunction::declaration)
                        .filter(Objects::nonNull));
    }

    private static List<CelFunctionDecl> merged(
            Map<String, List<CelOverloadDecl>> overloads, Stream<CelFunctionDecl> more) {
        more.forEach(function -> overloads
                .computeIfAbsent(function.name(), name -> new ArrayList<>())
                .addAll(function.overloads()));
        return overloads.entrySet().stream()
                .map(function -> CelFunctionDecl.newFunctionDeclaration(function.getKey(), function.getValue()))
                .toList();
    }

    CelAbstractSyntaxTree compile(String expression, Runnable progress) throws CelValidationException {
        progress.run();
        CelAbstractSyntaxTree tree = syntax.parse(expression);
        progress.run();
        CelExpr shape = shape(tree.getExpr());
        CelAbstractSyntaxTree alike = checked.get(shape);
        if (alike != null) {
            return CelAbstractSyntaxTree.newCheckedAst(
                    tree.getExpr(), tree.getSource(), alike.getReferenceMap(), alike.getTypeMap());
        }
        CelAbstractSyntaxTree typed = typed(tree, expression.length() <= USUAL_EXPRESSION);
        boolean isRewritten = !typed.getExpr().equals(tree.getExpr());
        if (!isRewritten && expression.length() <= USUAL_EXPRESSION) {
            if (checked.size() >= MAX_CHECKED) {
                checked.clear();
            }
            checked.put(shape, typed);
        }
        return typed;
    }

    private CelAbstractSyntaxTree typed(CelAbstractSyntaxTree tree, boolean isUsual) throws CelValidationException {
        Set<String> called = new HashSet<>();
        Parts.calls(tree).forEach(call -> called.add(call.call().function()));
        CelChecker checker = checkers.get(called);
        if (checker == null) {
            checker = checker(called);
            if (checkers.size() < MAX_CHECKERS && isUsual) {
                checkers.put(called, checker);
            }
        }
        return checker.check(tree).getAst();
    }

    /** The expression with the kind of each constant for its value: what its types depend on. */
    private static CelExpr shape(CelExpr expression) {
        CelMutableExpr shape = CelMutableExprConverter.fromCelExpr(expression);
        generalize(shape);
        return CelMutableExprConverter.fromMutableExpr(shape);
    }

    private static void generalize(CelMutableExpr expression) {
        if (expression.getKind() == Kind.CONSTANT) {
            expression.setConstant(
                    CelConstant.ofValue(expression.constant().getKind().name()));
            return;
        }
        // The constant of x.?field names a field, whose type is known.
        boolean namesField = expression.getKind() == Kind.CALL
                && expression.call().function().equals("_?._");
        List<CelMutableExpr> parts = Parts.of(expression);
        (namesField ? parts.subList(0, 1) : parts).forEach(LanguageCompiler::generalize);
    }

    Syntax syntax() {
        return syntax;
    }

    /** A message of dev.cel without the overloads that it tried. */
    static String withoutCandidates(String message) {
        return CANDIDATES.matcher(message).replaceFirst("").strip();
    }

    /** The first errors of the expression, each with its position and fix. */
    static String sentence(CelValidationException refused, String expression) {
        LineIndex lines = new LineIndex(expression);
        return refused.getErrors().stream()
                .limit(MAX_ISSUES)
                .map(issue -> {
                    CelSourceLocation at = issue.getSourceLocation();
                    Position place = new Position(Math.max(1, at.getLine()), Math.max(1, at.getColumn() + 1));
                    String mistake = withoutCandidates(issue.getMessage());
                    return CelHints.explained(mistake, expression, lines.offset(place)) + " (at " + place + ")";
                })
                .collect(Collectors.joining("; "));
    }

    /** The first known place of these issues. */
    static @Nullable Position place(Stream<CelIssue> issues) {
        return issues.map(CelIssue::getSourceLocation)
                .filter(location -> location.getLine() > 0 && location.getColumn() >= 0)
                .map(location -> new Position(location.getLine(), location.getColumn() + 1))
                .findFirst()
                .orElse(null);
    }

    /** A checker that knows these functions and all functions with the same last part. */
    private CelChecker checker(Set<String> called) {
        CelCheckerBuilder builder = CelCompilerFactory.standardCelCheckerBuilder()
                .setOptions(options)
                .setTypeProvider(types)
                .setStandardEnvironmentEnabled(false)
                // The names of types, without functions, whose overloads would come first.
                .setStandardDeclarations(CelStandardDeclarations.newBuilder()
                        .filterFunctions((function, overload) -> false)
                        .build())
                .addVarDeclarations(variables)
                .addFunctionDeclarations(declarations(called));
        if (hasTwoVariables) {
            builder.addLibraries(CelExtensions.comprehensions());
        }
        return builder.build();
    }

    /**
     * The declarations of the called functions: the overloads of CEL itself in cel-go's order, then those of the
     * libraries. Of an entry of an empty list, which has no type, the type is what the first overload needs. The
     * libraries include overloads of operators: without the one for optional values it would be that of another.
     */
    private List<CelFunctionDecl> declarations(Set<String> called) {
        Set<String> names = called.stream().map(LanguageCompiler::lastPart).collect(Collectors.toSet());
        Stream<CelFunctionDecl> more = called.stream().allMatch(LanguageCompiler::isOperator)
                ? optional.functions().stream().filter(function -> called.contains(function.name()))
                : names.stream().flatMap(name -> functions().getOrDefault(name, List.of()).stream());
        Map<String, List<CelOverloadDecl>> overloads = new LinkedHashMap<>();
        for (StandardFunction function : StandardFunction.values()) {
            if (names.contains(function.functionName())) {
                overloads.put(function.functionName(), ordered(function.functionDecl()));
            }
        }
        return merged(overloads, more);
    }

    /** The overloads of a function of CEL itself in the order of {@code common/stdlib/standard.go}. */
    private static List<CelOverloadDecl> ordered(CelFunctionDecl function) {
        List<CelOverloadDecl> overloads = new ArrayList<>(function.overloads());
        if (BY_NAME.contains(function.name())) {
            overloads.sort(Comparator.comparing(CelOverloadDecl::overloadId));
        } else if (COMPARISONS.contains(function.name())) {
            List<CelType> first = overloads.stream()
                    .map(overload -> overload.parameterTypes().get(0))
                    .toList();
            overloads.sort(Comparator.comparing(
                    overload -> first.indexOf(overload.parameterTypes().get(0))));
        }
        return overloads;
    }
}
