package dev.drawbridge.fit;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.fleet.FleetReader;
import dev.drawbridge.fleet.Request;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The claims of a pod, found through their names in the input and in the fleet.
 *
 * @param claims those that are found
 * @param isShared whether one of them is a claim that other pods may have, too
 * @param findings what leads to nothing
 */
record PodClaims(List<Claim> claims, boolean isShared, List<ReferenceFinding> findings) {

    static PodClaims of(Workload workload, Fleet fleet) {
        ObjectValue pod = workload.pod();
        if (pod == null) {
            return new PodClaims(List.of(bare(workload)), false, List.of());
        }
        Reader reader = new Reader(workload, fleet);
        reader.readClaims(pod);
        for (String kind : List.of("initContainers", "containers", "ephemeralContainers")) {
            reader.readContainers(kind, pod.list(kind));
        }
        reader.reportUnused();
        return new PodClaims(List.copyOf(reader.claims.values()), reader.isShared, reader.findings);
    }

    private static Claim bare(Workload workload) {
        ObjectValue spec = workload.object().object("spec");
        boolean isTemplate = workload.kind().equals("ResourceClaimTemplate");
        return FleetReader.claim(
                workload.namespace(),
                workload.name(),
                isTemplate ? spec.object("spec") : spec,
                isTemplate ? ObjectValue.EMPTY : workload.object().object("status"));
    }

    private static final class Reader {

        private final Workload workload;
        private final Fleet fleet;
        private final Map<String, Claim> claims = new LinkedHashMap<>();
        private final Map<String, Value> declared = new LinkedHashMap<>();
        private final Set<String> used = new HashSet<>();
        private final List<ReferenceFinding> findings = new ArrayList<>();
        private boolean isShared;

        Reader(Workload workload, Fleet fleet) {
            this.workload = workload;
            this.fleet = fleet;
        }

        void readClaims(ObjectValue pod) {
            ListValue list = pod.list("resourceClaims");
            for (int i = 0; i < list.size(); i++) {
                if (list.get(i) instanceof ObjectValue entry) {
                    readClaim(workload.podPath().child("resourceClaims").index(i), entry);
                }
            }
        }

        private void readClaim(FieldPath path, ObjectValue entry) {
            String name = entry.string("name");
            declared.put(name, entry);
            if (entry.has("resourceClaimTemplateName")) {
                String template = entry.string("resourceClaimTemplateName");
                ObjectValue found = fleet.templates().get(FleetBuilder.key(workload.namespace(), template));
                if (found == null) {
                    missing(
                            path.child("resourceClaimTemplateName"),
                            entry.get("resourceClaimTemplateName"),
                            "ResourceClaimTemplate " + workload.namespace() + "/" + template);
                } else {
                    ObjectValue spec = found.object("spec").object("spec");
                    claims.put(name, FleetReader.claim(workload.namespace(), template, spec, ObjectValue.EMPTY));
                }
            } else if (entry.has("resourceClaimName")) {
                String claim = entry.string("resourceClaimName");
                Claim found = fleet.claimsByName().get(FleetBuilder.key(workload.namespace(), claim));
                isShared = true;
                if (found == null) {
                    missing(
                            path.child("resourceClaimName"),
                            entry.get("resourceClaimName"),
                            "ResourceClaim " + workload.namespace() + "/" + claim);
                } else {
                    claims.put(name, found);
                }
            }
        }

        private void missing(FieldPath path, @Nullable Value value, String what) {
            report(path, value, what + " not found; add it to the input, or fix the name", true);
        }

        private void report(FieldPath path, @Nullable Value value, String message, boolean isMissing) {
            Position position = value == null ? null : value.position();
            findings.add(new ReferenceFinding(path, position, message, isMissing));
        }

        void readContainers(String kind, ListValue containers) {
            for (int i = 0; i < containers.size(); i++) {
                if (containers.get(i) instanceof ObjectValue container) {
                    ListValue list = container.object("resources").list("claims");
                    for (int j = 0; j < list.size(); j++) {
                        if (list.get(j) instanceof ObjectValue use) {
                            readUse(
                                    workload.podPath()
                                            .child(kind)
                                            .index(i)
                                            .child("resources")
                                            .child("claims")
                                            .index(j),
                                    use);
                        }
                    }
                }
            }
        }

        private void readUse(FieldPath path, ObjectValue use) {
            String name = use.string("name");
            used.add(name);
            if (!declared.containsKey(name)) {
                report(
                        path.child("name"),
                        use.get("name"),
                        "the pod has no resourceClaims entry named \"" + name + "\"",
                        true);
                return;
            }
            Claim claim = claims.get(name);
            String request = use.string("request");
            if (claim != null
                    && !request.isEmpty()
                    && claim.requests().stream().map(Request::name).noneMatch(request::equals)) {
                report(
                        path.child("request"),
                        use.get("request"),
                        "claim \"" + name + "\" has no request named \"" + request + "\"",
                        true);
            }
        }

        void reportUnused() {
            declared.forEach((name, entry) -> {
                if (!used.contains(name)) {
                    report(
                            workload.podPath().child("resourceClaims"),
                            entry,
                            "no container uses claim \"" + name + "\": its devices are allocated for nothing",
                            false);
                }
            });
        }
    }
}
