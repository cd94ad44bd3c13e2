package dev.drawbridge.constraint.content;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The errors in names, in the words of the server.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/util/validation}.
 */
public final class NameErrors {

    private static final String EDGES = ", and must start and end with an alphanumeric character";
    private static final String NAME_RULE = "must consist of alphanumeric characters, '-', '_' or '.'" + EDGES;
    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";

    private NameErrors() {}

    private static List<String> problems(String text, int max, String unit, boolean isRight, String problem) {
        List<String> problems = new ArrayList<>();
        if (text.getBytes(StandardCharsets.UTF_8).length > max) {
            problems.add("must be no more than " + max + " " + unit);
        }
        if (!isRight) {
            problems.add(problem);
        }
        return problems;
    }

    private static String rule(String rule, String examples, String regex) {
        return rule + " (e.g. " + examples + ", regex used for validation is '" + regex + "')";
    }

    public static List<String> label(String text) {
        String rule = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-'" + EDGES;
        String problem =
                DnsNames.isSubdomain(text) ? "must not contain dots" : rule(rule, "'my-name',  or '123-abc'", LABEL);
        boolean isLabel = DnsNames.isSubdomain(text) && text.indexOf('.') < 0;
        return problems(text, DnsNames.MAX_LABEL, "characters", isLabel, problem);
    }

    /** The errors in a label that begins with a letter. */
    public static List<String> rfc1035Label(String text) {
        String rule = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an"
                + " alphabetic character, and end with an alphanumeric character";
        String problem = rule(rule, "'my-name',  or 'abc-123'", "[a-z]([-a-z0-9]*[a-z0-9])?");
        return problems(text, DnsNames.MAX_LABEL, "characters", DnsNames.isRfc1035Label(text), problem);
    }

    /**
     * The errors in a subdomain.
     *
     * @param unit what its length counts in the message
     */
    public static List<String> subdomain(String text, String unit) {
        String rule =
                "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.'" + EDGES;
        String problem = rule(rule, "'example.com'", LABEL + "(\\." + LABEL + ")*");
        return problems(text, DnsNames.MAX_SUBDOMAIN, unit, DnsNames.isSubdomain(text), problem);
    }

    /** The errors in the key of a label. */
    public static List<String> qualifiedName(String text) {
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

    public static List<String> labelValue(String text) {
        String rule =
                "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.'" + EDGES;
        String problem = rule(rule, "'MyValue',  or 'my_value',  or '12345'", "(" + NAME + ")?");
        return problems(text, LabelKeys.MAX_NAME, "bytes", text.isEmpty() || LabelKeys.isName(text), problem);
    }
}
