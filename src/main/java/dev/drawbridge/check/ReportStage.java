package dev.drawbridge.check;

import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.InnerObjects;
import dev.drawbridge.manifest.Suppression;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Skipped;
import dev.drawbridge.report.Summary;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.ResourceApi;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stage 6: the report. Findings are sorted by file and place, get the severity of the settings, and are left out if a
 * comment suppresses them or the base has them already.
 */
record ReportStage(CheckSettings settings, Trees trees) {

    /** What makes findings of several renderings one; the text is what is wrong, if the place does not tell. */
    private record Mistake(String file, @Nullable Position position, String path, Finding.Rule rule, String text) {}

    /** A finding in what is rendered, and where it is shown. */
    private record Rendered(Finding finding, Finding at) {

        private boolean isIn(String file) {
            return finding.file().equals(file);
        }

        /** What tells mistakes of one rule in one field apart. */
        private String text() {
            return finding.origin().isOfReference() ? "" : finding.message();
        }
    }

    /** The report about the checked files, with findings about several objects of all files of the input. */
    Report of(Checked checked, List<KeptFile> input) {
        Map<String, KeptFile> changed = byName(checked.files());
        Map<String, KeptFile> others = byName(input);
        Set<String> rechecked = new HashSet<>();
        for (Report.Validated object : trees.hasBase() ? checked.objects() : List.<Report.Validated>of()) {
            rechecked.add(place(object.file(), object.line()));
        }
        Supplier<LocalDate> today = settings.reporting().today();
        int hidden = 0;
        int known = 0;
        List<Finding> left = new ArrayList<>();
        RenderedSources sources = trees.sources();
        Map<Mistake, List<Rendered>> placed = new LinkedHashMap<>();
        for (Finding finding : checked.findings()) {
            Finding atSource = sources.placed(finding);
            // A comment of a file that is checked, too, is applied there.
            KeptFile rendered = changed.containsKey(atSource.file()) ? null : changed.get(finding.file());
            List<Finding> shown = rendered == null
                    ? List.of(finding)
                    : Suppressions.of(rendered, List.of(finding), today, any -> true)
                            .findings();
            hidden += 1 - shown.size();
            for (Finding one : shown) {
                Finding at = sources.placed(one);
                boolean isOpen = at.position() == null && one.origin() != Origin.DELETED;
                String text = isOpen ? one.object() + one.message() : "";
                placed.computeIfAbsent(
                                new Mistake(at.file(), at.position(), at.path(), at.rule(), text),
                                none -> new ArrayList<>())
                        .add(new Rendered(one, at));
            }
        }
        List<Finding> found = placed.values().stream().flatMap(this::once).toList();
        for (Map.Entry<String, List<Finding>> file : byFile(found, checked).entrySet()) {
            List<Finding> shown = file.getValue().stream()
                    .filter(finding -> !finding.known() || settings.reporting().showsKnown())
                    .sorted(ReportStage::byPlace)
                    .toList();
            known += file.getValue().size() - shown.size();
            List<Finding> graded = settings.reporting().graded(shown);
            hidden += (int)
                    shown.stream().filter(settings.reporting()::isIgnoredError).count();
            KeptFile comments = changed.getOrDefault(file.getKey(), others.get(file.getKey()));
            if (comments == null) {
                left.addAll(marked(graded));
                continue;
            }
            Suppressions suppressions =
                    Suppressions.of(comments, graded, today, comment -> isChecked(comments, comment, rechecked));
            left.addAll(marked(suppressions.findings()));
            if (changed.containsKey(file.getKey()) && !sources.names().contains(file.getKey())) {
                left.addAll(suppressions.unused());
            }
            hidden += suppressions.suppressed();
        }
        List<Report.Validated> all = trees.hasBase() ? checked.objects() : sorted(checked);
        List<Report.Validated> each =
                all.stream().filter(Report.Validated::isChecked).toList();
        List<Report.Validated> objects = different(each);
        List<Skipped> skipped = Stream.concat(checked.skipped().stream().map(sources::placed), trees.skipped().stream())
                .filter(one -> !one.cause().equals(FindingFactory.PATCH) || !sources.isSource(trees.typed(one.file())))
                .distinct()
                .toList();
        List<String> releases = settings.target().releases().stream()
                .map(KubernetesRelease::toString)
                .toList();
        Summary summary = new Summary(
                        checked.files().size(),
                        each.size(),
                        checked.others() + all.size() - each.size(),
                        skipped,
                        checked.unreadable())
                .withPods(pods(all, releases))
                .hiding(known);
        Set<String> limits = checked.files().stream()
                .filter(file ->
                        file.hasPolicies() || !file.others(KeptFile.QUOTA).isEmpty())
                .map(KeptFile::name)
                .collect(Collectors.toSet());
        return new Report(left, objects, releases, limits, summary.of(left, hidden + known));
    }

    /**
     * A mistake in a file once, however often the file is rendered: as it is in the file, if it is checked itself. What
     * Flux substitutes may be another mistake in each Kustomization.
     */
    private Stream<Finding> once(List<Rendered> renderings) {
        if (renderings.size() == 1) {
            return Stream.of(renderings.get(0).at);
        }
        renderings.sort(Comparator.comparing((Rendered one) -> one.at.known())
                .thenComparing(one -> one.at.severity() != Severity.ERROR)
                .thenComparing(one -> !one.finding.file().equals(one.at.file())));
        Rendered first = renderings.get(0);
        return renderings.stream()
                .filter(one -> one.isIn(first.finding.file()) || trees.sources().isApplied(one.finding.file()))
                .collect(Collectors.groupingBy(Rendered::text, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(this::named);
    }

    /** The objects of files, and those that are rendered of them with other answers. */
    private List<Report.Validated> different(List<Report.Validated> objects) {
        RenderedSources sources = trees.sources();
        if (sources.names().isEmpty()) {
            // The first hash of a record costs as much as the check of a file.
            return objects;
        }
        Set<List<Object>> ofFiles = new HashSet<>();
        objects.stream().filter(one -> sources.placed(one) == one).forEach(one -> ofFiles.add(key(one)));
        List<Report.Validated> different = new ArrayList<>();
        for (Report.Validated one : objects) {
            Report.Validated at = sources.placed(one);
            if (at == one || ofFiles.add(key(at))) {
                different.add(at);
            }
        }
        return different;
    }

    private static List<Object> key(Report.Validated object) {
        return List.of(object.file(), object.object(), object.verdicts());
    }

    /** The finding of the first rendering, with the number of others that an object of Flux or Argo CD applies. */
    private Finding named(List<Rendered> same) {
        Rendered first = same.get(0);
        long files = same.stream().map(one -> one.finding.file()).distinct().count();
        boolean isNamed = files > 1 && trees.sources().isApplied(first.finding.file());
        return isNamed ? first.at.saying(first.at.message() + " and " + (files - 1) + " more") : first.at;
    }

    private static int byPlace(Finding one, Finding other) {
        int byLine = Integer.compare(one.lineNumber(), other.lineNumber());
        return byLine != 0 ? byLine : Integer.compare(one.columnNumber(), other.columnNumber());
    }

    private List<Finding> marked(List<Finding> findings) {
        return findings.stream()
                .map(one -> settings.reporting().marksFixes()
                                && !InnerObjects.isInText(one.field().path())
                        ? one
                        : one.fixable(null))
                .toList();
    }

    /** The pods and workloads, of which only a part is checked, and only for releases with known rules. */
    private static Summary.Pods pods(List<Report.Validated> objects, List<String> releases) {
        int checked = 0;
        Set<String> unchecked = new TreeSet<>();
        for (Report.Validated one : objects) {
            String apiVersion = one.object().apiVersion();
            String kind = one.object().kind();
            if (ResourceApi.isWorkload(apiVersion, kind) || !ResourceApi.hasRulesFor(apiVersion, kind)) {
                checked += one.isChecked() ? 1 : 0;
                for (int i = 0; i < releases.size(); i++) {
                    if (one.verdicts().get(i) == Report.Answer.UNCHECKED) {
                        unchecked.add(releases.get(i));
                    }
                }
            }
        }
        return new Summary.Pods(checked, List.copyOf(unchecked));
    }

    /** Whether a comment is about an object that was checked: a gate leaves out those that do not change. */
    private boolean isChecked(KeptFile file, Suppression comment, Set<String> rechecked) {
        int begin = 1;
        for (int line : file.comments().begins()) {
            begin = line <= comment.line() ? Math.max(begin, line) : begin;
        }
        return !trees.hasBase() || rechecked.contains(place(file.name(), begin));
    }

    private static String place(String file, int line) {
        return file + ":" + line;
    }

    /** The findings of each file: of a plain check in the order of the command line, of a gate by name. */
    private Map<String, List<Finding>> byFile(List<Finding> all, Checked checked) {
        Map<String, List<Finding>> byFile = new LinkedHashMap<>();
        for (Finding finding : all) {
            byFile.computeIfAbsent(finding.file(), file -> new ArrayList<>()).add(finding);
        }
        Map<String, List<Finding>> ordered = trees.hasBase() ? new TreeMap<>(byFile) : new LinkedHashMap<>();
        for (KeptFile file : checked.files()) {
            List<Finding> findings = byFile.getOrDefault(file.name(), List.of());
            if (!findings.isEmpty() || !file.suppressions().isEmpty()) {
                ordered.put(file.name(), findings);
            }
        }
        // Findings without a file, such as those of a cluster's objects.
        byFile.forEach(ordered::putIfAbsent);
        return ordered;
    }

    private static List<Report.Validated> sorted(Checked checked) {
        Map<String, Integer> order = new HashMap<>();
        checked.files().forEach(file -> order.put(file.name(), order.size()));
        return checked.objects().stream()
                .sorted((one, other) -> {
                    int byFile = order.getOrDefault(one.file(), 0) - order.getOrDefault(other.file(), 0);
                    return byFile != 0 ? byFile : Integer.compare(one.line(), other.line());
                })
                .toList();
    }

    private static Map<String, KeptFile> byName(List<KeptFile> files) {
        Map<String, KeptFile> byName = new HashMap<>();
        files.stream().filter(file -> !file.suppressions().isEmpty()).forEach(file -> byName.put(file.name(), file));
        return byName;
    }
}
