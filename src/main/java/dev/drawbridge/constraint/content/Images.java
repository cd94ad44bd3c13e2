package dev.drawbridge.constraint.content;

/**
 * Names of container images.
 *
 * <p>Source: {@code k8s.io/kubernetes/pkg/util/parsers}, ParseImageName.
 */
public final class Images {

    private Images() {}

    /** The default of {@code imagePullPolicy}, which depends on the image's tag. */
    public static String pullPolicy(String image) {
        String last = image.substring(image.lastIndexOf('/') + 1);
        String tagged = last.substring(0, last.contains("@") ? last.indexOf('@') : last.length());
        boolean isLatest = tagged.endsWith(":latest") || !tagged.contains(":") && !last.contains("@");
        return isLatest ? "Always" : "IfNotPresent";
    }
}
