package dev.drawbridge.manifest;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Words; every text with a DRA object or a pod's claim contains at least one. */
public final class Mentions {

    /** Parts of words that every text with a reference to a claim contains. */
    private static final List<String> PARTS = List.of("Claim", "Class", "claims", "k8s.io", "deviceclass.", "patches");

    /** Loaded with the first object that may have claims. */
    private static final class Patterns {

        private static final Pattern WORDS = Pattern.compile(
                "resource\\.k8s\\.io|deviceclass\\.resource\\.|Resource(?:Claim|Class|Slice)|DeviceClass"
                        + "|DeviceTaintRule|[rR]esourceClaim(?:s|Name|TemplateName)\\b"
                        + "|\\bclaims\"?:|[dD]eviceClassName");

        /** An extended resource among amounts: in a block, in braces, or in the path of a patch or replacement. */
        private static final Pattern AMOUNT = Pattern.compile("(?:limits|requests)(?:"
                + "[\"']?(?:,?\\s+[\"']?value[\"']?)?:[ \\t]*"
                + "(?:(?:#.*)?\\R([ \\t]+)(?:[\\w\"'#].*\\R\\1){0,20}?|\\{[^{}]{0,999}?(?<![\\w.-]))"
                + "|/(?=[^/\\s]*~1)|\\.\\[?)[\"']?[a-z0-9][a-z0-9.\\\\-]{0,300}+(?<!kubernetes\\\\?\\.io)(?:/|~1)\\w");

        private static final Pattern MANIFEST = Pattern.compile("(?m)(?:^[ \\t-]*|[{,\\[][ \\t]*)[\"']?(?:"
                + "kind[\"']?:[ \\t]*[\"']?"
                + "(?:ResourceClaim|ResourceClaimTemplate|DeviceClass|ResourceSlice|DeviceTaintRule)\\b"
                + "|resourceClaims[\"']?:[ \\t]*(?:\\[[ \\t]*\\{|\\[?[ \\t]*$)"
                + "|resourceClaim(?:Template)?Name[\"']?:[ \\t]*\\S)");

        private static final Pattern PATCH = Pattern.compile(
                "\\bclaims\"?:|resources/claims\\b|[/\\w]resourceClaims?\\b|\\bresourceClaim|deviceClassName"
                        + "|/spec/devices/");
    }

    /** Kinds that contain schemas, rules or copies of objects. */
    private static final Set<String> COPIES =
            Set.of("CustomResourceDefinition ControllerRevision Event ValidatingAdmissionPolicy MutatingAdmissionPolicy"
                    .split(" "));

    /** Deeper values mention nothing: no kind has its claims there. */
    private static final int MAX_DEPTH = 256;

    private Mentions() {}

    /** Whether the text contains one of them. */
    public static boolean in(CharSequence text) {
        return Patterns.WORDS.matcher(text).find();
    }

    /** Whether the text contains one of them. */
    public static boolean in(byte[] text) {
        return in(new String(text, StandardCharsets.ISO_8859_1));
    }

    /** Whether the text contains one of them, or {@link #amountsIn an extended resource}. */
    public static boolean ofDevices(String text) {
        return in(text) || amountsIn(text);
    }

    /** Whether the text contains one of them, or {@link #amountsIn an extended resource}. */
    public static boolean ofDevices(byte[] text) {
        return ofDevices(new String(text, StandardCharsets.ISO_8859_1));
    }

    /** Whether a container, a patch of it or a replacement has an extended resource, which a class may provide. */
    public static boolean amountsIn(String text) {
        return Patterns.AMOUNT.matcher(text.replace("\\n", "\n")).find();
    }

    /** Whether a container, a patch of it or a replacement has an extended resource, which a class may provide. */
    public static boolean amountsIn(byte[] text) {
        return amountsIn(new String(text, StandardCharsets.ISO_8859_1));
    }

    /** Whether the text may contain one of them: a quick test, which also some other texts pass. */
    public static boolean mayBeIn(byte[] text) {
        String content = new String(text, StandardCharsets.ISO_8859_1);
        return PARTS.stream().anyMatch(content::contains);
    }

    /** The first field of an object that names a claim or a class, at any depth, also in texts; null if none does. */
    public static @Nullable FieldPath in(Manifest manifest) {
        return COPIES.contains(manifest.kind()) ? null : in(manifest.object(), FieldPath.ROOT, false, 0);
    }

    /** The first text in an object with a claim, such as a patch; null if there is none. */
    public static @Nullable FieldPath inTexts(Manifest manifest) {
        return in(manifest.object(), FieldPath.ROOT, true, 0);
    }

    private static @Nullable FieldPath in(Value value, FieldPath path, boolean isOfTexts, int depth) {
        FieldPath found = null;
        if (depth == MAX_DEPTH) {
            return null;
        }
        if (value instanceof ObjectValue object) {
            for (int i = 0; i < object.size() && found == null; i++) {
                String key = object.key(i);
                FieldPath field = path.child(key);
                boolean isSpec = !key.equals("metadata") && !key.equals("status") && !key.equals("openAPIV3Schema");
                boolean isClaim = !isOfTexts && isClaim(key, object.value(i), path)
                        || key.equals("patch") && in(object.object("target").json())
                        || key.equals("select") && in(object.object(key).json());
                found = isClaim ? field : isSpec ? in(object.value(i), field, isOfTexts, depth + 1) : null;
            }
        } else if (value instanceof ListValue list) {
            for (int i = 0; i < list.size() && found == null; i++) {
                found = in(list.get(i), path.index(i), isOfTexts, depth + 1);
            }
        } else if (value instanceof StringValue text && (isDocument(text.value()) || isPatch(path))) {
            boolean isFound = Patterns.MANIFEST.matcher(text.value()).find()
                    || isPatch(path) && (Patterns.PATCH.matcher(text.value()).find() || amountsIn(text.value()));
            found = isFound ? path : null;
        }
        return found;
    }

    /** Whether a text may be YAML or JSON: it has several lines, or begins an object. */
    private static boolean isDocument(String text) {
        return text.indexOf('\n') >= 0 || text.indexOf('{') >= 0;
    }

    /** Whether a text is a patch of kustomize, of whichever kind, or a field that a replacement sets. */
    private static boolean isPatch(FieldPath path) {
        FieldPath list = path.parent();
        return "patch".equals(path.name())
                || list != null && ("patchesStrategicMerge".equals(list.name()) || "fieldPaths".equals(list.name()));
    }

    /** Whether a field has the resources of containers: {@code resources}, or such as {@code resourcesPerNode}. */
    private static boolean isResources(@Nullable String name) {
        return name != null && (name.startsWith("resource") || name.endsWith("Resources"));
    }

    private static boolean isClaim(String key, Value value, FieldPath of) {
        return switch (key) {
            case "resourceClaims" ->
                value instanceof ListValue list && list.objects().size() > 0;
            case "claims" ->
                isResources(of.name())
                        && value instanceof ListValue list
                        && list.objects().size() > 0;
            case "resourceClaimName", "resourceClaimTemplateName", "deviceClassName" ->
                value instanceof StringValue text && !text.value().isEmpty();
            default -> false;
        };
    }
}
