package dev.drawbridge.manifest;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Words; every text with a DRA object or a pod's claim contains at least one. */
public final class Mentions {

    private static final Pattern WORDS = Pattern.compile("resource\\.k8s\\.io|Resource(?:Claim|Class|Slice)|DeviceClass"
            + "|DeviceTaintRule|[rR]esourceClaim(?:s|Name|TemplateName)\\b|\\bclaims:|[dD]eviceClassName");

    private Mentions() {}

    /** Whether the text contains one of them. */
    public static boolean in(CharSequence text) {
        return WORDS.matcher(text).find();
    }

    /** Whether the text contains one of them. */
    public static boolean in(byte[] text) {
        return in(new String(text, StandardCharsets.ISO_8859_1));
    }
}
