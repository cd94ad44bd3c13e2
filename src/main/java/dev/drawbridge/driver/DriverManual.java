package dev.drawbridge.driver;

import dev.drawbridge.explain.Manual;
import dev.drawbridge.explain.Page;
import dev.drawbridge.explain.Subject;
import dev.drawbridge.field.Spelling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Documents a driver's parameters from their schemas. */
public final class DriverManual {

    private static final String DEVICE = "device";

    private final DriverRegistry registry;
    private final List<DriverEntry> entries;
    private final String driver;
    private final boolean isRecursive;

    /**
     * Creates the manual of a driver.
     *
     * @param isRecursive whether nested fields are listed
     * @throws IllegalArgumentException with a message if no schema is of the driver
     */
    public DriverManual(DriverRegistry registry, String driver, boolean isRecursive) {
        this.registry = registry;
        this.driver = driver;
        this.isRecursive = isRecursive;
        this.entries = registry.entries(driver);
        if (entries.isEmpty()) {
            List<String> names = registry.names();
            throw new IllegalArgumentException(
                    "no schema for driver \"" + driver + "\"; name its folder with --drivers, or one of "
                            + String.join(", ", names) + Spelling.hint(driver, names));
        }
    }

    /** The page about the driver: the kinds of its parameters, and whether its devices are known. */
    public Page page() {
        Map<String, String> header = new LinkedHashMap<>();
        header.put("DRIVER", driver);
        header.put("SOURCE", entries.get(0).facts().text());
        List<String> kinds = kinds().map(kind -> (kind.kind() + " " + kind.apiVersion()).strip())
                .distinct()
                .toList();
        boolean hasDevices =
                entries.stream().anyMatch(entry -> entry.devices().stream().anyMatch(devices -> devices.isOf(driver)));
        String how = hasDevices ? "drawbridge explain --driver " + driver + " " + DEVICE : "";
        return new Page(
                header,
                List.of(new Page.Section("PARAMETERS", kinds), new Page.Section("DEVICES", List.of(how))),
                List.of());
    }

    /**
     * The parameters as JSON Schema, of one kind, or of all if the kind is null.
     *
     * @param isDraft7 true for draft 7, false for 2020-12
     * @return maps, lists, strings, numbers and booleans
     * @throws IllegalArgumentException with a message if the kind is not known
     */
    public Map<String, Object> schema(@Nullable String kind, boolean isDraft7) {
        DriverParameters parameters = registry.parameters(driver);
        List<Subject> all = parameters.subjects("");
        List<Subject> named = kind == null ? all : parameters.subjects(kind);
        if (all.isEmpty()) {
            throw new IllegalArgumentException(driver + " has no known parameters");
        }
        if (kind != null && named.isEmpty()) {
            throw noKind(kind);
        }
        return Manual.schema("Parameters of " + driver, named, isDraft7);
    }

    private Stream<DriverEntry.ParameterKind> kinds() {
        return entries.stream().flatMap(entry -> entry.parameters().kinds().stream());
    }

    private IllegalArgumentException noKind(String name) {
        List<String> kinds =
                kinds().map(DriverEntry.ParameterKind::kind).distinct().toList();
        return new IllegalArgumentException("driver " + driver + " has no kind \"" + name + "\""
                + Spelling.hint(name, kinds) + "; it has "
                + (kinds.isEmpty() ? DEVICE : String.join(", ", kinds)));
    }

    /** The subjects of pages: the kinds of parameters, the devices, and their attributes and capacities. */
    public List<String> subjects() {
        List<String> subjects = new ArrayList<>();
        for (DriverEntry entry : entries) {
            entry.parameters().kinds().forEach(kind -> subjects.add(kind.kind()));
            entry.devices().stream()
                    .filter(devices -> devices.isOf(driver))
                    .flatMap(devices -> Stream.concat(
                            Stream.of(DEVICE),
                            devices.names().stream()
                                    .filter(name -> !name.isSeries())
                                    .map(name -> DEVICE + "." + name.id().name())))
                    .forEach(subjects::add);
        }
        return subjects.stream().distinct().toList();
    }

    /**
     * The page about a kind of parameters ({@code GpuConfig}), a field ({@code GpuConfig.sharing.strategy}), the
     * devices ({@code device}) or one of their attributes ({@code device.productName}).
     *
     * @throws IllegalArgumentException with a message if there is none
     */
    public Page page(String what) {
        if (what.equals(DEVICE) || what.startsWith(DEVICE + ".")) {
            return devices(what.substring(Math.min(what.length(), DEVICE.length() + 1)));
        }
        List<String> steps = Arrays.asList(what.replaceAll("\\[[^]]*]", "").split("\\.", -1));
        for (DriverEntry entry : entries) {
            for (DriverEntry.ParameterKind kind : entry.parameters().kinds()) {
                if (kind.kind().equalsIgnoreCase(steps.get(0))) {
                    return Manual.page(kind.subject(driver, entry), steps.subList(1, steps.size()), isRecursive);
                }
            }
        }
        throw noKind(steps.get(0));
    }

    private Page devices(String name) {
        for (DriverEntry entry : entries) {
            for (PublishedDevices devices : entry.devices()) {
                if (devices.isOf(driver)) {
                    return new DeviceManual(driver, entry, devices).page(name);
                }
            }
        }
        throw new IllegalArgumentException("the devices of " + driver + " are not known");
    }
}
