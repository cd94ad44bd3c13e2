package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.fit.input.FleetNames;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.reference.ObjectPlace;
import dev.drawbridge.report.Finding;
import dev.drawbridge.workload.PodTemplate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The two models of NVIDIA's GPU Operator since 26.7: a GPUCluster installs the DRA driver, a ClusterPolicy the device
 * plugin, and a cluster has one of them. Objects of one folder are those of one cluster; classes in a folder without a
 * GPUCluster are those of all. Files are read again only if one of them has a GPUCluster.
 *
 * <p>Source: the GPU Operator's documentation of 26.7, GPUCluster; {@code deployments/gpu-operator/values.yaml}.
 */
record GpuOperatorFindings(CheckSettings settings, FindingFactory make, Trees trees, FleetNames names)
        implements InputFindings {

    private static final String RESOURCE = "nvidia.com/gpu";

    @Override
    public List<Finding> of(WholeInput input) throws IOException {
        List<Manifest> clusters = of(input, KeptFile.GPU_CLUSTER);
        List<Manifest> policies = of(input, KeptFile.CLUSTER_POLICY);
        List<Manifest> users = clusters.isEmpty() ? List.of() : mentioning();
        List<Finding> findings = new ArrayList<>();
        for (Manifest cluster : clusters) {
            Manifest policy = policies.stream()
                    .filter(other -> folder(other).equals(folder(cluster)))
                    .findFirst()
                    .orElse(null);
            boolean isProvided = names.provides(RESOURCE)
                    || users.stream()
                            .filter(GpuOperatorFindings::provides)
                            .anyMatch(found -> folder(found).equals(folder(cluster))
                                    || clusters.stream()
                                            .noneMatch(one -> folder(one).equals(folder(found))));
            if (policy != null) {
                findings.add(warning(
                        cluster,
                        FieldPath.of("kind"),
                        "the GPU Operator does not support a GPUCluster and a ClusterPolicy in one cluster:"
                                + " ClusterPolicy " + policy.name() + " (" + FindingFactory.place(policy)
                                + "); remove one of them",
                        cluster.object()));
            } else if (!isProvided) {
                users.stream()
                        .filter(user -> folder(user).equals(folder(cluster)))
                        .flatMap(user -> settings.input().templates().of(user).stream())
                        .map(template -> ofPod(template, cluster))
                        .filter(Objects::nonNull)
                        .forEach(findings::add);
            }
        }
        return findings;
    }

    private static String folder(Manifest manifest) {
        return ObjectPlace.folder(manifest.file());
    }

    private static List<Manifest> of(WholeInput input, String kind) {
        return input.files().stream()
                .flatMap(file -> file.others(kind).stream())
                .toList();
    }

    /** The objects of files that mention the GPUs of a device plugin, which a GPUCluster does not install. */
    private List<Manifest> mentioning() throws IOException {
        ManifestReader reader = new ManifestReader();
        List<Manifest> found = new ArrayList<>();
        for (Change file : trees.head()) {
            byte[] text = file.head().text();
            if (new String(text, StandardCharsets.ISO_8859_1).contains(RESOURCE)) {
                found.addAll(reader.read(file.path(), text).manifests());
            }
        }
        return found;
    }

    private static boolean provides(Manifest manifest) {
        return manifest.kind().equals("DeviceClass")
                && manifest.object()
                        .object("spec")
                        .string("extendedResourceName")
                        .equals(RESOURCE);
    }

    private @Nullable Finding ofPod(PodTemplate template, Manifest cluster) {
        return PodTemplate.containers(template.spec(), template.path()).entrySet().stream()
                .filter(container -> isRequested(limits(container.getValue()).get(RESOURCE)))
                .findFirst()
                .map(container -> warning(
                        template.manifest(),
                        container.getKey().child("resources"),
                        "with GPUCluster " + cluster.name() + " no device plugin provides " + RESOURCE
                                + ": the pod stays pending unless a DeviceClass has this extendedResourceName (used by"
                                + " default since Kubernetes 1.36); drawbridge migrate --extended-resources proposes"
                                + " one",
                        limits(container.getValue())))
                .orElse(null);
    }

    private static ObjectValue limits(ObjectValue container) {
        return container.object("resources").object("limits");
    }

    private static boolean isRequested(@Nullable Value amount) {
        return amount != null && !amount.json().replace("\"", "").equals("0");
    }

    private Finding warning(Manifest manifest, FieldPath path, String message, ObjectValue at) {
        FieldError error = new FieldError(ErrorType.INVALID, path, message, Origin.GPU_OPERATOR_MODEL, at.position());
        return make.finding(manifest, Severity.WARNING, error, List.of(), Lines.NONE);
    }
}
