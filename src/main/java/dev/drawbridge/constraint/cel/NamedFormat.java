package dev.drawbridge.constraint.cel;

import static dev.cel.common.types.SimpleType.STRING;
import static dev.drawbridge.constraint.cel.CelFunction.global;
import static dev.drawbridge.constraint.cel.CelFunction.member;
import static dev.drawbridge.constraint.cel.SelectorTypes.FORMAT;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OptionalType;
import dev.drawbridge.constraint.content.DnsNames;
import dev.drawbridge.constraint.content.NameErrors;
import dev.drawbridge.port.GoStrings;
import dev.drawbridge.port.GoUrl;
import dev.drawbridge.port.Times;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A format that an expression can name, with the server's messages.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/library/format.go}; {@code k8s.io/kube-openapi/pkg/validation/strfmt}.
 */
enum NamedFormat {
    // @formatter:off
    DNS1123_LABEL(           "dns1123Label",           30,   NameErrors::label),
    DNS1123_SUBDOMAIN(       "dns1123Subdomain",       60,   text -> NameErrors.subdomain(text, "characters")),
    DNS1035_LABEL(           "dns1035Label",           30,   NameErrors::rfc1035Label),
    QUALIFIED_NAME(          "qualifiedName",          60,   NameErrors::qualifiedName),
    DNS1123_LABEL_PREFIX(    "dns1123LabelPrefix",     30,   prefix(NameErrors::label)),
    DNS1123_SUBDOMAIN_PREFIX("dns1123SubdomainPrefix", 60,   prefix(text -> NameErrors.subdomain(text, "characters"))),
    DNS1035_LABEL_PREFIX(    "dns1035LabelPrefix",     30,   prefix(NameErrors::rfc1035Label)),
    LABEL_VALUE(             "labelValue",             40,   NameErrors::labelValue),
    URI(                     "uri",                    1000, text -> unless(GoUrl.isUrl(text), GoUrl.problem(text))),
    UUID(                    "uuid",                   83,   text -> unless(isUuid(text), "does not match the UUID format")),
    BYTE(                    "byte",                   84,   text -> unless(isBase64(text), "invalid base64")),
    DATE(                    "date",                   98,   text -> unless(isDate(text), "invalid date")),
    DATETIME(                "datetime",               98,   text -> unless(isDateTime(text), "invalid datetime"));
    // @formatter:on

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
    }

    private static final CelType PROBLEMS = OptionalType.create(ListType.create(STRING));
    static final List<CelFunction> FUNCTIONS = functions();

    private final String function;
    private final int regexSize;
    private final Function<String, List<String>> check;

    NamedFormat(String function, int regexSize, Function<String, List<String>> check) {
        this.function = function;
        this.regexSize = regexSize;
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
        return regexSize;
    }

    private static Optional<List<String>> problems(NamedFormat format, String text) {
        return Optional.of(format.check.apply(text)).filter(problems -> !problems.isEmpty());
    }

    private static Optional<NamedFormat> named(String name) {
        return Arrays.stream(values())
                .filter(format -> format.function.equals(name))
                .findFirst();
    }

    /** A format of names, for the beginning of one, which may end with a dash. */
    private static Function<String, List<String>> prefix(Function<String, List<String>> format) {
        return text -> format.apply(DnsNames.withoutTrailingDash(text));
    }

    private static boolean isUuid(String text) {
        return Form.UUID.matcher(text).matches();
    }

    private static boolean isBase64(String text) {
        return Form.BASE64.matcher(text).matches();
    }

    private static List<String> unless(boolean isRight, String problem) {
        return isRight ? List.of() : List.of(problem);
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
