package dev.drawbridge.document;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Translates Jackson's error messages, which name its own features and constants, for users of JSON. */
final class JsonProblem {

    /** Jackson's sentence, and ours with its groups. */
    private record Sentence(Pattern theirs, String ours) {

        Sentence(String theirs, String ours) {
            this(Pattern.compile(theirs, Pattern.DOTALL), ours);
        }
    }

    // @formatter:off
    private static final List<Sentence> SENTENCES = List.of(
        new Sentence(".*ALLOW_(?:YAML_|JAVA_)?COMMENTS.*", "JSON has no comments; remove this one"),
        new Sentence(".*ALLOW_TRAILING_COMMA.*", "comma in front of the closing bracket; remove it"),
        new Sentence(".*'(.+?)' \\(code .*double-quote to start (?:field|property) name.*", "expected a key in double quotes, found '$1'"),
        new Sentence(".*'(.+?)' \\(code .*expecting comma to separate.*", "expected ',' or the closing bracket, found '$1'"),
        new Sentence(".*'(.+?)' \\(code .*expecting a colon.*", "expected ':' after the key, found '$1'"),
        new Sentence(".*'(.+?)' \\(code .*expected (?:a )?(?:valid )?value.*", "expected a value, found '$1'"),
        new Sentence("Unrecognized token '(.*?)'.*", "unknown word \"$1\"; put it in double quotes, or use true, false or null"),
        new Sentence(".*'(.*?)': was expecting .*", "unexpected '$1'"),
        new Sentence("Unexpected end-of-input: expected close marker for Object.*", "the text ends inside an object; '}' is missing"),
        new Sentence("Unexpected end-of-input: expected close marker for Array.*", "the text ends inside a list; ']' is missing"),
        new Sentence("Unexpected end-of-input.*", "the text ends inside a value"),
        new Sentence("Unexpected close marker '(.)': expected '(.)'.*", "found '$1', expected '$2'"),
        new Sentence("Illegal unquoted character.*code (\\d+).*", "control character (code $1) inside a string; escape it, such as \\\\n"),
        new Sentence("Unrecognized character escape '(.)'.*", "unknown escape \\\\$1 in a string"),
        new Sentence("Unrecognized character escape.*", "unknown escape in a string"),
        new Sentence("Unexpected character \\('(.+?)' \\(code.*hex-digit.*", "expected four hexadecimal digits after \\\\u, found '$1'"),
        new Sentence(".*[Ll]eading zeroes.*", "number with leading zeros; put it in quotes, or remove them"),
        new Sentence(".*(?:decimal point|exponent|minus|plus) .*", "number without a digit at its end"),
        new Sentence("Non-standard token '(.*?)'.*", "$1 is not a JSON number; put it in double quotes"),
        new Sentence(".*nesting depth \\(\\d+\\) exceeds the maximum allowed \\((\\d+).*", "nested more than $1 levels deep"),
        new Sentence(".*length \\(\\d+\\) exceeds the maximum allowed \\((\\d+).*", "a string, key or number of more than $1 characters"),
        new Sentence("Unexpected character \\('(.+?)' \\(code.*", "unexpected '$1'"));
    // @formatter:on

    private JsonProblem() {}

    /** Jackson's message in our words; as it is if none fits. */
    static String of(String message) {
        for (Sentence sentence : SENTENCES) {
            Matcher matcher = sentence.theirs.matcher(message);
            if (matcher.matches()) {
                return matcher.replaceFirst(sentence.ours);
            }
        }
        return message;
    }
}
