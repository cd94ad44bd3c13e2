package dev.drawbridge.migration;

import dev.drawbridge.document.Unreadable;

/**
 * An object that was migrated or refused.
 *
 * @param object its kind and name, such as {@code ResourceClaim gpu}
 * @param key the kind and name of the object that it is, or that it patches; only the kind if the patch names none
 * @param from its original API version, such as {@code resource.k8s.io/v1beta1}; empty if it cannot be read
 * @param to its new API version; the original if it was refused; empty if the sources of its claims moved
 * @param reason why it was refused, and what to do; empty if it was migrated
 */
public record MigratedObject(int line, String object, String key, String from, String to, String reason) {

    /** Whether it was left unchanged. */
    public boolean isRefused() {
        return !reason.isEmpty();
    }

    /** A document that cannot be read, and may contain an object. */
    static MigratedObject unreadable(Unreadable bad) {
        int line = bad.position() == null ? 1 : bad.position().line();
        return new MigratedObject(line, "a document", "", "", "", bad.reason() + "; a template must be rendered first");
    }

    /** An object, still without a name, in which claims of a pod had a source. */
    static MigratedObject ofSources(int line) {
        return new MigratedObject(line, "", "", "v1", "", "");
    }

    MigratedObject of(String name) {
        return new MigratedObject(line, name, name, from, to, reason);
    }

    MigratedObject refused(String why) {
        return new MigratedObject(line, object, key, from, from, why);
    }

    MigratedObject inLine(int other) {
        return new MigratedObject(other, object, key, from, to, reason);
    }

    MigratedObject patching(PatchTarget target) {
        return new MigratedObject(line, object, target.key(), from, to, reason);
    }
}
