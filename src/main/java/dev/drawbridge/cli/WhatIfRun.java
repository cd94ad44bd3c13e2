package dev.drawbridge.cli;

import dev.drawbridge.field.Printable;
import dev.drawbridge.fit.input.FleetFiles;
import dev.drawbridge.fit.input.FleetObjects;
import dev.drawbridge.fit.plugin.TaintRules;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.fleet.Refusal;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.WhatIf;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One run of {@code drawbridge fleet --what-if}: the claims and pods that a change would touch. Nothing is written. */
final class WhatIfRun {

    private static final int MAX_MISTAKES = 3;

    private static final List<SnapshotKind> CHANGED = List.of(
            SnapshotKind.NODE, SnapshotKind.DEVICE_CLASS, SnapshotKind.RESOURCE_SLICE, SnapshotKind.DEVICE_TAINT_RULE);

    private static final List<SnapshotKind> KINDS = Stream.concat(
                    CHANGED.stream(), Stream.of(SnapshotKind.POD, SnapshotKind.RESOURCE_CLAIM))
            .toList();

    private static final String EXPECTED = "node, deviceclass, resourceslice or devicetaintrule";

    static int run(Arguments arguments, FileOutput output, PrintWriter out, PrintWriter err) throws IOException {
        List<String> files = new ArrayList<>();
        Set<String> removed = new HashSet<>();
        for (String change : arguments.texts("what-if")) {
            if (change.endsWith("-") && change.indexOf('/') > 0) {
                removed.add(removed(change.substring(0, change.length() - 1)));
            } else {
                files.add(change);
            }
        }
        List<String> dumps = new ArrayList<>(arguments.texts("from"));
        dumps.addAll(arguments.parameters());
        try (SnapshotInput input = SnapshotInput.read(arguments, dumps, KINDS, true, err)) {
            List<Manifest> changed = new ArrayList<>();
            Fleet fleet = changed(files, changed, input.release());
            WhatIf effects = WhatIf.of(
                    input.snapshot(),
                    fleet,
                    changed.stream().anyMatch(one -> one.kind().equals("Node")),
                    removed,
                    input.release(),
                    input.fit().gates());
            if (!effects.missing().isEmpty()) {
                throw new IOException("--what-if: not in the cluster: " + String.join(", ", effects.missing()));
            }
            output.write(out, err, to -> Tables.write(output.format(), List.of(effects.table()), to));
            out.flush();
            if (changed.stream().anyMatch(one -> one.kind().equals("DeviceTaintRule"))
                    && !TaintRules.count(input.release(), input.fit().gates())) {
                err.println("DeviceTaintRules have no effect in Kubernetes " + input.release() + " without "
                        + TaintRules.gates(input.release()).stream()
                                .map(FeatureGate::toString)
                                .collect(Collectors.joining(", ")));
            }
            long namespaces = effects.evicted().stream()
                    .map(pod -> pod.substring(0, pod.indexOf('/')))
                    .distinct()
                    .count();
            err.println(Printable.count(effects.evicted().size(), "pod") + " in "
                    + Printable.count(namespaces, "namespace") + " would be evicted, "
                    + Printable.count(effects.tainted(), "more device") + " kept from new pods");
            input.reportUnseen(err);
            return ExitCode.CLEAN;
        }
    }

    /** The objects of the files as the API server would store them. */
    private static Fleet changed(List<String> files, List<Manifest> changed, KubernetesRelease release)
            throws IOException {
        FleetBuilder builder = new FleetBuilder("default");
        FleetObjects objects = new FleetObjects(builder, release, GateSettings.ALL);
        for (String file : files) {
            int before = changed.size();
            FleetInput.add(file, new FleetFiles(object -> {
                SnapshotKind kind = SnapshotKind.of(object.apiVersion(), object.kind());
                if (kind != null && CHANGED.contains(kind)) {
                    changed.add(object);
                    objects.addChanged(object);
                }
            }));
            if (changed.size() == before) {
                throw new IOException(file + ": no " + EXPECTED);
            }
        }
        Fleet fleet = builder.build();
        for (Refusal refused : fleet.sources().refused()) {
            throw new IOException(String.join("\n", refused.lines(MAX_MISTAKES)));
        }
        return fleet;
    }

    /** The object of {@code KIND/NAME}, as its kind is named in full. */
    private static String removed(String object) {
        int slash = object.indexOf('/');
        SnapshotKind kind = SnapshotKind.named(object.substring(0, slash));
        if (kind == null || !CHANGED.contains(kind)) {
            throw new UsageException(
                    "--what-if: unknown kind in \"" + object + "-\"; expected a file, or KIND/NAME- of a " + EXPECTED);
        }
        return kind.toString().toLowerCase(Locale.ROOT) + object.substring(slash);
    }
}
