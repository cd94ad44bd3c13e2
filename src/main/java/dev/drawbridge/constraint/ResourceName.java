package dev.drawbridge.constraint;

/** Names of resources that containers request and nodes offer. Source: {@code pkg/apis/core/v1/helper/helpers.go}. */
public final class ResourceName {

    /** The prefix of a class's implicit resource; the name of the class follows. */
    public static final String OF_CLASS = "deviceclass.resource.kubernetes.io/";

    private static final String NATIVE = "kubernetes.io/";

    private ResourceName() {}

    /** Whether it is an extended resource, such as {@code nvidia.com/gpu}. */
    public static boolean isExtended(String name) {
        return Formats.EXTENDED_RESOURCE_NAME.problem(name) == null;
    }

    /** Whether a DeviceClass may provide it: an extended resource, or the implicit one of a class. */
    public static boolean isOfDevices(String name) {
        return isExtended(name) || name.startsWith(OF_CLASS);
    }

    /** Whether the scheduler only counts it. */
    public static boolean isScalar(String name) {
        return isExtended(name)
                || name.contains(NATIVE)
                || name.startsWith("hugepages-")
                || name.startsWith("attachable-volumes-");
    }
}
