package dev.drawbridge.fit.allocator;

import dev.drawbridge.constraint.cel.DeviceProgram;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.Request;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A request, or one of its alternatives, with its class and compiled expressions.
 *
 * @param matches the results of its selectors on devices, as far as evaluated
 * @param all the devices of a request with allocation mode All
 */
record RequestState(
        Request request,
        Alternative alternative,
        DeviceClass deviceClass,
        List<DeviceProgram> classSelectors,
        List<DeviceProgram> selectors,
        Map<Device, Boolean> matches,
        List<Candidate> all) {

    RequestState(
            Request request,
            Alternative alternative,
            DeviceClass deviceClass,
            List<DeviceProgram> classSelectors,
            List<DeviceProgram> selectors) {
        this(request, alternative, deviceClass, classSelectors, selectors, new IdentityHashMap<>(), new ArrayList<>());
    }

    long devices() {
        return alternative.isAll() ? all.size() : alternative.count();
    }
}
