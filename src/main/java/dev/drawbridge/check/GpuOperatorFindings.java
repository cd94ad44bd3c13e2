package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.reference.ObjectPlace;
import dev.drawbridge.report.Finding;
import dev.drawbridge.workload.PodTemplate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The two models of NVIDIA's GPU Operator since 26.7: a GPUCluster installs the DRA driver, a ClusterPolicy the device
 * plugin, and a cluster has one of them. Objects of one folder are those of one cluster. Files are read again only if
 * one of them has a GPUCluster.
 *
 * <p>Source: the GPU Operator's documentation of 26.7, GPUCluster; {@code deployments/gpu-operator/values.yaml}.
 */
record GpuOperatorFindings(CheckSettings settings, FindingFactory make, Trees trees) implements InputFindings {

    private static final String RESOURCE = "nvidia.com/gpu";

    @Override
    public List<Finding> of(WholeInput input) throws IOException {
        List<Manifest> policies = of(input, KeptFile.CLUSTER_POLICY);
        List<Finding> findings = new ArrayList<>();
        for (Manifest cluster : of(input, KeptFile.GPU_CLUSTER)) {
            String folder = ObjectPlace.folder(cluster.file());
            Manifest policy = policies.stream()
                    .filter(other -> ObjectPlace.folder(other.file()).equals(folder))
                    .findFirst()
                    .orElse(null);
            if (policy == null) {
                findings.addAll(pending(cluster, folder));
            } else {
                findings.add(warning(
                        cluster,
                        FieldPath.of("kind"),
                        "the GPU Operator does not support a GPUCluster and a ClusterPolicy in one cluster:"
                                + " ClusterPolicy " + policy.name() + " (" + FindingFactory.place(policy)
                                + "); remove one of them",
                        cluster.object()));
            }
        }
        return findings;
    }

    private static List<Manifest> of(WholeInput input, String kind) {
        return input.files().stream()
                .flatMap(file -> file.others(kind).stream())
                .toList();
    }

    /** The pods of the folder that ask for GPUs of a device plugin, which a GPUCluster does not install. */
    private List<Finding> pending(Manifest cluster, String folder) throws IOException {
        ManifestReader reader = new ManifestReader();
        List<Finding> findings = new ArrayList<>();
        for (Change file : trees.head()) {
            if (ObjectPlace.folder(file.path()).equals(folder)) {
                for (Manifest manifest :
                        reader.read(file.path(), file.head().text()).manifests()) {
                    if (provides(manifest)) {
                        return List.of();
                    }
                    settings.input().templates().of(manifest).forEach(template -> {
                        Finding finding = ofPod(template, cluster);
                        if (finding != null) {
                            findings.add(finding);
                        }
                    });
                }
            }
        }
        return findings;
    }

    private static boolean provides(Manifest manifest) {
        return manifest.kind().equals("DeviceClass")
                && manifest.object()
                        .object("spec")
                        .string("extendedResourceName")
                        .equals(RESOURCE);
    }

    private @Nullable Finding ofPod(PodTemplate template, Manifest cluster) {
        List<ObjectValue> containers = template.spec().list("containers").objects();
        for (int i = 0; i < containers.size(); i++) {
            ObjectValue limits = containers.get(i).object("resources").object("limits");
            if (limits.has(RESOURCE)) {
                FieldPath path = template.path().child("containers").index(i).child("resources");
                return warning(
                        template.manifest(),
                        path,
                        "with GPUCluster " + cluster.name() + " no device plugin provides " + RESOURCE
                                + ": the pod stays pending unless a DeviceClass has this extendedResourceName (used by"
                                + " default since Kubernetes 1.36); drawbridge migrate --extended-resources class"
                                + " proposes one",
                        limits);
            }
        }
        return null;
    }

    private Finding warning(Manifest manifest, FieldPath path, String message, ObjectValue at) {
        FieldError error = new FieldError(ErrorType.INVALID, path, message, Origin.GPU_OPERATOR_MODEL, at.position());
        return make.finding(manifest, Severity.WARNING, error, List.of(), Lines.NONE);
    }
}
