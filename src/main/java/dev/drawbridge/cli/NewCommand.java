package dev.drawbridge.cli;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.Checker;
import dev.drawbridge.check.InputFiles;
import dev.drawbridge.deviceplugin.ClaimedWorkloads;
import dev.drawbridge.deviceplugin.NewClaim;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.driver.KnownDevices;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.FitTogether;
import dev.drawbridge.fit.FleetClasses;
import dev.drawbridge.fit.SelectorTrial;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fit.input.Workloads;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.gitops.LineDiff;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.port.SemanticVersion;
import dev.drawbridge.report.Finding;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.ResourceApi;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Writes a new claim or claim template, and the edit of the workload that uses it. */
final class NewCommand {

    private static final String CLAIM = "claim";
    private static final String PCIE_ROOT = "resource.kubernetes.io/pcieRoot";
    private static final int MAX_DEVICES = 32;

    /** The number of selectors that are proposed, and of values of an attribute that tell devices apart. */
    private static final int MAX_PROPOSALS = 6;

    static int run(Arguments arguments, PrintWriter out, PrintWriter err) throws IOException {
        if (!arguments.parameters().equals(List.of(CLAIM))) {
            List<String> more = arguments.parameters();
            throw new UsageException(
                    more.size() > 1 && more.get(0).equals(CLAIM)
                            ? "unexpected \"" + more.get(1) + "\"; the name of the claim is --name NAME"
                            : "expected: new claim --class NAME, with --template for a template");
        }
        KubernetesRelease named = arguments.parsed("kubernetes", Releases::one);
        KubernetesRelease release = named == null ? ResourceApi.newestRelease() : named;
        try (FleetCluster cluster = FleetCluster.of(arguments)) {
            FleetInput read = cluster == null && !arguments.has("from")
                    ? null
                    : FleetInput.of(arguments, List.of(), cluster, err::println);
            KubernetesRelease scheduler = Fit.knows(release) ? release : Fit.newestKnown();
            Fleet fleet = read == null ? null : read.fleet().build();
            Path file = arguments.path("for");
            String name = file == null ? "new claim" : ManifestFiles.name(file);
            String before = file == null ? "" : text(file);
            ClaimedWorkloads workloads = new ClaimedWorkloads(name, before, FitCommand.templates());
            String prefix = file == null ? "" : workloads.name() + "-";
            NewClaim claim = claim(arguments, prefix, release, scheduler, fleet);
            if (file != null && workloads.name().isEmpty()) {
                // A kind that is missing may be the reason.
                validate(name, before, release, err);
            }
            String after = file == null ? claim.text() : edited(workloads, claim, name);
            validate(name, after, release, err);
            out.print(file == null ? after : LineDiff.unified(name, before, after));
            out.flush();
            workloads
                    .pluginResources()
                    .forEach(resource -> err.println("warning: " + name + ": the pods also request " + resource
                            + ", so they get its devices and those of the claim; remove it to use the claim alone"));
            if (read != null && !Fit.knows(release)) {
                err.println("warning: whether it fits is the answer of the scheduler of Kubernetes " + scheduler
                        + "; known are those of " + Fit.knownReleases());
            }
            return read == null ? ExitCode.CLEAN : fit(arguments, read, scheduler, name, after, err);
        }
    }

    private static String text(Path file) {
        try {
            return new String(ReadLimits.DEFAULT.text(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw FleetInput.unreadable("--for: " + file, e);
        }
    }

    private static String edited(ClaimedWorkloads workloads, NewClaim claim, String name) {
        try {
            return workloads.edited(claim.requests().keySet().iterator().next(), claim.name(), namespace -> {
                // Pods find a template only in their own namespace, or in that which both get later.
                if (!namespace.isEmpty() && !claim.namespace().isEmpty() && !namespace.equals(claim.namespace())) {
                    throw new IllegalArgumentException("its pods are in namespace " + namespace + ", not in "
                            + claim.namespace() + ", and use only a template of their own");
                }
                return claim.in(namespace).text();
            });
        } catch (IllegalArgumentException refused) {
            throw new InputException(name + ": " + refused.getMessage(), refused);
        }
    }

    /** Refuses what the API server would refuse, and prints warnings. */
    private static void validate(String name, String text, KubernetesRelease release, PrintWriter err)
            throws IOException {
        CheckSettings settings =
                CheckSettings.DEFAULT.with(new CheckSettings.Target(List.of(release), GateSettings.DEFAULTS, true));
        Map<String, byte[]> texts = Map.of(name, text.getBytes(StandardCharsets.UTF_8));
        for (Finding finding :
                new Checker(settings).check(InputFiles.named(texts, List.of())).findings()) {
            if (finding.severity() == Severity.ERROR && finding.origin() != Origin.RESOURCE_QUOTA) {
                throw new UsageException("the result would be invalid: " + finding.sentence());
            }
            err.println("warning: " + finding.sentence());
        }
    }

    private static int fit(
            Arguments arguments,
            FleetInput read,
            KubernetesRelease release,
            String name,
            String text,
            PrintWriter err) {
        FleetInput input = new FleetInput(read.fleet(), release, GateSettings.DEFAULTS);
        FitText texts = new FitText(false, false);
        List<Manifest> objects = input.workloads(name, text.getBytes(StandardCharsets.UTF_8));
        Fleet fleet = input.fleet().build();
        List<Workload> workloads =
                Workloads.of(objects, read.fleet().namespace(), FitCommand.templates(), fleet.sources());
        Fit fit = new Fit(fleet, release, GateSettings.DEFAULTS.in(release), FleetOptions.limit(arguments));
        FitTogether together = fit.togetherInQuotas(workloads);
        boolean fits = true;
        for (var result : workloads.stream().map(fit::of).toList()) {
            err.print(texts.of(result, together));
            fits &= !result.answer().fails(false);
        }
        err.print(texts.of(together));
        fits &= !together.isProven();
        err.flush();
        return fits ? ExitCode.CLEAN : ExitCode.FINDINGS;
    }

    private static NewClaim claim(
            Arguments arguments,
            String prefix,
            KubernetesRelease release,
            KubernetesRelease scheduler,
            @Nullable Fleet fleet) {
        boolean isTemplate = arguments.has("template") || arguments.has("for");
        List<String> versions = ResourceApi.versions(isTemplate ? "ResourceClaimTemplate" : "ResourceClaim", release);
        String version = versions.isEmpty() ? "" : versions.get(versions.size() - 1);
        if (version.isEmpty() || version.endsWith("v1alpha2")) {
            throw new UsageException("--kubernetes: claims with device requests need 1.31 or later, not " + release);
        }
        String first = arguments.text("class");
        Map<String, List<Device>> known = fleet == null
                ? Map.of()
                : new FleetClasses(fleet, scheduler, GateSettings.DEFAULTS.in(scheduler)).devices();
        if (first == null) {
            throw new UsageException(
                    known.isEmpty()
                            ? "--class is missing, such as --class gpu.nvidia.com"
                            : "--class is missing; the fleet has " + String.join(", ", known.keySet()));
        }
        List<String> classes = new ArrayList<>(List.of(first));
        classes.addAll(arguments.texts("with"));
        int count = arguments.number("count", 1, MAX_DEVICES, 1);
        if (count + classes.size() - 1 > MAX_DEVICES) {
            throw new UsageException("a claim has at most " + MAX_DEVICES + " devices");
        }
        String align = arguments.text("align", "");
        if (!align.isEmpty() && align.indexOf('/') < 0) {
            throw new UsageException("--align: \"" + align + "\": must include a domain, as " + PCIE_ROOT + " does");
        }
        Map<String, NewClaim.Request> requests = new LinkedHashMap<>();
        NewClaim.names(classes).forEach((name, deviceClass) -> {
            List<Device> devices = known.get(deviceClass);
            if (fleet != null && devices == null) {
                throw new UsageException("the fleet has no DeviceClass " + deviceClass
                        + Spelling.hint(deviceClass, known.keySet()) + "; it has "
                        + String.join(", ", known.keySet()));
            }
            boolean isFirst = requests.isEmpty();
            String selector = isFirst && arguments.has("memory") ? memory(arguments, deviceClass, devices) : "";
            requests.put(
                    name,
                    new NewClaim.Request(
                            deviceClass,
                            isFirst ? count : 1,
                            selector,
                            fleet == null || devices == null ? Map.of() : proposals(fleet, scheduler, devices)));
        });
        return new NewClaim(
                version,
                isTemplate,
                arguments.text("name", prefix + requests.keySet().iterator().next()),
                arguments.text("namespace", ""),
                requests,
                align);
    }

    private static String memory(Arguments arguments, String deviceClass, @Nullable List<Device> devices) {
        String quantity = arguments.text("memory", "");
        if (Quantity.parse(quantity) == null) {
            throw new UsageException("--memory: expected a quantity, such as 40Gi; found \"" + quantity + "\"");
        }
        if (devices == null) {
            String driver = KnownDevices.driverOf(deviceClass);
            return NewClaim.atLeast(driver == null ? deviceClass : driver, "memory", quantity);
        }
        TreeSet<String> others = new TreeSet<>();
        for (Device device : devices) {
            for (Map.Entry<String, Map<String, Quantity>> domain :
                    device.capacityByDomain().entrySet()) {
                if (domain.getValue().containsKey("memory")) {
                    return NewClaim.atLeast(domain.getKey(), "memory", quantity);
                }
                others.addAll(domain.getValue().keySet());
            }
        }
        throw new UsageException("--memory: the devices of " + deviceClass + " in this fleet have no capacity memory"
                + (others.isEmpty() ? "" : "; they have " + String.join(", ", others)));
    }

    /** Selectors by attributes that tell the devices apart, each with the number of devices that it matches. */
    private static Map<String, Long> proposals(Fleet fleet, KubernetesRelease release, List<Device> devices) {
        Map<String, Map<Object, Long>> values = new TreeMap<>();
        for (Device device : devices) {
            device.attributesByDomain()
                    .forEach((domain, attributes) -> attributes.forEach((name, value) -> values.computeIfAbsent(
                                    "device.attributes[\"" + domain + "\"]." + name, any -> new LinkedHashMap<>())
                            .merge(value, 1L, Long::sum)));
        }
        Map<String, Long> proposals = new LinkedHashMap<>();
        values.forEach((attribute, counts) -> {
            if (counts.size() > 1 && counts.size() <= MAX_PROPOSALS) {
                counts.keySet().forEach(value -> {
                    String selector = selector(attribute, value);
                    long matching = selector.isEmpty() || proposals.size() >= MAX_PROPOSALS
                            ? 0
                            : SelectorTrial.of(fleet, release, GateSettings.DEFAULTS.in(release), selector)
                                    .matching()
                                    .size();
                    if (matching > 0) {
                        proposals.put(selector, matching);
                    }
                });
            }
        });
        return proposals;
    }

    private static String selector(String attribute, Object value) {
        if (value instanceof Boolean || value instanceof Long) {
            return attribute + " == " + value;
        }
        if (value instanceof SemanticVersion version) {
            return attribute + ".compareTo(semver(\"" + version + "\")) == 0";
        }
        boolean isPlain = value instanceof String text
                && text.matches("[^\"\\\\\\p{Cntrl}]*")
                && !text.contains(": ")
                && !text.contains(" #");
        return isPlain ? attribute + " == \"" + value + "\"" : "";
    }
}
