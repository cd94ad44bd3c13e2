package dev.drawbridge.cli;

import dev.drawbridge.check.AppliedObjects;
import dev.drawbridge.check.Change;
import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.Checker;
import dev.drawbridge.check.Content;
import dev.drawbridge.check.FleetSettings;
import dev.drawbridge.check.RenderedSources;
import dev.drawbridge.check.Trees;
import dev.drawbridge.driver.NameCompletion;
import dev.drawbridge.fit.input.FleetNames;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.manifest.MarkdownBlocks;
import dev.drawbridge.report.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A folder of an editor, with its settings. What was found in its files is kept until something else changes. */
final class EditorFolder {

    private static final int MANY = 100;

    private final Path root;
    private final boolean isWhole;
    private final Supplier<List<String>> options;
    private final List<String> paths;
    private final AtomicInteger checked = new AtomicInteger();
    private volatile @Nullable Rules rules;
    private List<Path> files = List.of();
    private @Nullable AppliedObjects applied;
    private @Nullable FleetRead fleet;
    private RenderedSources sources = new RenderedSources();
    private Map<Path, List<Finding>> found = Map.of();
    private IntConsumer progress = any -> {};

    /**
     * A folder.
     *
     * @param isWhole whether all its files are checked; otherwise only those that are open
     * @param options those of {@code check}, as they are now
     * @param paths what is checked; empty for what the settings name, or the whole folder
     */
    EditorFolder(Path root, boolean isWhole, Supplier<List<String>> options, List<String> paths) {
        this.root = root;
        this.isWhole = isWhole;
        this.options = options;
        this.paths = paths;
    }

    /** The parts of a fleet, with the files that they were read from, and notes on what could not be read. */
    private record FleetRead(FleetOptions.@Nullable Parts parts, String state, List<String> notes, Instant readAt) {}

    /**
     * What the settings and the fleet decide.
     *
     * @param devices the names of the fleet's devices, or of the catalogue
     * @param fleet null if the settings have none
     * @param fleetNotes what could not be read of it
     * @param state the options, and the files that were read for it, with their times
     */
    record Rules(
            CheckPlan plan,
            CheckSettings settings,
            NameCompletion devices,
            @Nullable FleetBuilder fleet,
            List<String> fleetNotes,
            Instant fleetReadAt,
            Checker checker,
            String state) {}

    /** The texts of the folder by their names in it. What objects of Flux apply is read when files are saved. */
    private record Texts(EditorFolder folder, Map<String, Content> texts, CheckPlan plan) implements Trees {

        @Override
        public List<Change> changes() {
            return texts.entrySet().stream()
                    .map(file -> new Change(file.getKey(), file.getKey(), file.getKey(), Content.NONE, file.getValue()))
                    .toList();
        }

        @Override
        public AppliedObjects applied(List<Manifest> objects) {
            return folder.applied(objects, plan);
        }

        @Override
        public RenderedSources sources() {
            return folder.sources;
        }
    }

    private AppliedObjects applied(List<Manifest> objects, CheckPlan plan) {
        AppliedObjects known = applied;
        if (known == null) {
            sources = new RenderedSources();
            List<Path> named = files.stream().map(root::relativize).toList();
            known = plan.rendering().applied(root, objects, named, List.of(""), sources);
            applied = known;
        }
        return known;
    }

    Path root() {
        return root;
    }

    boolean isWhole() {
        return isWhole;
    }

    /** The files that were listed last; none unless the folder is checked as a whole. */
    List<Path> files() {
        return files;
    }

    Map<Path, List<Finding>> found() {
        return found;
    }

    /** The rules, which are read if they were not yet. */
    Rules rules() throws IOException {
        Rules known = rules;
        try {
            return known != null ? known : read();
        } catch (UsageException wrong) {
            throw new IOException(wrong.getMessage(), wrong);
        }
    }

    /** Reads the settings and the fleet if they have changed, and lists the files. */
    synchronized Rules read() throws IOException {
        applied = null;
        SettingsFile file = SettingsFile.nearest(root);
        List<String> words = new ArrayList<>(options.get());
        words.addAll(
                !paths.isEmpty()
                        ? paths
                        : file.texts("paths").isEmpty() ? List.of(root.toString()) : file.texts("paths"));
        Arguments arguments = Arguments.of(Command.named("check"), words);
        CheckPlan plan = CheckPlan.of(arguments, file, false, new TraceText());
        files = isWhole
                ? plan.files(plan.paths()).stream().map(Path::toAbsolutePath).toList()
                : List.of();
        FleetSettings named = plan.settings().fleet();
        List<String> fleetPaths = named == null ? List.of() : named.paths();
        String fleetState = fleetPaths
                + WatchedFiles.state(fleetPaths.stream().flatMap(path -> FleetSettings.files(path).stream()));
        String state = words
                + fleetState
                + WatchedFiles.state(Stream.concat(
                        plan.others().stream(),
                        files.stream().filter(path -> Kustomizations.isKustomization(path.toString()))));
        Rules known = rules;
        if (known == null || fleet == null || !known.state().equals(state)) {
            known = rules(plan, arguments, fleet(arguments, plan, fleetState), state);
            rules = known;
        }
        return known;
    }

    private FleetRead fleet(Arguments arguments, CheckPlan plan, String state) throws IOException {
        FleetRead known = fleet;
        if (known == null || !known.state().equals(state)) {
            List<String> notes = new ArrayList<>();
            FleetOptions.Parts parts = FleetOptions.Parts.of(arguments, plan.file(), plan.settings(), notes::add);
            known = new FleetRead(parts, state, notes, Instant.now());
            fleet = known;
        }
        return known;
    }

    /** Reads the fleet again with the next check. */
    synchronized void forgetFleet() {
        fleet = null;
    }

    private Rules rules(CheckPlan plan, Arguments arguments, FleetRead read, String state) throws IOException {
        List<String> notes = new ArrayList<>(read.notes());
        String namespace = plan.settings().input().namespace();
        FleetOptions.Parts parts = read.parts();
        CheckSettings settings = parts == null ? plan.settings() : parts.in(arguments, plan.settings(), notes::add);
        FleetSettings ofFleet = settings.fleet();
        FleetBuilder objects = new FleetBuilder(namespace);
        for (String path : ofFleet == null ? List.<String>of() : ofFleet.paths()) {
            Objects.requireNonNull(ofFleet).source().add(path, objects, ofFleet.objects(objects));
        }
        Fleet fleet = objects.build();
        return new Rules(
                plan,
                settings,
                new NameCompletion(
                        settings.drivers(),
                        FleetNames.shown(fleet),
                        fleet.classes().keySet()),
                ofFleet == null ? null : objects,
                notes,
                read.readAt(),
                new Checker(
                                settings,
                                () -> progress.accept(100 * checked.incrementAndGet() / Math.max(1, files.size())))
                        .again(),
                state);
    }

    void check(Map<Path, Content> texts, Set<Path> open, Rules known, IntConsumer shown) throws IOException {
        Map<String, Content> named = new TreeMap<>();
        texts.forEach((file, text) -> named.put(name(file), text));
        boolean isKustomized = open.stream().anyMatch(file -> Kustomizations.isKustomization(name(file)));
        checked.set(0);
        progress = files.size() > MANY ? shown : any -> {};
        Map<Path, List<Finding>> findings = new HashMap<>();
        // Patches in an open kustomization decide about other files, of which nothing is kept then.
        (isKustomized ? new Checker(known.settings()) : known.checker())
                .check(new Texts(this, named, known.plan()))
                .findings()
                .forEach(finding -> findings.computeIfAbsent(root.resolve(finding.file()), none -> new ArrayList<>())
                        .add(finding));
        found = findings;
    }

    boolean takes(Path file, CheckPlan plan) {
        return plan.manifests().takes(root.relativize(file), root) || MarkdownBlocks.isMarkdown(file.toString());
    }

    private String name(Path file) {
        return ManifestFiles.name(file.startsWith(root) ? root.relativize(file) : file);
    }
}
