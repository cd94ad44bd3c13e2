package dev.drawbridge.fit.plugin;

import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.FleetSources;
import dev.drawbridge.fleet.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The pods of a fleet that hold devices, found through their claims, and their workloads, found by the names that
 * controllers give to pods.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/util/rand} for the letters of random suffixes; the controllers of {@code
 * pkg/controller}.
 */
public final class RunningPods {

    private static final String LETTERS = "[bcdfghjklmnpqrstvwxz2456789]";
    private static final String SUFFIX = LETTERS + "{5}";

    private final Map<String, NavigableMap<String, List<Claim>>> claims = new HashMap<>();

    public RunningPods(List<Claim> all) {
        for (Claim claim : all) {
            NavigableMap<String, List<Claim>> pods =
                    claims.computeIfAbsent(claim.namespace(), namespace -> new TreeMap<>());
            for (String pod : claim.pods()) {
                pods.computeIfAbsent(pod, name -> new ArrayList<>()).add(claim);
            }
        }
    }

    /** The claims of the workload's running pods, by pod. */
    public Map<String, List<Claim>> of(Workload workload) {
        NavigableMap<String, List<Claim>> pods = claims.get(workload.namespace());
        if (pods == null || workload.pod() == null || workload.name().isEmpty()) {
            return Map.of();
        }
        String name = workload.name();
        Pattern pattern = names(workload);
        Map<String, List<Claim>> found = new HashMap<>();
        pods.subMap(name, true, name + Character.MAX_VALUE, true).forEach((pod, held) -> {
            if (pattern.matcher(pod).matches()) {
                found.put(pod, held);
            }
        });
        return found;
    }

    public static Predicate<Pod> areOf(Workload workload) {
        if (workload.pod() == null || workload.name().isEmpty()) {
            return pod -> false;
        }
        Pattern pattern = names(workload);
        return pod -> pod.namespace().equals(workload.namespace())
                && pod.name().startsWith(workload.name())
                && pattern.matcher(pod.name()).matches();
    }

    /** Whether the cluster may have a pod of the workload without claims, which shows in none. */
    public static boolean mayWait(Workload workload, FleetSources fleet) {
        Pattern pattern = names(workload);
        int prefix = workload.namespace().length() + 1;
        return fleet.waiting(Claim.key(workload.namespace(), workload.name())).stream()
                .anyMatch(key -> pattern.matcher(key.substring(prefix)).matches());
    }

    private static Pattern names(Workload workload) {
        return Pattern.compile(Pattern.quote(workload.name()) + suffix(workload.kind()));
    }

    private static String suffix(String kind) {
        return switch (kind) {
            case "Pod" -> "";
            case "Deployment" -> "-" + LETTERS + "{1,10}-" + SUFFIX;
            case "StatefulSet" -> "-\\d+";
            case "Job" -> "(-\\d+)?-" + SUFFIX;
            case "JobSet" -> "-.+-\\d+-\\d+-" + SUFFIX;
            case "LeaderWorkerSet" -> "-\\d+(-\\d+)?";
            default -> "-" + SUFFIX;
        };
    }

    /** The claims that were made for these pods rather than shared by name. */
    public static Set<Claim> own(Map<String, List<Claim>> pods, List<Claim> of) {
        Set<Claim> own = new HashSet<>();
        pods.values().forEach(own::addAll);
        of.forEach(own::remove);
        return own;
    }
}
