package dev.drawbridge.driver;

import dev.drawbridge.claim.ClaimDevices;
import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.Locator;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import dev.drawbridge.resource.ClaimLimits;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Validates the parameters in an object. Stored parameters are not checked again, and lists are read only up to the
 * API's limit.
 *
 * @param stored the stored object; null on create
 */
public record ObjectParameters(
        DriverRegistry registry,
        ObjectValue object,
        @Nullable ObjectValue stored) {

    public Verdict ofNew(String apiVersion, String kind) {
        return ResourceApi.hasRulesFor(apiVersion, kind) ? ofSpec(kind) : Verdict.Allowed.NOTHING;
    }

    /** Validates a claim, a template or a class without its status. */
    public Verdict ofSpec(String kind) {
        if (kind.equals("DeviceClass")) {
            return newEntries(FieldPath.of("spec", "config"), (config, path) -> config(config, path, true));
        }
        ClaimDevices claim = ClaimDevices.of(kind, object);
        return claim == null ? Verdict.Allowed.NOTHING : ofClaim(kind, claim);
    }

    /** Why parameters are of an API that their driver no longer takes; empty if none are. */
    public Optional<String> outdated(String kind) {
        FieldPath devices = ClaimDevices.path(kind);
        ListValue configs = list(object, (devices == null ? FieldPath.of("spec") : devices).child("config"));
        for (int i = 0; i < configs.size(); i++) {
            if (configs.get(i) instanceof ObjectValue config && parameters(config) instanceof ObjectValue parameters) {
                List<String> taken = registry.parameters(driver(config)).otherVersions(parameters);
                if (!taken.isEmpty()) {
                    Position place = parameters.position();
                    return Optional.of("its parameters " + (place == null ? "" : "(line " + place.line() + ") ")
                            + "are " + parameters.string("apiVersion") + " " + parameters.string("kind")
                            + ", an API that " + driver(config) + " no longer takes; rewrite them as "
                            + String.join(" or ", taken) + " first");
                }
            }
        }
        return Optional.empty();
    }

    /** Validates the status of a claim: the configurations of its allocation, and the data written by drivers. */
    public Verdict ofStatus(String kind) {
        if (!kind.equals("ResourceClaim")) {
            return Verdict.Allowed.NOTHING;
        }
        Verdict configs = newEntries(
                FieldPath.of("status", "allocation", "devices", "config"),
                (config, path) -> registry.parameters(driver(config)).ofStatus(parameters(config), at(path)));
        Verdict data = newEntries(
                FieldPath.of("status", "devices"),
                (device, path) ->
                        registry.parameters(device.string("driver")).ofStatus(device.get("data"), path.child("data")));
        return configs.and(data);
    }

    /** Validates the configurations of a claim, alone and together with its requests. */
    private Verdict ofClaim(String kind, ClaimDevices claim) {
        Verdict configs = newEntries(claim.path().child("config"), (config, path) -> config(config, path, false));
        ClaimDevices before = stored == null ? null : ClaimDevices.of(kind, stored);
        return before != null && JsonEquality.same(claim.value(), before.value())
                ? configs
                : configs.and(new RequestConfigs(registry, claim).validate());
    }

    private Verdict config(ObjectValue config, FieldPath path, boolean isOfClass) {
        Value parameters = parameters(config);
        if (parameters == null || driver(config).isEmpty()) {
            return Verdict.Allowed.NOTHING;
        }
        DriverParameters known = registry.parameters(driver(config));
        return isOfClass ? known.validateInClass(parameters, at(path)) : known.validate(parameters, at(path));
    }

    private static String driver(ObjectValue config) {
        return config.object("opaque").string("driver");
    }

    private static @Nullable Value parameters(ObjectValue config) {
        return config.object("opaque").get("parameters");
    }

    private static FieldPath at(FieldPath config) {
        return config.child("opaque").child("parameters");
    }

    /** Validates the entries of a list that are not stored. */
    private Verdict newEntries(FieldPath path, BiFunction<ObjectValue, FieldPath, Verdict> said) {
        ListValue list = list(object, path);
        ListValue before = list(stored, path);
        Verdict found = Verdict.Allowed.NOTHING;
        for (int i = 0; i < Math.min(list.size(), ClaimLimits.CONFIGURATIONS); i++) {
            if (list.get(i) instanceof ObjectValue entry && !contains(before, entry)) {
                found = found.and(said.apply(entry, path.index(i)));
            }
        }
        return found;
    }

    private static boolean contains(ListValue list, Value entry) {
        return list.items().stream().limit(ClaimLimits.CONFIGURATIONS).anyMatch(one -> JsonEquality.same(entry, one));
    }

    private static ListValue list(@Nullable ObjectValue from, FieldPath path) {
        return from != null && Locator.value(from, path) instanceof ListValue list ? list : ListValue.EMPTY;
    }
}
