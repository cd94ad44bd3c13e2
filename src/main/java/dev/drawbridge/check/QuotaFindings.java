package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.driver.KnownDevices;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.NearNames;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.fit.input.FleetNames;
import dev.drawbridge.fit.input.PodCount;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fit.input.Workloads;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.FleetSources;
import dev.drawbridge.fleet.Quota;
import dev.drawbridge.fleet.QuotaUsage;
import dev.drawbridge.fleet.Quotas;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.policy.DefinitionError;
import dev.drawbridge.policy.QuotaDefinition;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.reference.MissingObject;
import dev.drawbridge.reference.ReferenceKind;
import dev.drawbridge.report.Finding;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Claims and pods that exceed a ResourceQuota of the input or the fleet: those in the input, and the claims of its
 * pods. They are counted in the order of the input, claims first. Loaded if there are quotas.
 */
final class QuotaFindings {

    private final CheckSettings settings;
    private final FindingFactory make;
    private final FleetSources fleet;
    private final List<Quota> limits = new ArrayList<>();
    private final Map<String, ObjectValue> templates = new HashMap<>();
    private final Map<String, DeviceClass> classes = new HashMap<>();
    private final Map<String, Lines> lines = new HashMap<>();
    private final List<Exceeded> findings = new ArrayList<>();

    /** A finding about a quota, and how much too much is requested; nothing if it is about the quota itself. */
    record Exceeded(Finding finding, Map<String, Quantity> excess) {

        /** Whether one of these findings about the same field is the same, with not less excess. */
        boolean isKnown(List<Exceeded> before) {
            return before.stream()
                    .anyMatch(one -> excess.isEmpty()
                            ? one.finding.message().equals(finding.message())
                            : excess.entrySet().stream()
                                    .allMatch(more -> more.getValue()
                                                    .compareTo(one.excess.getOrDefault(more.getKey(), Quantity.ZERO))
                                            <= 0));
        }
    }

    /** Findings with the LimitRanges of a fleet and its classes, which those of the input replace. */
    QuotaFindings(CheckSettings settings, FindingFactory make, FleetNames fleet) {
        classes.putAll(fleet.classes());
        this.fleet = fleet.sources();
        this.settings = settings;
        this.make = make;
    }

    /** The findings about these files, with all of their documents; what was there before is counted first. */
    List<Exceeded> of(List<ManifestFile> files, List<ManifestFile> before) {
        List<Manifest> objects = new ArrayList<>();
        for (ManifestFile file : files) {
            objects.addAll(KeptFile.objects(file));
            lines.put(file.name(), file.lines());
        }
        Map<Identity, Manifest> old = before.stream()
                .flatMap(file -> KeptFile.objects(file).stream())
                .collect(Collectors.toMap(make::identity, Function.identity(), (one, other) -> one));
        objects.sort(Comparator.comparing(one -> !old.containsKey(make.identity(one))));
        objects.stream().filter(one -> !isOne(one)).forEach(this::add);
        NearNames known = new NearNames(classes.keySet());
        Set<Identity> own = new HashSet<>();
        QuotaUsage usages = new QuotaUsage(classes.values(), hasExtended());
        for (Manifest quota : objects.stream().filter(QuotaFindings::isOne).toList()) {
            Manifest base = old.get(make.identity(quota));
            List<DefinitionError> errors = QuotaDefinition.errors(quota.object(), base == null ? null : base.object());
            errors.forEach(one -> definition(quota, one.severity(), one.type(), one.path(), one.text()));
            uncounted(quota, usages, known);
            if (errors.isEmpty()) {
                add(quota);
                own.add(placed(quota));
            }
        }
        settings.policies().fleet().stream()
                .filter(one -> !own.contains(placed(one)))
                .forEach(this::add);
        Quotas quotas = new Quotas(limits);
        String unnamed = settings.input().namespace();
        for (Manifest claim : objects) {
            if (claim.kind().equals("ResourceClaim") && !isStored(claim)) {
                Map<String, Quantity> usage = usages.ofClaim(claim.object().object("spec"));
                report(
                        claim,
                        FieldPath.of("spec"),
                        quotas.count(claim.namespace(unnamed), null, usage, 1, false),
                        1,
                        "");
            }
        }
        for (Workload workload : Workloads.of(objects, unnamed, settings.input().templates(), fleet)) {
            ObjectValue spec = workload.pod();
            Manifest by = workload.manifest();
            if (spec == null || by.kind().equals("Pod") && isStored(by)) {
                continue;
            }
            String namespace = workload.namespace();
            long wanted = by.kind().equals("CronJob") ? workload.replicas() : PodCount.of(workload, 1);
            Quotas.Counted pods = quotas.count(namespace, spec, usages.ofPod(spec), wanted, false);
            report(by, workload.podPath().child("containers"), pods, wanted, "pods are created");
            List<ObjectValue> entries = spec.list("resourceClaims").objects();
            List<FieldPath> places = new ArrayList<>();
            List<Map<String, Quantity>> claims = new ArrayList<>();
            for (int i = 0; i < entries.size(); i++) {
                String template = entries.get(i).string("resourceClaimTemplateName");
                ObjectValue claim = templates.get(workload.namespace() + "/" + template);
                if (claim != null) {
                    places.add(workload.claims().index(i).child("resourceClaimTemplateName"));
                    claims.add(usages.ofClaim(claim));
                }
            }
            long some = pods.created();
            List<Quotas.Counted> counted = quotas.count(namespace, claims, some);
            for (int i = 0; i < counted.size(); i++) {
                report(by, places.get(i), counted.get(i), some, "pods get their claim");
                some = counted.get(i).created();
            }
        }
        return findings;
    }

    /** Whether every release to validate against counts the devices of claims as extended resources. */
    private boolean hasExtended() {
        return settings.target().validates().stream()
                .map(release -> release == null ? KubernetesRelease.NEWEST : release)
                .allMatch(release -> QuotaUsage.hasExtended(
                        release, settings.target().gates().in(release)));
    }

    /** Whether the object is in a cluster, whose quotas count it. */
    private static boolean isStored(Manifest manifest) {
        return manifest.object().has("status");
    }

    private void add(Manifest manifest) {
        String namespace = manifest.namespace(settings.input().namespace());
        ObjectValue spec = manifest.object().object("spec");
        if (isOne(manifest)) {
            // The claims of the input may be those that a cluster counts already.
            limits.add(Quota.unused(namespace, manifest.object()));
        }
        if (manifest.kind().equals("ResourceClaimTemplate")) {
            templates.put(namespace + "/" + manifest.name(), spec.object("spec"));
        }
        if (manifest.kind().equals("DeviceClass")) {
            classes.put(manifest.name(), DeviceClass.of(manifest.object()));
        }
    }

    private Identity placed(Manifest manifest) {
        return Identity.of(manifest, manifest.namespace(settings.input().namespace()));
    }

    static boolean isOne(Manifest manifest) {
        return manifest.kind().equals(KeptFile.QUOTA) && manifest.apiVersion().equals("v1");
    }

    private void report(Manifest by, FieldPath place, Quotas.Counted counted, long objects, String what) {
        if (counted.refusal() != null) {
            String which = objects == 1 ? "" : "; " + counted.created() + " of " + objects + " " + what;
            String text = counted.refusal() + which;
            FieldError error = new FieldError(ErrorType.FORBIDDEN, place, text, Origin.RESOURCE_QUOTA, null);
            found(by, Severity.ERROR, error, counted.excess());
        }
    }

    private void definition(Manifest quota, Severity severity, ErrorType type, FieldPath place, String text) {
        found(quota, severity, new FieldError(type, place, text, Origin.QUOTA_DEFINITION, null), Map.of());
    }

    private void found(Manifest about, Severity severity, FieldError error, Map<String, Quantity> excess) {
        Lines ofFile = lines.getOrDefault(about.file(), Lines.NONE);
        findings.add(new Exceeded(make.finding(about, severity, error, List.of(), ofFile), excess));
    }

    /** Warns of names that count nothing, and of classes that are unknown and like a known one. */
    private void uncounted(Manifest quota, QuotaUsage usages, NearNames known) {
        ObjectValue hard = quota.object().object("spec").object("hard");
        for (int i = 0; i < hard.size(); i++) {
            String name = hard.key(i);
            String className = QuotaUsage.className(name);
            String text = usages.uncounted(name);
            if (text == null
                    && className != null
                    && !classes.containsKey(className)
                    && !settings.input().has(className)) {
                String near = known.nearest(className);
                near = near == null ? KnownDevices.nearestClass(className) : near;
                text = near == null || near.equals(className)
                        ? null
                        : MissingObject.of(ReferenceKind.CLASS, "", className)
                                .near(near)
                                .inInput();
            }
            if (text != null) {
                FieldPath place = FieldPath.of("spec", "hard").key(name);
                definition(quota, Severity.WARNING, ErrorType.INVALID, place, text);
            }
        }
    }
}
