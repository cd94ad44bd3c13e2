package dev.drawbridge.manifest;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Words; every text with a DRA object or a pod's claim contains at least one. */
public final class Mentions {

    private static final Pattern WORDS = Pattern.compile("resource\\.k8s\\.io|Resource(?:Claim|Class|Slice)|DeviceClass"
            + "|DeviceTaintRule|[rR]esourceClaim(?:s|Name|TemplateName)\\b|\\bclaims\"?:|[dD]eviceClassName");

    /** Parts of words that every text with a reference to a claim contains. */
    private static final byte[][] PARTS = {bytes("Claim"), bytes("Class"), bytes("claims"), bytes("k8s.io")};

    /** Loaded with the first object that may have claims. */
    private static final class Patterns {

        /** A manifest in a text. */
        private static final Pattern MANIFEST = Pattern.compile("(?m)^[ \\t-]*kind:[ \\t]*[\"']?"
                + "(?:ResourceClaim|ResourceClaimTemplate|DeviceClass|ResourceSlice|DeviceTaintRule)\\b"
                + "|^[ \\t-]*(?:resourceClaims:[ \\t]*$|resourceClaim(?:Template)?Name:[ \\t]*\\S)");

        /** A change of claims in a patch. */
        private static final Pattern PATCH = Pattern.compile(
                "\\bclaims\"?:|resources/claims\\b|[/\\w]resourceClaims?\\b|\\bresourceClaim|deviceClassName");
    }

    /** Kinds that contain schemas, rules or copies of objects. */
    private static final Set<String> COPIES = Set.of(
            "CustomResourceDefinition",
            "ControllerRevision",
            "ValidatingAdmissionPolicy",
            "MutatingAdmissionPolicy",
            "Event",
            "Secret");

    private Mentions() {}

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Whether the text contains one of them. */
    public static boolean in(CharSequence text) {
        return WORDS.matcher(text).find();
    }

    /** Whether the text contains one of them. */
    public static boolean in(byte[] text) {
        return in(new String(text, StandardCharsets.ISO_8859_1));
    }

    /** Whether the text may contain one of them: a quick test, which also some other texts pass. */
    public static boolean mayBeIn(byte[] text) {
        for (int i = 0; i < text.length; i++) {
            byte first = text[i];
            if (first == 'C' || first == 'c' || first == 'k') {
                for (byte[] part : PARTS) {
                    int end = i + part.length;
                    if (first == part[0] && end <= text.length && Arrays.equals(text, i, end, part, 0, part.length)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** The first field of an object that names a claim or a class, at any depth, also in texts; null if none does. */
    public static @Nullable FieldPath in(Manifest manifest) {
        return COPIES.contains(manifest.kind()) ? null : in(manifest.object(), FieldPath.ROOT, false);
    }

    /** The first text in an object with a claim, such as a patch; null if there is none. */
    public static @Nullable FieldPath inTexts(Manifest manifest) {
        return in(manifest.object(), FieldPath.ROOT, true);
    }

    private static @Nullable FieldPath in(Value value, FieldPath path, boolean isOfTexts) {
        FieldPath found = null;
        if (value instanceof ObjectValue object) {
            for (int i = 0; i < object.size() && found == null; i++) {
                String key = object.key(i);
                FieldPath field = path.child(key);
                boolean isSpec = !key.equals("metadata") && !key.equals("status") && !key.equals("openAPIV3Schema");
                boolean isClaim = !isOfTexts && isClaim(key, object.value(i), path);
                found = isClaim ? field : isSpec ? in(object.value(i), field, isOfTexts) : null;
            }
        } else if (value instanceof ListValue list) {
            for (int i = 0; i < list.size() && found == null; i++) {
                found = in(list.get(i), path.index(i), isOfTexts);
            }
        } else if (value instanceof StringValue text && isPatch(path)) {
            found = Patterns.PATCH.matcher(text.value()).find() ? path : null;
        } else if (value instanceof StringValue text && text.value().indexOf('\n') >= 0) {
            found = Patterns.MANIFEST.matcher(text.value()).find() ? path : null;
        }
        return found;
    }

    /** Whether a text is a patch of kustomize, of whichever kind. */
    private static boolean isPatch(FieldPath path) {
        FieldPath list = path.parent();
        return "patch".equals(path.name()) || list != null && "patchesStrategicMerge".equals(list.name());
    }

    private static boolean isClaim(String key, Value value, FieldPath of) {
        return switch (key) {
            case "resourceClaims" ->
                value instanceof ListValue list && list.objects().size() > 0;
            case "claims" ->
                "resources".equals(of.name())
                        && value instanceof ListValue list
                        && list.objects().size() > 0;
            case "resourceClaimName", "resourceClaimTemplateName", "deviceClassName" ->
                value instanceof StringValue text && !text.value().isEmpty();
            default -> false;
        };
    }
}
