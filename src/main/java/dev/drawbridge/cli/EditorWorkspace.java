package dev.drawbridge.cli;

import dev.drawbridge.check.Change;
import dev.drawbridge.check.Checker;
import dev.drawbridge.check.Content;
import dev.drawbridge.check.Trees;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.driver.NameCompletion;
import dev.drawbridge.driver.ShownDevices;
import dev.drawbridge.edit.Edit;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.fix.Fixed;
import dev.drawbridge.lsp.Workspace;
import dev.drawbridge.manifest.KustomizePatches;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.manifest.MarkdownBlocks;
import dev.drawbridge.manifest.Mentions;
import dev.drawbridge.reference.NamedObject;
import dev.drawbridge.reference.ReferenceFacts;
import dev.drawbridge.reference.ReferenceKind;
import dev.drawbridge.reference.ReferenceReader;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.ObjectReference;
import dev.drawbridge.validation.Validator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folders of an editor, each checked as {@code drawbridge check} checks it in that folder. Files are read again
 * when they change on disk, and checked again when their text changes. An open file outside all folders is checked
 * alone.
 */
final class EditorWorkspace implements Workspace {

    private final List<String> options;
    private final ManifestReader reader = new ManifestReader();
    private final FieldCompletion fields = new FieldCompletion();
    private final Map<Path, Folder> folders = new LinkedHashMap<>();
    private final Map<Path, Stored> stored = new HashMap<>();
    private final Map<Path, Known> names = new HashMap<>();
    private List<Path> roots = List.of();
    private boolean isStale = true;

    /** A workspace without folders; the options are those of {@code check}. */
    EditorWorkspace(List<String> options) {
        this.options = List.copyOf(options);
    }

    /** A file as it was on disk. */
    private record Stored(FileTime time, long size, byte[] text) {}

    /** What a text names. */
    private record Known(byte[] text, ReferenceFacts facts) {}

    /** The texts of a folder by their names in it. */
    private record Texts(Map<String, Content> texts) implements Trees {

        @Override
        public boolean hasBase() {
            return false;
        }

        @Override
        public List<Change> changes() {
            return texts.entrySet().stream()
                    .map(file -> new Change(file.getKey(), file.getKey(), file.getKey(), Content.NONE, file.getValue()))
                    .toList();
        }

        @Override
        public List<Change> head() {
            return changes();
        }

        @Override
        public String baseName() {
            return "";
        }
    }

    /** A folder with its settings. What was found in its files is kept while nothing else changes that decides. */
    private final class Folder {

        private final Path root;
        private final boolean isWhole;
        private List<Path> files = List.of();
        private String state = "";
        private @Nullable CheckPlan plan;
        private @Nullable Checker checker;
        private IntConsumer progress = any -> {};
        private final AtomicInteger checked = new AtomicInteger();

        Folder(Path root, boolean isWhole) {
            this.root = root;
            this.isWhole = isWhole;
        }

        synchronized CheckPlan plan() throws IOException {
            CheckPlan known = plan;
            return known != null ? known : read();
        }

        /** Reads the settings, and lists the files. */
        private synchronized CheckPlan read() throws IOException {
            SettingsFile settings = SettingsFile.nearest(root).from(root);
            List<String> words = new ArrayList<>(options);
            words.addAll(
                    settings.input().paths().isEmpty()
                            ? List.of(root.toString())
                            : settings.input().paths());
            CheckPlan read = CheckPlan.of(Arguments.of(CheckCommand.COMMAND, words), settings, false, new TraceText());
            files = isWhole ? read.files(read.paths()) : List.of();
            StringBuilder now = new StringBuilder();
            for (Path file : Stream.concat(
                            read.others().stream(),
                            files.stream().filter(file -> KustomizePatches.isKustomization(file.toString())))
                    .toList()) {
                now.append(file)
                        .append(Files.exists(file) ? Files.getLastModifiedTime(file) : "")
                        .append('\n');
            }
            if (plan == null || !now.toString().equals(state)) {
                plan = read;
                checker = new Checker(read.settings(), this::afterEach).again();
                state = now.toString();
            }
            return plan;
        }

        private void afterEach() {
            progress.accept(100 * checked.incrementAndGet() / Math.max(1, files.size()));
        }

        Map<Path, List<Finding>> check(Map<Path, byte[]> open, IntConsumer shown) throws IOException {
            CheckPlan known = isStale || plan == null ? read() : plan();
            Map<String, Content> texts = new TreeMap<>();
            for (Path file : files) {
                byte[] text = open.get(file);
                texts.put(name(file), text == null ? EditorWorkspace.this.stored(file) : Content.of(text));
            }
            open.forEach((file, text) -> {
                if (file.startsWith(root) && isManifest(known, file)) {
                    texts.put(name(file), Content.of(text));
                }
            });
            boolean isKustomized =
                    open.keySet().stream().anyMatch(file -> KustomizePatches.isKustomization(name(file)));
            checked.set(0);
            progress = files.size() > 100 ? shown : any -> {};
            Checker own = isKustomized
                    ? new Checker(known.settings())
                    : Objects.requireNonNull(checker, "made with the plan");
            Map<Path, List<Finding>> findings = new HashMap<>();
            own.check(new Texts(texts))
                    .findings()
                    .forEach(
                            finding -> findings.computeIfAbsent(root.resolve(finding.file()), none -> new ArrayList<>())
                                    .add(finding));
            return findings;
        }

        private boolean isManifest(CheckPlan plan, Path file) {
            Path relative = root.relativize(file);
            return plan.manifests().takes(relative, root) || MarkdownBlocks.isMarkdown(file.toString());
        }

        private String name(Path file) {
            return ManifestFiles.name(file.startsWith(root) ? root.relativize(file) : file);
        }
    }

    @Override
    public synchronized void folders(List<Path> paths) {
        roots = List.copyOf(paths);
        isStale = true;
    }

    @Override
    public synchronized Checked check(Map<Path, byte[]> open, IntConsumer progress) throws IOException {
        Map<Path, Folder> wanted = new LinkedHashMap<>();
        roots.forEach(root -> wanted.put(root, folders.getOrDefault(root, new Folder(root, true))));
        for (Path file : open.keySet()) {
            Path parent = file.getParent();
            if (parent != null && roots.stream().noneMatch(file::startsWith)) {
                wanted.put(parent, folders.getOrDefault(parent, new Folder(parent, false)));
            }
        }
        folders.keySet().retainAll(wanted.keySet());
        folders.putAll(wanted);
        Map<Path, List<Finding>> findings = new HashMap<>();
        Map<Path, ReferenceFacts> facts = new HashMap<>();
        for (Folder folder : folders.values()) {
            folder.check(open, progress).forEach((file, found) -> findings.merge(file, found, (one, other) -> one));
            for (Path file : folder.files) {
                byte[] text = open.get(file);
                facts.put(file, facts(file, text == null ? stored(file).text() : text, folder.plan()));
            }
        }
        for (Map.Entry<Path, byte[]> file : open.entrySet()) {
            facts.put(
                    file.getKey(),
                    facts(file.getKey(), file.getValue(), folder(file.getKey()).plan()));
        }
        names.keySet().retainAll(facts.keySet());
        stored.keySet().removeIf(file -> !facts.containsKey(file));
        isStale = false;
        return new Checked(findings, facts);
    }

    /** The text of a file on disk, which is read again if the file has changed. */
    private Content stored(Path file) {
        Stored known = stored.get(file);
        if (known != null && !isStale) {
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

    private ReferenceFacts facts(Path file, byte[] text, CheckPlan plan) {
        Known known = names.get(file);
        if (known == null || known.text() != text) {
            ReferenceFacts facts = Mentions.in(text)
                    ? ReferenceReader.of(
                            reader.read(file.toString(), text),
                            manifest -> new ObjectReference(
                                    manifest.apiVersion(), manifest.kind(), manifest.namespace(""), manifest.name()),
                            Lines.NONE,
                            plan.settings().input().templates())
                    : ReferenceFacts.NONE;
            known = new Known(text, facts);
            names.put(file, known);
        }
        return known.facts();
    }

    /** The folder of a file: the nearest one. */
    private synchronized Folder folder(Path file) {
        Folder nearest = null;
        for (Folder folder : folders.values()) {
            if (file.startsWith(folder.root)
                    && (nearest == null || folder.root.getNameCount() > nearest.root.getNameCount())) {
                nearest = folder;
            }
        }
        return nearest != null ? nearest : new Folder(Objects.requireNonNull(file.getParent(), "a file"), false);
    }

    @Override
    public List<Action> actions(Path file, byte[] text, List<Finding> findings) throws IOException {
        CheckPlan plan = folder(file).plan();
        byte[] yaml = MarkdownBlocks.isMarkdown(file.toString()) ? MarkdownBlocks.yaml(text) : text;
        Validator validator = new Validator();
        Fixed safe = plan.fixes(validator, false).fix(yaml);
        Map<Place, Fixed.Solved> solved = new HashMap<>();
        plan.fixes(validator, true).fix(yaml).solved().forEach(one -> solved.put(Place.of(one), one));
        safe.solved().forEach(one -> solved.put(Place.of(one), one));
        List<Action> actions = new ArrayList<>();
        for (Finding finding : findings) {
            Fixed.Solved fix = solved.get(new Place(finding.origin(), finding.position()));
            if (fix != null && !fix.edits().isEmpty()) {
                boolean isUnsafe = fix.mistake().fix().isUnsafe();
                String title = "Fix" + (isUnsafe ? " (look at the result)" : "") + ": "
                        + fix.mistake().fix().what();
                actions.add(new Action(title, "quickfix", List.of(finding), fix.edits(), !isUnsafe));
            }
        }
        findings.stream()
                .map(finding -> suppressed(finding, text))
                .filter(Objects::nonNull)
                .forEach(actions::add);
        add("Fix all mistakes with one meaning", "source.fixAll.drawbridge", safe.edits(), actions);
        add(
                "Migrate to v1",
                "refactor.rewrite.drawbridge",
                UiPreview.migrated(text, "").edits(),
                actions);
        return actions;
    }

    private static void add(String title, String kind, List<Edit> edits, List<Action> actions) {
        if (!edits.isEmpty()) {
            actions.add(new Action(title, kind, List.of(), edits, false));
        }
    }

    /** Where a mistake is. */
    private record Place(Origin origin, @Nullable Position position) {

        static Place of(Fixed.Solved solved) {
            return new Place(solved.mistake().error().origin(), solved.mistake().position());
        }
    }

    /** A comment above the finding that suppresses it; null where there can be none, such as in a block scalar. */
    private @Nullable Action suppressed(Finding finding, byte[] bytes) {
        Position position = finding.position();
        if (position == null) {
            return null;
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        int begin = 0;
        for (int line = 1; line < position.line(); line++) {
            begin = text.indexOf('\n', begin) + 1;
        }
        int indent = begin;
        while (indent < text.length() && text.charAt(indent) == ' ') {
            indent++;
        }
        String comment = text.substring(begin, indent) + "# drawbridge: ignore=" + finding.origin() + " TODO: why\n";
        Edit edit = new Edit(begin, begin, comment);
        byte[] after = Edit.apply(text, List.of(edit)).getBytes(StandardCharsets.UTF_8);
        ManifestFile file = reader.read("", after);
        boolean isSuppressed = file.suppressions().stream()
                .anyMatch(one -> one.suppresses(finding.origin().toString(), position.line() + 1));
        return isSuppressed
                ? new Action(
                        "Suppress " + finding.origin() + ", with a reason",
                        "quickfix",
                        List.of(finding),
                        List.of(edit),
                        false)
                : null;
    }

    @Override
    public String explanation(Path file, byte[] text, Position place) throws IOException {
        return UiExplanation.at(text, place, "");
    }

    @Override
    public Names names(Path file, String before, Checked known) throws IOException {
        FieldCompletion.Place place = FieldCompletion.Place.of(before);
        for (ReferenceKind kind : ReferenceKind.values()) {
            if (kind.field().equals(place.key()) && kind != ReferenceKind.DRIVER) {
                List<Name> found = known.names().values().stream()
                        .flatMap(facts -> facts.objects().stream())
                        .filter(object -> object.kind() == kind)
                        .map(NamedObject::name)
                        .distinct()
                        .sorted()
                        .map(name -> new Name(name, kind.label() + " of this workspace"))
                        .toList();
                if (!found.isEmpty() || kind != ReferenceKind.CLASS) {
                    return new Names(place.typed(), found);
                }
            }
        }
        CheckPlan plan = folder(file).plan();
        NameCompletion.Completion devices = new NameCompletion(plan.settings().drivers(), ShownDevices.NONE, List.of())
                .of(before.substring(before.lastIndexOf('\n') + 1));
        return devices.names().isEmpty()
                ? fields.of(before)
                : new Names(
                        devices.typed(),
                        devices.names().stream().map(name -> new Name(name, "")).toList());
    }
}
