package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelSource;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.CelValidationException;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Position;
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

    private static final String OF_HAS = "invalid argument to has() macro";

    private static final List<String> OF_LITERALS = List.of("duration", "matches", "timestamp");

    private final CelAbstractSyntaxTree tree;
    private final List<CelIssue> issues = new ArrayList<>();

    private GoIssues(CelAbstractSyntaxTree tree) {
        this.tree = tree;
    }

    private static CelSource source(String expression) {
        return CelSource.newBuilder(expression).setDescription("<input>").build();
    }

    /**
     * The message of cel-go, at the first error.
     *
     * @param start the beginning of the message
     * @param parsed the expression without types; null if it has none
     */
    static CelProblem problem(
            String start, CelValidationException refused, @Nullable CelAbstractSyntaxTree parsed, String expression) {
        CelSource source = source(expression);
        SyntaxErrors syntax = new SyntaxErrors(expression);
        Map<List<Object>, CelExpr.CelCall> calls = parsed == null ? Map.of() : calls(parsed);
        Set<CelSourceLocation> ofUnknown = parsed == null ? Set.of() : ofUnknown(refused, parsed);
        Set<CelSourceLocation> entries = new HashSet<>();
        if (parsed != null) {
            optionalEntries(parsed.getExpr(), parsed.getSource(), entries);
        }
        List<CelIssue> all = refused.getErrors().stream()
                .map(issue -> CelIssue.formatError(
                        issue.getSourceLocation().getLine(),
                        issue.getSourceLocation().getColumn(),
                        syntax.words(words(issue.getMessage()), issue.getSourceLocation())))
                .flatMap(issue -> parsed == null ? Stream.of(issue) : operands(issue, calls, parsed.getSource()))
                .map(issue -> parsed == null ? issue : ofArgument(issue, calls, parsed.getSource()))
                .filter(issue -> !ofUnknown.contains(issue.getSourceLocation()))
                .flatMap(issue -> parsed == null
                        ? Stream.of(issue)
                        : Collections.nCopies(
                                Math.max(1, copies(parsed.getExpr(), issue.getSourceLocation(), parsed.getSource())),
                                issue)
                                .stream())
                .flatMap(issue -> entries.contains(issue.getSourceLocation()) && isOfResult(issue)
                        ? Stream.of(issue, ofEntry(issue.getSourceLocation()))
                        : Stream.of(issue))
                .toList();
        return problem(start, all, source);
    }

    private static @Nullable Position position(CelSourceLocation location) {
        return location.getLine() > 0 && location.getColumn() >= 0
                ? new Position(location.getLine(), location.getColumn() + 1)
                : null;
    }

    /** For a logical operator, cel-go reports each operand that is not a bool, at its place. */
    private static Stream<CelIssue> operands(
            CelIssue issue, Map<List<Object>, CelExpr.CelCall> calls, CelSource source) {
        Matcher logical = LOGICAL.matcher(issue.getMessage());
        if (!logical.matches()) {
            return Stream.of(issue);
        }
        List<CelIssue> found = new ArrayList<>();
        CelExpr.CelCall call = calls.get(List.of(logical.group(1), issue.getSourceLocation()));
        List<String> types = List.of(logical.group(2), logical.group(3));
        for (int i = 0; call != null && i < types.size(); i++) {
            if (!BOOL.contains(types.get(i))) {
                CelSourceLocation at = place(call.args().get(i), source);
                String text = "expected type 'bool' but found '" + types.get(i) + "'";
                found.add(CelIssue.formatError(at.getLine(), at.getColumn(), text));
            }
        }
        return found.isEmpty() ? Stream.of(issue) : found.stream();
    }

    /** For a macro, cel-go reports an argument at its place. */
    private static CelIssue ofArgument(CelIssue issue, Map<List<Object>, CelExpr.CelCall> calls, CelSource source) {
        CelExpr.CelCall call = calls.get(List.of("has", issue.getSourceLocation()));
        if (call == null || call.args().size() != 1 || !issue.getMessage().equals(OF_HAS)) {
            return issue;
        }
        CelSourceLocation at = place(call.args().get(0), source);
        return CelIssue.formatError(at.getLine(), at.getColumn(), issue.getMessage());
    }

    /** The places in messages of an undeclared type, at which cel-go does not look. */
    private static Set<CelSourceLocation> ofUnknown(CelValidationException refused, CelAbstractSyntaxTree parsed) {
        Set<CelSourceLocation> errors =
                refused.getErrors().stream().map(CelIssue::getSourceLocation).collect(Collectors.toSet());
        Set<CelSourceLocation> within = new HashSet<>();
        messages(parsed.getExpr(), parsed.getSource(), errors, within);
        return within;
    }

    private static void messages(
            CelExpr expression, CelSource source, Set<CelSourceLocation> errors, Set<CelSourceLocation> within) {
        if (expression.getKind() == Kind.STRUCT && errors.contains(place(expression, source))) {
            for (CelExpr.CelStruct.Entry entry : expression.struct().entries()) {
                within.add(place(entry.id(), source));
                places(entry.value(), source, within);
            }
        } else {
            Parts.of(expression).forEach(part -> messages(part, source, errors, within));
        }
    }

    private static void places(CelExpr expression, CelSource source, Set<CelSourceLocation> all) {
        all.add(place(expression, source));
        Parts.of(expression).forEach(part -> places(part, source, all));
    }

    /** The places of optional entries of lists and maps. */
    private static void optionalEntries(CelExpr expression, CelSource source, Set<CelSourceLocation> entries) {
        if (expression.getKind() == Kind.LIST) {
            expression
                    .list()
                    .optionalIndices()
                    .forEach(i -> entries.add(place(expression.list().elements().get(i), source)));
        } else if (expression.getKind() == Kind.MAP) {
            expression.map().entries().stream()
                    .filter(CelExpr.CelMap.Entry::optionalEntry)
                    .forEach(entry -> entries.add(place(entry.value(), source)));
        }
        Parts.of(expression).forEach(part -> optionalEntries(part, source, entries));
    }

    /** Whether cel-go knows no type for the expression after the error. */
    private static boolean isOfResult(CelIssue issue) {
        return issue.getMessage().startsWith("undeclared reference")
                || issue.getMessage().startsWith("found no matching overload");
    }

    private static CelIssue ofEntry(CelSourceLocation place) {
        String text = "expected type 'optional_type(!error!)' but found '!error!'";
        return CelIssue.formatError(place.getLine(), place.getColumn(), text);
    }

    /**
     * The number of errors of cel-go for one: its optMap() and optFlatMap() have their target twice, where dev.cel has
     * a variable.
     */
    private static int copies(CelExpr expression, CelSourceLocation place, CelSource source) {
        if (place(expression, source).equals(place)) {
            return 1;
        }
        CelExpr target = expression.getKind() == Kind.COMPREHENSION
                        && expression.comprehension().accuVar().equals("@target")
                ? expression.comprehension().accuInit()
                : null;
        for (CelExpr part : Parts.of(expression)) {
            int copies = copies(part, place, source);
            if (copies > 0) {
                return part == target ? 2 * copies : copies;
            }
        }
        return 0;
    }

    /** The calls by function and place; of several, the first. */
    private static Map<List<Object>, CelExpr.CelCall> calls(CelAbstractSyntaxTree parsed) {
        Map<List<Object>, CelExpr.CelCall> calls = new HashMap<>();
        Calls.all(parsed)
                .forEach(call -> calls.putIfAbsent(
                        List.of(call.call().function(), place(call, parsed.getSource())), call.call()));
        return calls;
    }

    /** The place of an expression; dev.cel has that of a negative number after its sign. */
    private static CelSourceLocation place(CelExpr expression, CelSource source) {
        CelSourceLocation place = place(expression.id(), source);
        if (expression.getKind() != Kind.CONSTANT || !isNegative(expression.constant())) {
            return place;
        }
        int[] text = source.getContent().toString().codePoints().toArray();
        int sign = source.getLocationOffset(place).orElse(0);
        while (sign > 0 && text[sign] != '-') {
            sign--;
        }
        return source.getOffsetLocation(sign).orElse(place);
    }

    private static boolean isNegative(CelConstant constant) {
        return switch (constant.getKind()) {
            case INT64_VALUE -> constant.int64Value() < 0;
            case DOUBLE_VALUE -> Math.copySign(1, constant.doubleValue()) < 0;
            default -> false;
        };
    }

    private static CelSourceLocation place(long id, CelSource source) {
        int offset = source.getPositionsMap().getOrDefault(id, 0);
        return source.getOffsetLocation(offset).orElse(CelSourceLocation.of(1, 0));
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
        own = simple(own.replace("*error*", "!error!"));
        own = FREE.matcher(own).replaceAll("dyn");
        own = WITHOUT_FIELDS.matcher(own).replaceFirst("unexpected failed resolution of $1");
        return own.equals("The argument must be a simple name") ? "argument must be a simple name" : own;
    }

    /** The errors of literals, with this beginning of the message; null if there are none. */
    static @Nullable CelProblem ofLiterals(
            String start, CelAbstractSyntaxTree tree, String expression, boolean checksFormats) {
        GoIssues found = new GoIssues(tree);
        OF_LITERALS.forEach(function -> found.arguments(function, tree.getExpr()));
        Aggregates.in(tree, true).forEach(found::add);
        if (checksFormats) {
            found.formats(tree.getExpr());
        }
        return found.issues.isEmpty() ? null : problem(start, found.issues, source(expression));
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
                sorted.isEmpty() ? null : position(sorted.get(0).getSourceLocation()));
    }

    private void add(Aggregates.Mixed mixed) {
        String types = mixed.expected() == null || mixed.found() == null
                ? mixed.detail()
                : "expected type '" + name(mixed.expected()) + "' but found '" + name(mixed.found()) + "'";
        add(mixed.at(), types.replace("null_type", "null"));
    }

    private void add(CelExpr at, String message) {
        CelSourceLocation place = place(at, tree.getSource());
        issues.add(CelIssue.formatError(place.getLine(), place.getColumn(), message));
    }

    /** Literals that a function cannot convert. */
    private void arguments(String function, CelExpr expression) {
        if (expression.getKind() == Kind.CALL && expression.call().function().equals(function)) {
            List<CelExpr> arguments = expression.call().args();
            CelExpr argument = arguments.isEmpty() ? expression : arguments.get(arguments.size() - 1);
            if (argument.getKind() == Kind.CONSTANT && !isValid(function, argument)) {
                add(argument, "invalid " + function + " argument");
            }
        }
        Parts.of(expression).forEach(part -> arguments(function, part));
    }

    private static boolean isValid(String function, CelExpr argument) {
        return function.equals("matches")
                ? Literals.text(argument)
                        .map(regex -> GoRegexp.problem(regex) == null)
                        .orElse(true)
                : Constant.of(argument.constant()).convertedBy(function) != null;
    }

    private CelType type(CelExpr expression) {
        return tree.getType(expression.id()).orElse(SimpleType.DYN);
    }

    /** Literals on which format() is called with other arguments than their verbs need. */
    private void formats(CelExpr expression) {
        if (expression.getKind() == Kind.CALL
                && expression.call().function().equals(FormatCalls.FORMAT)
                && expression.call().args().get(0).getKind() == Kind.LIST) {
            expression.call().target().flatMap(Literals::text).ifPresent(text -> format(expression, text));
        }
        Parts.of(expression).forEach(this::formats);
    }

    private void format(CelExpr call, String text) {
        List<CelExpr> arguments = call.call().args().get(0).list().elements();
        List<String> verbs = FormatCalls.verbs(text);
        for (int i = 0; i < verbs.size(); i++) {
            String verb = verbs.get(i);
            if (verb.isEmpty() || i == arguments.size()) {
                add(call, verb.isEmpty() ? "unexpected end of string" : "index " + i + " out of range");
                return;
            }
            if (!FormatCalls.isVerb(verb)) {
                add(call, "could not parse formatting clause: " + FormatCalls.unknown(verb));
                return;
            }
            CelExpr wrong = FormatCalls.wrong(tree, verb, arguments.get(i));
            if (wrong != null) {
                add(wrong, FormatCalls.wrongType(verb, type(wrong).name()));
                return;
            }
        }
        if (verbs.size() < arguments.size()) {
            String counts = "(expected " + verbs.size() + ", got " + arguments.size() + ")";
            add(call, "too many arguments supplied to string.format " + counts);
        }
    }

    private static String simple(String text) {
        return text.replace("google.protobuf.Timestamp", "timestamp").replace("google.protobuf.Duration", "duration");
    }

    static String name(CelType type) {
        String parameters = type.parameters().stream().map(GoIssues::name).collect(Collectors.joining(", "));
        String name = type.equals(SimpleType.NULL_TYPE) ? "null_type" : simple(type.name());
        return parameters.isEmpty() ? name : name + "(" + parameters + ")";
    }
}
