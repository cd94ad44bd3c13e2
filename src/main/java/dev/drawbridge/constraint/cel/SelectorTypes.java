package dev.drawbridge.constraint.cel;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.protobuf.AnyProto;
import com.google.protobuf.DurationProto;
import com.google.protobuf.EmptyProto;
import com.google.protobuf.StructProto;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.WrappersProto;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.ProtoMessageTypeProvider;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The types available to expressions: those that a language adds to CEL's own, by name. */
record SelectorTypes(ImmutableMap<String, StructType> own) implements CelTypeProvider {

    static final CelType QUANTITY = OpaqueType.create("kubernetes.Quantity");
    static final CelType SEMVER = OpaqueType.create("kubernetes.Semver");
    static final CelType URL = OpaqueType.create("kubernetes.URL");
    static final CelType IP = OpaqueType.create("net.IP");
    static final CelType CIDR = OpaqueType.create("net.CIDR");
    static final CelType FORMAT = OpaqueType.create("kubernetes.NamedFormat");

    private static final String MESSAGES = "google.protobuf.";

    /** The messages built into CEL, such as {@code google.protobuf.Duration}. Loaded on first use, which is rare. */
    private static final class WellKnown {

        private static final CelTypeProvider TYPES = ProtoMessageTypeProvider.newBuilder()
                .addFileDescriptors(
                        AnyProto.getDescriptor(),
                        DurationProto.getDescriptor(),
                        EmptyProto.getDescriptor(),
                        StructProto.getDescriptor(),
                        TimestampProto.getDescriptor(),
                        WrappersProto.getDescriptor())
                .build();
    }

    /** The types of attributes, and types that include one of them. */
    private static final Set<CelType> ATTRIBUTES =
            Set.of(SimpleType.BOOL, SimpleType.INT, SimpleType.STRING, SimpleType.ANY, SimpleType.DYN, SEMVER);

    static boolean isAttribute(CelType type) {
        return ATTRIBUTES.contains(type);
    }

    /** The empty types in which dev.cel looks for message extensions. */
    @Override
    public ImmutableSet<CelType> types() {
        return ImmutableSet.copyOf(own.values());
    }

    @Override
    public Optional<CelType> findType(String name) {
        StructType type = own.get(name);
        if (type != null) {
            return Optional.of(type);
        }
        return name.startsWith(MESSAGES) ? WellKnown.TYPES.findType(name) : Optional.empty();
    }

    static StructType device(boolean allocations, boolean listAttributes) {
        CelType attribute = listAttributes ? SimpleType.DYN : SimpleType.ANY;
        Map<String, CelType> fields = new LinkedHashMap<>();
        fields.put("driver", SimpleType.STRING);
        fields.put("attributes", byDomain(attribute));
        fields.put("capacity", byDomain(QUANTITY));
        if (allocations) {
            fields.put("allowMultipleAllocations", SimpleType.BOOL);
        }
        return struct("kubernetes.DRADevice", fields);
    }

    static StructType struct(String name, Map<String, CelType> fields) {
        ImmutableMap<String, CelType> known = ImmutableMap.copyOf(fields);
        return StructType.create(name, known.keySet(), field -> Optional.ofNullable(known.get(field)));
    }

    /** The variables of Kubernetes 1.30, with dots in their names: the attributes of a device by type. */
    static Map<String, CelType> attributes() {
        return Map.of(
                "attributes.quantity", byName(QUANTITY),
                "attributes.bool", byName(SimpleType.BOOL),
                "attributes.int", byName(SimpleType.INT),
                "attributes.intslice", byName(ListType.create(SimpleType.INT)),
                "attributes.string", byName(SimpleType.STRING),
                "attributes.stringslice", byName(ListType.create(SimpleType.STRING)),
                "attributes.version", byName(SEMVER));
    }

    private static CelType byDomain(CelType value) {
        return byName(byName(value));
    }

    private static CelType byName(CelType value) {
        return MapType.create(SimpleType.STRING, value);
    }
}
