package dev.drawbridge.fit;

import dev.drawbridge.constraint.cel.DeviceProgram;
import dev.drawbridge.constraint.cel.SelectorLanguage;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.resource.SelectorSchema;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Configurations in claims, templates and classes whose driver has no device that the request could get: the driver is never called with
 * them. A class without devices says nothing: its requests do not fit.
 */
public final class UnusedConfigs {

    private final Fleet fleet;
    private final SelectorLanguage language;
    private final Map<String, Set<String>> drivers = new HashMap<>();

    /** Those that a fleet leaves unused; expressions are those of the release. */
    public UnusedConfigs(Fleet fleet, KubernetesRelease release, FeatureGates gates) {
        this.fleet = fleet;
        this.language = SelectorSchema.storedLanguage(release, gates);
    }

    /** What is to be said of an object's configurations. */
    public List<FieldError> of(Manifest manifest) {
        ObjectValue spec = manifest.object().object("spec");
        return switch (manifest.kind()) {
            case "ResourceClaim" -> ofClaim(spec.object("devices"), FieldPath.of("spec", "devices"));
            case "ResourceClaimTemplate" ->
                ofClaim(spec.object("spec").object("devices"), FieldPath.of("spec", "spec", "devices"));
            case "DeviceClass" -> ofClass(spec.list("config"), manifest.name(), FieldPath.of("spec", "config"));
            default -> List.of();
        };
    }

    private List<FieldError> ofClaim(ObjectValue devices, FieldPath path) {
        Map<String, String> classes = new HashMap<>();
        for (ObjectValue request : devices.list("requests").objects()) {
            String name = request.string("name");
            ObjectValue one = request.has("exactly") ? request.object("exactly") : request;
            classes.put(name, one.string("deviceClassName"));
            for (ObjectValue alternative : request.list("firstAvailable").objects()) {
                classes.put(name + "/" + alternative.string("name"), alternative.string("deviceClassName"));
            }
        }
        List<FieldError> unused = new ArrayList<>();
        ListValue configs = devices.list("config");
        for (int i = 0; i < configs.size(); i++) {
            if (configs.get(i) instanceof ObjectValue config) {
                List<String> requests = config.list("requests").texts();
                Set<String> wanted = classes.entrySet().stream()
                        .filter(request -> requests.isEmpty()
                                || requests.contains(request.getKey())
                                || requests.contains(request.getKey().replaceFirst("/.*", "")))
                        .map(Map.Entry::getValue)
                        .filter(name -> !name.isEmpty())
                        .collect(Collectors.toCollection(TreeSet::new));
                add(config, wanted, path.child("config").index(i), unused);
            }
        }
        return unused;
    }

    private List<FieldError> ofClass(ListValue configs, String name, FieldPath path) {
        List<FieldError> unused = new ArrayList<>();
        for (int i = 0; i < configs.size(); i++) {
            if (configs.get(i) instanceof ObjectValue config) {
                add(config, Set.of(name), path.index(i), unused);
            }
        }
        return unused;
    }

    private void add(ObjectValue config, Set<String> classes, FieldPath path, List<FieldError> unused) {
        Value driver = config.object("opaque").get("driver");
        List<Set<String>> known = classes.stream().map(this::drivers).toList();
        if (driver == null || known.isEmpty() || known.stream().anyMatch(Set::isEmpty)) {
            return;
        }
        Set<String> all = known.stream().flatMap(Collection::stream).collect(Collectors.toCollection(TreeSet::new));
        if (!all.contains(config.object("opaque").string("driver"))) {
            String detail =
                    "no device of class " + String.join(", ", classes) + " in the fleet is of this driver, but of "
                            + String.join(", ", all) + "; the configuration is not used";
            unused.add(new FieldError(
                    ErrorType.INVALID,
                    path.child("opaque").child("driver"),
                    driver.excerpt(),
                    detail,
                    Origin.UNUSED_CONFIG,
                    driver.position()));
        }
    }

    /** The drivers of the devices of a class; those on which an expression fails count. */
    private Set<String> drivers(String name) {
        return drivers.computeIfAbsent(name, unseen -> {
            DeviceClass known = fleet.classes().get(name);
            if (known == null) {
                return Set.of();
            }
            List<DeviceProgram> selectors =
                    known.selectors().stream().map(language::program).toList();
            return fleet.slices().stream()
                    .flatMap(slice -> slice.devices().stream())
                    .filter(device ->
                            selectors.stream().noneMatch(selector -> Boolean.FALSE.equals(selector.evaluate(device))))
                    .map(device -> device.id().driver())
                    .collect(Collectors.toUnmodifiableSet());
        });
    }
}
