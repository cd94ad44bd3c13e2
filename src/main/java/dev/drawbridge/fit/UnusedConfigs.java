package dev.drawbridge.fit;

import dev.drawbridge.constraint.cel.DeviceProgram;
import dev.drawbridge.constraint.cel.SelectorLanguage;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Request;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.resource.SelectorSchema;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Configurations in claims, templates and classes whose driver has no device that the request could get: the driver is
 * never called with them. A class without devices is not reported, since its requests do not fit.
 */
public final class UnusedConfigs {

    private final Fleet fleet;
    private final SelectorLanguage language;
    private final Map<String, Set<String>> drivers = new HashMap<>();

    /** Checks against this fleet; expressions are those of the release. */
    public UnusedConfigs(Fleet fleet, KubernetesRelease release, FeatureGates gates) {
        this.fleet = fleet;
        this.language = SelectorSchema.storedLanguage(release, gates);
    }

    /** The findings for an object's configurations. */
    public List<FieldError> of(Manifest manifest) {
        ObjectValue spec = manifest.object().object("spec");
        FieldPath path = FieldPath.of("spec");
        return switch (manifest.kind()) {
            case "ResourceClaim" -> ofClaim(spec, path);
            case "ResourceClaimTemplate" -> ofClaim(spec.object("spec"), path.child("spec"));
            case "DeviceClass" -> of(spec.list("config"), path.child("config"), named -> Set.of(manifest.name()));
            default -> List.of();
        };
    }

    private List<FieldError> ofClaim(ObjectValue spec, FieldPath path) {
        List<Request> requests = Request.ofSpec(spec);
        return of(spec.object("devices").list("config"), path.child("devices").child("config"), named -> {
            Set<String> classes = new TreeSet<>();
            for (Request request : requests) {
                request.alternatives().stream()
                        .filter(alternative -> request.isNamedIn(named, alternative))
                        .forEach(alternative -> classes.add(alternative.deviceClassName()));
            }
            return classes;
        });
    }

    /** The findings for some configurations, with the classes of the requests that they name, or of all. */
    private List<FieldError> of(ListValue configs, FieldPath path, Function<List<String>, Set<String>> classes) {
        List<FieldError> unused = new ArrayList<>();
        configs.forEachObject((i, config) -> {
            if (config.object("opaque").get("driver") instanceof StringValue driver) {
                FieldPath place = path.index(i).child("opaque").child("driver");
                Set<String> wanted = classes.apply(config.list("requests").texts());
                unused(driver, wanted, place).ifPresent(unused::add);
            }
        });
        return unused;
    }

    private Optional<FieldError> unused(StringValue driver, Set<String> classes, FieldPath path) {
        List<Set<String>> known = classes.stream().map(this::drivers).toList();
        Set<String> all = known.stream().flatMap(Collection::stream).collect(Collectors.toCollection(TreeSet::new));
        if (known.isEmpty() || known.stream().anyMatch(Set::isEmpty) || all.contains(driver.value())) {
            return Optional.empty();
        }
        String detail = "no device of class " + String.join(", ", classes)
                + " in the fleet belongs to this driver (they belong to " + String.join(", ", all)
                + "); the configuration has no effect";
        return Optional.of(new FieldError(
                ErrorType.INVALID, path, driver.excerpt(), detail, Origin.UNUSED_CONFIG, driver.position()));
    }

    /** The drivers of a class's devices, including devices on which an expression fails. */
    private Set<String> drivers(String name) {
        return drivers.computeIfAbsent(name, unseen -> {
            DeviceClass known = fleet.classes().get(name);
            if (known == null) {
                return Set.of();
            }
            List<DeviceProgram> selectors =
                    known.selectors().stream().map(language::program).toList();
            return fleet.allDevices()
                    .filter(device ->
                            selectors.stream().noneMatch(selector -> Boolean.FALSE.equals(selector.evaluate(device))))
                    .map(device -> device.id().driver())
                    .collect(Collectors.toUnmodifiableSet());
        });
    }
}
