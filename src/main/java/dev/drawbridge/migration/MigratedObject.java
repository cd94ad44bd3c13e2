package dev.drawbridge.migration;

import dev.drawbridge.document.Unreadable;

/**
 * What became of an object.
 *
 * @param line the line in which it begins
 * @param object its kind and name, such as {@code ResourceClaim gpu}
 * @param from the API version that it had, such as {@code resource.k8s.io/v1beta1}; empty if it cannot be read
 * @param to the one that it has; the same where it was refused
 * @param reason why it stayed as it was, and what to do; empty if it did not
 */
public record MigratedObject(int line, String object, String from, String to, String reason) {

    /** Whether it stayed as it was. */
    public boolean isRefused() {
        return !reason.isEmpty();
    }

    /** A document that cannot be read, and may be or have an object. */
    static MigratedObject unreadable(Unreadable bad) {
        int line = bad.position() == null ? 1 : bad.position().line();
        return new MigratedObject(line, "a document", "", "", bad.reason() + "; a template must be rendered first");
    }

    MigratedObject refused(String why) {
        return new MigratedObject(line, object, from, from, why);
    }
}
