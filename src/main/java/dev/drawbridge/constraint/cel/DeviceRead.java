package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

    static final Map<String, List<String>> DEVICE = Map.of("device", List.of("device"));

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
        switch (expression.getKind()) {
            case SELECT -> collect(expression.select().operand(), reads);
            case CALL -> {
                expression.call().target().ifPresent(target -> collect(target, reads));
                expression.call().args().forEach(argument -> collect(argument, reads));
            }
            case LIST -> expression.list().elements().forEach(element -> collect(element, reads));
            case MAP ->
                expression.map().entries().forEach(entry -> {
                    collect(entry.key(), reads);
                    collect(entry.value(), reads);
                });
            case STRUCT -> expression.struct().entries().forEach(entry -> collect(entry.value(), reads));
            case COMPREHENSION -> {
                CelExpr.CelComprehension loop = expression.comprehension();
                List.of(loop.iterRange(), loop.accuInit(), loop.loopCondition(), loop.loopStep(), loop.result())
                        .forEach(part -> collect(part, reads));
            }
            default -> {
                // A constant, or a variable of a comprehension.
            }
        }
    }

    static @Nullable List<String> path(CelExpr expression) {
        return path(expression, DEVICE);
    }

    /**
     * The steps from {@code device}; null if it does not begin there, or a step is not constant.
     *
     * @param known the steps of variables
     */
    static @Nullable List<String> path(CelExpr expression, Map<String, List<String>> known) {
        return switch (expression.getKind()) {
            case IDENT -> known.get(expression.ident().name());
            case SELECT ->
                step(expression.select().operand(), expression.select().field(), known);
            case CALL -> {
                CelExpr.CelCall call = expression.call();
                Optional<String> key = INDEXES.contains(call.function())
                        ? Literals.text(call.args().get(1))
                        : Optional.empty();
                yield key.isEmpty() ? null : step(call.args().get(0), key.get(), known);
            }
            default -> null;
        };
    }

    private static @Nullable List<String> step(CelExpr operand, String name, Map<String, List<String>> known) {
        List<String> before = path(operand, known);
        if (before == null) {
            return null;
        }
        List<String> path = new ArrayList<>(before);
        path.add(name);
        return path;
    }
}
