package dev.drawbridge.check;

import dev.drawbridge.manifest.Manifest;

/** Why an object is not checked, for summaries. */
public final class Skipped {

    private Skipped() {}

    /** An object with a placeholder that nobody has filled in. */
    public static String placeholder(FindingFactory make, Manifest manifest, String placeholder) {
        return DuplicateObjects.place(manifest) + ": " + make.reference(manifest) + " has the placeholder "
                + placeholder
                + (placeholder.startsWith("$") ? "; set it with --set, or render it first" : "; render it first");
    }
}
