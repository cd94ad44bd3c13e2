package dev.drawbridge.constraint.cel;

import com.google.common.primitives.UnsignedLong;
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
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sizes and types of the values of expressions, as cel-go has them. */
final class CelValues {

    private CelValues() {}

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

    /** The name of the type in cel-go. */
    static String typeName(@Nullable Object value) {
        if (value instanceof String) {
            return "string";
        }
        if (value instanceof UnsignedLong) {
            return "uint";
        }
        if (value instanceof Long) {
            return "int";
        }
        if (value instanceof Double) {
            return "double";
        }
        if (value instanceof Boolean) {
            return "bool";
        }
        if (value instanceof Collection<?>) {
            return "list";
        }
        if (value instanceof Map<?, ?>) {
            return "map";
        }
        if (value instanceof Instant) {
            return "google.protobuf.Timestamp";
        }
        if (value instanceof Duration) {
            return "google.protobuf.Duration";
        }
        if (value instanceof Optional<?>) {
            return "optional_type";
        }
        if (value instanceof CelByteString || value instanceof ByteString) {
            return "bytes";
        }
        CelType added = added(value);
        return value instanceof TypeType ? "type" : added.equals(SimpleType.DYN) ? "null_type" : added.name();
    }

    /** The type that Kubernetes adds to CEL for this value; dyn for any other value. */
    private static CelType added(@Nullable Object value) {
        if (value instanceof Quantity) {
            return SelectorTypes.QUANTITY;
        }
        if (value instanceof SemanticVersion) {
            return SelectorTypes.SEMVER;
        }
        if (value instanceof IpAddress) {
            return SelectorTypes.IP;
        }
        if (value instanceof IpNetwork) {
            return SelectorTypes.CIDR;
        }
        if (value instanceof GoUrl) {
            return SelectorTypes.URL;
        }
        return value instanceof NamedFormat ? SelectorTypes.FORMAT : SimpleType.DYN;
    }

    /** The type of a value, as {@code type()} gives it. */
    static TypeType type(Object value) {
        CelType added = added(value);
        return added.equals(SimpleType.DYN) ? Types.RESOLVER.resolveObjectType(value, added) : TypeType.create(added);
    }

    /** dev.cel's types of values. */
    private static final class Types extends TypeResolver {

        private static final Types RESOLVER = new Types();

        private Types() {
            super(CelValueConverter.getDefaultInstance());
        }
    }
}
