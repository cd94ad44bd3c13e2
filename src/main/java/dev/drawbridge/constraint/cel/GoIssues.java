package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelSource;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.CelValidationException;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.drawbridge.field.ErrorType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The errors of expressions that do not compile, in the words of cel-go. dev.cel's issues have no code, so they are
 * recognized by the library's messages.
 *
 * <p>Source: {@code github.com/google/cel-go/common/errors.go}; {@code cel/validator.go}; {@code ext/formatting.go}.
 */
final class GoIssues {

    private static final Pattern NUMBER = Pattern.compile("String value \\d+ exceeds range of unsigned long\\.");
    /** The number of errors after which cel-go counts them. */
    private static final int MAX_ERRORS = 100;

    private static final String TYPE = "((?:[^,()]|\\([^()]*(?:\\([^()]*(?:\\([^()]*\\)[^()]*)*\\)[^()]*)*\\))+)";
    private static final Pattern LOGICAL = Pattern.compile(
            "found no matching overload for '(_(?:&&|\\|\\|)_)' applied to '\\(" + TYPE + ", " + TYPE + "\\)'");

    private static final List<String> BOOL = List.of("bool", "dyn", "any", "!error!", "wrapper(bool)");

    /** A parameter of a type that may be anything. */
    private static final Pattern FREE = Pattern.compile("%[A-Za-z]+\\d+");

    /** Kubernetes' own types, which cel-go looks for among those with fields. */
    private static final Pattern WITHOUT_FIELDS =
            Pattern.compile("type ('kubernetes\\.[^']*') does not support field selection");

    private static final Pattern UNDECLARED = Pattern.compile("^(undeclared reference to '(.*?)')");

    /** The most parts of a name that may be like one of cel-go's. */
    private static final int MAX_PARTS = 32;

    private static final String OF_HAS = "invalid argument to has() macro";
    private static final String OF_ENTRY = "expected type 'optional_type(!error!)' but found '!error!'";

    /** The copies of an error that are counted: a macro in a macro doubles them. */
    private static final int MAX_COPIES = 1 << 10;

    private final CelAbstractSyntaxTree tree;
    private final int[] characters;

    /** The calls by function and place; of several, the first. */
    private final Map<List<Object>, CelExpr.CelCall> calls = new HashMap<>();

    /** The number of errors of cel-go for one at a place. */
    private final Map<CelSourceLocation, Integer> copies = new HashMap<>();

    /** The places of optional entries of lists and maps. */
    private final Set<CelSourceLocation> optionalEntries = new HashSet<>();

    /** The places in messages of an undeclared type, at which cel-go does not look. */
    private final Set<CelSourceLocation> ofUnknown = new HashSet<>();

    /** The names that are suggested; null if none are. */
    private final @Nullable Catalog catalog;

    /** The errors about qualified names, by the place of their first name. */
    private final Map<CelSourceLocation, CelIssue> ofQualified = new HashMap<>();

    /** The arguments of has(), which are no qualified names. */
    private final Set<CelExpr> tested = new HashSet<>();

    private GoIssues(CelAbstractSyntaxTree tree, @Nullable Catalog catalog) {
        this.tree = tree;
        this.catalog = catalog;
        characters = tree.getSource().getContent().toString().codePoints().toArray();
    }

    private static CelSource source(String expression) {
        return CelSource.newBuilder(expression).setDescription("<input>").build();
    }

    /**
     * The message of cel-go, at the first error.
     *
     * @param parsed the expression without types; null if it has none
     * @param catalog the names that are suggested; null if none are
     */
    static CelProblem problem(
            String start,
            CelValidationException refused,
            @Nullable CelAbstractSyntaxTree parsed,
            String expression,
            @Nullable Catalog catalog) {
        SyntaxErrors syntax = new SyntaxErrors(expression);
        List<CelIssue> all = refused.getErrors().stream()
                .map(issue -> issue(
                        issue.getSourceLocation(), syntax.words(words(issue.getMessage()), issue.getSourceLocation())))
                .toList();
        return problem(start, parsed == null ? all : new GoIssues(parsed, catalog).all(all), source(expression));
    }

    /** The errors of cel-go for those of dev.cel. */
    private List<CelIssue> all(List<CelIssue> own) {
        Set<CelSourceLocation> errors =
                own.stream().map(CelIssue::getSourceLocation).collect(Collectors.toSet());
        visit(tree.getExpr(), 1, false, errors);
        return own.stream()
                .flatMap(this::operands)
                .map(this::ofArgument)
                .filter(issue -> !ofUnknown.contains(issue.getSourceLocation()))
                .map(issue -> ofQualified.getOrDefault(issue.getSourceLocation(), issue))
                .map(this::suggesting)
                .flatMap(
                        issue -> Collections.nCopies(copies.getOrDefault(issue.getSourceLocation(), 1), issue).stream())
                .flatMap(issue -> optionalEntries.contains(issue.getSourceLocation()) && isOfResult(issue)
                        ? Stream.of(issue, issue(issue.getSourceLocation(), OF_ENTRY))
                        : Stream.of(issue))
                .toList();
    }

    /**
     * Reads what depends on the places of expressions.
     *
     * @param times the number of errors of cel-go for one: its optMap() and optFlatMap() have their target twice, where
     *     dev.cel has a variable
     */
    private void visit(CelExpr expression, int times, boolean isOfUnknown, Set<CelSourceLocation> errors) {
        CelSourceLocation place = place(expression);
        copies.putIfAbsent(place, times);
        if (isOfUnknown) {
            ofUnknown.add(place);
        }
        boolean isUnknown = isOfUnknown || expression.getKind() == Kind.STRUCT && errors.contains(place);
        @Nullable CelExpr target = null;
        if (catalog != null) {
            qualified(expression, catalog, errors);
        }
        switch (expression.getKind()) {
            case CALL -> calls.putIfAbsent(List.of(expression.call().function(), place), expression.call());
            case STRUCT -> {
                if (isUnknown) {
                    expression.struct().entries().forEach(entry -> ofUnknown.add(place(entry.id())));
                }
            }
            case LIST -> {
                List<CelExpr> elements = expression.list().elements();
                expression.list().optionalIndices().forEach(i -> optionalEntries.add(place(elements.get(i))));
            }
            case MAP ->
                expression.map().entries().stream()
                        .filter(CelExpr.CelMap.Entry::optionalEntry)
                        .forEach(entry -> optionalEntries.add(place(entry.value())));
            case COMPREHENSION -> {
                boolean isDoubled = expression.comprehension().accuVar().equals("@target");
                target = isDoubled ? expression.comprehension().accuInit() : null;
            }
            default -> {
                // Nothing depends on its place alone.
            }
        }
        for (CelExpr part : Parts.of(expression)) {
            visit(part, part == target ? Math.min(2 * times, MAX_COPIES) : times, isUnknown, errors);
        }
    }

    /** Finds a qualified name of which no part is declared, but one like it. */
    private void qualified(CelExpr expression, Catalog suggested, Set<CelSourceLocation> errors) {
        if (Parts.isCall(expression, "has")) {
            tested.addAll(expression.call().args());
        }
        String name = tested.contains(expression) ? null : name(expression, MAX_PARTS);
        if (name == null || !name.contains(".")) {
            return;
        }
        CelSourceLocation first = place(root(expression));
        boolean isUndeclared = errors.contains(first) && !ofQualified.containsKey(first);
        if (isUndeclared && !suggested.find(name).isEmpty()) {
            ofQualified.put(first, issue(place(expression), "undeclared reference to '" + name + "'"));
            ofUnknown.add(place(expression));
        }
    }

    private static CelExpr root(CelExpr expression) {
        return switch (expression.getKind()) {
            case SELECT -> root(expression.select().operand());
            case CALL -> root(expression.call().target().orElseThrow());
            default -> expression;
        };
    }

    /** The qualified name of a field or of a function that is called; null if it has none, or too many parts. */
    private static @Nullable String name(CelExpr expression, int parts) {
        boolean isCall =
                expression.getKind() == Kind.CALL && expression.call().target().isPresent();
        CelExpr before = isCall
                ? expression.call().target().get()
                : expression.getKind() == Kind.SELECT ? expression.select().operand() : null;
        if (before == null || before.getKind() == Kind.CALL || parts == 0) {
            return expression.getKind() == Kind.IDENT ? expression.ident().name() : null;
        }
        String name = name(before, parts - 1);
        String last =
                isCall ? expression.call().function() : expression.select().field();
        return name == null ? null : name + "." + last;
    }

    private CelIssue suggesting(CelIssue issue) {
        Matcher undeclared = UNDECLARED.matcher(issue.getMessage());
        return catalog == null || !undeclared.find()
                ? issue
                : issue(issue.getSourceLocation(), undeclared.group(1) + catalog.suffix(undeclared.group(2)));
    }

    private static CelIssue issue(CelSourceLocation place, String message) {
        return CelIssue.formatError(place.getLine(), place.getColumn(), message);
    }

    /** For a logical operator, cel-go reports each operand that is not a bool, at its place. */
    private Stream<CelIssue> operands(CelIssue issue) {
        Matcher logical = LOGICAL.matcher(issue.getMessage());
        if (!logical.matches()) {
            return Stream.of(issue);
        }
        List<CelIssue> found = new ArrayList<>();
        CelExpr.CelCall call = calls.get(List.of(logical.group(1), issue.getSourceLocation()));
        List<String> operands = List.of(logical.group(2), logical.group(3));
        for (int i = 0; call != null && i < operands.size(); i++) {
            if (!BOOL.contains(operands.get(i))) {
                String text = "expected type 'bool' but found '" + operands.get(i) + "'";
                found.add(issue(place(call.args().get(i)), text));
            }
        }
        return found.isEmpty() ? Stream.of(issue) : found.stream();
    }

    /** For a macro, cel-go reports an argument at its place. */
    private CelIssue ofArgument(CelIssue issue) {
        CelExpr.CelCall call = calls.get(List.of("has", issue.getSourceLocation()));
        return call == null || call.args().size() != 1 || !issue.getMessage().equals(OF_HAS)
                ? issue
                : issue(place(call.args().get(0)), issue.getMessage());
    }

    /** Whether cel-go knows no type for the expression after the error. */
    private static boolean isOfResult(CelIssue issue) {
        return issue.getMessage().startsWith("undeclared reference")
                || issue.getMessage().startsWith("found no matching overload");
    }

    /** The place of an expression; dev.cel has that of a negative number after its sign. */
    private CelSourceLocation place(CelExpr expression) {
        CelSourceLocation place = place(expression.id());
        if (expression.getKind() != Kind.CONSTANT || !isNegative(expression.constant())) {
            return place;
        }
        int sign = tree.getSource().getLocationOffset(place).orElse(0);
        while (sign > 0 && characters[sign] != '-') {
            sign--;
        }
        return tree.getSource().getOffsetLocation(sign).orElse(place);
    }

    private static boolean isNegative(CelConstant constant) {
        return switch (constant.getKind()) {
            case INT64_VALUE -> constant.int64Value() < 0;
            case DOUBLE_VALUE -> Math.copySign(1, constant.doubleValue()) < 0;
            default -> false;
        };
    }

    private CelSourceLocation place(long id) {
        int offset = tree.getSource().getPositionsMap().getOrDefault(id, 0);
        return tree.getSource().getOffsetLocation(offset).orElse(CelSourceLocation.of(1, 0));
    }

    private static String words(String message) {
        String own = LanguageCompiler.withoutCandidates(message);
        if (own.startsWith("For input string: ")) {
            return "invalid int literal";
        }
        if (NUMBER.matcher(own).matches()) {
            return "invalid uint literal";
        }
        if (own.startsWith("Illegal escape sequence")) {
            return "unable to unescape string";
        }
        own = GoErrors.simple(own.replace("*error*", "!error!"));
        own = FREE.matcher(own).replaceAll("dyn");
        own = WITHOUT_FIELDS.matcher(own).replaceFirst("unexpected failed resolution of $1");
        return own.equals("The argument must be a simple name") ? "argument must be a simple name" : own;
    }

    /** The errors of literals, with this beginning of the message; null if there are none. */
    static @Nullable CelProblem ofLiterals(
            String start, CelAbstractSyntaxTree tree, String expression, boolean checksFormats) {
        GoIssues places = new GoIssues(tree, null);
        List<CelIssue> issues = Stream.of(
                        Literals.in(tree),
                        Aggregates.in(tree, true),
                        checksFormats ? FormatCalls.in(tree, false) : List.<LiteralProblem>of())
                .flatMap(List::stream)
                .map(problem -> issue(places.place(problem.at()), problem.goText()))
                .toList();
        return issues.isEmpty() ? null : problem(start, issues, source(expression));
    }

    /** The errors in the order of their places. */
    private static CelProblem problem(String start, List<CelIssue> issues, CelSource source) {
        List<CelIssue> sorted = issues.stream()
                .sorted(Comparator.comparing(
                                (CelIssue issue) -> issue.getSourceLocation().getLine())
                        .thenComparing(issue -> issue.getSourceLocation().getColumn()))
                .toList();
        String text = sorted.stream()
                .limit(MAX_ERRORS)
                .map(issue -> issue.toDisplayString(source))
                .collect(Collectors.joining("\n"));
        int more = sorted.size() - MAX_ERRORS;
        return new CelProblem(
                ErrorType.INVALID,
                start + text + (more <= 0 ? "" : "\n" + more + " more errors were truncated"),
                LanguageCompiler.place(sorted.stream().limit(1)),
                null);
    }
}
