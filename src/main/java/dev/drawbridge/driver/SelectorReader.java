package dev.drawbridge.driver;

import dev.drawbridge.constraint.cel.SelectorLanguage;
import dev.drawbridge.constraint.cel.SelectorReads;
import dev.drawbridge.resource.SelectorSchema;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads selectors in the CEL environment of the newest release, which includes those of older ones. Most selectors of a
 * folder are repeated, so some results are cached. Thread-safe.
 */
final class SelectorReader {

    /** Loaded when the first selector is read. */
    private static final class Language {

        private static final SelectorLanguage NEWEST =
                SelectorSchema.language(KubernetesRelease.NEWEST, GateSettings.DEFAULTS.in(KubernetesRelease.NEWEST));
    }

    private static final int MAX_KEPT = 512;

    /** The longest cached expression, in characters. */
    private static final int MAX_TEXT = 1024;

    private final Map<String, SelectorReads> kept = new ConcurrentHashMap<>();

    SelectorReads reads(String expression) {
        if (!expression.contains("device")) {
            return SelectorReads.NONE;
        }
        SelectorReads known = kept.get(expression);
        if (known != null) {
            return known;
        }
        SelectorReads reads = Language.NEWEST.reads(expression);
        if (expression.length() <= MAX_TEXT) {
            if (kept.size() >= MAX_KEPT) {
                kept.clear();
            }
            kept.put(expression, reads);
        }
        return reads;
    }
}
