package dev.drawbridge.policy;

import dev.drawbridge.constraint.cel.AdmissionLanguage;
import dev.drawbridge.constraint.cel.AdmissionLanguage.Result;
import dev.drawbridge.constraint.cel.AdmissionProgram;
import dev.drawbridge.constraint.cel.SelectorLanguage.Problem;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.port.GoStrings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rules for policies and bindings themselves.
 *
 * <p>Source: {@code k8s.io/kubernetes/pkg/apis/admissionregistration/validation/validation.go}; {@code
 * k8s.io/apimachinery/pkg/apis/meta/v1/validation}.
 */
public final class Definition {

    /** The kind of a policy. */
    public static final String POLICY = "ValidatingAdmissionPolicy";

    /** The kind of a binding. */
    public static final String BINDING = "ValidatingAdmissionPolicyBinding";

    /** The API group of both. */
    public static final String GROUP = "admissionregistration.k8s.io";

    private static final int MAX_CONDITIONS = 64;
    private static final int MAX_ANNOTATIONS = 20;
    private static final int MAX_VALUE_EXPRESSION = 5120;
    private static final int MAX_NAME = 63;
    private static final int MAX_PREFIX = 253;
    private static final String NAME = "name";
    private static final String EXPRESSION = "expression";

    private static final Pattern IDENTIFIER = Pattern.compile("[_a-zA-Z][_a-zA-Z0-9]*");
    private static final Set<String> RESERVED = Set.of(
            "true",
            "false",
            "null",
            "in",
            "as",
            "break",
            "const",
            "continue",
            "else",
            "for",
            "function",
            "if",
            "import",
            "let",
            "loop",
            "package",
            "namespace",
            "return",
            "var",
            "void",
            "while");
    private static final Pattern QUALIFIED = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final Pattern LABEL_1035 = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");

    private static final String NOT_QUALIFIED =
            "name part must consist of alphanumeric characters, '-', '_' or '.', and"
                    + " must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc',"
                    + " regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
    private static final String NOT_LABEL =
            "a valid label must be an empty string or consist of alphanumeric characters,"
                    + " '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue', "
                    + " or 'my_value',  or '12345', regex used for validation is"
                    + " '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
    private static final String NOT_SUBDOMAIN = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric"
            + " characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com',"
            + " regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
    private static final String NOT_1035 = "a DNS-1035 label must consist of lower case alphanumeric characters or '-',"
            + " start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name', "
            + " or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

    private final List<DefinitionError> errors = new ArrayList<>();

    private Definition() {}

    /** Whether the object is a policy or a binding. */
    public static boolean isOne(ObjectValue object) {
        String apiVersion = object.string("apiVersion");
        String kind = object.string("kind");
        return apiVersion.startsWith(GROUP + "/") && (kind.equals(POLICY) || kind.equals(BINDING));
    }

    /** The errors of a new policy or binding, in the server's order. */
    public static List<DefinitionError> errors(ObjectValue object) {
        Definition definition = new Definition();
        definition.metadata(object.object("metadata"));
        FieldPath spec = FieldPath.of("spec");
        if (object.string("kind").equals(POLICY)) {
            definition.policy(object, spec);
        } else {
            definition.binding(object.object("spec"), spec);
        }
        return definition.errors;
    }

    private void add(FieldPath path, ErrorType type, String text) {
        errors.add(new DefinitionError(path, type, text));
    }

    private void required(FieldPath path, String detail) {
        add(path, ErrorType.REQUIRED, "Required value" + (detail.isEmpty() ? "" : ": " + detail));
    }

    private void invalid(FieldPath path, String value, String detail) {
        add(path, ErrorType.INVALID, "Invalid value: " + quoted(value) + ": " + detail);
    }

    private void invalid(FieldPath path, ListValue values, String detail) {
        add(path, ErrorType.INVALID, "Invalid value: " + values.json() + ": " + detail);
    }

    private void duplicate(FieldPath path, String value) {
        add(path, ErrorType.DUPLICATE, "Duplicate value: " + quoted(value));
    }

    private void oneOf(FieldPath path, String value, String... supported) {
        if (!List.of(supported).contains(value)) {
            String all = List.of(supported).stream().map(Definition::quoted).collect(Collectors.joining(", "));
            add(path, ErrorType.NOT_SUPPORTED, "Unsupported value: " + quoted(value) + ": supported values: " + all);
        }
    }

    /** The text as Go's {@code %q} prints it. */
    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> quoted.append('\\').append(c);
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                case '\r' -> quoted.append("\\r");
                default -> {
                    if (c < ' ' || c == 0x7f) {
                        quoted.append(String.format(Locale.ROOT, "\\x%02x", (int) c));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }

    private void metadata(ObjectValue metadata) {
        String name = metadata.string(NAME);
        FieldPath path = FieldPath.of("metadata", NAME);
        if (name.isEmpty() && metadata.string("generateName").isEmpty()) {
            required(path, "name or generateName is required");
        } else if (!name.isEmpty()) {
            subdomain(path, name);
        }
    }

    private void subdomain(FieldPath path, String name) {
        if (name.length() > MAX_PREFIX) {
            invalid(path, name, "must be no more than " + MAX_PREFIX + " bytes");
        }
        if (!SUBDOMAIN.matcher(name).matches()) {
            invalid(path, name, NOT_SUBDOMAIN);
        }
    }

    private void policy(ObjectValue object, FieldPath path) {
        ObjectValue spec = object.object("spec");
        boolean hasParams = spec.has("paramKind");
        if (spec.has("failurePolicy")) {
            oneOf(path.child("failurePolicy"), spec.string("failurePolicy"), "Fail", "Ignore");
        }
        if (hasParams) {
            paramKind(spec.object("paramKind"), path.child("paramKind"));
        }
        FieldPath constraints = path.child("matchConstraints");
        if (spec.has("matchConstraints")) {
            matchResources(spec.object("matchConstraints"), constraints);
            if (spec.object("matchConstraints").list("resourceRules").size() == 0) {
                required(constraints.child("resourceRules"), "");
            }
        } else {
            required(constraints, "");
        }
        AdmissionLanguage bare = AdmissionLanguage.of(hasParams, true);
        matchConditions(spec.list("matchConditions"), bare, path.child("matchConditions"));
        AdmissionLanguage language = variables(spec.list("variables"), bare, path.child("variables"));
        ListValue validations = spec.list("validations");
        ListValue annotations = spec.list("auditAnnotations");
        if (validations.size() == 0 && annotations.size() == 0) {
            String detail = "validations or auditAnnotations must contain at least one item";
            required(path.child("validations"), detail);
            required(path.child("auditAnnotations"), detail);
            return;
        }
        for (int i = 0; i < validations.size(); i++) {
            validation(
                    ObjectValue.orEmpty(validations.get(i)),
                    language,
                    path.child("validations").index(i));
        }
        annotations(object.object("metadata").string(NAME), annotations, language, path.child("auditAnnotations"));
    }

    private void paramKind(ObjectValue kind, FieldPath path) {
        String version = kind.string("apiVersion");
        FieldPath place = path.child("apiVersion");
        String[] parts = version.split("/", -1);
        if (version.isEmpty()) {
            required(place, "");
        } else if (parts.length > 2) {
            invalid(place, version, "unexpected GroupVersion string: " + version);
        } else {
            String last = parts[parts.length - 1];
            if (parts.length > 1 && !parts[0].isEmpty()) {
                subdomain(place, parts[0]);
            }
            if (last.isEmpty()) {
                invalid(place, version, "version must be specified");
            } else if (!LABEL_1035.matcher(last).matches()) {
                invalid(place, last, NOT_1035);
            }
        }
        String name = kind.string("kind");
        if (name.isEmpty()) {
            required(path.child("kind"), "");
        } else if (!LABEL_1035.matcher(name.toLowerCase(Locale.ROOT)).matches()) {
            invalid(path.child("kind"), name, "may have mixed case, but should otherwise match: " + NOT_1035);
        }
    }

    private void matchResources(ObjectValue rules, FieldPath path) {
        if (rules.has("matchPolicy")) {
            oneOf(path.child("matchPolicy"), rules.string("matchPolicy"), "Equivalent", "Exact");
        }
        selector(rules.object("namespaceSelector"), path.child("namespaceSelector"));
        selector(rules.object("objectSelector"), path.child("objectSelector"));
        for (String field : List.of("resourceRules", "excludeResourceRules")) {
            ListValue all = rules.list(field);
            for (int i = 0; i < all.size(); i++) {
                rule(ObjectValue.orEmpty(all.get(i)), path.child(field).index(i));
            }
        }
    }

    private void selector(ObjectValue selector, FieldPath path) {
        ListValue expressions = selector.list("matchExpressions");
        FieldPath labelsPath = path.child("matchLabels");
        ObjectValue labels = selector.object("matchLabels");
        for (int i = 0; i < labels.size(); i++) {
            qualifiedName(labels.key(i), labelsPath);
            labelValue(labels.string(labels.key(i)), labelsPath);
        }
        for (int i = 0; i < expressions.size(); i++) {
            ObjectValue expression = ObjectValue.orEmpty(expressions.get(i));
            FieldPath place = path.child("matchExpressions").index(i);
            int values = expression.list("values").size();
            String operator = expression.string("operator");
            switch (operator) {
                case "In", "NotIn" -> {
                    if (values == 0) {
                        required(place.child("values"), "must be specified when `operator` is 'In' or 'NotIn'");
                    }
                }
                case "Exists", "DoesNotExist" -> {
                    if (values > 0) {
                        add(
                                place.child("values"),
                                ErrorType.FORBIDDEN,
                                "Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                    }
                }
                default -> invalid(place.child("operator"), operator, "not a valid selector operator");
            }
            qualifiedName(expression.string("key"), place.child("key"));
            List<String> all = expression.list("values").texts();
            for (int k = 0; k < all.size(); k++) {
                labelValue(all.get(k), place.child("values").index(k));
            }
        }
    }

    private void labelValue(String value, FieldPath path) {
        if (value.length() > MAX_NAME) {
            invalid(path, value, "must be no more than " + MAX_NAME + " bytes");
        }
        if (!value.isEmpty() && !QUALIFIED.matcher(value).matches()) {
            invalid(path, value, NOT_LABEL);
        }
    }

    private void qualifiedName(String name, FieldPath path) {
        String[] parts = name.split("/", -1);
        String last = parts[parts.length - 1];
        if (parts.length > 2) {
            invalid(path, name, "a valid label key " + NOT_QUALIFIED.substring("name part ".length()));
            return;
        }
        if (parts.length == 2 && parts[0].isEmpty()) {
            invalid(path, name, "prefix part must be non-empty");
        } else if (parts.length == 2 && !SUBDOMAIN.matcher(parts[0]).matches()) {
            invalid(path, name, "prefix part " + NOT_SUBDOMAIN);
        }
        if (last.isEmpty()) {
            invalid(path, name, "name part must be non-empty");
        } else if (last.length() > MAX_NAME) {
            invalid(path, name, "name part must be no more than " + MAX_NAME + " bytes");
        }
        if (!QUALIFIED.matcher(last).matches()) {
            invalid(path, name, NOT_QUALIFIED);
        }
    }

    private void rule(ObjectValue rule, FieldPath path) {
        List<String> names = rule.list("resourceNames").texts();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < names.size(); i++) {
            FieldPath place = path.child("resourceNames").index(i);
            pathSegment(names.get(i), place);
            if (!seen.add(names.get(i))) {
                duplicate(place, names.get(i));
            }
        }
        FieldPath operations = path.child("operations");
        ListValue all = rule.list("operations");
        if (all.size() == 0) {
            required(operations, "");
        }
        alone(all, operations, "operations");
        for (int i = 0; i < all.size(); i++) {
            oneOf(operations.index(i), text(all.get(i)), "*", "CONNECT", "CREATE", "DELETE", "UPDATE");
        }
        ListValue groups = rule.list("apiGroups");
        if (groups.size() == 0) {
            required(path.child("apiGroups"), "");
        }
        alone(groups, path.child("apiGroups"), "API groups");
        ListValue versions = rule.list("apiVersions");
        if (versions.size() == 0) {
            required(path.child("apiVersions"), "");
        }
        alone(versions, path.child("apiVersions"), "API versions");
        for (int i = 0; i < versions.size(); i++) {
            if (text(versions.get(i)).isEmpty()) {
                required(path.child("apiVersions").index(i), "");
            }
        }
        resources(rule.list("resources"), path.child("resources"));
        if (rule.has("scope")) {
            oneOf(path.child("scope"), rule.string("scope"), "*", "Cluster", "Namespaced");
        }
    }

    private static String text(Value value) {
        return value instanceof StringValue text ? text.value() : "";
    }

    private void alone(ListValue values, FieldPath path, String things) {
        if (values.size() > 1 && values.texts().contains("*")) {
            invalid(path, values, "if '*' is present, must not specify other " + things);
        }
    }

    private void pathSegment(String name, FieldPath path) {
        if (name.equals(".") || name.equals("..")) {
            invalid(path, name, "may not be '" + name + "'");
        }
        for (String part : List.of("/", "%")) {
            if (name.contains(part)) {
                invalid(path, name, "may not contain '" + part + "'");
            }
        }
    }

    private void resources(ListValue resources, FieldPath path) {
        if (resources.size() == 0) {
            required(path, "");
        }
        Set<String> allOf = new HashSet<>();
        Set<String> ofAll = new HashSet<>();
        boolean hasPlain = false;
        for (int i = 0; i < resources.size(); i++) {
            String both = text(resources.get(i));
            if (both.isEmpty()) {
                required(path.index(i), "");
                continue;
            }
            int slash = both.indexOf('/');
            if (slash < 0) {
                hasPlain = !both.equals("*");
                continue;
            }
            String resource = both.substring(0, slash);
            String subresource = both.substring(slash + 1);
            if (allOf.contains(resource)) {
                invalid(path.index(i), both, "if '" + resource + "/*' is present, must not specify " + both);
            }
            if (ofAll.contains(subresource)) {
                invalid(path.index(i), both, "if '*/" + subresource + "' is present, must not specify " + both);
            }
            if (subresource.equals("*")) {
                allOf.add(resource);
            }
            if (resource.equals("*")) {
                ofAll.add(subresource);
            }
        }
        List<String> all = resources.texts();
        if (resources.size() > 1 && all.contains("*/*")) {
            invalid(path, resources, "if '*/*' is present, must not specify other resources");
        }
        if (all.contains("*") && hasPlain) {
            invalid(path, resources, "if '*' is present, must not specify other resources without subresources");
        }
    }

    private void matchConditions(ListValue conditions, AdmissionLanguage language, FieldPath path) {
        if (conditions.size() > MAX_CONDITIONS) {
            add(
                    path,
                    ErrorType.TOO_MANY,
                    "Too many: " + conditions.size() + ": must have at most " + MAX_CONDITIONS + " items");
        }
        Set<String> names = new HashSet<>();
        for (int i = 0; i < conditions.size(); i++) {
            ObjectValue condition = ObjectValue.orEmpty(conditions.get(i));
            FieldPath place = path.index(i);
            String trimmed = GoStrings.trimSpace(condition.string(EXPRESSION));
            if (trimmed.isEmpty()) {
                required(place.child(EXPRESSION), "");
            } else {
                expression(trimmed, trimmed, language, Result.BOOL, place.child(EXPRESSION));
            }
            String name = condition.string(NAME);
            if (name.isEmpty()) {
                required(place.child(NAME), "");
            } else {
                qualifiedName(name, place.child(NAME));
                if (!names.add(name)) {
                    duplicate(place.child(NAME), name);
                }
            }
        }
    }

    private AdmissionLanguage variables(ListValue variables, AdmissionLanguage bare, FieldPath path) {
        AdmissionLanguage language = variables.size() == 0 ? bare : bare.withVariables();
        for (int i = 0; i < variables.size(); i++) {
            ObjectValue variable = ObjectValue.orEmpty(variables.get(i));
            FieldPath place = path.index(i);
            String name = variable.string(NAME);
            if (GoStrings.trimSpace(name).isEmpty()) {
                required(place.child(NAME), "name is not specified");
            } else if (!IDENTIFIER.matcher(name).matches() || RESERVED.contains(name)) {
                invalid(place.child(NAME), name, "must be a valid CEL identifier");
            }
            String text = variable.string(EXPRESSION);
            if (GoStrings.trimSpace(text).isEmpty()) {
                required(place.child(EXPRESSION), "expression is not specified");
            } else {
                language = language.with(name, expression(text, text, language, Result.ANY, place.child(EXPRESSION)));
            }
        }
        return language;
    }

    private AdmissionProgram expression(
            String text, String shown, AdmissionLanguage language, Result result, FieldPath path) {
        AdmissionProgram program = language.compile(text, result);
        Problem problem = program.problem();
        if (problem != null && problem.type() == ErrorType.INTERNAL) {
            add(path, ErrorType.INTERNAL, "Internal error: " + problem.detail());
        } else if (problem != null) {
            invalid(path, shown, problem.detail());
        }
        return program;
    }

    private void validation(ObjectValue validation, AdmissionLanguage language, FieldPath path) {
        String text = validation.string(EXPRESSION);
        if (GoStrings.trimSpace(text).isEmpty()) {
            required(path.child(EXPRESSION), "expression is not specified");
        } else {
            expression(text, text, language, Result.BOOL, path.child(EXPRESSION));
        }
        String empty = "must be non-empty if specified";
        String messageExpression = validation.string("messageExpression");
        if (!messageExpression.isEmpty()
                && GoStrings.trimSpace(messageExpression).isEmpty()) {
            invalid(path.child("messageExpression"), messageExpression, empty);
        } else if (!messageExpression.isEmpty()) {
            expression(
                    messageExpression,
                    messageExpression,
                    language.without(false),
                    Result.STRING,
                    path.child("messageExpression"));
        }
        String message = validation.string("message");
        String trimmed = GoStrings.trimSpace(message);
        if (!message.isEmpty() && trimmed.isEmpty()) {
            invalid(path.child("message"), message, empty);
        } else if (trimmed.contains("\n") || trimmed.contains("\r")) {
            invalid(path.child("message"), message, "must not contain line breaks");
        }
        if (validation.has("reason")) {
            oneOf(path.child("reason"), validation.string("reason"), "Forbidden", "Invalid", "RequestEntityTooLarge");
        }
    }

    private void annotations(String policy, ListValue annotations, AdmissionLanguage language, FieldPath path) {
        if (annotations.size() > MAX_ANNOTATIONS) {
            String all = annotations.objects().stream()
                    .map(one -> "{\"Key\":" + quoted(one.string("key")) + ",\"ValueExpression\":"
                            + quoted(one.string("valueExpression")) + "}")
                    .collect(Collectors.joining(",", "[", "]"));
            add(
                    path,
                    ErrorType.INVALID,
                    "Invalid value: " + all + ": must not have more than " + MAX_ANNOTATIONS + " auditAnnotations");
        }
        Set<String> keys = new LinkedHashSet<>();
        for (int i = 0; i < annotations.size(); i++) {
            ObjectValue annotation = ObjectValue.orEmpty(annotations.get(i));
            FieldPath place = path.index(i);
            String key = annotation.string("key");
            if (policy.isEmpty()) {
                invalid(place.child("key"), key, "requires metadata.name be non-empty");
            } else {
                qualifiedName(policy + "/" + key, place.child("key"));
            }
            FieldPath value = place.child("valueExpression");
            String text = annotation.string("valueExpression");
            String trimmed = GoStrings.trimSpace(text);
            if (trimmed.isEmpty()) {
                required(value, "valueExpression is not specified");
            } else if (trimmed.getBytes(StandardCharsets.UTF_8).length > MAX_VALUE_EXPRESSION) {
                required(value, "must not exceed " + MAX_VALUE_EXPRESSION + " bytes in length");
            } else {
                expression(trimmed, text, language, Result.STRING_OR_NULL, value);
            }
            if (!keys.add(key)) {
                duplicate(place.child("key"), key);
            }
        }
    }

    private void binding(ObjectValue spec, FieldPath path) {
        String policy = spec.string("policyName");
        if (policy.isEmpty()) {
            required(path.child("policyName"), "");
        } else {
            subdomain(path.child("policyName"), policy);
        }
        paramRef(spec.get("paramRef") instanceof ObjectValue reference ? reference : null, path.child("paramRef"));
        if (spec.has("matchResources")) {
            matchResources(spec.object("matchResources"), path.child("matchResources"));
        }
        FieldPath place = path.child("validationActions");
        ListValue actions = spec.list("validationActions");
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < actions.size(); i++) {
            String action = text(actions.get(i));
            oneOf(place.index(i), action, "Audit", "Deny", "Warn");
            if (!seen.add(action)) {
                duplicate(place.index(i), action);
            }
        }
        if (seen.contains("Deny") && seen.contains("Warn")) {
            invalid(
                    place,
                    actions,
                    "must not contain both Deny and Warn (repeating the same validation failure information in the API"
                            + " response and headers serves no purpose)");
        }
        if (actions.size() == 0) {
            required(place, "");
        }
    }

    private void paramRef(@Nullable ObjectValue reference, FieldPath path) {
        if (reference == null) {
            return;
        }
        String name = reference.string(NAME);
        boolean hasSelector = reference.has("selector");
        String both = "Forbidden: name and selector are mutually exclusive";
        if (!name.isEmpty()) {
            pathSegment(name, path.child(NAME));
            if (hasSelector) {
                add(path.child(NAME), ErrorType.FORBIDDEN, both);
            }
        }
        if (hasSelector) {
            selector(reference.object("selector"), path.child("selector"));
            if (!name.isEmpty()) {
                add(path.child("selector"), ErrorType.FORBIDDEN, both);
            }
        }
        if (name.isEmpty() && !hasSelector) {
            required(path, "one of name or selector must be specified");
        }
        String action = reference.string("parameterNotFoundAction");
        if (action.isEmpty()) {
            required(path.child("parameterNotFoundAction"), "");
        } else {
            oneOf(path.child("parameterNotFoundAction"), action, "Deny", "Allow");
        }
    }
}
