package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sizes of subexpressions found during cost estimation: from their path in the device, from literals, and from macro
 * variables.
 *
 * <p>Source: {@code github.com/google/cel-go/checker/cost.go}.
 */
final class KnownSizes {

    /** The entries of a list or map literal. */
    record Entries(boolean ofList, Size key, Size value) {

        Entries or(Entries other) {
            return new Entries(ofList, key.or(other.key), value.or(other.value));
        }
    }

    /** A variable of a macro. */
    record Local(
            @Nullable List<String> path,
            @Nullable Size size,
            @Nullable Entries entries) {}

    private final CelAbstractSyntaxTree tree;

    private final Cost how;

    /** Whether sizes of literals' entries and of arguments of dyn() are used. */
    private final boolean bySize;

    private final Map<Long, List<String>> paths = new HashMap<>();
    private final Map<Long, Size> sizes = new HashMap<>();
    private final Map<Long, Entries> entries = new HashMap<>();
    private final Map<String, Deque<Local>> locals = new HashMap<>();

    KnownSizes(CelAbstractSyntaxTree tree, Cost how) {
        this.tree = tree;
        this.how = how;
        this.bySize = how.isSince(Cost.BY_SIZE);
    }

    CelType type(CelExpr expression) {
        return tree.getType(expression.id()).orElse(SimpleType.DYN);
    }

    @Nullable
    List<String> path(CelExpr expression) {
        Local local = local(expression);
        return local == null ? paths.get(expression.id()) : local.path;
    }

    static List<String> step(@Nullable List<String> path, String step) {
        List<String> longer = new ArrayList<>(path == null ? List.of() : path);
        longer.add(step);
        return longer;
    }

    @Nullable
    Local local(String name) {
        Deque<Local> known = locals.get(name);
        return known == null ? null : known.peek();
    }

    private @Nullable Local local(CelExpr expression) {
        return expression.getKind() == Kind.IDENT ? local(expression.ident().name()) : null;
    }

    void push(String name, Local local) {
        locals.computeIfAbsent(name, key -> new ArrayDeque<>()).push(local);
    }

    void pop(String name) {
        Objects.requireNonNull(locals.get(name), name).pop();
    }

    void setPath(CelExpr expression, List<String> path) {
        paths.put(expression.id(), path);
    }

    void setSize(CelExpr expression, @Nullable Size size) {
        if (size != null) {
            sizes.put(expression.id(), size);
        }
    }

    void setEntries(CelExpr expression, @Nullable Entries known) {
        if (known != null && bySize) {
            entries.put(expression.id(), known);
        }
    }

    void copySizes(CelExpr to, CelExpr from) {
        setSize(to, size(from));
        setEntries(to, entries(from));
    }

    @Nullable
    Entries entries(CelExpr expression) {
        Entries known = entries.get(expression.id());
        Local local = local(expression);
        known = known == null && local != null ? local.entries : known;
        return known == null && how.isSince(Cost.BY_SIZE_OF_PARTS) ? entriesOfDevice(expression) : known;
    }

    private @Nullable Entries entriesOfDevice(CelExpr expression) {
        List<String> path = path(expression);
        Size key = path == null ? null : DeviceSizes.at(step(path, DeviceSizes.KEYS));
        Size value = path == null ? null : DeviceSizes.at(step(path, DeviceSizes.VALUES));
        return key == null || value == null ? null : new Entries(false, key, value);
    }

    Size sizeOrUnknown(CelExpr expression) {
        Size size = size(expression);
        return size == null ? Size.UNKNOWN : size;
    }

    @Nullable
    Size size(CelExpr expression) {
        Size known = sizes.get(expression.id());
        if (known != null) {
            return known;
        }
        Size literal = literalSize(expression);
        if (literal != null) {
            return literal;
        }
        Size ofDevice = DeviceSizes.at(path(expression));
        if (ofDevice != null) {
            sizes.put(expression.id(), ofDevice);
            return ofDevice;
        }
        if (isScalar(type(expression))) {
            return Size.ONE;
        }
        Local local = local(expression);
        return local == null ? null : local.size;
    }

    /** The entries of a list literal; of optional ones those that are given. */
    List<CelExpr> entriesOf(CelExpr list) {
        List<CelExpr> elements = list.list().elements();
        Set<Integer> optional =
                how.isSince(Cost.BY_SIZE_OF_PARTS) ? Set.copyOf(list.list().optionalIndices()) : Set.of();
        return IntStream.range(0, elements.size())
                .boxed()
                .flatMap(i -> optional.contains(i) ? given(elements.get(i)) : Stream.of(elements.get(i)))
                .toList();
    }

    /** The value of an optional entry; none if there is none. */
    private static Stream<CelExpr> given(CelExpr optional) {
        String function = optional.getKind() == Kind.CALL ? optional.call().function() : "";
        return switch (function) {
            case "optional.none" -> Stream.empty();
            case "optional.of", "optional.ofNonZeroValue" -> optional.call().args().stream();
            default -> Stream.of(optional);
        };
    }

    private @Nullable Size literalSize(CelExpr expression) {
        return switch (expression.getKind()) {
            case CONSTANT ->
                switch (expression.constant().getKind()) {
                    case STRING_VALUE -> {
                        String text = expression.constant().stringValue();
                        yield Size.of(text.codePointCount(0, text.length()));
                    }
                    case BYTES_VALUE ->
                        Size.of(expression.constant().bytesValue().size());
                    default -> Size.ONE;
                };
            case LIST -> {
                int optional = how.isSince(Cost.BY_SIZE_OF_PARTS)
                        ? expression.list().optionalIndices().size()
                        : 0;
                yield new Size(
                        expression.list().elements().size() - optional,
                        entriesOf(expression).size());
            }
            case MAP -> Size.of(expression.map().entries().size());
            default -> null;
        };
    }

    private boolean isScalar(CelType type) {
        return switch (type.kind()) {
            case BOOL, DOUBLE, DURATION, INT, TIMESTAMP, UINT -> true;
            case TYPE -> how.isSince(Cost.BY_SIZE_OF_PARTS);
            case OPAQUE ->
                bySize
                        && type instanceof OptionalType
                        && isScalar(type.parameters().get(0));
            default -> false;
        };
    }
}
