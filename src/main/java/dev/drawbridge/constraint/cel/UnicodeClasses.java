package dev.drawbridge.constraint.cel;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.drawbridge.document.BundledFile;
import java.util.Locale;
import java.util.Set;

/**
 * The names allowed in {@code \p{…}} of a regular expression: those of re2j, in any spelling, and newer ones.
 *
 * <p>Source: Go, {@code unicode.Categories}, {@code unicode.Scripts} (Unicode 15), {@code unicode.CategoryAliases} and
 * {@code regexp/syntax}, unicodeTable. Go 1.24 (Kubernetes 1.34 and earlier) accepts only exact names; Go 1.25 and
 * later ignore case and separators, but reject the names with an underscore. This class accepts what either accepts,
 * for every release.
 */
final class UnicodeClasses {

    /** Names that re2j lacks. */
    private static final Set<String> NEW =
            Set.of(BundledFile.text("/constraint/unicode-classes.txt").split("\\s+"));

    /** The maximum length: longer than every name, with room for ignored characters. */
    private static final int MAX_NAME = 256;

    static boolean has(String name) {
        String plain = name.length() > MAX_NAME ? "" : name.replaceAll("[-_ ]", "");
        String canonical = plain.isEmpty()
                ? ""
                : plain.substring(0, 1).toUpperCase(Locale.ROOT)
                        + plain.substring(1).toLowerCase(Locale.ROOT);
        return NEW.contains(name) || NEW.contains(canonical) || isOld(canonical);
    }

    private static boolean isOld(String name) {
        try {
            return name.chars().allMatch(Character::isLetter)
                    && !Pattern.compile("\\p{" + name + "}").matches("");
        } catch (PatternSyntaxException e) {
            return false;
        }
    }
}
