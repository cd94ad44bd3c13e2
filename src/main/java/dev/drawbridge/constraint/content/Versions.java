package dev.drawbridge.constraint.content;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Versions after semver.org 2.0.0.
 *
 * <p>Source: {@code k8s.io/kubernetes/pkg/apis/resource/structured/namedresources/validation}, semverRe.
 */
public final class Versions {

    private static final String NUMBER = "(0|[1-9][0-9]*)";

    /** With a letter or a dash first: a number that goes on as {@code 1-2} is no number. */
    private static final String PRE_RELEASE = "([0-9]*[a-zA-Z-][0-9a-zA-Z-]*|0|[1-9][0-9]*)";

    private static final String BUILD = "[0-9a-zA-Z-]+";
    private static final Pattern SEMVER = Pattern.compile(NUMBER + "\\." + NUMBER + "\\." + NUMBER + "(-" + PRE_RELEASE
            + "(\\." + PRE_RELEASE + ")*+)?(\\+" + BUILD + "(\\." + BUILD + ")*+)?");

    private Versions() {}

    /** What is wrong with the text as a semantic version; null where nothing is. */
    public static @Nullable String semantic(String text) {
        return isPlain(text) || SEMVER.matcher(text).matches()
                ? null
                : "must be a semantic version (semver.org 2.0.0): MAJOR.MINOR.PATCH, such as 1.2.3-rc.1";
    }

    /** Three numbers, as almost all are. */
    private static boolean isPlain(String text) {
        int numbers = 0;
        int begin = 0;
        for (int i = 0; i <= text.length(); i++) {
            char character = i == text.length() ? '.' : text.charAt(i);
            if (character == '.') {
                if (i == begin || text.charAt(begin) == '0' && i > begin + 1) {
                    return false;
                }
                numbers++;
                begin = i + 1;
            } else if (character < '0' || character > '9') {
                return false;
            }
        }
        return numbers == 3;
    }
}
