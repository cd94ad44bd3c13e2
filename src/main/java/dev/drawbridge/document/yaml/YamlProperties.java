package dev.drawbridge.document.yaml;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Reads what may precede a value (an anchor and a tag) and a document (directives). */
final class YamlProperties {

    /** Makes a string of the scalar after it. */
    static final String BARE_TAG = "!";

    /** A tag whose handle is not defined by a directive. */
    static final String UNKNOWN_TAG = "";

    /** Prefix of YAML's own tags, abbreviated as {@code !!}. */
    static final String STANDARD_TAG = "tag:yaml.org,2002:";

    static final String MERGE_TAG = STANDARD_TAG + "merge";

    private static final String AFTER_NAME = "?:,]}%@`";
    private static final String IN_TAG = ";/?:@&=+$,.!~*'()[]%";
    private static final Pattern DIRECTIVE = Pattern.compile("%(YAML[ \t]+\\d{1,2}\\.\\d{1,2}"
            + "|TAG[ \t]+!([\\w-]*!)?[ \t]+[-\\w;/?:@&=+$,.!~*'()\\[\\]%]+)[ \t]*(#.*)?");
    private static final Pattern BARE_PERCENT = Pattern.compile("%(?![0-9a-fA-F]{2})");

    static boolean isDirective(String line) {
        return DIRECTIVE.matcher(line).matches();
    }

    static String name(YamlCursor cursor) {
        cursor.skip(1);
        int start = cursor.offset();
        while (YamlCharacters.isNamePart(cursor.next())) {
            cursor.skip(1);
        }
        boolean isWhole = YamlCharacters.isBlankOrEnd(cursor.next()) || AFTER_NAME.indexOf(cursor.next()) >= 0;
        if (cursor.offset() == start || !isWhole) {
            throw new YamlException("an anchor may only contain ASCII letters, digits, '_' and '-'", cursor.position());
        }
        return cursor.text(start, cursor.offset());
    }

    /** The tag at the cursor, in full: {@code !!int} is {@code tag:yaml.org,2002:int}. */
    static String tag(YamlCursor cursor) {
        boolean isVerbatim = cursor.afterNext() == '<';
        cursor.skip(isVerbatim ? 2 : 1);
        String text = tagText(cursor);
        if (isVerbatim && (text.isEmpty() || cursor.next() != '>')) {
            throw new YamlException("a tag that starts with !< must end with >", cursor.position());
        }
        String tag = isVerbatim ? text : full(text, cursor);
        cursor.skip(isVerbatim ? 1 : 0);
        if (!YamlCharacters.isBlankOrEnd(cursor.next())) {
            throw new YamlException(
                    "expected a space after a tag; quote a value that begins with !", cursor.position());
        }
        return tag;
    }

    private static String tagText(YamlCursor cursor) {
        int start = cursor.offset();
        while (YamlCharacters.isNamePart(cursor.next()) || IN_TAG.indexOf(cursor.next()) >= 0) {
            cursor.skip(1);
        }
        String text = cursor.text(start, cursor.offset());
        if (text.indexOf('%') < 0) {
            return text;
        }
        if (BARE_PERCENT.matcher(text).find()) {
            throw new YamlException("% in a tag must be followed by two hexadecimal digits", cursor.position());
        }
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static String full(String text, YamlCursor cursor) {
        int handle = 0;
        while (handle < text.length() && YamlCharacters.isNamePart(text.charAt(handle))) {
            handle++;
        }
        if (handle == text.length() || text.charAt(handle) != '!') {
            return BARE_TAG + text;
        }
        if (text.length() == handle + 1) {
            throw new YamlException("expected a name after !!", cursor.position());
        }
        return handle == 0 ? STANDARD_TAG + text.substring(1) : UNKNOWN_TAG;
    }
}
