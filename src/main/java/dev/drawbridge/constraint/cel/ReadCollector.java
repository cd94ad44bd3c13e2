package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.drawbridge.field.LineIndex;
import dev.drawbridge.field.Position;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects the attributes and capacities that an expression reads. A read is not required if the expression may be true
 * although the read fails, as in {@code a || b} or after {@code ?:}.
 */
final class ReadCollector {

    private static final int DOMAIN = 2;
    private static final int NAME = 3;

    /** The maximum number of reads; an expression with more is an attack. */
    private static final int MAX_READS = 256;

    private static final Set<String> OPTIONAL = Set.of("_?._", "_[?_]");

    private final LineIndex lines;
    private final Map<Long, Integer> offsets;
    private final Map<String, List<String>> aliases =
            new HashMap<>(Map.of(DeviceRead.DEVICE, List.of(DeviceRead.DEVICE)));
    private final List<SelectorReads.Driver> drivers = new ArrayList<>();
    private final List<SelectorReads.Read> reads = new ArrayList<>();

    /** Whether an expression is never true if a subexpression fails, and if it is false. */
    private record Context(boolean isEvaluated, boolean isTrue) {

        private static final Context WHOLE = new Context(true, true);
        private static final Context MAYBE = new Context(false, false);

        Context asValue() {
            return new Context(isEvaluated, false);
        }
    }

    private ReadCollector(CelAbstractSyntaxTree tree, String source) {
        this.lines = new LineIndex(source);
        this.offsets = tree.getSource().getPositionsMap();
    }

    static SelectorReads of(CelAbstractSyntaxTree tree, String source) {
        ReadCollector collector = new ReadCollector(tree, source);
        collector.collect(tree.getExpr(), Context.WHOLE);
        return new SelectorReads(List.copyOf(collector.drivers), List.copyOf(collector.reads));
    }

    private void collect(CelExpr expression, Context context) {
        List<String> path = DeviceRead.path(expression, aliases);
        if (path != null) {
            boolean isTest =
                    expression.getKind() == Kind.SELECT && expression.select().testOnly();
            boolean isRequired = isOptional(expression) || isTest && !context.isTrue ? false : context.isEvaluated;
            read(expression, path, isRequired, null);
            return;
        }
        switch (expression.getKind()) {
            case CALL -> call(expression, context);
            case COMPREHENSION -> comprehension(expression.comprehension(), context);
            case SELECT -> collect(expression.select().operand(), context.asValue());
            default -> Parts.of(expression).forEach(part -> collect(part, context.asValue()));
        }
    }

    private void call(CelExpr expression, Context context) {
        CelExpr.CelCall call = expression.call();
        switch (call.function()) {
            case "_&&_" -> call.args().forEach(part -> collect(part, context.isTrue ? context : Context.MAYBE));
            case "_||_" -> call.args().forEach(part -> collect(part, Context.MAYBE));
            case "_?_:_" -> {
                collect(call.args().get(0), context.asValue());
                collect(call.args().get(1), Context.MAYBE);
                collect(call.args().get(2), Context.MAYBE);
            }
            case "!_" -> collect(call.args().get(0), context.asValue());
            case "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_" -> comparison(expression, context);
            case "@in" -> membership(call, context);
            default -> used(call, context);
        }
    }

    private void comparison(CelExpr expression, Context context) {
        CelExpr.CelCall call = expression.call();
        CelExpr left = call.args().get(0);
        CelExpr right = call.args().get(1);
        compared(left, right, call.function(), context);
        String mirrored = call.function().replace('<', '\0').replace('>', '<').replace('\0', '>');
        compared(right, left, mirrored, context);
    }

    private void compared(CelExpr value, CelExpr other, String function, Context context) {
        List<String> path = DeviceRead.path(value, aliases);
        Object constant = constant(other);
        if (path != null && path.size() == DOMAIN && path.get(1).equals("driver")) {
            if (function.equals("_==_") && context.isTrue && constant instanceof String name) {
                drivers.add(new SelectorReads.Driver(name, place(other, name)));
            }
        } else {
            List<Object> constants = constant == null ? List.of() : List.of(constant);
            use(value, new SelectorReads.Use(function, constants, context.isTrue), context);
        }
    }

    /** What a comparison or a call uses: a property of the device, or something that may read some. */
    private void use(CelExpr value, SelectorReads.@Nullable Use use, Context context) {
        List<String> path = DeviceRead.path(value, aliases);
        if (path == null) {
            collect(value, context.asValue());
        } else {
            read(value, path, context.isEvaluated && !isOptional(value), use);
        }
    }

    /** A membership test in a list, or among a device's names. */
    private void membership(CelExpr.CelCall call, Context context) {
        CelExpr element = call.args().get(0);
        CelExpr in = call.args().get(1);
        List<String> holder = DeviceRead.path(in, aliases);
        if (holder != null && holder.size() == NAME && constant(element) instanceof String name) {
            List<String> path = new ArrayList<>(holder);
            path.add(name);
            read(element, path, context.isTrue, null);
            return;
        }
        List<Object> constants = in.getKind() == Kind.LIST
                ? in.list().elements().stream()
                        .map(ReadCollector::constant)
                        .flatMap(value -> Optional.ofNullable(value).stream())
                        .toList()
                : List.of();
        boolean areAll = in.getKind() == Kind.LIST
                && constants.size() == in.list().elements().size();
        use(element, new SelectorReads.Use("@in", areAll ? constants : List.of(), context.isTrue), context);
        collect(in, context.asValue());
    }

    private void used(CelExpr.CelCall call, Context context) {
        List<CelExpr> parts = new ArrayList<>(call.args());
        call.target().ifPresent(target -> parts.add(0, target));
        SelectorReads.Use ofFirst = new SelectorReads.Use(call.function(), List.of(), context.isTrue);
        parts.forEach(part -> use(part, part == parts.get(0) ? ofFirst : null, context));
    }

    /** A loop, or {@code cel.bind}, which is a loop over nothing. */
    private void comprehension(CelExpr.CelComprehension loop, Context context) {
        boolean isBinding = Parts.isEmptyList(loop.iterRange());
        List<String> bound = isBinding ? DeviceRead.path(loop.accuInit(), aliases) : null;
        if (bound != null) {
            List<String> hidden = aliases.put(loop.accuVar(), bound);
            collect(loop.result(), context);
            if (hidden == null) {
                aliases.remove(loop.accuVar());
            } else {
                aliases.put(loop.accuVar(), hidden);
            }
            return;
        }
        collect(loop.iterRange(), context.asValue());
        if (isBinding) {
            collect(loop.accuInit(), context.asValue());
            collect(loop.result(), context);
            return;
        }
        for (CelExpr part : List.of(loop.accuInit(), loop.loopCondition(), loop.loopStep(), loop.result())) {
            collect(part, Context.MAYBE);
        }
    }

    private void read(CelExpr expression, List<String> path, boolean isRequired, SelectorReads.@Nullable Use use) {
        if (path.size() <= NAME || reads.size() >= MAX_READS) {
            return;
        }
        String field = path.get(1);
        if (field.equals("attributes") || field.equals("capacity")) {
            reads.add(new SelectorReads.Read(
                    field.equals("capacity"),
                    path.get(DOMAIN),
                    path.get(NAME),
                    isRequired,
                    path.size() == NAME + 1 ? use : null,
                    place(expression, path.get(NAME))));
        }
    }

    private @Nullable Position place(CelExpr expression, String name) {
        String source = lines.text();
        int from = Math.min(offsets.getOrDefault(expression.id(), 0), source.codePointCount(0, source.length()));
        int at = source.indexOf(name, source.offsetByCodePoints(0, Math.max(0, from)));
        return at < 0 ? null : lines.position(at);
    }

    private static boolean isOptional(CelExpr expression) {
        CelExpr step = expression;
        while (true) {
            if (step.getKind() == Kind.CALL && !step.call().args().isEmpty()) {
                if (OPTIONAL.contains(step.call().function())) {
                    return true;
                }
                step = step.call().args().get(0);
            } else if (step.getKind() == Kind.SELECT) {
                step = step.select().operand();
            } else {
                return false;
            }
        }
    }

    private static @Nullable Object constant(CelExpr expression) {
        if (expression.getKind() != Kind.CONSTANT) {
            return null;
        }
        CelConstant constant = expression.constant();
        return switch (constant.getKind()) {
            case STRING_VALUE -> constant.stringValue();
            case BOOLEAN_VALUE -> constant.booleanValue();
            case INT64_VALUE -> constant.int64Value();
            case DOUBLE_VALUE -> constant.doubleValue();
            default -> null;
        };
    }
}
