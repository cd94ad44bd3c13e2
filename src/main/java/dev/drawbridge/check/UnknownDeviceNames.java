package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.driver.ClassDrivers;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.driver.SelectorNames;
import dev.drawbridge.driver.ShownDevices;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Severity;
import dev.drawbridge.fit.input.FleetNames;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.report.Finding;
import dev.drawbridge.validation.ResourceApi;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Attributes and capacities in selectors and constraints that devices of the driver do not have. The driver of a class
 * is known from the input, from the fleet, and from the catalogue of drivers, in this order.
 */
record UnknownDeviceNames(CheckSettings settings, FindingFactory make, FleetNames fleet) implements InputFindings {

    private static final ManifestReader READER = new ManifestReader();
    private static final String CLASS = "DeviceClass";
    private static final Set<String> KINDS = Set.of(CLASS, "ResourceClaim", "ResourceClaimTemplate");

    /** The facts of a file; the objects have no placeholders. */
    static KeptFile.Devices facts(ReadFile read, List<Manifest> objects, CheckSettings settings, FindingFactory make) {
        List<Manifest> slices = objects.stream()
                .filter(manifest -> manifest.kind().equals("ResourceSlice"))
                .toList();
        ShownDevices shown = slices.isEmpty() ? ShownDevices.NONE : shown(slices);
        if (shown.names().isEmpty() && objects.stream().noneMatch(UnknownDeviceNames::isOfDevices)) {
            return KeptFile.Devices.NONE;
        }
        DriverRegistry registry = settings.drivers();
        Map<String, Set<String>> classes = new HashMap<>();
        Map<String, Set<String>> assumed = new HashMap<>();
        ClassDrivers catalogue = registry.classes();
        ClassDrivers noted = name -> assumed.computeIfAbsent(name, catalogue::of);
        List<Finding> findings = new ArrayList<>();
        for (Manifest manifest : objects) {
            if (isOfDevices(manifest)) {
                if (manifest.kind().equals(CLASS)) {
                    classes.put(manifest.name(), registry.driversOf(manifest.object()));
                }
                findings.addAll(findings(
                        manifest,
                        registry,
                        noted,
                        ShownDevices.NONE,
                        make,
                        read.head().lines()));
            }
        }
        boolean mayChange = !assumed.isEmpty() || !findings.isEmpty();
        return new KeptFile.Devices(classes, assumed, shown, findings, mayChange ? read.text() : null);
    }

    private static ShownDevices shown(List<Manifest> slices) {
        FleetBuilder fleet = new FleetBuilder("");
        slices.forEach(slice -> fleet.add(slice.apiVersion(), slice.kind(), slice.object()));
        return FleetNames.shown(fleet.build());
    }

    private static boolean isOfDevices(Manifest manifest) {
        return KINDS.contains(manifest.kind()) && ResourceApi.isOfGroup(manifest.apiVersion());
    }

    private static List<Finding> findings(
            Manifest manifest,
            DriverRegistry registry,
            ClassDrivers classes,
            ShownDevices shown,
            FindingFactory make,
            Lines lines) {
        List<Finding> findings = new ArrayList<>();
        for (FieldError warning : warnings(manifest, manifest.object(), null, registry, classes, shown)) {
            findings.add(make.finding(manifest, Severity.WARNING, warning, List.of(), lines));
        }
        return findings;
    }

    static List<FieldError> warnings(
            Manifest manifest,
            ObjectValue object,
            @Nullable ObjectValue old,
            DriverRegistry registry,
            ClassDrivers classes,
            ShownDevices shown) {
        return isOfDevices(manifest)
                ? new SelectorNames(registry, classes, shown).of(manifest.kind(), object, old)
                : List.of();
    }

    @Override
    public List<Finding> of(WholeInput input) throws IOException {
        Map<String, Set<String>> ofInput = new HashMap<>();
        for (KeptFile file : input.files()) {
            file.devices()
                    .classes()
                    .forEach((name, drivers) -> ofInput.merge(name, drivers, (one, other) -> {
                        Set<String> both = new LinkedHashSet<>(one);
                        both.addAll(other);
                        return both;
                    }));
        }
        ClassDrivers ofFleet = fleet.classes(settings.drivers());
        ClassDrivers known = name -> {
            Set<String> inInput = ofInput.get(name);
            return inInput == null ? ofFleet.of(name) : inInput;
        };
        List<ShownDevices> parts = new ArrayList<>(List.of(fleet.shown()));
        input.files().forEach(file -> parts.add(file.devices().shown()));
        ShownDevices shown = ShownDevices.of(parts);
        List<Finding> findings = new ArrayList<>();
        for (KeptFile file : input.files()) {
            KeptFile.Devices facts = file.devices();
            byte[] text = facts.text();
            // Devices that are shown can only make a finding unnecessary.
            boolean isAsAssumed = (shown.names().isEmpty() || facts.findings().isEmpty())
                    && facts.assumed().entrySet().stream()
                            .allMatch(one -> known.of(one.getKey()).equals(one.getValue()));
            if (isAsAssumed || text == null) {
                findings.addAll(facts.findings());
                continue;
            }
            ManifestFile again = READER.read(file.name(), text);
            for (Manifest manifest : KeptFile.objects(again)) {
                findings.addAll(findings(manifest, settings.drivers(), known, shown, make, again.lines()));
            }
        }
        return List.copyOf(new LinkedHashSet<>(findings));
    }
}
