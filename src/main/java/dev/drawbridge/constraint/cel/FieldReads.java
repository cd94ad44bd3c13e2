package dev.drawbridge.constraint.cel;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.drawbridge.field.FieldPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the fields that an expression reads of its variables, in the order of the expression. */
final class FieldReads {

    private final List<FieldRead> reads = new ArrayList<>();

    /** The entries that the loops around an expression visit, by the variables of the loops; null if not a field. */
    private final Map<String, @Nullable FieldRead> loops = new HashMap<>();

    private FieldReads() {}

    /** The reads of a tree whose fields and entries are calls. */
    static List<FieldRead> of(CelExpr root) {
        FieldReads found = new FieldReads();
        found.add(root);
        return List.copyOf(found.reads);
    }

    private void add(CelExpr expression) {
        FieldRead read = chain(expression);
        if (read != null) {
            reads.add(read);
        } else if (expression.getKind() == Kind.COMPREHENSION) {
            loop(expression.comprehension());
        } else if (expression.getKind() != Kind.IDENT) {
            Parts.of(expression).forEach(this::add);
        }
    }

    private void loop(CelExpr.CelComprehension loop) {
        FieldRead range = chain(loop.iterRange());
        add(loop.iterRange());
        Map<String, @Nullable FieldRead> outer = new HashMap<>(loops);
        loops.put(loop.iterVar(), range == null ? null : range.each());
        loops.put(loop.accuVar(), null);
        List.of(loop.accuInit(), loop.loopCondition(), loop.loopStep(), loop.result())
                .forEach(this::add);
        loops.clear();
        loops.putAll(outer);
    }

    /** The field that a chain of steps reads; null if it is no such chain. Adds what its computed steps read. */
    private @Nullable FieldRead chain(CelExpr expression) {
        if (expression.getKind() == Kind.IDENT) {
            String name = expression.ident().name();
            return loops.containsKey(name) ? loops.get(name) : new FieldRead(name, FieldPath.ROOT);
        }
        if (!ObjectFunctions.isRead(expression)) {
            return null;
        }
        FieldRead before = chain(expression.call().args().get(0));
        if (before == null) {
            return null;
        }
        CelExpr step = expression.call().args().get(1);
        if (step.getKind() == Kind.CONSTANT) {
            CelConstant constant = step.constant();
            if (constant.getKind() == CelConstant.Kind.STRING_VALUE) {
                return before.child(constant.stringValue());
            }
            if (constant.getKind() == CelConstant.Kind.INT64_VALUE && constant.int64Value() >= 0) {
                return new FieldRead(before.variable(), before.path().index((int)
                        Math.min(constant.int64Value(), Integer.MAX_VALUE)));
            }
        } else {
            add(step);
        }
        return before.each();
    }
}
