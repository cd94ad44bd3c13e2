package dev.drawbridge.cluster;

import dev.drawbridge.document.ObjectValue;
import java.io.IOException;

/**
 * A minor release of Kubernetes as an API server reports it at {@code /version}; the emulated release, if it emulates
 * an earlier one.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/version}, Info.
 */
public record ServerVersion(int major, int minor) {

    /**
     * Parses the version in an answer.
     *
     * @throws IOException with a message if there is none
     */
    public static ServerVersion of(ObjectValue info) throws IOException {
        boolean emulates = !info.string("emulationMinor").isEmpty();
        return new ServerVersion(
                number(info, emulates ? "emulationMajor" : "major"),
                number(info, emulates ? "emulationMinor" : "minor"));
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
