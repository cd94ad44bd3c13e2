package dev.drawbridge.constraint.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The type of objects of a kind with the types of all fields below, as the server declares them to check accepted
 * policies. A type has the path of its field as its name. Quantities have none, so that their fields are undefined.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/common/schemas.go}, SchemaDeclType; {@code pkg/cel/types.go},
 * MaybeAssignTypeName.
 */
public final class ObjectTypes {

    private final Function<String, Map<String, String>> fields;
    private final List<StructType> all = new ArrayList<>();
    private final CelType root;

    /**
     * Declares the type of a kind.
     *
     * @param type the type's name in {@code fields}
     * @param fields the types of the fields of a type: {@code string}, {@code bool}, {@code int}, {@code double},
     *     {@code bytes}, {@code time}, {@code any}, {@code intOrString}, {@code quantity} or another type's name; after
     *     {@code &} a pointer to it, after {@code []} a list, after {@code {}} a map of it
     */
    public ObjectTypes(String kind, String type, Function<String, Map<String, String>> fields) {
        this.fields = fields;
        this.root = struct(kind, type);
    }

    CelType root() {
        return root;
    }

    List<StructType> all() {
        return all;
    }

    private CelType struct(String path, String type) {
        Map<String, CelType> declared = new LinkedHashMap<>();
        fields.apply(type).forEach((name, of) -> {
            CelType known = type(path + "." + name, of);
            if (known != null) {
                declared.put(name, known);
            }
            if (name.equals("namespace")) {
                declared.put("__namespace__", SimpleType.STRING);
            }
        });
        StructType struct = SelectorTypes.struct(path, declared);
        all.add(struct);
        return struct;
    }

    private @Nullable CelType type(String path, String type) {
        if (type.startsWith("&")) {
            return type(path, type.substring(1));
        }
        if (type.startsWith("[]")) {
            CelType element = type(path + ".@idx", type.substring(2));
            return element == null ? null : ListType.create(element);
        }
        if (type.startsWith("{}")) {
            CelType element = type(path + ".@elem", type.substring(2));
            return element == null ? null : MapType.create(SimpleType.STRING, element);
        }
        return switch (type) {
            case "string" -> SimpleType.STRING;
            case "bool" -> SimpleType.BOOL;
            case "int" -> SimpleType.INT;
            case "double" -> SimpleType.DOUBLE;
            case "bytes" -> SimpleType.BYTES;
            case "time" -> SimpleType.TIMESTAMP;
            case "intOrString" -> SimpleType.DYN;
            case "quantity" -> null;
            default -> struct(path, type);
        };
    }
}
