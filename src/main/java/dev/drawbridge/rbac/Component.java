package dev.drawbridge.rbac;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.schema.KubernetesComponent;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A workload, and what it is: a guess by its images, commands and volumes.
 *
 * @param program the scheduler, controller manager or autoscaler that it runs; null for another program
 * @param release its release by the tag of its image; null if that does not say, or if its flags turn DRA off
 * @param workload the kind and name of the workload
 * @param isDriver whether it is a DRA driver on a node: it has the kubelet's directory of plugins
 * @param isOfNode whether it runs on the nodes of the claims: a driver, or a DaemonSet
 */
public record Component(
        RoleSubject account,
        @Nullable KubernetesComponent program,
        @Nullable KubernetesRelease release,
        String workload,
        boolean isDriver,
        boolean isOfNode) {

    private static final Set<KubernetesComponent> PROGRAMS = EnumSet.of(
            KubernetesComponent.SCHEDULER, KubernetesComponent.CONTROLLER_MANAGER, KubernetesComponent.AUTOSCALER);

    /** The gates without which schedulers read fewer kinds, turned off. */
    private static final Pattern OFF = Pattern.compile("(?:DynamicResourceAllocation|DRADeviceTaint\\w*)=false");

    /** The directories of the kubelet in which drivers have their sockets, and folders in them. */
    private static final Pattern PLUGINS = Pattern.compile(".*/kubelet/plugins(?:_registry)?(?:/.*)?");

    static Component of(ObjectValue spec, String kind, String owner, String namespace, String name) {
        String account = spec.string("serviceAccountName");
        RoleSubject subject = RoleSubject.account(namespace, account.isEmpty() ? "default" : account);
        String workload = kind + " " + namespace + "/" + name;
        for (ObjectValue container : spec.list("containers").objects()) {
            Component found = of(container, subject, workload);
            if (found != null) {
                return found;
            }
        }
        boolean isDriver = !pluginPaths(spec).isEmpty();
        boolean isOfNode = isDriver || owner.equals("DaemonSet") || owner.equals("Pod");
        return new Component(subject, null, null, workload, isDriver, isOfNode);
    }

    /** The directories of the kubelet's plugins, and folders in them, that a pod of this specification mounts. */
    public static List<String> pluginPaths(ObjectValue spec) {
        return spec.list("volumes").objects().stream()
                .map(volume -> volume.object("hostPath").string("path"))
                .filter(path -> PLUGINS.matcher(path).matches())
                .toList();
    }

    private static @Nullable Component of(ObjectValue container, RoleSubject subject, String workload) {
        String image = container.string("image");
        List<String> command = Stream.concat(
                        container.list("command").texts().stream(), container.list("args").texts().stream())
                .toList();
        KubernetesComponent named = KubernetesComponent.in(image);
        KubernetesComponent program =
                named != null || command.isEmpty() ? named : KubernetesComponent.in(command.get(0));
        if (program == null || !PROGRAMS.contains(program)) {
            return null;
        }
        boolean isKnown = named != null
                && command.stream().noneMatch(text -> OFF.matcher(text).find());
        // scheduler-plugins has the numbers of Kubernetes' libraries: v0.34.7.
        String version = KubernetesComponent.tag(image).replaceFirst("^v?0\\.", "1.");
        KubernetesRelease release = isKnown ? KubernetesRelease.parse(version).orElse(null) : null;
        return new Component(subject, program, release, workload, false, false);
    }

    /** What it is and which release, such as {@code kube-scheduler 1.34}. */
    public String described() {
        return release == null ? String.valueOf(program) : program + " " + release;
    }
}
