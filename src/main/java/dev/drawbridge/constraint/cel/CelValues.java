package dev.drawbridge.constraint.cel;

import com.google.protobuf.ByteString;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeType;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.CelValueConverter;
import dev.cel.runtime.TypeResolver;
import dev.drawbridge.port.GoUrl;
import dev.drawbridge.port.IpAddress;
import dev.drawbridge.port.IpNetwork;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.port.SemanticVersion;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sizes and types of the values of expressions, as cel-go has them. */
final class CelValues {

    private static final CelType TYPE_OF_NULL = TypeType.create(SimpleType.NULL_TYPE);

    private static final Map<Class<?>, CelType> ADDED = Map.of(
            Quantity.class, SelectorTypes.QUANTITY,
            SemanticVersion.class, SelectorTypes.SEMVER,
            IpAddress.class, SelectorTypes.IP,
            IpNetwork.class, SelectorTypes.CIDR,
            GoUrl.class, SelectorTypes.URL,
            NamedFormat.class, SelectorTypes.FORMAT);

    /** The size of a value as costs count it: characters, bytes or entries; 1 for anything else. */
    static long size(Object value) {
        if (value instanceof String text) {
            return text.codePointCount(0, text.length());
        }
        if (value instanceof Collection<?> list) {
            return list.size();
        }
        if (value instanceof Map<?, ?> map) {
            return map.size();
        }
        if (value instanceof CelByteString bytes) {
            return bytes.size();
        }
        if (value instanceof ByteString bytes) {
            return bytes.size();
        }
        return value instanceof Optional<?> optional && optional.isPresent() ? size(optional.get()) : 1;
    }

    static String typeName(@Nullable Object value) {
        if (value == null || value instanceof Map<?, ?>) {
            return value == null ? "null_type" : "map";
        }
        CelType added = ADDED.get(value.getClass());
        return value instanceof TypeType
                ? "type"
                : added != null
                        ? added.name()
                        : type(value, TYPE_OF_NULL).type().name();
    }

    static boolean isOfKubernetes(Object value) {
        return ADDED.containsKey(value.getClass());
    }

    /** The type of a value, as {@code type()} gives it. */
    static TypeType type(Object value) {
        CelType added = ADDED.get(value.getClass());
        return added == null ? type(value, SimpleType.DYN) : TypeType.create(added);
    }

    /** The type of a value in dev.cel; the other one if it has none. */
    private static TypeType type(Object value, CelType otherwise) {
        return Types.RESOLVER.resolveObjectType(value, otherwise);
    }

    /** dev.cel's types of values. */
    private static final class Types extends TypeResolver {

        private static final Types RESOLVER = new Types();

        private Types() {
            super(CelValueConverter.getDefaultInstance());
        }
    }
}
