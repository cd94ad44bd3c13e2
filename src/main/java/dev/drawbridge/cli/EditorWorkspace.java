package dev.drawbridge.cli;

import dev.drawbridge.check.Content;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.field.Position;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.lsp.Workspace;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.manifest.MarkdownBlocks;
import dev.drawbridge.manifest.Mentions;
import dev.drawbridge.reference.Reference;
import dev.drawbridge.reference.ReferenceFacts;
import dev.drawbridge.reference.ReferenceReader;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.ObjectReference;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The folders of an editor, each checked as {@code drawbridge check} checks it in that folder. Files are read again
 * when they change on disk, and checked again when their text changes. An open file outside all folders is checked
 * alone.
 */
final class EditorWorkspace implements Workspace {

    private static final String EXPLAIN = "drawbridge.explain";
    private static final String PREVIEW = "drawbridge.preview";
    private static final String FIT = "drawbridge.fit";
    private static final String SELECTOR = "drawbridge.selector";
    private static final String RELOAD = "drawbridge.reload";

    private final List<String> fixed;
    private final List<String> paths;
    private final ManifestReader reader = new ManifestReader();
    private final EditorCompletion completion = new EditorCompletion();
    private final EditorActions actions = new EditorActions();
    private final Map<Path, Stored> stored = new HashMap<>();
    private final Map<Path, Known> names = new ConcurrentHashMap<>();
    private volatile List<String> options;
    private volatile Map<DeviceId, List<String>> planned = Map.of();
    private volatile List<Path> roots = List.of();

    /** Replaced as a whole: requests do not wait for a check. */
    private volatile Map<Path, EditorFolder> folders = Map.of();

    private final AtomicBoolean isStale = new AtomicBoolean(true);
    private boolean isReading;

    /** A workspace without folders, with the options of {@code check}; no paths are what the settings name, or all. */
    EditorWorkspace(List<String> options, List<String> paths) {
        this.fixed = List.copyOf(options);
        this.options = fixed;
        this.paths = List.copyOf(paths);
    }

    /** A file as it was on disk. */
    private record Stored(FileTime time, long size, byte[] text) {}

    /** What a text names, by these rules. */
    private record Known(byte[] text, EditorFolder.Rules rules, ReferenceFacts facts) {}

    @Override
    public void folders(List<Path> paths) {
        roots = List.copyOf(paths);
        take(folders.keySet());
        isStale.set(true);
    }

    /** Takes the folders of the editor, and of others those with open files. */
    private synchronized void take(Collection<Path> others) {
        Map<Path, EditorFolder> wanted = new LinkedHashMap<>();
        roots.forEach(root -> wanted.put(root, known(root, new EditorFolder(root, true, () -> options, paths))));
        others.stream()
                .filter(folder -> roots.stream().noneMatch(folder::startsWith))
                .forEach(folder -> wanted.put(folder, known(folder, alone(folder))));
        folders = Collections.unmodifiableMap(wanted);
    }

    private EditorFolder known(Path root, EditorFolder created) {
        EditorFolder known = folders.get(root);
        return known == null || known.isWhole() != created.isWhole() ? created : known;
    }

    @Override
    public void settings(Map<String, String> settings) {
        List<String> words = new ArrayList<>(fixed);
        settings.forEach((option, value) -> {
            if (!value.isEmpty()) {
                words.addAll(List.of("--" + option, value));
            }
        });
        options = List.copyOf(words);
    }

    private EditorFolder alone(Path folder) {
        return new EditorFolder(folder, false, () -> options, List.of());
    }

    @Override
    public Checked check(Map<Path, byte[]> open, IntConsumer progress) {
        isReading = isStale.getAndSet(false);
        take(open.keySet().stream().map(EditorWorkspace::parent).toList());
        Map<Path, List<Finding>> findings = new HashMap<>();
        Map<Path, ReferenceFacts> facts = new HashMap<>();
        String problem = "";
        for (EditorFolder folder : folders.values()) {
            try {
                check(folder, open, progress, facts);
            } catch (IOException | UsageException wrong) {
                problem = String.valueOf(
                        (wrong instanceof IOException file ? InputException.of(file) : wrong).getMessage());
                // The names of its files are still known.
                names.forEach((file, known) -> {
                    if (folder(file) == folder) {
                        facts.putIfAbsent(file, known.facts());
                    }
                });
            }
            folder.found().forEach((file, found) -> {
                if (folder(file) == folder) {
                    findings.put(file, found);
                }
            });
        }
        names.keySet().retainAll(facts.keySet());
        stored.keySet().removeIf(file -> !facts.containsKey(file));
        return new Checked(findings, facts, problem);
    }

    private void check(
            EditorFolder folder, Map<Path, byte[]> open, IntConsumer progress, Map<Path, ReferenceFacts> facts)
            throws IOException {
        EditorFolder.Rules rules = isReading ? folder.read() : folder.rules();
        Map<Path, Content> texts = new LinkedHashMap<>();
        folder.files().forEach(file -> texts.put(file, stored(file)));
        open.forEach((file, text) -> {
            boolean isListed = texts.containsKey(file);
            if (isListed || folder(file) == folder && folder.takes(file, rules.plan())) {
                texts.put(file, Content.of(text));
            }
        });
        folder.check(texts, open.keySet(), rules, progress);
        texts.forEach((file, text) -> {
            try {
                facts.put(file, facts(file, text.text(), rules));
            } catch (IOException unreadable) {
                // The check has reported it.
                facts.put(file, ReferenceFacts.NONE);
            }
        });
    }

    /** The text of a file on disk, which is read again if the file has changed. */
    private Content stored(Path file) {
        Stored known = stored.get(file);
        if (known != null && !isReading) {
            return Content.of(known.text());
        }
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            if (known == null || known.size() != now.size() || !known.time().equals(now.lastModifiedTime())) {
                known = new Stored(now.lastModifiedTime(), now.size(), ReadLimits.DEFAULT.text(file));
                stored.put(file, known);
            }
            return Content.of(known.text());
        } catch (IOException unreadable) {
            // The check reads it again, and reports why it cannot.
            return () -> ReadLimits.DEFAULT.text(file);
        }
    }

    /** What a text names; what it named before while it cannot be read. */
    private ReferenceFacts facts(Path file, byte[] text, EditorFolder.Rules rules) {
        Known known = names.get(file);
        if (known != null && known.text() == text && known.rules() == rules) {
            return known.facts();
        }
        boolean mayName = Mentions.in(text);
        ReferenceFacts facts = mayName
                ? ReferenceReader.of(
                        reader.read(file.toString(), text),
                        manifest -> new ObjectReference(
                                manifest.apiVersion(), manifest.kind(), manifest.namespace(""), manifest.name()),
                        Lines.NONE,
                        rules.settings().input().templates())
                : ReferenceFacts.NONE;
        boolean isBroken = mayName && facts == ReferenceFacts.NONE;
        Known now = new Known(text, rules, isBroken && known != null ? known.facts() : facts);
        names.put(file, now);
        return now.facts();
    }

    /** The folder of a file: the nearest one. */
    private EditorFolder folder(Path file) {
        return folders.values().stream()
                .filter(folder -> file.startsWith(folder.root()))
                .max(Comparator.comparingInt(folder -> folder.root().getNameCount()))
                .orElseGet(() -> alone(parent(file)));
    }

    private static Path parent(Path file) {
        return Objects.requireNonNull(file.getParent(), "a file");
    }

    @Override
    public List<Action> actions(Path file, byte[] text, List<Finding> findings) throws IOException {
        return actions.of(file, text, findings, folder(file).rules().plan());
    }

    @Override
    public String explanation(Path file, byte[] text, Position place) throws IOException {
        EditorFolder folder = folder(file);
        return EditorExplanation.at(
                MarkdownBlocks.yaml(file.toString(), text),
                place,
                release(folder),
                folder.rules().settings().drivers());
    }

    /** The release that is checked; empty for several. */
    private static String release(EditorFolder folder) throws IOException {
        List<KubernetesRelease> releases = folder.rules().settings().target().releases();
        return releases.size() == 1 ? releases.get(0).toString() : "";
    }

    @Override
    public Names names(Path file, String before, Checked known) throws IOException {
        return completion.names(file, before, known, folder(file).rules());
    }

    @Override
    public Map<Position, Supplier<String>> fits(Path file, byte[] text, Checked known) throws IOException {
        EditorFleet fleet = EditorFleet.of(folder(file).rules());
        if (fleet == null) {
            return Map.of();
        }
        EditorFleet.Decisions decisions = fleet.decisions(file.toString(), manifests(file, text, known));
        Map<Position, Supplier<String>> fits = new LinkedHashMap<>();
        decisions.workloads().stream()
                .collect(Collectors.groupingBy(
                        workload -> Objects.requireNonNullElse(workload.position(), new Position(1, 1))))
                .forEach((place, workloads) -> fits.put(place, () -> sentence(decisions.fit(), workloads)));
        return fits;
    }

    /** The objects of a text, of the files of those that it names, and so on. */
    private List<Manifest> manifests(Path file, byte[] text, Checked known) {
        List<Manifest> all = new ArrayList<>();
        for (Path each : withNamed(file, known.names())) {
            Known other = names.get(each);
            byte[] read = each.equals(file) ? text : other == null ? new byte[0] : other.text();
            all.addAll(reader.read(each.toString(), MarkdownBlocks.yaml(each.toString(), read))
                    .manifests());
        }
        return all;
    }

    @Override
    public List<String> commands() {
        return List.of(EXPLAIN, PREVIEW, FIT, SELECTOR, "drawbridge.fleet", RELOAD);
    }

    @Override
    public Object execute(String command, Path file, byte[] text, String argument, Checked known) throws IOException {
        try {
            EditorFolder folder = folder(file);
            if (command.equals(EXPLAIN)) {
                return EditorExplanation.text(argument);
            }
            if (command.equals(PREVIEW)) {
                String name = String.valueOf(file.getFileName());
                return EditorPreview.of(
                        argument, name, text, release(folder), folder.rules().plan());
            }
            if (command.equals(RELOAD)) {
                folder.forgetFleet();
                folder.read();
            }
            EditorFleet fleet = EditorFleet.of(folder.rules());
            if (fleet == null) {
                return Map.of();
            }
            return switch (command) {
                case FIT -> fit(fleet.decisions(file.toString(), manifests(file, text, known)));
                case SELECTOR -> fleet.selector(argument);
                default -> fleet.description();
            };
        } catch (UsageException wrong) {
            throw new IOException(wrong.getMessage(), wrong);
        }
    }

    private Map<String, Object> fit(EditorFleet.Decisions decisions) {
        List<FitResult> results =
                decisions.workloads().stream().map(decisions.fit()::of).toList();
        planned = EditorFleet.planned(results);
        return decisions.page(results).tree();
    }

    /** Reads the settings and the fleet of a folder, so that a mistake in them is reported at once. */
    void read(Path folder) throws IOException {
        alone(folder).rules();
    }

    /** The page of the fleet of a folder, with where the workloads of the last {@code drawbridge.fit} would go. */
    String fleetPage(Path folder) throws IOException {
        EditorFleet fleet = EditorFleet.of(folder(folder.resolve("any")).rules());
        return fleet == null ? "" : fleet.page(planned);
    }

    private static String sentence(Fit fit, List<Workload> workloads) {
        return workloads.stream()
                .map(workload -> (workloads.size() > 1 ? workload.podPath() + ": " : "")
                        + fit.of(workload).headline("fleet"))
                .collect(Collectors.joining("; "));
    }

    private static Set<Path> withNamed(Path file, Map<Path, ReferenceFacts> all) {
        Set<Path> files = new LinkedHashSet<>(List.of(file));
        for (int before = 0; before < files.size(); ) {
            before = files.size();
            List<Reference> references = files.stream()
                    .flatMap(one -> all.getOrDefault(one, ReferenceFacts.NONE).references().stream())
                    .toList();
            all.forEach((other, facts) -> {
                if (facts.objects().stream()
                        .anyMatch(object -> references.stream().anyMatch(one -> EditorCompletion.isOf(one, object)))) {
                    files.add(other);
                }
            });
        }
        return files;
    }
}
