package dev.drawbridge.constraint.cel;

import static dev.cel.common.types.SimpleType.STRING;
import static dev.drawbridge.constraint.cel.CelFunction.global;
import static dev.drawbridge.constraint.cel.CelFunction.member;
import static dev.drawbridge.constraint.cel.SelectorTypes.FORMAT;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OptionalType;
import dev.drawbridge.constraint.content.DnsNames;
import dev.drawbridge.constraint.content.LabelKeys;
import dev.drawbridge.port.GoStrings;
import dev.drawbridge.port.GoUrl;
import dev.drawbridge.port.Times;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A format that an expression can name, with the server's messages.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/library/format.go}; {@code k8s.io/kube-openapi/pkg/validation/strfmt};
 * {@code k8s.io/apimachinery/pkg/util/validation}.
 */
enum NamedFormat {
    DNS1123_LABEL("dns1123Label", NamedFormat::label),
    DNS1123_SUBDOMAIN("dns1123Subdomain", text -> subdomain(text, "characters")),
    DNS1035_LABEL("dns1035Label", NamedFormat::rfc1035Label),
    QUALIFIED_NAME("qualifiedName", NamedFormat::qualifiedName),
    DNS1123_LABEL_PREFIX("dns1123LabelPrefix", text -> label(DnsNames.withoutTrailingDash(text))),
    DNS1123_SUBDOMAIN_PREFIX(
            "dns1123SubdomainPrefix", text -> subdomain(DnsNames.withoutTrailingDash(text), "characters")),
    DNS1035_LABEL_PREFIX("dns1035LabelPrefix", text -> rfc1035Label(DnsNames.withoutTrailingDash(text))),
    LABEL_VALUE("labelValue", NamedFormat::labelValue),
    URI("uri", text -> unless(GoUrl.isUrl(text), GoUrl.problem(text))),
    UUID("uuid", text -> unless(Form.UUID.matcher(text).matches(), "does not match the UUID format")),
    BYTE("byte", text -> unless(Form.BASE64.matcher(text).matches(), "invalid base64")),
    DATE("date", text -> unless(isDate(text), "invalid date")),
    DATETIME("datetime", text -> unless(isDateTime(text), "invalid datetime"));

    private static final String EDGES = ", and must start and end with an alphanumeric character";
    private static final String NAME_RULE = "must consist of alphanumeric characters, '-', '_' or '.'" + EDGES;
    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";

    /** Compiled when the first expression needs one. */
    private static final class Form {

        static final Pattern UUID = Pattern.compile(
                "[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}", Pattern.CASE_INSENSITIVE);
        static final Pattern BASE64 = Pattern.compile(
                "(?:[A-Za-z0-9+/]{4})*+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)|(?:[A-Za-z0-9+/]{4})++");
        static final Pattern TIME =
                Pattern.compile("([0-9]{2}):([0-9]{2}):([0-9]{2})(?:.[0-9]+)?(?:z|[+-][0-9]{2}:[0-9]{2})");
        static final String LAST_HOUR = "23";
        static final String LAST_MINUTE = "59";

        private Form() {}
    }

    private static final CelType PROBLEMS = OptionalType.create(ListType.create(STRING));
    static final List<CelFunction> FUNCTIONS = functions();

    private final String function;
    private final Function<String, List<String>> check;

    NamedFormat(String function, Function<String, List<String>> check) {
        this.function = function;
        this.check = check;
    }

    private static List<CelFunction> functions() {
        List<CelFunction> functions = new ArrayList<>();
        for (NamedFormat format : values()) {
            functions.add(global("format." + format.function, "format-" + format.function, FORMAT)
                    .giving(List.of(), arguments -> format));
        }
        functions.add(global("format.named", "format-named", OptionalType.create(FORMAT), STRING)
                .giving(String.class, NamedFormat::named));
        functions.add(member("validate", "format-validate", PROBLEMS, FORMAT, STRING)
                .costing(CallCosts.VALIDATING)
                .giving(NamedFormat.class, String.class, NamedFormat::problems));
        return functions;
    }

    /** The length of its regular expression, as costs count it. */
    int regexSize() {
        return switch (this) {
            case DNS1123_LABEL, DNS1035_LABEL, DNS1123_LABEL_PREFIX, DNS1035_LABEL_PREFIX -> 30;
            case LABEL_VALUE -> 40;
            case DNS1123_SUBDOMAIN, QUALIFIED_NAME, DNS1123_SUBDOMAIN_PREFIX -> 60;
            case UUID -> 83;
            case DATE, DATETIME -> 98;
            case BYTE -> 84;
            case URI -> 1000;
        };
    }

    private static Optional<List<String>> problems(NamedFormat format, String text) {
        return Optional.of(format.check.apply(text)).filter(problems -> !problems.isEmpty());
    }

    private static Optional<NamedFormat> named(String name) {
        for (NamedFormat format : values()) {
            if (format.function.equals(name)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }

    private static List<String> unless(boolean isRight, String problem) {
        return isRight ? List.of() : List.of(problem);
    }

    private static List<String> problems(String text, int max, String unit, boolean isRight, String problem) {
        List<String> problems = new ArrayList<>();
        if (text.getBytes(StandardCharsets.UTF_8).length > max) {
            problems.add("must be no more than " + max + " " + unit);
        }
        problems.addAll(unless(isRight, problem));
        return problems;
    }

    private static String rule(String rule, String examples, String regex) {
        return rule + " (e.g. " + examples + ", regex used for validation is '" + regex + "')";
    }

    private static List<String> label(String text) {
        String rule = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-'" + EDGES;
        String problem =
                DnsNames.isSubdomain(text) ? "must not contain dots" : rule(rule, "'my-name',  or '123-abc'", LABEL);
        boolean isLabel = DnsNames.isSubdomain(text) && text.indexOf('.') < 0;
        return problems(text, DnsNames.MAX_LABEL, "characters", isLabel, problem);
    }

    private static List<String> rfc1035Label(String text) {
        String rule = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an"
                + " alphabetic character, and end with an alphanumeric character";
        String problem = rule(rule, "'my-name',  or 'abc-123'", "[a-z]([-a-z0-9]*[a-z0-9])?");
        return problems(text, DnsNames.MAX_LABEL, "characters", DnsNames.isRfc1035Label(text), problem);
    }

    private static List<String> subdomain(String text, String unit) {
        String rule =
                "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.'" + EDGES;
        String problem = rule(rule, "'example.com'", LABEL + "(\\." + LABEL + ")*");
        return problems(text, DnsNames.MAX_SUBDOMAIN, unit, DnsNames.isSubdomain(text), problem);
    }

    private static List<String> qualifiedName(String text) {
        String rule = rule(NAME_RULE, "'MyName',  or 'my.name',  or '123-abc'", NAME);
        String[] parts = text.split("/", -1);
        if (parts.length > 2) {
            return List.of("a valid label key " + rule + " with an optional DNS subdomain prefix and '/' (e.g."
                    + " 'example.com/MyName')");
        }
        String name = parts[parts.length - 1];
        List<String> problems = new ArrayList<>();
        if (parts.length == 2) {
            List<String> ofPrefix = parts[0].isEmpty() ? List.of("must be non-empty") : subdomain(parts[0], "bytes");
            ofPrefix.forEach(problem -> problems.add("prefix part " + problem));
        }
        if (name.isEmpty()) {
            problems.add("name part must be non-empty");
        }
        problems(name, LabelKeys.MAX_NAME, "bytes", LabelKeys.isName(name), rule)
                .forEach(problem -> problems.add("name part " + problem));
        return problems;
    }

    private static List<String> labelValue(String text) {
        String rule =
                "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.'" + EDGES;
        String problem = rule(rule, "'MyValue',  or 'my_value',  or '12345'", "(" + NAME + ")?");
        return problems(text, LabelKeys.MAX_NAME, "bytes", text.isEmpty() || LabelKeys.isName(text), problem);
    }

    private static boolean isDate(String text) {
        return Times.instant(text + "T00:00:00Z") != null;
    }

    /** Validates minutes and seconds but not the offset; the text after a second T is ignored. */
    private static boolean isDateTime(String text) {
        String[] parts = GoStrings.toLower(text).split("t", -1);
        if (parts.length < 2 || !isDate(parts[0])) {
            return false;
        }
        Matcher time = Form.TIME.matcher(parts[1]);
        return time.matches()
                && time.group(1).compareTo(Form.LAST_HOUR) <= 0
                && time.group(2).compareTo(Form.LAST_MINUTE) <= 0
                && time.group(3).compareTo(Form.LAST_MINUTE) <= 0;
    }
}
