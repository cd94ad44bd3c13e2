package dev.drawbridge.constraint.cel;

import static dev.cel.common.CelOverloadDecl.newGlobalOverload;
import static dev.cel.common.CelOverloadDecl.newMemberOverload;
import static dev.cel.common.types.SimpleType.BOOL;
import static dev.cel.common.types.SimpleType.BYTES;
import static dev.cel.common.types.SimpleType.DOUBLE;
import static dev.cel.common.types.SimpleType.DURATION;
import static dev.cel.common.types.SimpleType.DYN;
import static dev.cel.common.types.SimpleType.INT;
import static dev.cel.common.types.SimpleType.STRING;
import static dev.cel.common.types.SimpleType.TIMESTAMP;
import static dev.cel.common.types.SimpleType.UINT;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.TypeParamType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Declarations of the functions that Kubernetes adds to CEL. Loaded with the first expression.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/library}, {@code k8s.io/apiserver/pkg/cel/environment/base.go}.
 */
final class CelFunctions {

    static final CelType QUANTITY_TYPE = OpaqueType.create("kubernetes.Quantity");
    static final CelType SEMVER_TYPE = OpaqueType.create("kubernetes.Semver");
    static final CelType URL_TYPE = OpaqueType.create("kubernetes.URL");
    static final CelType IP_TYPE = OpaqueType.create("net.IP");
    static final CelType CIDR_TYPE = OpaqueType.create("net.CIDR");
    static final CelType FORMAT_TYPE = OpaqueType.create("kubernetes.NamedFormat");

    private static final List<CelType> SUMMABLE = List.of(INT, UINT, DOUBLE, DURATION);
    static final List<CelType> COMPARABLE = List.of(INT, UINT, DOUBLE, BOOL, DURATION, TIMESTAMP, STRING, BYTES);

    private static final CelType ANY = TypeParamType.create("T");
    private static final CelType LIST = ListType.create(ANY);

    private CelFunctions() {}

    /** Functions of cel-go that dev.cel lacks, and sets, which dev.cel does not declare without implementing them. */
    static List<CelFunctionDecl> ofLanguage() {
        List<CelFunctionDecl> functions = new ArrayList<>();
        functions.add(global("int", "duration_to_int64", INT, DURATION));
        for (String verb : List.of("contains", "equivalent", "intersects")) {
            functions.add(global("sets." + verb, "list_sets_" + verb + "_list", BOOL, LIST, LIST));
        }
        return functions;
    }

    /** The functions of the library. */
    static List<CelFunctionDecl> of(CelLibrary library) {
        return switch (library) {
            case URLS -> urls();
            case REGEX -> regex();
            case LISTS -> lists();
            case QUANTITY -> quantity();
            case SEMVER -> semver();
            case SEMVER_NORMALIZED ->
                List.of(
                        global("semver", "string_bool_to_semver", SEMVER_TYPE, STRING, BOOL),
                        global("isSemver", "is_semver_string_bool", BOOL, STRING, BOOL));
            case IP -> ip();
            case CIDR -> cidr();
            case FORMAT -> format();
            case STRING_FORMAT -> List.of(member("format", "string_format", STRING, STRING, ListType.create(DYN)));
            case BINDINGS, TWO_VARIABLES -> List.of();
            case OPTIONAL_ENTRIES ->
                List.of(member("unwrapOpt", "optional_unwrapOpt", LIST, ListType.create(OptionalType.create(ANY))));
            case LIST_VERBS -> listVerbs();
            case DURATION_OF_NUMBER -> List.of(global("duration", "int64_to_duration", DURATION, INT));
            case INCLUDES -> List.of(member("includes", "includes", BOOL, DYN, DYN));
            case SEARCHING_INCLUDES -> List.of(member("includes", CallCosts.SEARCHING, BOOL, DYN, DYN));
        };
    }

    private static List<CelFunctionDecl> urls() {
        List<CelFunctionDecl> functions = new ArrayList<>();
        functions.add(global("url", "string_to_url", URL_TYPE, STRING));
        functions.add(global("isURL", "is_url_string", BOOL, STRING));
        for (String part : List.of("getScheme", "getHost", "getHostname", "getPort", "getEscapedPath")) {
            functions.add(member(part, "url_" + part, STRING, URL_TYPE));
        }
        functions.add(member("getQuery", "url_getQuery", MapType.create(STRING, ListType.create(STRING)), URL_TYPE));
        return functions;
    }

    private static List<CelFunctionDecl> regex() {
        return List.of(
                member("find", "string_find_string", STRING, STRING, STRING),
                CelFunctionDecl.newFunctionDeclaration(
                        "findAll",
                        newMemberOverload("string_find_all_string", ListType.create(STRING), STRING, STRING),
                        newMemberOverload("string_find_all_string_int", ListType.create(STRING), STRING, STRING, INT)));
    }

    private static List<CelFunctionDecl> lists() {
        List<CelFunctionDecl> functions = new ArrayList<>();
        functions.add(ofLists("isSorted", COMPARABLE, true));
        functions.add(ofLists("sum", SUMMABLE, false));
        functions.add(ofLists("max", COMPARABLE, false));
        functions.add(ofLists("min", COMPARABLE, false));
        functions.add(member("indexOf", "list_a_index_of_int", INT, LIST, ANY));
        functions.add(member("lastIndexOf", "list_a_last_index_of_int", INT, LIST, ANY));
        return functions;
    }

    private static List<CelFunctionDecl> listVerbs() {
        return List.of(
                ofComparable("sort", "_sort", type -> List.of(ListType.create(type)), ListType::create),
                ofComparable(
                        ListSorting.BY_KEYS,
                        "_sortByAssociatedKeys",
                        type -> List.of(LIST, ListType.create(type)),
                        type -> LIST),
                member("reverse", "list_reverse", LIST, LIST),
                member("distinct", "list_distinct", LIST, LIST),
                member("slice", "list_slice", LIST, LIST, INT, INT),
                CelFunctionDecl.newFunctionDeclaration(
                        "flatten",
                        newMemberOverload("list_flatten", LIST, ListType.create(LIST)),
                        newMemberOverload("list_flatten_int", ListType.create(DYN), ListType.create(DYN), INT)),
                global("lists.range", "lists_range", ListType.create(INT), INT));
    }

    private static CelFunctionDecl ofComparable(
            String name, String suffix, Function<CelType, List<CelType>> arguments, UnaryOperator<CelType> result) {
        return CelFunctionDecl.newFunctionDeclaration(
                name,
                COMPARABLE.stream()
                        .map(type -> newMemberOverload(
                                "list_" + type.name() + suffix, result.apply(type), arguments.apply(type)))
                        .toList());
    }

    private static CelFunctionDecl ofLists(String name, List<CelType> types, boolean asks) {
        List<CelOverloadDecl> overloads = types.stream()
                .map(type -> newMemberOverload(
                        "list_" + type.name() + "_" + name, asks ? BOOL : type, ListType.create(type)))
                .toList();
        return CelFunctionDecl.newFunctionDeclaration(name, overloads);
    }

    private static List<CelFunctionDecl> quantity() {
        List<CelFunctionDecl> functions = new ArrayList<>();
        functions.add(global("quantity", "string_to_quantity", QUANTITY_TYPE, STRING));
        functions.add(global("isQuantity", "is_quantity_string", BOOL, STRING));
        functions.add(global("sign", "quantity_sign", INT, QUANTITY_TYPE));
        functions.add(member("isInteger", "quantity_is_integer", BOOL, QUANTITY_TYPE));
        functions.add(member("asInteger", "quantity_get_int", INT, QUANTITY_TYPE));
        functions.add(member("asApproximateFloat", "quantity_get_float", DOUBLE, QUANTITY_TYPE));
        for (String sum : List.of("add", "sub")) {
            functions.add(CelFunctionDecl.newFunctionDeclaration(
                    sum,
                    newMemberOverload("quantity_" + sum, QUANTITY_TYPE, QUANTITY_TYPE, QUANTITY_TYPE),
                    newMemberOverload("quantity_" + sum + "_int", QUANTITY_TYPE, QUANTITY_TYPE, INT)));
        }
        functions.addAll(comparisons("quantity", QUANTITY_TYPE));
        return functions;
    }

    private static List<CelFunctionDecl> semver() {
        List<CelFunctionDecl> functions = new ArrayList<>();
        functions.add(global("semver", "string_to_semver", SEMVER_TYPE, STRING));
        functions.add(global("isSemver", "is_semver_string", BOOL, STRING));
        for (String part : List.of("major", "minor", "patch")) {
            functions.add(member(part, "semver_" + part, INT, SEMVER_TYPE));
        }
        functions.addAll(comparisons("semver", SEMVER_TYPE));
        return functions;
    }

    private static List<CelFunctionDecl> comparisons(String prefix, CelType type) {
        return List.of(
                member("isGreaterThan", prefix + "_is_greater_than", BOOL, type, type),
                member("isLessThan", prefix + "_is_less_than", BOOL, type, type),
                member("compareTo", prefix + "_compare_to", INT, type, type));
    }

    private static List<CelFunctionDecl> ip() {
        List<CelFunctionDecl> functions = new ArrayList<>();
        functions.add(global("ip", "string_to_ip", IP_TYPE, STRING));
        functions.add(global("isIP", "is_ip", BOOL, STRING));
        functions.add(global("string", "ip_to_string", STRING, IP_TYPE));
        functions.add(global("ip.isCanonical", "ip_is_canonical", BOOL, STRING));
        functions.add(member("family", "ip_family", INT, IP_TYPE));
        for (String kind : List.of(
                "isUnspecified", "isLoopback", "isLinkLocalMulticast", "isLinkLocalUnicast", "isGlobalUnicast")) {
            functions.add(member(kind, "ip_" + kind, BOOL, IP_TYPE));
        }
        return functions;
    }

    private static List<CelFunctionDecl> cidr() {
        return List.of(
                global("cidr", "string_to_cidr", CIDR_TYPE, STRING),
                global("isCIDR", "is_cidr", BOOL, STRING),
                global("string", "cidr_to_string", STRING, CIDR_TYPE),
                CelFunctionDecl.newFunctionDeclaration(
                        "containsIP",
                        newMemberOverload("cidr_contains_ip_string", BOOL, CIDR_TYPE, STRING),
                        newMemberOverload("cidr_contains_ip_ip", BOOL, CIDR_TYPE, IP_TYPE)),
                CelFunctionDecl.newFunctionDeclaration(
                        "containsCIDR",
                        newMemberOverload("cidr_contains_cidr_string", BOOL, CIDR_TYPE, STRING),
                        newMemberOverload("cidr_contains_cidr", BOOL, CIDR_TYPE, CIDR_TYPE)),
                member("ip", "cidr_ip", IP_TYPE, CIDR_TYPE),
                member("prefixLength", "cidr_prefix_length", INT, CIDR_TYPE),
                member("masked", "cidr_masked", CIDR_TYPE, CIDR_TYPE));
    }

    private static List<CelFunctionDecl> format() {
        List<CelFunctionDecl> functions = new ArrayList<>();
        for (NamedFormat format : NamedFormat.values()) {
            functions.add(global("format." + format.function(), "format-" + format.function(), FORMAT_TYPE));
        }
        functions.add(global("format.named", "format-named", OptionalType.create(FORMAT_TYPE), STRING));
        functions.add(member(
                "validate", "format-validate", OptionalType.create(ListType.create(STRING)), FORMAT_TYPE, STRING));
        return functions;
    }

    private static CelFunctionDecl global(String name, String overload, CelType result, CelType... arguments) {
        return CelFunctionDecl.newFunctionDeclaration(name, newGlobalOverload(overload, result, List.of(arguments)));
    }

    private static CelFunctionDecl member(String name, String overload, CelType result, CelType... arguments) {
        return CelFunctionDecl.newFunctionDeclaration(name, newMemberOverload(overload, result, List.of(arguments)));
    }
}
