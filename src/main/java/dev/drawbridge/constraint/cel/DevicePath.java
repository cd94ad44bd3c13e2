package dev.drawbridge.constraint.cel;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An attribute or a capacity that an expression reads by another path than {@code device.attributes["DOMAIN"].NAME}.
 * The domains that a device does not have are empty, and reading a name in an empty domain is an error.
 *
 * <p>Source: {@code k8s.io/dynamic-resource-allocation/cel/compile.go}, {@code DeviceMatches}.
 *
 * @param begin its offset in the expression
 * @param advice what is wrong with it, and the right path
 * @param meant the expression with right paths; null if a path may have several meanings
 */
record DevicePath(int begin, String advice, @Nullable String meant) {

    private static final String NOT_CODE = "|\"(?:\\\\.|[^\"\\\\])*+\"|'(?:\\\\.|[^'\\\\])*+'|//.*";
    private static final String FIELD = "device\\.(?<field>attributes|capacity)";
    private static final String QUALIFIED = "[\"'](?<domain>[\\w.-]+)/(?<name>\\w+)[\"']";
    private static final String DOTTED = FIELD + "\\.(?<domain>\\w+\\.[\\w.]*\\w)";

    /** The fields that the API has for the values of attributes. */
    private static final String TYPE = "(?:string|int|bool|\\w*Value)\\b";

    private static final String NO_CALL = "(?!\\s*\\()";
    private static final String NAME = "(?!" + TYPE + ")(?<name>[a-zA-Z_]\\w*+)" + NO_CALL;
    private static final String KEY = "\\[[\"'](?<key>[a-zA-Z_]\\w*)[\"']]";
    private static final String VALUE = "\\.(?<value>" + TYPE + "|(?:version|value)\\b)" + NO_CALL;
    private static final String ATTRIBUTE =
            FIELD + "(?:\\.(?<domain>\\w+)|\\[[\"'](?<quoted>[\\w.-]+)[\"']])(?:\\.(?<name>\\w+)|" + KEY + ")";

    private static final String NO_SLASH = "domains have no slash: write ";
    private static final String IN_BRACKETS = "write the domain in brackets: ";
    private static final String NO_FIELDS = "an attribute is a value, without fields such as ${value}: write ";
    private static final String PATH = "device.${field}[\"${domain}\"].";

    private static final Kind DIVIDED = new Kind(DOTTED + "/" + NAME, IN_BRACKETS, PATH + "${name}", true);
    private static final List<Kind> DOMAINS = List.of(
            new Kind(
                    QUALIFIED + "\\s+in\\s+" + FIELD + "(?!\\s*[\\w.\\[])",
                    NO_SLASH,
                    "\"${name}\" in device.${field}[\"${domain}\"]",
                    true),
            new Kind(
                    FIELD + "\\[(?<optional>\\??)" + QUALIFIED + "](?:" + VALUE + "|\\.\\k<name>\\b" + NO_CALL + ")?",
                    NO_SLASH,
                    PATH + "${optional}${name}",
                    true),
            new Kind(DOTTED + "(?:\\." + NAME + "|" + KEY + ")", IN_BRACKETS, PATH + "${name}${key}", true));
    private static final String VALUE_PATH = "device.${field}[\"${domain}${quoted}\"].${name}${key}";
    private static final Kind ANY_FIELD =
            new Kind(ATTRIBUTE + "\\.(?<value>\\w++)" + NO_CALL, NO_FIELDS, VALUE_PATH, false);
    private static final List<Kind> OF_INVALID =
            Stream.concat(Stream.of(DIVIDED), DOMAINS.stream()).toList();
    private static final List<Kind> OF_VALID = Stream.concat(
                    DOMAINS.stream(), Stream.of(new Kind(ATTRIBUTE + VALUE, NO_FIELDS, VALUE_PATH, true), ANY_FIELD))
            .toList();

    /** A mistake in paths: its pattern and advice, and what replaces it, which may be unsure. */
    private record Kind(Pattern pattern, String advice, String path, boolean isSure) {

        Kind(String pattern, String advice, String path, boolean isSure) {
            this(Pattern.compile(pattern + NOT_CODE), advice, path, isSure);
        }

        boolean find(Matcher matcher) {
            while (matcher.find()) {
                if (matcher.group("field") != null) {
                    return true;
                }
            }
            return false;
        }

        String fixed(String expression) {
            Matcher matcher = pattern.matcher(expression);
            StringBuilder fixed = new StringBuilder();
            while (find(matcher)) {
                matcher.appendReplacement(fixed, path);
            }
            return matcher.appendTail(fixed).toString();
        }
    }

    /** The path of an expression that does not compile that is nearest to an offset; null if there is none. */
    static @Nullable DevicePath ofInvalid(String expression, int offset) {
        return of(expression, OF_INVALID, offset);
    }

    /** The first such path of an expression that compiles, which fails or finds nothing; null if there is none. */
    static @Nullable DevicePath ofValid(String expression) {
        // Most expressions have none, and are not searched for each kind.
        boolean mayHaveDomain =
                expression.indexOf('/') >= 0 || expression.contains("attributes.") || expression.contains("capacity.");
        return mayHaveDomain || ANY_FIELD.find(ANY_FIELD.pattern.matcher(expression))
                ? of(expression, OF_VALID, 0)
                : null;
    }

    private static @Nullable DevicePath of(String expression, List<Kind> kinds, int offset) {
        int least = Integer.MAX_VALUE;
        Kind nearest = null;
        int begin = 0;
        String advice = "";
        for (Kind kind : kinds) {
            Matcher matcher = kind.pattern.matcher(expression);
            while (kind.find(matcher)) {
                int distance = Math.max(0, Math.max(matcher.start() - offset, offset - matcher.end()));
                if (distance < least) {
                    least = distance;
                    nearest = kind;
                    begin = matcher.start();
                    advice = kind.pattern.matcher(matcher.group()).replaceFirst(kind.advice + kind.path);
                }
            }
        }
        if (nearest == null) {
            return null;
        }
        String meant = nearest.isSure ? expression : null;
        for (Kind one : kinds) {
            meant = meant != null && one.isSure ? one.fixed(meant) : meant;
        }
        return new DevicePath(begin, advice, meant);
    }
}
