package dev.drawbridge.check;

import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.driver.KnownDevices;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.Suppression;
import dev.drawbridge.policy.Definition;
import dev.drawbridge.report.Finding;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.workload.PodTemplates;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How manifests are checked.
 *
 * @param fleet the fleet for the claims of workloads; null if that is not checked
 * @param traces receives every rule that an object was checked against, from several threads; null if nobody needs them
 */
public record CheckSettings(
        Target target,
        Input input,
        Reporting reporting,
        DriverRegistry drivers,
        @Nullable FleetSettings fleet,
        Policies policies,
        @Nullable Consumer<TracedObject> traces) {

    /**
     * What to validate against.
     *
     * @param releases the releases; empty means the newest that serves the object's version
     * @param gates feature gates that differ from a release's defaults
     * @param validatesStatus whether a document's status is validated as an update of itself
     */
    public record Target(List<KubernetesRelease> releases, GateSettings gates, boolean validatesStatus) {

        /** The releases to validate against; null means the newest that serves the object's version. */
        public List<@Nullable KubernetesRelease> validates() {
            List<@Nullable KubernetesRelease> validates = new ArrayList<>(releases);
            if (validates.isEmpty()) {
                validates.add(null);
            }
            return validates;
        }
    }

    /**
     * How the input is read.
     *
     * @param namespace the namespace of documents without one
     * @param adminNamespaces namespaces with the label for admin access, in addition to those in the input
     * @param variables the values of placeholders such as {@code ${VAR}}
     * @param isClosed whether input and fleet are complete: a reference to an object that they do not have is an error
     * @param classes DeviceClasses that exist although input and fleet do not have them
     * @param templates where objects have pods
     */
    public record Input(
            String namespace,
            Set<String> adminNamespaces,
            Map<String, String> variables,
            boolean isClosed,
            Set<String> classes,
            PodTemplates templates) {

        /** Whether a class is named in the settings, or a known driver installs it. */
        boolean has(String className) {
            return classes.contains(className) || KnownDevices.isInstalled(className);
        }

        /** The severity of a reference that leads to nothing: a warning unless the input is closed. */
        Severity ofMissing() {
            return isClosed ? Severity.ERROR : Severity.WARNING;
        }
    }

    /**
     * Which findings are reported, and how.
     *
     * @param severities the severity of a rule's findings; an empty one leaves them out
     * @param suppresses whether comments such as {@code # drawbridge: ignore=RULE} suppress findings
     * @param allowsRecreate whether a change that needs an object recreated is a warning
     * @param showsKnown whether findings that the base already has are reported; they never fail a run
     * @param hasExcerpts whether findings have the lines that they are about, which only a terminal shows
     * @param marksFixes whether findings that {@code check --fix} would fix are marked
     * @param today the day, for comments that suppress until a day
     */
    public record Reporting(
            Map<Origin, Optional<Severity>> severities,
            boolean suppresses,
            boolean allowsRecreate,
            boolean showsKnown,
            boolean hasExcerpts,
            boolean marksFixes,
            Supplier<LocalDate> today) {

        boolean isIgnoredError(Finding finding) {
            return finding.severity() == Severity.ERROR
                    && severities
                            .getOrDefault(finding.origin(), Optional.of(Severity.ERROR))
                            .isEmpty();
        }

        /** The findings with the severities of the settings; those that are left out are missing. */
        public List<Finding> graded(List<Finding> findings) {
            if (severities.isEmpty()) {
                return findings;
            }
            return findings.stream()
                    .map(finding -> severities
                            .getOrDefault(finding.origin(), Optional.of(finding.severity()))
                            .map(finding::as))
                    .flatMap(Optional::stream)
                    .toList();
        }
    }

    /**
     * Admission policies besides those of the input, and who sends the requests.
     *
     * @param paths the files, folders and patterns in which policies were looked for
     * @param files policies, bindings, and what they refer to: of these paths
     * @param fleet the same, of the fleet
     * @param user null if not known
     * @param groups the user's groups, besides those that the server adds
     */
    public record Policies(
            List<String> paths,
            List<Manifest> files,
            List<Manifest> fleet,
            @Nullable String user,
            List<String> groups) {

        static final Policies NONE = new Policies(List.of(), List.of(), List.of(), null, List.of());

        /** These with what a fleet has. */
        public Policies inFleet(List<Manifest> others) {
            return new Policies(paths, files, others, user, groups);
        }

        /** Whether an object is a policy or a binding. */
        public static boolean isOne(Manifest manifest) {
            return Definition.isOne(manifest.apiVersion(), manifest.kind());
        }

        /** Whether the fleet has quotas. */
        boolean haveQuotas() {
            return fleet.stream().anyMatch(one -> one.kind().equals("ResourceQuota"));
        }

        public boolean areAny() {
            return Stream.concat(files.stream(), fleet.stream()).anyMatch(Policies::isOne);
        }
    }

    /** The newest release that serves a version, its gates, and the API server's severities. */
    public static final CheckSettings DEFAULT = new CheckSettings(
            new Target(List.of(), GateSettings.DEFAULTS, true),
            new Input("default", Set.of(), Map.of(), false, Set.of(), new PodTemplates()),
            new Reporting(Map.of(), true, false, false, false, false, LocalDate::now),
            DriverRegistry.builtIn(),
            null,
            Policies.NONE,
            null);

    public CheckSettings with(Target other) {
        return new CheckSettings(other, input, reporting, drivers, fleet, policies, traces);
    }

    public CheckSettings with(Reporting other) {
        return new CheckSettings(target, input, other, drivers, fleet, policies, traces);
    }

    public CheckSettings with(FleetSettings other) {
        return new CheckSettings(target, input, reporting, drivers, other, policies, traces);
    }

    public CheckSettings with(Policies other) {
        return new CheckSettings(target, input, reporting, drivers, fleet, other, traces);
    }

    boolean needsAllObjects() {
        return fleet != null || input.isClosed();
    }

    /**
     * The comments of a file that suppress findings. Without a fleet, its rules are not checked, and no comment about
     * them is unused.
     */
    List<Suppression> suppressions(ManifestFile file) {
        if (!reporting.suppresses()) {
            return List.of();
        }
        return needsAllObjects()
                ? file.suppressions()
                : file.suppressions().stream()
                        .map(comment -> comment.without(rule ->
                                Origin.named(rule).filter(Origin::isOfFleets).isPresent()))
                        .toList();
    }
}
