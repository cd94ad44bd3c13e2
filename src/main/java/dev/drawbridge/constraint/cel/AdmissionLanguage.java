package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.runtime.CelEvaluationException;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.LineIndex;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Spelling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The language of admission policies: the variables {@code object}, {@code oldObject}, {@code request}, {@code
 * namespaceObject}, and, where there are, {@code params}, {@code authorizer} and {@code variables}. Immutable.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/admission/plugin/cel/compile.go}, composition.go.
 */
public final class AdmissionLanguage {

    /** What an expression must evaluate to. */
    public enum Result {
        /** Validations and match conditions. */
        BOOL(SimpleType.BOOL),
        /** Messages. */
        STRING(SimpleType.STRING),
        /** Audit annotations. */
        STRING_OR_NULL(SimpleType.STRING, SimpleType.NULL_TYPE),
        /** Variables. */
        ANY;

        private final List<CelType> types;

        Result(CelType... types) {
            this.types = List.of(types);
        }
    }

    /**
     * What depends on the release.
     *
     * @param checksFormats whether calls of {@code format()} on literals are checked
     * @param quotesFields whether field names may be quoted with backquotes
     * @param suggestsNames whether errors suggest names that are like an undeclared one
     */
    public record Features(
            Set<CelLibrary> libraries, boolean checksFormats, boolean quotesFields, boolean suggestsNames, Cost cost) {}

    private static final StructType KIND = strings("kubernetes.GroupVersionKind", "group", "version", "kind");
    private static final StructType RESOURCE =
            strings("kubernetes.GroupVersionResource", "group", "version", "resource");
    private static final CelType TEXTS = ListType.create(SimpleType.STRING);
    private static final CelType LABELS = MapType.create(SimpleType.STRING, SimpleType.STRING);

    // @formatter:off
    private static final StructType USER = struct("kubernetes.UserInfo",
        "username", SimpleType.STRING, "uid", SimpleType.STRING, "groups", TEXTS, "extra", MapType.create(SimpleType.STRING, TEXTS));
    private static final StructType REQUEST = struct("kubernetes.AdmissionRequest",
        "kind", KIND, "resource", RESOURCE, "subResource", SimpleType.STRING,
        "requestKind", KIND, "requestResource", RESOURCE, "requestSubResource", SimpleType.STRING,
        "name", SimpleType.STRING, "namespace", SimpleType.STRING, "operation", SimpleType.STRING,
        "userInfo", USER, "dryRun", SimpleType.BOOL, "options", SimpleType.DYN);
    private static final StructType CONDITION = struct("kubernetes.NamespaceCondition",
        "status", SimpleType.STRING, "type", SimpleType.STRING, "lastTransitionTime", SimpleType.TIMESTAMP,
        "message", SimpleType.STRING, "reason", SimpleType.STRING);
    private static final StructType SPEC = struct("kubernetes.NamespaceSpec", "finalizers", TEXTS);
    private static final StructType STATUS = struct("kubernetes.NamespaceStatus",
        "conditions", ListType.create(CONDITION), "phase", SimpleType.STRING);
    private static final StructType METADATA = struct("kubernetes.NamespaceMetadata",
        "name", SimpleType.STRING, "generateName", SimpleType.STRING, "namespace", SimpleType.STRING,
        "labels", LABELS, "annotations", LABELS, "UID", SimpleType.STRING,
        "creationTimestamp", SimpleType.TIMESTAMP, "deletionGracePeriodSeconds", SimpleType.INT,
        "deletionTimestamp", SimpleType.TIMESTAMP, "generation", SimpleType.INT,
        "resourceVersion", SimpleType.STRING, "finalizers", TEXTS);
    private static final StructType NAMESPACE = struct("kubernetes.Namespace",
        "metadata", METADATA, "spec", SPEC, "status", STATUS);
    // @formatter:on

    private static final Pattern NAME = Pattern.compile("\\G\\.?\\s*([A-Za-z_]\\w*)");
    private static final Pattern LAST_NAME = Pattern.compile("\\b([A-Za-z_]\\w*)\\s*\\z");

    private static final List<StructType> TYPES =
            List.of(KIND, RESOURCE, USER, REQUEST, CONDITION, SPEC, STATUS, METADATA, NAMESPACE);

    private final Features features;
    private final boolean hasParams;
    private final boolean hasAuthorizer;
    private final Map<String, ObjectTypes> objects;
    private final @Nullable Map<String, CelType> variables;
    private final LanguageCompiler compiler;

    private AdmissionLanguage(
            Features features,
            boolean hasParams,
            boolean hasAuthorizer,
            Map<String, ObjectTypes> objects,
            @Nullable Map<String, CelType> variables) {
        this.features = features;
        this.hasParams = hasParams;
        this.hasAuthorizer = hasAuthorizer;
        this.objects = objects;
        this.variables = variables;
        this.compiler = compiler();
    }

    /** A language without {@code variables}. */
    public static AdmissionLanguage of(Features features, boolean hasParams) {
        return new AdmissionLanguage(features, hasParams, true, Map.of(), null);
    }

    /**
     * This language with the types of objects, and without variables; its expressions cannot be evaluated.
     *
     * @param params the type of {@code params}; null if it is not known
     */
    public AdmissionLanguage with(ObjectTypes object, @Nullable ObjectTypes params) {
        Map<String, ObjectTypes> typed = new LinkedHashMap<>(Map.of("object", object, "oldObject", object));
        if (params != null) {
            typed.put("params", params);
        }
        return new AdmissionLanguage(features, hasParams, true, typed, Map.of());
    }

    /** This language with the variables of a policy, of which there are none yet. */
    public AdmissionLanguage withVariables() {
        return new AdmissionLanguage(features, hasParams, hasAuthorizer, objects, Map.of());
    }

    /** This language with one more variable of the policy. */
    public AdmissionLanguage with(String name, AdmissionProgram program) {
        Map<String, CelType> more = new LinkedHashMap<>(variables == null ? Map.of() : variables);
        CelType type = program.type();
        more.put(name, type == null ? SimpleType.DYN : declared(type));
        return new AdmissionLanguage(features, hasParams, hasAuthorizer, objects, more);
    }

    public AdmissionLanguage withoutAuthorizer() {
        return new AdmissionLanguage(features, hasParams, false, objects, variables);
    }

    private static StructType strings(String name, String... fields) {
        Map<String, CelType> types = new LinkedHashMap<>();
        Arrays.stream(fields).forEach(field -> types.put(field, SimpleType.STRING));
        return SelectorTypes.struct(name, types);
    }

    private static StructType struct(String name, Object... fields) {
        Map<String, CelType> types = new LinkedHashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            types.put((String) fields[i], (CelType) fields[i + 1]);
        }
        return SelectorTypes.struct(name, types);
    }

    private static CelType declared(CelType type) {
        return switch (type.kind()) {
            case BOOL, BYTES, DOUBLE, DURATION, INT, NULL_TYPE, STRING, TIMESTAMP, UINT, ANY -> type;
            case LIST -> ListType.create(declared(type.parameters().get(0)));
            case MAP ->
                MapType.create(
                        declared(type.parameters().get(0)),
                        declared(type.parameters().get(1)));
            default -> SimpleType.DYN;
        };
    }

    private LanguageCompiler compiler() {
        List<StructType> types = new ArrayList<>(TYPES);
        Map<String, CelType> about = new LinkedHashMap<>();
        about.put("object", SimpleType.DYN);
        about.put("oldObject", SimpleType.DYN);
        about.put("request", REQUEST);
        about.put("namespaceObject", NAMESPACE);
        if (hasParams) {
            about.put("params", SimpleType.DYN);
        }
        if (hasAuthorizer) {
            about.put("authorizer", AuthorizerFunctions.AUTHORIZER);
            if (objects.isEmpty()) {
                about.put("authorizer.requestResource", AuthorizerFunctions.RESOURCE);
            }
        }
        objects.forEach((name, declared) -> {
            about.put(name, declared.root());
            types.addAll(declared.all());
        });
        if (variables != null) {
            StructType type = SelectorTypes.struct("kubernetes.variables", variables);
            types.add(type);
            about.put("variables", type);
        }
        return new LanguageCompiler(features.libraries, features.quotesFields, types, about);
    }

    /** Compiles an expression; the program has the problem if it is refused. */
    public AdmissionProgram compile(String expression, Result result) {
        return DeepStack.on(expression, () -> compiled(expression, result));
    }

    private AdmissionProgram compiled(String expression, Result result) {
        try {
            CelAbstractSyntaxTree tree = compiler.compile(expression, () -> {});
            if (!objects.isEmpty()) {
                CelProblem invalid = GoIssues.ofLiterals("", tree, expression, features.checksFormats);
                return AdmissionProgram.checked(expression, invalid, invalid == null ? tree.getResultType() : null);
            }
            CelProblem problem = problem(tree, expression, result);
            return problem == null
                    ? AdmissionProgram.of(expression, tree, features.cost)
                    : AdmissionProgram.checked(expression, problem, tree.getResultType());
        } catch (CelValidationException refused) {
            String start = objects.isEmpty() ? "compilation failed: " : "";
            Catalog suggested = features.suggestsNames ? compiler.catalog() : null;
            CelAbstractSyntaxTree parsed = compiler.syntax().withoutMacros(expression);
            CelProblem problem = GoIssues.problem(start, refused, parsed, expression, suggested);
            return AdmissionProgram.checked(expression, problem, null);
        } catch (CelEvaluationException failed) {
            String detail = "program instantiation failed: " + failed.getMessage();
            return AdmissionProgram.checked(expression, new CelProblem(ErrorType.INTERNAL, detail), null);
        }
    }

    /** The name that is most likely meant where a program has a problem, to follow its message, if that lacks it. */
    public String hint(AdmissionProgram refused) {
        CelProblem problem = refused.problem();
        Position place = problem == null ? null : problem.place();
        if (place == null) {
            return "";
        }
        String expression = refused.expression();
        int at = new LineIndex(expression).offset(place);
        // dev.cel has the place of a field at the dot before it, and that of a function after its name.
        Matcher name = expression.startsWith("(", at)
                ? LAST_NAME.matcher(expression).region(0, at)
                : NAME.matcher(expression).region(at, expression.length());
        if (!name.find()) {
            return "";
        }
        String meant = Spelling.nearest(name.group(1), compiler.names());
        boolean isSaid = features.suggestsNames
                && meant != null
                && compiler.catalog().find(name.group(1)).contains(meant);
        if (meant == null || meant.equals(name.group(1)) || isSaid) {
            return "";
        }
        String fixed = expression.substring(0, name.start(1)) + meant + expression.substring(name.end(1));
        CelProblem left = compile(fixed, Result.ANY).problem();
        Position next = left == null ? null : left.place();
        boolean isFixed = left == null || next != null && next.compareTo(place) > 0;
        return isFixed ? "; did you mean " + meant + "?" : "";
    }

    private @Nullable CelProblem problem(CelAbstractSyntaxTree tree, String expression, Result result) {
        CelProblem invalid = GoIssues.ofLiterals("compilation failed: ", tree, expression, features.checksFormats);
        if (invalid != null) {
            return invalid;
        }
        CelType type = tree.getResultType();
        if (!result.types.isEmpty() && !result.types.contains(type)) {
            List<String> wanted = result.types.stream().map(GoErrors::name).toList();
            String detail = wanted.size() == 1
                    ? "must evaluate to " + wanted.get(0)
                    : "must evaluate to one of [" + String.join(" ", wanted) + "]";
            return new CelProblem(ErrorType.INVALID, detail + " but got " + GoErrors.name(type));
        }
        CelProblem folding = Folding.problem(tree);
        return folding == null
                ? null
                : new CelProblem(folding.type(), "program instantiation failed: " + folding.detail());
    }
}
