package dev.drawbridge.rbac;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A workload, and what it is: a guess by its images, commands and volumes.
 *
 * @param account its service account
 * @param kind what it is
 * @param release its release by the tag of its image; null if that does not say
 * @param workload the kind and name of the workload
 * @param isOfNode whether it runs on the nodes of the claims: a driver, or a DaemonSet
 */
public record Component(
        RoleSubject account, Kind kind, @Nullable KubernetesRelease release, String workload, boolean isOfNode) {

    /** What a component is. */
    public enum Kind {
        /** Kubernetes' scheduler or one that is built from it. */
        SCHEDULER("kube-scheduler"),
        /** The controllers of Kubernetes, of which one creates claims. */
        CONTROLLER_MANAGER("kube-controller-manager"),
        /** The Cluster Autoscaler. */
        AUTOSCALER("cluster-autoscaler"),
        /** A DRA driver on a node: it has the kubelet's directory of plugins. */
        DRIVER(""),
        /** Another workload. */
        OTHER("");

        private final String program;

        Kind(String program) {
            this.program = program;
        }

        private static Kind named(String program) {
            return Arrays.stream(values())
                    .filter(kind -> kind.program.equals(program))
                    .findFirst()
                    .orElse(OTHER);
        }
    }

    /** Loaded with the first workload. */
    private static final class Patterns {

        private static final String NAME =
                "(?:^|/)(kube-scheduler|kube-controller-manager|cluster-autoscaler)(?:-(?:amd64|arm64|ppc64le|s390x))?";

        /** An image of a release; scheduler-plugins has the numbers of Kubernetes' library: v0.34.7. */
        private static final Pattern IMAGE = Pattern.compile(NAME + ":v?[01]\\.(\\d{1,3})(?:[.\\-+].*)?$");

        private static final Pattern PROGRAM = Pattern.compile(NAME + "(?:[:@].*)?$");

        /** The directories of the kubelet in which drivers have their sockets, and folders in them. */
        private static final Pattern PLUGINS = Pattern.compile(".*/kubelet/plugins(?:_registry)?(?:/.*)?");
    }

    /** The workload with pods of this specification. */
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
        return new Component(subject, isDriver ? Kind.DRIVER : Kind.OTHER, null, workload, isOfNode);
    }

    /** The directories of the kubelet's plugins, and folders in them, that a pod of this specification mounts. */
    public static List<String> pluginPaths(ObjectValue spec) {
        return spec.list("volumes").objects().stream()
                .map(volume -> volume.object("hostPath").string("path"))
                .filter(path -> Patterns.PLUGINS.matcher(path).matches())
                .toList();
    }

    private static @Nullable Component of(ObjectValue container, RoleSubject subject, String workload) {
        String image = container.string("image");
        List<String> command = Stream.concat(
                        container.list("command").texts().stream(), container.list("args").texts().stream())
                .toList();
        String program = command.isEmpty() ? "" : command.get(0);
        if (!isProgram(image) && !isProgram(program)) {
            return null;
        }
        Matcher known = Patterns.IMAGE.matcher(image);
        Matcher named = Patterns.PROGRAM.matcher(image);
        Matcher run = Patterns.PROGRAM.matcher(program);
        String what = known.find() ? known.group(1) : named.find() ? named.group(1) : run.find() ? run.group(1) : "";
        KubernetesRelease release = Optional.of(known.reset())
                .filter(Matcher::find)
                .map(matcher -> KubernetesRelease.named("1." + matcher.group(2)))
                .orElse(null);
        return what.isEmpty() ? null : new Component(subject, Kind.named(what), release, workload, false);
    }

    private static boolean isProgram(String text) {
        return text.contains("kube-scheduler")
                || text.contains("cluster-autoscaler")
                || text.contains("kube-controller-manager");
    }

    /** What it is and which release, such as {@code kube-scheduler 1.34}. */
    public String described() {
        return release == null ? kind.program : kind.program + " " + Objects.requireNonNull(release);
    }
}
