package dev.drawbridge.check;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.fleet.PoolState;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.reference.ObjectPlace;
import dev.drawbridge.report.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Pools of the input whose slices all exist, and whose shared counters the scheduler refuses. The slices of a pool
 * are in one folder: another one may be of another cluster.
 */
record InvalidPools(FindingFactory make) implements InputFindings {

    private static final FieldPath SPEC = FieldPath.of("spec");

    @Override
    public List<Finding> of(WholeInput input) {
        Map<String, List<KeptFile>> folders = new TreeMap<>();
        for (KeptFile file : input.files()) {
            folders.computeIfAbsent(ObjectPlace.folder(file.name()), none -> new ArrayList<>())
                    .add(file);
        }
        List<Finding> findings = new ArrayList<>();
        folders.values().forEach(files -> findings.addAll(of(files)));
        return findings;
    }

    private List<Finding> of(List<KeptFile> ofFolder) {
        FleetBuilder fleet = new FleetBuilder("");
        Map<String, KeptFile> files = new HashMap<>();
        Map<String, Manifest> manifests = new HashMap<>();
        for (KeptFile file : ofFolder) {
            for (Manifest slice : file.others("ResourceSlice")) {
                fleet.add(slice.apiVersion(), slice.kind(), slice.object());
                files.put(slice.name(), file);
                manifests.put(slice.name(), slice);
            }
        }
        List<Finding> findings = new ArrayList<>();
        if (manifests.isEmpty()) {
            return findings;
        }
        for (PoolState pool : PoolState.of(fleet.build())) {
            String problem = pool.invalid();
            String name = pool.slices().stream()
                    .filter(slice -> !slice.devices().isEmpty())
                    .map(Slice::name)
                    .findFirst()
                    .orElse("");
            Manifest manifest = manifests.get(name);
            KeptFile file = files.get(name);
            if (problem != null && manifest != null && file != null) {
                FieldError error = new FieldError(
                        ErrorType.INVALID,
                        SPEC,
                        "pool " + pool.id() + " has all its slices and is invalid: " + problem
                                + "; the scheduler uses none of its devices",
                        Origin.POOL_INVALID,
                        null);
                findings.add(make.finding(manifest, Severity.WARNING, error, List.of(), file.lines()));
            }
        }
        return findings;
    }
}
