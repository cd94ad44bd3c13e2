package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A value of a device that an expression reads; devices with equal values for all reads have the same result.
 *
 * @param field {@code driver}, {@code allowMultipleAllocations}, {@code attributes} or {@code capacity}
 * @param domain the domain of an attribute or capacity; null for all
 * @param name its identifier; null for all of the domain
 */
public record DeviceRead(
        String field, @Nullable String domain, @Nullable String name) {

    static final String DEVICE = "device";
    private static final Set<String> INDEXES = Set.of("_[_]", "_[?_]", "_?._");

    /** The device's value; null if it has none. */
    public @Nullable Object of(DeviceVariables device) {
        return switch (field) {
            case "driver" -> device.driver();
            case "allowMultipleAllocations" -> device.allowMultipleAllocations();
            case "attributes" ->
                domain != null && name != null ? device.attribute(domain, name) : all(device.attributesByDomain());
            default -> domain != null && name != null ? device.capacity(domain, name) : all(device.capacityByDomain());
        };
    }

    private @Nullable Object all(Map<String, ?> values) {
        return domain == null ? values : values.get(domain);
    }

    /** All reads of the expression in order; a read that does not name a single attribute counts as reading all. */
    static List<DeviceRead> all(CelAbstractSyntaxTree tree) {
        List<DeviceRead> reads = new ArrayList<>();
        collect(tree.getExpr(), reads);
        return reads.stream().distinct().toList();
    }

    private static void collect(CelExpr expression, List<DeviceRead> reads) {
        List<String> path = path(expression);
        if (path != null && path.size() > 1) {
            reads.add(new DeviceRead(
                    path.get(1), path.size() > 2 ? path.get(2) : null, path.size() > 3 ? path.get(3) : null));
            return;
        }
        if (path != null) {
            for (String field : List.of("driver", "allowMultipleAllocations", "attributes", "capacity")) {
                reads.add(new DeviceRead(field, null, null));
            }
            return;
        }
        Parts.of(expression).forEach(part -> collect(part, reads));
    }

    /** The steps from {@code device}; null if it does not begin there, or a step is not constant. */
    static @Nullable List<String> path(CelExpr expression) {
        return path(expression, Map.of(DEVICE, List.of(DEVICE)));
    }

    /** The steps from one of these names, after its own; null if it does not begin there, or a step is not constant. */
    static @Nullable List<String> path(CelExpr expression, Map<String, List<String>> names) {
        Deque<String> steps = new ArrayDeque<>();
        CelExpr at = expression;
        while (at.getKind() != Kind.IDENT) {
            String step = step(at);
            if (step == null) {
                return null;
            }
            steps.addFirst(step);
            at = Parts.of(at).get(0);
        }
        List<String> own = names.get(at.ident().name());
        return own == null ? null : Stream.concat(own.stream(), steps.stream()).toList();
    }

    /** The field or constant key that an expression takes of its first part; null for another expression. */
    private static @Nullable String step(CelExpr expression) {
        return switch (expression.getKind()) {
            case SELECT -> expression.select().field();
            case CALL ->
                INDEXES.contains(expression.call().function())
                        ? Parts.text(expression.call().args().get(1)).orElse(null)
                        : null;
            default -> null;
        };
    }
}
