package dev.drawbridge.fit;

import dev.drawbridge.fit.input.FleetObjects;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fit.input.Workloads;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.workload.PodTemplates;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Fleets and workloads of tests, as YAML. */
final class FleetTexts {

    private FleetTexts() {}

    static List<Manifest> manifests(String text) {
        return manifests("input.yaml", text);
    }

    private static List<Manifest> manifests(String file, String text) {
        return new ManifestReader()
                .read(file, text.getBytes(StandardCharsets.UTF_8))
                .manifests();
    }

    /** The fleet of several texts. */
    static Fleet fleet(String... texts) {
        FleetBuilder builder = new FleetBuilder("default");
        for (String text : texts) {
            manifests(text).forEach(each -> builder.add(each.apiVersion(), each.kind(), each.object()));
        }
        return builder.build();
    }

    /** The fleet of one text and the workloads of another, without invalid objects. */
    static Fleet validFleet(KubernetesRelease release, String fleet, List<Manifest> workloads) {
        FleetBuilder builder = new FleetBuilder("default");
        FleetObjects objects = new FleetObjects(builder, release, GateSettings.DEFAULTS);
        manifests("fleet.yaml", fleet).forEach(objects::addStored);
        objects.addApplied(workloads);
        return builder.build();
    }

    /** The answer of 1.37 for the first workload of a text. */
    static FitResult answer(String fleet, String workload) {
        return answer(KubernetesRelease.K8S_1_37, fleet, workload);
    }

    static FitResult answer(KubernetesRelease release, String fleet, String workload) {
        List<Manifest> manifests = manifests(workload);
        Fleet all = validFleet(release, fleet, manifests);
        Fit fit = new Fit(all, release, GateSettings.DEFAULTS.in(release), Duration.ofMinutes(2));
        return fit.of(workloads(manifests, all).get(0));
    }

    /** The answer of 1.37 for all workloads of a text together. */
    static FitTogether together(String fleet, String workloads) {
        KubernetesRelease release = KubernetesRelease.K8S_1_37;
        List<Manifest> manifests = manifests(workloads);
        Fleet all = validFleet(release, fleet, manifests);
        return new Fit(all, release, GateSettings.DEFAULTS.in(release), Duration.ofMinutes(2))
                .together(workloads(manifests, all));
    }

    /** The workloads, with the LimitRanges of the fleet. */
    static List<Workload> workloads(List<Manifest> manifests, Fleet fleet) {
        return Workloads.of(manifests, "default", new PodTemplates(), fleet.sources());
    }

    /** All reasons, one per line. */
    static String lines(FitResult result) {
        return result.causes().stream()
                .map(reason -> reason.text() + "\n" + String.join("\n", reason.lines()))
                .collect(Collectors.joining("\n"));
    }
}
