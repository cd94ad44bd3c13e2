package dev.drawbridge.constraint.cel;

import com.google.common.collect.ImmutableSet;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What an expression is about, which is the one type that a {@link SelectorLanguage} adds to CEL's own.
 *
 * @param root that type
 */
record SelectorTypes(StructType root) implements CelTypeProvider {

    @Override
    public ImmutableSet<CelType> types() {
        return ImmutableSet.of(root);
    }

    @Override
    public Optional<CelType> findType(String name) {
        return name.equals(root.name()) ? Optional.of(root) : Optional.empty();
    }

    /** A device. */
    static StructType device(boolean allocations, boolean listAttributes) {
        CelType attribute = listAttributes ? SimpleType.DYN : SimpleType.ANY;
        Map<String, CelType> fields = new LinkedHashMap<>();
        fields.put("driver", SimpleType.STRING);
        fields.put("attributes", byDomain(attribute));
        fields.put("capacity", byDomain(CelFunctions.QUANTITY_TYPE));
        if (allocations) {
            fields.put("allowMultipleAllocations", SimpleType.BOOL);
        }
        return struct("kubernetes.DRADevice", fields);
    }

    /** The attributes of a device, of Kubernetes 1.30. */
    static StructType attributes() {
        Map<String, CelType> fields = new LinkedHashMap<>();
        fields.put("quantity", byName(CelFunctions.QUANTITY_TYPE));
        fields.put("bool", byName(SimpleType.BOOL));
        fields.put("int", byName(SimpleType.INT));
        fields.put("intslice", byName(ListType.create(SimpleType.INT)));
        fields.put("string", byName(SimpleType.STRING));
        fields.put("stringslice", byName(ListType.create(SimpleType.STRING)));
        fields.put("version", byName(CelFunctions.SEMVER_TYPE));
        return struct("kubernetes.NamedResourcesAttributes", fields);
    }

    private static CelType byDomain(CelType value) {
        return byName(byName(value));
    }

    private static CelType byName(CelType value) {
        return MapType.create(SimpleType.STRING, value);
    }

    private static StructType struct(String name, Map<String, CelType> fields) {
        return StructType.create(
                name, ImmutableSet.copyOf(fields.keySet()), field -> Optional.ofNullable(fields.get(field)));
    }
}
