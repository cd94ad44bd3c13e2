package dev.drawbridge.check;

import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Severity;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.FitTogether;
import dev.drawbridge.fit.UnusedConfigs;
import dev.drawbridge.fit.input.FleetFiles;
import dev.drawbridge.fit.input.FleetNames;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fit.input.Workloads;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.reference.Reference;
import dev.drawbridge.report.Finding;
import dev.drawbridge.validation.ResourceApi;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Workloads that do not fit the fleet, or fit worse than before a change, and names in them that lead to nothing.
 * Workloads, claims, templates and classes are those of base and head, as is the fleet if they have its files.
 */
final class FleetFindings implements InputFindings {

    private final CheckSettings settings;
    private final FindingFactory make;
    private final Trees trees;
    private final FleetNames names;
    private final String namespace;
    private final List<String> releases;

    /** Findings about a fleet; the names are of the fleet of the head, once it is read. */
    FleetFindings(CheckSettings settings, FindingFactory make, Trees trees, FleetNames names) {
        this.names = names;
        this.settings = settings;
        this.make = make;
        this.trees = trees;
        this.namespace = settings.input().namespace();
        this.releases = settings.fleet() == null
                ? List.of()
                : List.of(settings.fleet().release().toString());
    }

    @Override
    public List<Finding> of(WholeInput input) throws IOException {
        if (!settings.needsAllObjects()) {
            return List.of();
        }
        FleetSettings fleet = settings.fleet();
        Map<String, Part> parts = new HashMap<>();
        for (String path : fleet == null ? Set.<String>of() : fleet.all()) {
            parts.put(path, part(path));
        }
        boolean isNew = parts.values().stream()
                .flatMap(part -> part.files.stream())
                .allMatch(file -> file.base() == Content.NONE);
        FleetBuilder baseFleet =
                fleet(fleet == null ? List.of() : fleet.ofBase(), parts, isNew ? Change::head : Change::base);
        FleetBuilder headFleet = fleet(fleet == null ? List.of() : fleet.paths(), parts, Change::head);
        Side base = trees.hasBase()
                ? new Side(baseFleet, input.base(), Map.of())
                : new Side(new FleetBuilder(namespace), List.of(), Map.of());
        Map<String, Lines> lines = input.lines();
        Side head = new Side(headFleet, input.head(), lines);
        if (fleet != null) {
            names.read(head.fleet);
        }
        return new Comparison(base, head, lines).findings();
    }

    /** What is at a path of the fleet: files of the trees; without any, objects that base and head have alike. */
    private record Part(List<Change> files, FleetBuilder common) {}

    private Part part(String path) throws IOException {
        Part part = new Part(trees.written().fleet(path), new FleetBuilder(namespace));
        if (part.files.isEmpty()) {
            fleet().source().add(path, part.common, fleet().objects(part.common));
        }
        return part;
    }

    private FleetBuilder fleet(List<String> paths, Map<String, Part> parts, Function<Change, Content> side)
            throws IOException {
        FleetBuilder fleet = new FleetBuilder(namespace);
        for (String path : paths) {
            Part part = Objects.requireNonNull(parts.get(path), path);
            fleet.addAll(part.common);
            for (Change file : part.files) {
                read(file, side.apply(file), fleet);
            }
        }
        return fleet;
    }

    private FleetSettings fleet() {
        return Objects.requireNonNull(settings.fleet(), "the files of a fleet are read if there is one");
    }

    private void read(Change file, Content content, FleetBuilder into) throws IOException {
        try {
            FleetFiles files = new FleetFiles(fleet().objects(into)::addStored);
            files.add(file.path(), new ByteArrayInputStream(content.text()));
        } catch (IOException e) {
            throw new IOException(file.path() + ": " + e.getMessage(), e);
        }
    }

    /** One side of a change: its objects, its fleet, and their fit results. */
    private final class Side {

        private final List<Manifest> objects;
        private final Fleet fleet;
        private final @Nullable Fit fit;
        private final List<Workload> workloads;
        private final MissingReferences references;

        Side(FleetBuilder builder, List<Manifest> applied, Map<String, Lines> lines) {
            if (settings.fleet() == null) {
                applied.forEach(builder::add);
                objects = applied;
            } else {
                objects = settings.fleet().objects(builder).addApplied(applied);
            }
            fleet = builder.build();
            fit = settings.fleet() == null ? null : settings.fleet().fit(fleet);
            workloads = Workloads.of(objects, namespace, settings.input().templates(), fleet.sources());
            references = new MissingReferences(settings, make, objects, fleet, lines);
        }
    }

    private static String key(Workload workload) {
        return workload + " " + workload.podPath();
    }

    /** The effect of a change on the workloads of its head. */
    private final class Comparison {

        private final Side base;
        private final Side head;
        private final Map<String, Lines> lines;
        private final List<Finding> findings = new ArrayList<>();

        Comparison(Side base, Side head, Map<String, Lines> lines) {
            this.base = base;
            this.head = head;
            this.lines = lines;
        }

        /** The claims of the fleet whose pods a rule ends that selects everything. */
        private void taintRules() {
            head.objects.forEach(rule -> {
                FieldError found = UnselectiveTaintRules.inFleet(rule, head.fleet);
                if (found != null) {
                    add(rule, Severity.WARNING, found, false);
                }
            });
        }

        List<Finding> findings() {
            boolean isSameFleet = trees.hasBase() && head.fleet.hasTheDevicesOf(base.fleet);
            Map<String, List<Workload>> olds =
                    base.workloads.stream().collect(Collectors.groupingBy(FleetFindings::key));
            boolean isChanged = !isSameFleet || head.workloads.size() != base.workloads.size();
            for (Workload after : head.workloads) {
                Workload before = before(olds.getOrDefault(key(after), List.of()), after);
                boolean isSame = isSameFleet && isSame(before, after);
                if (!isSame || settings.reporting().showsKnown()) {
                    fit(before, after);
                }
                isChanged |= !isSame || settings.reporting().showsKnown();
            }
            if (isChanged) {
                together();
            }
            if (settings.fleet() != null && !trees.hasBase()) {
                taintRules();
                unusedConfigs(settings.fleet().unusedConfigs(head.fleet));
            }
            references();
            return findings;
        }

        /** The workload as it was: of several overlays an equal one, that of the same file, or the last. */
        private @Nullable Workload before(List<Workload> olds, Workload after) {
            Workload found = olds.isEmpty() ? null : olds.get(olds.size() - 1);
            for (Workload old : olds) {
                found = old.file().equals(after.file()) ? old : found;
            }
            for (Workload old : olds.size() > 1 ? olds : List.<Workload>of()) {
                found = isSame(old, after) ? old : found;
            }
            return found;
        }

        private boolean isSame(@Nullable Workload before, Workload after) {
            return before != null
                    && base.fit != null
                    && head.fit != null
                    && base.fit.inputs(before).equals(head.fit.inputs(after));
        }

        private void fit(@Nullable Workload before, Workload after) {
            // The name of a missing class is reported at the reference.
            if (head.fit == null
                    || !head.fit.concerns(after)
                    || head.references.lacksClass(after.manifest())
                    || head.fit.answer(after) == FitResult.Answer.FITS) {
                return;
            }
            FitResult.Answer was = before == null || base.fit == null ? null : base.fit.answer(before);
            FitResult result = head.fit.of(after);
            boolean isKnown = was != null && result.answer().isNoWorseThan(was);
            errors(isKnown).add(result, isKnown ? "" : before(was));
        }

        /** Reports workloads that do not fit together if more are left over than in the base. */
        private void together() {
            if (head.fit == null || base.fit == null) {
                return;
            }
            FitTogether now = head.fit.together(concerned(head, head.fit));
            if (now.fits() || !trees.hasBase()) {
                errors(false).add(now, "");
                return;
            }
            FitTogether was = base.fit.together(concerned(base, base.fit));
            boolean isKnown = now.leftPods() <= was.leftPods() && (now.proof() == null || was.proof() != null);
            String before = "; in " + trees.baseName() + (was.fits() ? " they fit" : " fewer do not fit");
            errors(isKnown).add(now, isKnown ? "" : before);
        }

        private List<Workload> concerned(Side side, Fit fit) {
            return side.workloads.stream().filter(fit::concerns).toList();
        }

        private FitErrors errors(boolean isKnown) {
            return new FitErrors(
                    object -> lines.containsKey(object.file()),
                    (object, severity, error) -> add(object, severity, error, isKnown));
        }

        private void add(Manifest manifest, Severity severity, FieldError error, boolean isKnown) {
            Lines ofFile = lines.getOrDefault(manifest.file(), Lines.NONE);
            Finding finding = make.finding(manifest, severity, error, releases, ofFile);
            findings.add(isKnown ? finding.asKnown() : finding);
        }

        private String before(FitResult.@Nullable Answer was) {
            if (was == FitResult.Answer.FITS) {
                return "; in " + trees.baseName() + " it fits";
            }
            return was == FitResult.Answer.FITS_WHEN_FREED
                    ? "; in " + trees.baseName() + " it fits when other claims free their devices"
                    : "";
        }

        private void unusedConfigs(UnusedConfigs configs) {
            head.objects.stream()
                    .filter(object -> ResourceApi.isOfGroup(object.apiVersion()))
                    .forEach(object ->
                            configs.of(object).forEach(unused -> add(object, Severity.WARNING, unused, false)));
        }

        /** Reports dangling references, except those to objects that the change deletes. */
        private void references() {
            Set<String> known = new HashSet<>();
            base.references.all().forEach((reference, finding) -> known.add(key(reference, finding)));
            head.references.all().forEach((reference, finding) -> {
                if (!base.references.have(reference, finding)) {
                    findings.add(known.contains(key(reference, finding)) ? finding.asKnown() : finding);
                }
            });
        }
    }

    private static String key(Reference reference, Finding finding) {
        return reference.key() + " " + finding.origin();
    }
}
