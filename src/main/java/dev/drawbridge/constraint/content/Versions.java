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
    private static final String PRE_RELEASE = "(0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)";
    private static final String BUILD = "[0-9a-zA-Z-]+";
    private static final Pattern SEMVER = Pattern.compile(NUMBER + "\\." + NUMBER + "\\." + NUMBER + "(-" + PRE_RELEASE
            + "(\\." + PRE_RELEASE + ")*+)?(\\+" + BUILD + "(\\." + BUILD + ")*+)?");

    private Versions() {}

    /** What is wrong with the text as a semantic version; null where nothing is. */
    public static @Nullable String semantic(String text) {
        return SEMVER.matcher(text).matches()
                ? null
                : "must be a semantic version as semver.org 2.0.0 has it: MAJOR.MINOR.PATCH, such as 1.2.3-rc.1";
    }
}
