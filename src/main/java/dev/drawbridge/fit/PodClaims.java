package dev.drawbridge.fit;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.driver.KnownDevices;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.cause.ObjectField;
import dev.drawbridge.fit.input.PodRefusals;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fit.plugin.PodClaim;
import dev.drawbridge.fit.plugin.StoredClaims;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetSources;
import dev.drawbridge.fleet.Pod;
import dev.drawbridge.fleet.PodGroups;
import dev.drawbridge.fleet.Quota;
import dev.drawbridge.fleet.Refusal;
import dev.drawbridge.fleet.Request;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.reference.MissingObject;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.workload.ClaimUse;
import dev.drawbridge.workload.PodTemplate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The claims of a pod, found by their names in the input and in the fleet.
 *
 * @param all the claims found
 * @param refusals why the API server refuses the pod or one of its claims; empty if it does not
 * @param findings dangling references
 */
record PodClaims(List<PodClaim> all, List<Refusal> refusals, List<FitCause> findings) {

    /** The claims of a workload, which for its pod are these; null for a claim without pods. */
    static PodClaims of(Workload workload, ScheduledFleet scheduler) {
        Fleet fleet = scheduler.fleet();
        ObjectValue pod = workload.pod();
        Pod made = workload.asPod();
        if (pod == null || made == null) {
            return bare(workload, fleet);
        }
        Reader reader = new Reader(workload, scheduler);
        reader.readClaims(pod, scheduler.plugin().claims(made));
        PodTemplate.uses(pod, workload.podPath()).forEach(reader::readUse);
        reader.readGroup(
                pod, scheduler.plugin().hasGroups(made), scheduler.plugin().knowsGroups());
        reader.readPriority(pod);
        reader.readQuotas(pod);
        reader.reportUnused();
        return new PodClaims(List.copyOf(reader.claims.values()), reader.refusals(), reader.findings);
    }

    private static PodClaims bare(Workload workload, Fleet fleet) {
        ObjectValue spec = workload.object().object("spec");
        boolean isTemplate = workload.kind().equals("ResourceClaimTemplate");
        String key = Claim.key(workload.namespace(), workload.name());
        Claim known = fleet.claimsByName().get(key);
        boolean isOfFleet = !isTemplate && fleet.sources().of(workload.kind(), key) == workload.manifest();
        Claim read = Claim.of(
                workload.namespace(),
                workload.name(),
                isTemplate ? spec.object("spec") : spec,
                isTemplate ? ObjectValue.EMPTY : workload.object().object("status"));
        Claim claim = isOfFleet && known != null ? read.withStatusOf(known) : read;
        Refusal refusal = fleet.sources().refusal(workload.manifest());
        return new PodClaims(
                List.of(PodClaim.ofOne(claim, spec(workload.manifest()))),
                refusal == null ? List.of() : List.of(refusal),
                List.of());
    }

    private static @Nullable ObjectField spec(@Nullable Manifest object) {
        if (object == null) {
            return null;
        }
        boolean isTemplate = object.kind().equals("ResourceClaimTemplate");
        return new ObjectField(object, isTemplate ? FieldPath.of("spec", "spec") : FieldPath.of("spec"));
    }

    /** Whether a claim, a template, a group or pods of the group are missing, without which no pod is scheduled. */
    boolean lacksOne() {
        return findings.stream().anyMatch(finding -> finding.kind().isAwaited());
    }

    List<Claim> claims() {
        return all.stream().map(PodClaim::claim).toList();
    }

    private static final class Reader {

        private final Workload workload;
        private final ScheduledFleet scheduler;
        private final Fleet fleet;
        private final Map<String, PodClaim> claims = new LinkedHashMap<>();
        private final Map<String, Value> declared = new LinkedHashMap<>();
        private final Set<String> used = new HashSet<>();
        private final Set<Refusal> refusedClaims = new LinkedHashSet<>();
        private final List<FieldError> mistakes = new ArrayList<>();
        private final List<FitCause> findings = new ArrayList<>();

        Reader(Workload workload, ScheduledFleet scheduler) {
            this.workload = workload;
            this.scheduler = scheduler;
            this.fleet = scheduler.fleet();
        }

        List<Refusal> refusals() {
            Refusal refused = fleet.sources().refusal(workload.manifest());
            List<FieldError> own = new ArrayList<>();
            if (refused != null) {
                // An object of a custom kind is stored; those of its pods with a mistake are refused.
                refused.mistakes().stream()
                        .filter(one ->
                                !workload.isOfCustomKind() || one.path().steps().contains(workload.podPath()))
                        .forEach(own::add);
            }
            own.addAll(mistakes);
            own.addAll(PodRefusals.of(workload, fleet.sources(), scheduler.gates()));
            List<Refusal> all = new ArrayList<>();
            if (!own.isEmpty()) {
                all.add(new Refusal(workload.manifest(), own));
            }
            all.addAll(refusedClaims);
            return all;
        }

        void readClaims(ObjectValue pod, StoredClaims stored) {
            List<ObjectValue> list = pod.list("resourceClaims").objects();
            list.forEach(entry -> declared.put(entry.string("name"), entry));
            for (StoredClaims.Entry one : stored.entries()) {
                ObjectValue entry = list.get(one.index());
                Claim claim = one.claim();
                Refusal refusal = fleet.sources().refusal(one.kind(), one.key());
                if (refusal != null) {
                    refusedClaims.add(refusal);
                } else if (claim != null) {
                    ObjectField spec = spec(fleet.sources().of(one.kind(), one.key()));
                    boolean isShared = one.isNamed() || one.isOfGroup();
                    claims.put(entry.string("name"), new PodClaim(claim, spec, isShared, one.isOfGroup()));
                } else {
                    String field = one.isNamed() ? "resourceClaimName" : "resourceClaimTemplateName";
                    boolean isClaim = one.kind().equals("ResourceClaim");
                    report(
                            workload.podPath()
                                    .child("resourceClaims")
                                    .index(one.index())
                                    .child(field),
                            entry.get(field),
                            isClaim ? FitCause.Kind.UNKNOWN_CLAIM : FitCause.Kind.UNKNOWN_TEMPLATE,
                            one.key(),
                            action(
                                    one.kind(),
                                    one.key(),
                                    isClaim
                                            ? fleet.claimsByName().keySet()
                                            : fleet.templates().keySet()));
                }
            }
        }

        /** Finds a group without which the pod is not scheduled; one with a node has been. */
        void readGroup(ObjectValue pod, boolean counts, boolean isKnown) {
            PodGroups groups = fleet.sources().podGroups();
            String key = PodGroups.key(workload.namespace(), pod);
            FieldPath path = workload.podPath().child("schedulingGroup").child("podGroupName");
            Value name = pod.object("schedulingGroup").get("podGroupName");
            long pods = groups.pods().getOrDefault(key, 0L);
            Long needed = groups.needed().get(key);
            if (pods == 0 || !pod.string("nodeName").isEmpty()) {
                return;
            }
            String version = groups.unserved().get(key);
            if (!counts) {
                String hint = isKnown ? "" : ", its default; if it is on, set --feature-gates GenericWorkload=true";
                report(path, name, FitCause.Kind.GROUP_IGNORED, key, hint);
            } else if (needed == null && version != null) {
                report(path, name, FitCause.Kind.GROUP_UNSERVED, key, version);
            } else if (needed == null) {
                String action = action("PodGroup", key, groups.needed().keySet());
                report(path, name, FitCause.Kind.UNKNOWN_GROUP, key, action);
            } else if (pods < needed) {
                report(path, name, FitCause.Kind.GROUP_TOO_SMALL, PodGroups.needs(key, needed), pods);
            }
        }

        /** Finds a PriorityClass that is not among those of the input; nothing if it has none, or all of a cluster. */
        void readPriority(ObjectValue pod) {
            String name = pod.string("priorityClassName");
            FleetSources sources = fleet.sources();
            Set<String> classes = sources.priorities().keySet();
            boolean isPartlyKnown = !classes.isEmpty() && !sources.knowsPriorities();
            if (isPartlyKnown && !name.isEmpty() && sources.priority(name) == null) {
                FieldPath path = workload.podPath().child("priorityClassName");
                String action = action("PriorityClass", "", name, classes);
                report(path, pod.get("priorityClassName"), FitCause.Kind.UNKNOWN_PRIORITY, name, action);
            }
        }

        /** Finds amounts that quotas require of containers, unless a LimitRange that is not known gives them. */
        void readQuotas(ObjectValue pod) {
            FieldPath path = workload.podPath().child("containers");
            for (Quota quota : Workload.isStoredPod(workload.manifest())
                    ? List.<Quota>of()
                    : fleet.sources().quotas()) {
                String failure = quota.namespace().equals(workload.namespace()) ? quota.missingAmounts(pod) : null;
                if (failure != null && fleet.sources().knowsLimitRanges(workload.namespace())) {
                    mistakes.add(new FieldError(ErrorType.FORBIDDEN, path, failure, Origin.FIT, null));
                } else if (failure != null) {
                    report(path, pod.get("containers"), FitCause.Kind.UNKNOWN_LIMIT_RANGE, failure);
                }
            }
        }

        private String action(String kind, String key, Set<String> keys) {
            return action(kind, workload.namespace() + "/", key, keys);
        }

        private static String action(String kind, String home, String key, Set<String> keys) {
            String nearest = Spelling.nearest(
                    key.substring(home.length()),
                    keys.stream()
                            .filter(known -> known.startsWith(home))
                            .map(known -> known.substring(home.length()))
                            .toList());
            return MissingObject.of(kind, "", key).near(nearest).action();
        }

        private FitCause report(FieldPath path, @Nullable Value value, FitCause.Kind kind, Object... values) {
            Position position = value == null ? null : value.position();
            FitCause finding = kind.cause(values).at(new ObjectField(workload.manifest(), path, position));
            findings.add(finding);
            return finding;
        }

        void readUse(ClaimUse use) {
            String name = use.name();
            used.add(name);
            if (!declared.containsKey(name)) {
                // The API server's own rules report it for Kubernetes' own workloads.
                if (!ResourceApi.isWorkload(
                        workload.manifest().apiVersion(), workload.manifest().kind())) {
                    readUndeclared(use);
                }
                return;
            }
            PodClaim claim = claims.get(name);
            String request = use.request();
            if (claim != null
                    && !request.isEmpty()
                    && claim.claim().requests().stream().map(Request::name).noneMatch(request::equals)) {
                report(
                        use.requestPath(),
                        use.requestValue(),
                        FitCause.Kind.UNKNOWN_REQUEST,
                        name,
                        request,
                        Spelling.hint(
                                request,
                                claim.claim().requests().stream()
                                        .map(Request::name)
                                        .toList()));
            }
        }

        private void readUndeclared(ClaimUse use) {
            Value value = use.value();
            FitCause finding = report(
                    use.path(),
                    value,
                    FitCause.Kind.UNDECLARED_CLAIM,
                    use.name(),
                    Spelling.hint(use.name(), declared.keySet()));
            mistakes.add(new FieldError(
                    ErrorType.NOT_FOUND,
                    use.path(),
                    finding.text(),
                    Origin.CONTAINER_CLAIM,
                    value == null ? null : value.position()));
        }

        void reportUnused() {
            if (!declared.keySet().containsAll(used)) {
                // A container that names no claim of the pod may mean any of them.
                return;
            }
            declared.forEach((name, entry) -> {
                PodClaim claim = claims.get(name);
                if (!used.contains(name)
                        && claim != null
                        && KnownDevices.areForContainers(claim.claim()
                                .alternatives()
                                .map(Alternative::deviceClassName)
                                .toList())) {
                    report(workload.podPath().child("resourceClaims"), entry, FitCause.Kind.UNUSED_CLAIM, name);
                }
            });
        }
    }
}
