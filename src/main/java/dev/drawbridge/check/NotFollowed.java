package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.Mentions;
import dev.drawbridge.report.Skipped;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The objects of Flux and Argo CD whose change is not checked, since what they apply is not rendered. */
final class NotFollowed {

    private static final String[] CLAIMS = {
        "resourceClaims", "ResourceClaim", "ResourceClaimTemplate", "DeviceClass", "deviceClassName"
    };

    private NotFollowed() {}

    /**
     * What a gate that does not render passes over: the Kustomizations and releases of the head, if a change can decide
     * about devices in what they apply, and those that no longer apply a file of the head.
     */
    static List<Skipped> of(List<Change> changes, Head head, Trees trees, Kustomizations patches) throws IOException {
        List<Manifest> is = AppliedObjects.applying(head);
        List<Manifest> was = AppliedObjects.before(is, changes, head);
        List<Manifest> changing = AppliedObjects.of(head, "Kustomization", "Application", "HelmRelease").stream()
                .filter(one -> one.kind().equals("Kustomization")
                        || AppliedObjects.kustomized(one).findAny().isPresent()
                        || hasChart(one))
                .toList();
        if (was.isEmpty() && changing.isEmpty() || !mayDecide(changes, changing)) {
            return List.of();
        }
        List<AppliedFolders.Folder> now = AppliedFolders.of(is, trees.written());
        List<AppliedFolders.Folder> then = AppliedFolders.of(was, trees.written());
        boolean hasDevices = false;
        Map<Manifest, String> gone = new LinkedHashMap<>();
        for (Change file : trees.head()) {
            boolean isOfDevices =
                    file.head().has(CLAIMS) || Mentions.amountsIn(file.head().text());
            hasDevices |= isOfDevices;
            boolean mayBeGone = isOfDevices && !was.equals(is);
            if (mayBeGone && AppliedFolders.applying(file.place(), now, patches).isEmpty()) {
                AppliedFolders.applying(file.place(), then, patches).forEach(one -> gone.putIfAbsent(one, file.path()));
            }
        }
        List<Skipped> skipped = new ArrayList<>();
        if (!gone.isEmpty()) {
            Map.Entry<Manifest, String> first = gone.entrySet().iterator().next();
            String what = "no longer applies " + first.getValue() + ", and is ";
            skipped.add(skipped(first.getKey(), gone.size(), what, false));
        }
        if (hasDevices && !changing.isEmpty()) {
            Set<String> added = changes.stream()
                    .filter(change -> change.base() == Content.NONE)
                    .map(Change::path)
                    .collect(Collectors.toSet());
            boolean isKnown = changing.stream().noneMatch(one -> added.contains(one.file()));
            skipped.add(skipped(outermost(changing), changing.size(), "", isKnown));
        }
        return skipped;
    }

    /** The first that none of the others applies. */
    private static Manifest outermost(List<Manifest> applying) {
        Set<String> folders = applying.stream().flatMap(NotFollowed::folders).collect(Collectors.toSet());
        return applying.stream()
                .filter(one -> folders.stream()
                        .noneMatch(folder ->
                                one.file().startsWith(folder) && folders(one).noneMatch(folder::equals)))
                .findFirst()
                .orElse(applying.get(0));
    }

    private static Skipped skipped(Manifest one, int count, String what, boolean isKnown) {
        return new Skipped(
                FindingFactory.place(one),
                one.kind() + " " + one.name() + (count == 1 ? ": " : " and " + (count - 1) + " more: ") + what
                        + "not followed; to follow it: --base REV --kustomize " + folder(one.file()),
                "in objects of Flux and Argo CD that are not followed (--kustomize DIR)",
                true,
                isKnown);
    }

    /** The folders that a Kustomization, Application or HelmRelease applies, with the slash behind them. */
    private static Stream<String> folders(Manifest applying) {
        ObjectValue spec = applying.object().object("spec");
        String chart = spec.object("chart").object("spec").string("chart");
        return Stream.concat(
                        Stream.of(spec.string("path"), chart),
                        AppliedObjects.sources(applying).map(source -> source.string("path")))
                .filter(path -> !path.isEmpty())
                .map(path -> (path + "/").replaceFirst("^(\\.?/)+", ""));
    }

    /** Whether a change is of a kustomization, a chart or claims, or of what applies objects or has their variables. */
    private static boolean mayDecide(List<Change> changes, List<Manifest> applying) throws IOException {
        List<String> words = new ArrayList<>(List.of(AppliedObjects.GROUPS));
        applying.stream()
                .map(one -> one.object().object("spec").object("postBuild"))
                .flatMap(build -> build.list("substituteFrom").objects().stream())
                .forEach(from -> words.add(from.string("name")));
        List<String> charts = applying.stream()
                .filter(NotFollowed::hasChart)
                .flatMap(NotFollowed::folders)
                .toList();
        for (Change change : changes) {
            String text = new String(change.base().text(), StandardCharsets.UTF_8)
                    + new String(change.head().text(), StandardCharsets.UTF_8);
            if (Kustomizations.isKustomization(change.path())
                    || charts.stream().anyMatch(change.path()::startsWith)
                    || Mentions.ofDevices(text)
                    || words.stream().anyMatch(text::contains)) {
                return true;
            }
        }
        return false;
    }

    private static String folder(String file) {
        int slash = file.lastIndexOf('/');
        return slash < 0 ? "." : file.substring(0, slash);
    }

    /** Whether a HelmRelease or Application has a chart of a repository. */
    private static boolean hasChart(Manifest release) {
        ObjectValue chart = release.object().object("spec").object("chart").object("spec");
        return chart.object("sourceRef").string("kind").equals("GitRepository")
                || release.kind().equals("Application")
                        && AppliedObjects.sources(release)
                                .anyMatch(source -> source.has("helm") && !source.has("chart"));
    }
}
