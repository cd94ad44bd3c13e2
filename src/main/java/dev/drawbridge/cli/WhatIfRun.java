package dev.drawbridge.cli;

import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.field.Printable;
import dev.drawbridge.fit.plugin.TaintRules;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.WhatIf;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.schema.FeatureGate;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** One run of {@code drawbridge fleet --what-if}: the claims and pods that a change would touch. Nothing is written. */
final class WhatIfRun {

    private static final List<SnapshotKind> KINDS = List.of(
            SnapshotKind.NODE,
            SnapshotKind.POD,
            SnapshotKind.DEVICE_CLASS,
            SnapshotKind.RESOURCE_SLICE,
            SnapshotKind.RESOURCE_CLAIM,
            SnapshotKind.DEVICE_TAINT_RULE);

    private WhatIfRun() {}

    static int run(Arguments arguments, FileOutput output, PrintWriter out, PrintWriter err) {
        List<Manifest> changed = new ArrayList<>();
        Set<String> removed = new HashSet<>();
        try {
            for (String change : arguments.texts("what-if")) {
                if (change.endsWith("-") && change.indexOf('/') > 0) {
                    removed.add(removed(change.substring(0, change.length() - 1)));
                } else {
                    changed.addAll(read(change));
                }
            }
        } catch (IOException e) {
            throw InputException.of(e);
        }
        List<String> dumps = new ArrayList<>(arguments.texts("from"));
        dumps.addAll(arguments.parameters());
        try (SnapshotInput input = SnapshotInput.read(arguments, dumps, KINDS, true, err)) {
            WhatIf effects = WhatIf.of(
                    input.snapshot(),
                    changed,
                    removed,
                    input.release(),
                    input.fit().gates());
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

    /** The object of {@code KIND/NAME}, as its kind is named in full. */
    private static String removed(String object) {
        int slash = object.indexOf('/');
        SnapshotKind kind = SnapshotKind.named(object.substring(0, slash));
        if (kind == null || !KINDS.contains(kind)) {
            throw new UsageException("--what-if: unknown kind in \"" + object + "-\"; expected a file, or KIND/NAME- of"
                    + " a node, deviceclass, resourceslice or devicetaintrule");
        }
        return kind.toString().toLowerCase(Locale.ROOT) + object.substring(slash);
    }

    private static List<Manifest> read(String path) throws IOException {
        List<Manifest> manifests = new ArrayList<>();
        for (Path file : new ManifestFiles(List.of()).of(List.of(path))) {
            ManifestFile read = new ManifestReader().read(ManifestFiles.name(file), ReadLimits.DEFAULT.text(file));
            if (!read.unreadable().isEmpty()) {
                throw new IOException(
                        read.name() + ": " + read.unreadable().get(0).reason());
            }
            manifests.addAll(read.manifests());
        }
        return manifests;
    }
}
