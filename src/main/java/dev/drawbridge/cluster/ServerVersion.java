package dev.drawbridge.cluster;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.schema.PatchVersion;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A release of Kubernetes as an API server reports it at {@code /version}; the emulated release, if it emulates an
 * earlier one.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/version}, Info.
 *
 * @param gitVersion with the patch, such as {@code v1.37.1}; without, if it is unknown or if it emulates a release
 */
public record ServerVersion(int major, int minor, String gitVersion) {

    /**
     * Parses the version in an answer.
     *
     * @throws IOException with a message if there is none
     */
    public static ServerVersion of(ObjectValue info) throws IOException {
        boolean emulates = !info.string("emulationMinor").isEmpty();
        int major = number(info, emulates ? "emulationMajor" : "major");
        int minor = number(info, emulates ? "emulationMinor" : "minor");
        String version = info.string("gitVersion");
        boolean hasPatch = !emulates && PatchVersion.parse(version) != null;
        return new ServerVersion(major, minor, hasPatch ? version : "v" + major + "." + minor);
    }

    /** The version with the patch; null if the patch is unknown. */
    public @Nullable PatchVersion patch() {
        return PatchVersion.parse(gitVersion);
    }

    /** Parses a number; some clouds write {@code 34+}. */
    private static int number(ObjectValue info, String field) throws IOException {
        String text = info.string(field);
        String digits = text.endsWith("+") ? text.substring(0, text.length() - 1) : text;
        if (!digits.matches("[0-9]{1,4}")) {
            throw new IOException("the answer has no " + field + " version");
        }
        return Integer.parseInt(digits);
    }

    /** The release, such as {@code 1.37}. */
    @Override
    public String toString() {
        return major + "." + minor;
    }
}
