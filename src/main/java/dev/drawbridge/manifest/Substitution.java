package dev.drawbridge.manifest;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The variables that Flux substitutes in a manifest after kustomize. An expression whose value is not known remains,
 * and so does one that trims by a pattern.
 *
 * <p>Source: {@code github.com/fluxcd/pkg/envsubst}: {@code $$} is an escaped dollar, and {@code :?} and {@code :+} are
 * defaults like {@code :=}.
 */
public final class Substitution {

    private static final List<String> OPERATORS = List.of(
            ":=", ":-", ":?", ":+", ":", "=", "^^", "^", ",,", ",", "//", "/#", "/%", "/", "##", "#", "%%", "%");

    private final Map<String, @Nullable String> values;
    private final boolean isOpen;
    private final Set<String> left = new LinkedHashSet<>();
    private boolean isNested;
    private String text = "";
    private int at;

    /** A text that Flux refuses. */
    public static final class BadSubstitution extends Exception {

        private static final long serialVersionUID = 1;

        BadSubstitution(String expression) {
            super(expression);
        }
    }

    /**
     * Variables.
     *
     * @param values the values; null for one that is not known, such as one that is encrypted
     * @param isOpen whether there may be more variables: an object that has them is not in the tree
     */
    public Substitution(Map<String, @Nullable String> values, boolean isOpen) {
        this.values = values;
        this.isOpen = isOpen;
    }

    /** Whether Flux substitutes anything: it does if there is a variable. */
    public boolean isWanted() {
        return isOpen || !values.isEmpty();
    }

    /** The variables that were needed and remain in the texts so far. */
    public Set<String> left() {
        return left;
    }

    /**
     * The text of a Kustomization, whose own variables are replaced when it is applied: here one that is not set is
     * empty, and one that is not known gets another dollar, so that it remains.
     *
     * @throws BadSubstitution if an expression is malformed
     */
    public String ofKustomization(String original) throws BadSubstitution {
        isNested = true;
        try {
            return of(original);
        } finally {
            isNested = false;
        }
    }

    /** The value of one expression, or the expression if it is not known. */
    String ofOne(String expression) {
        try {
            return of(expression);
        } catch (BadSubstitution none) {
            return expression;
        }
    }

    /** The text with its variables replaced; fails if an expression is malformed, so that Flux applies nothing. */
    public String of(String original) throws BadSubstitution {
        if (original.indexOf('$') < 0) {
            return original;
        }
        text = original;
        at = 0;
        StringBuilder result = new StringBuilder();
        while (at < text.length()) {
            if (text.startsWith("${", at)) {
                int begin = at;
                String value = value();
                result.append(value == null ? (isNested ? "$" : "") + text.substring(begin, at) : value);
            } else {
                at += text.startsWith("$$", at) ? 1 : 0;
                result.append(text.charAt(at++));
            }
        }
        return result.toString();
    }

    /** The value of the expression that begins here; null if it is not known. */
    private @Nullable String value() throws BadSubstitution {
        int begin = at;
        at += 2;
        boolean isLength = take("#");
        String name = name();
        if (name.isEmpty()) {
            throw bad(begin);
        }
        String operator = OPERATORS.stream().filter(this::take).findFirst().orElse("");
        List<@Nullable String> arguments = new ArrayList<>();
        int first = at;
        if (operator.startsWith("/")) {
            arguments.add(argument("/", true));
            if (at == first || !takeAll("/")) {
                throw bad(begin);
            }
            if (!text.startsWith("}", at)) {
                arguments.add(argument("}", true));
            }
        } else if (operator.equals(":")) {
            arguments.add(argument(":}", false));
            if (at == first) {
                throw bad(begin);
            }
            if (takeAll(":")) {
                arguments.add(argument("}", false));
            }
        } else if (isDefault(operator) || operator.startsWith("#") || operator.startsWith("%")) {
            arguments.add(argument("}", false));
        }
        if (!take("}")) {
            throw bad(begin);
        }
        boolean isEmpty = !isOpen && !values.containsKey(name) && (isNested || isDefault(operator));
        String known = isEmpty ? "" : values.get(name);
        String value = known == null || arguments.contains(null)
                ? null
                : applied(isLength ? "length" : operator, known, arguments);
        if (value == null) {
            left.add(name);
        }
        return value;
    }

    private static @Nullable String applied(String operator, String value, List<@Nullable String> arguments) {
        String first = arguments.isEmpty() || arguments.get(0) == null ? "" : arguments.get(0);
        String second = arguments.size() < 2 || arguments.get(1) == null ? "" : arguments.get(1);
        boolean hasBoth = arguments.size() == 2;
        int head = value.isEmpty() ? 0 : value.offsetByCodePoints(0, 1);
        return switch (operator) {
            case "" -> value;
            case "length" -> String.valueOf(value.getBytes(StandardCharsets.UTF_8).length);
            case "^^" -> value.toUpperCase(Locale.ROOT);
            case ",," -> value.toLowerCase(Locale.ROOT);
            case "^" -> value.substring(0, head).toUpperCase(Locale.ROOT) + value.substring(head);
            case "," -> value.substring(0, head).toLowerCase(Locale.ROOT) + value.substring(head);
            case "//" -> first.isEmpty() ? null : value.replace(first, second);
            case "/" -> value.replaceFirst(Pattern.quote(first), Matcher.quoteReplacement(second));
            case "/#" -> hasBoth && value.startsWith(first) ? second + value.substring(first.length()) : value;
            case "/%" ->
                hasBoth && value.endsWith(first) ? value.substring(0, value.length() - first.length()) + second : value;
            case ":" -> part(value, first, hasBoth ? second : null);
            default -> isDefault(operator) ? value.isEmpty() ? first : value : null;
        };
    }

    /** A part by its position, from the end if negative, and its length; null where Flux counts bytes or fails. */
    private static @Nullable String part(String value, String position, @Nullable String length) {
        boolean isPlain = value.chars().allMatch(one -> one < 0x80);
        if (!isPlain || !position.matches("[+-]?\\d{1,8}") || length != null && !length.matches("\\d{1,8}")) {
            return null;
        }
        int from = Integer.parseInt(position);
        from = Math.min(value.length(), from < 0 ? Math.max(0, value.length() + from) : from);
        return value.substring(
                from, length == null ? value.length() : Math.min(value.length(), from + Integer.parseInt(length)));
    }

    private static boolean isDefault(String operator) {
        return operator.equals("=") || operator.length() == 2 && operator.charAt(0) == ':';
    }

    private String name() {
        int begin = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        return text.substring(begin, at);
    }

    /** An argument, in a pattern with escaped signs; null if it depends on an unknown value, or on any in a pattern. */
    private @Nullable String argument(String ends, boolean isPattern) throws BadSubstitution {
        StringBuilder argument = new StringBuilder();
        boolean isKnown = true;
        while (at < text.length() && ends.indexOf(text.charAt(at)) < 0) {
            if (text.startsWith("${", at)) {
                String value = value();
                isKnown &= value != null && !isPattern;
                argument.append(value);
            } else {
                boolean isEscape = isPattern
                        && (text.startsWith("\\/", at) || text.startsWith("\\\\", at) || text.startsWith("$$", at));
                at += isEscape ? 1 : 0;
                argument.append(text.charAt(at++));
            }
        }
        return isKnown ? argument.toString() : null;
    }

    private boolean take(String sign) {
        boolean isNext = text.startsWith(sign, at);
        at += isNext ? sign.length() : 0;
        return isNext;
    }

    private boolean takeAll(String sign) {
        boolean isNext = text.startsWith(sign, at);
        while (take(sign)) {
            // A delimiter may be repeated.
        }
        return isNext;
    }

    private BadSubstitution bad(int begin) {
        return new BadSubstitution(text.substring(begin, Math.min(text.length(), begin + 40))
                .lines()
                .findFirst()
                .orElse(""));
    }
}
