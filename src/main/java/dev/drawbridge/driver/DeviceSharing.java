package dev.drawbridge.driver;

import dev.drawbridge.document.ObjectValue;
import java.util.Collection;
import java.util.List;

/** How several pods, or the containers of one, may share the devices of a claim. */
public enum DeviceSharing {
    /** As far as is known, pods may share them. */
    ANY,

    /** The driver prepares them for one pod only. */
    ONE_POD,

    /** The driver's parameters share a device between all users of the claim. */
    BY_PARAMETERS;

    /** The sharing of a claim with requests for these classes and this {@code config}. */
    public static DeviceSharing of(Collection<String> classes, List<ObjectValue> config) {
        List<ObjectValue> opaque =
                config.stream().map(one -> one.object("opaque")).toList();
        if (BuiltInDrivers.areForOnePod(classes)
                || BuiltInDrivers.areForOnePod(
                        opaque.stream().map(one -> one.string("driver")).toList())) {
            return ONE_POD;
        }
        return opaque.stream().anyMatch(DeviceSharing::isShared) ? BY_PARAMETERS : ANY;
    }

    private static boolean isShared(ObjectValue opaque) {
        ObjectValue sharing = opaque.object("parameters").object("sharing");
        return opaque.string("driver").equals(BuiltInDrivers.NVIDIA_GPU.driver)
                && !sharing.string("strategy").isEmpty();
    }
}
