package dev.drawbridge.cli;

import dev.drawbridge.check.AppliedObjects;
import dev.drawbridge.check.Change;
import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.Checker;
import dev.drawbridge.check.Content;
import dev.drawbridge.check.FleetSettings;
import dev.drawbridge.check.RenderedSources;
import dev.drawbridge.check.Trees;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.driver.NameCompletion;
import dev.drawbridge.driver.ShownDevices;
import dev.drawbridge.edit.Edit;
import dev.drawbridge.explain.Manual;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.input.FleetNames;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fit.input.Workloads;
import dev.drawbridge.fix.Fixed;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.lsp.Workspace;
import dev.drawbridge.manifest.KustomizePatches;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.manifest.MarkdownBlocks;
import dev.drawbridge.manifest.Mentions;
import dev.drawbridge.reference.NamedObject;
import dev.drawbridge.reference.Reference;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folders of an editor, each checked as {@code drawbridge check} checks it in that folder. Files are read again
 * when they change on disk, and checked again when their text changes. An open file outside all folders is checked
 * alone.
 */
final class EditorWorkspace implements Workspace {

    private static final int MAX_LINE = 1_000;
    private static final Pattern REQUEST = Pattern.compile("\\brequest: *[\"']?([\\w/-]*)$");
    private static final Pattern REQUESTS = Pattern.compile("\\brequests: *\\[(?:[^\\]{]*[, ])?[\"']?([\\w/-]*)$");
    private static final Pattern WORD = Pattern.compile("[\\w.]*$");

    private final List<String> options;
    private final ManifestReader reader = new ManifestReader();
    private final FieldCompletion fields = new FieldCompletion();
    private final Map<Path, Folder> folders = new LinkedHashMap<>();
    private final Map<Path, Stored> stored = new HashMap<>();
    private final Map<Path, Known> names = new ConcurrentHashMap<>();
    private List<Path> roots = List.of();
    private boolean isStale = true;
    private volatile @Nullable TextFixes lastFixes;

    /** A workspace without folders; the options are those of {@code check}. */
    EditorWorkspace(List<String> options) {
        this.options = List.copyOf(options);
    }

    /** A file as it was on disk. */
    private record Stored(FileTime time, long size, byte[] text) {}

    /** What a text names. */
    private record Known(byte[] text, ReferenceFacts facts) {}

    /** The fixes of a text: those with one meaning, and all. */
    private record TextFixes(byte[] text, CheckPlan plan, Fixed safe, Fixed all) {}

    /** A folder with its settings. What was found in its files is kept while nothing else changes that decides. */
    private final class Folder {

        private final Path root;
        private final boolean isWhole;
        private List<Path> files = List.of();
        private String state = "";
        private @Nullable CheckPlan plan;
        private CheckSettings settings = CheckSettings.DEFAULT;
        private NameCompletion devices = new NameCompletion(settings.drivers(), ShownDevices.NONE, List.of());
        private @Nullable FleetBuilder fleet;
        private @Nullable Checker checker;
        private @Nullable AppliedObjects applied;
        private RenderedSources sources = new RenderedSources();
        private Map<Path, List<Finding>> found = Map.of();
        private IntConsumer progress = any -> {};
        private final AtomicInteger checked = new AtomicInteger();

        /** The texts of this folder by their names in it. What objects of Flux apply is read when files are saved. */
        private final class Texts implements Trees {

            private final Map<String, Content> texts;

            Texts(Map<String, Content> texts) {
                this.texts = texts;
            }

            @Override
            public boolean hasBase() {
                return false;
            }

            @Override
            public List<Change> changes() {
                return texts.entrySet().stream()
                        .map(file ->
                                new Change(file.getKey(), file.getKey(), file.getKey(), Content.NONE, file.getValue()))
                        .toList();
            }

            @Override
            public List<Change> head() {
                return changes();
            }

            @Override
            public AppliedObjects applied(List<Manifest> objects) {
                AppliedObjects known = applied;
                if (known == null) {
                    sources = new RenderedSources();
                    List<Path> named = files.stream().map(root::relativize).toList();
                    known = Objects.requireNonNull(plan, "a plan is checked")
                            .rendering()
                            .applied(root, objects, named, List.of(""), sources);
                    applied = known;
                }
                return known;
            }

            @Override
            public RenderedSources sources() {
                return sources;
            }

            @Override
            public String baseName() {
                return "";
            }
        }

        Folder(Path root, boolean isWhole) {
            this.root = root;
            this.isWhole = isWhole;
        }

        synchronized CheckPlan plan() throws IOException {
            CheckPlan known = plan;
            try {
                return known != null ? known : read();
            } catch (UsageException wrong) {
                throw new IOException(wrong.getMessage(), wrong);
            }
        }

        /** Reads the settings and the fleet, and lists the files. */
        private synchronized CheckPlan read() throws IOException {
            applied = null;
            SettingsFile file = SettingsFile.nearest(root).from(root);
            List<String> words = new ArrayList<>(options);
            words.addAll(
                    file.input().paths().isEmpty()
                            ? List.of(root.toString())
                            : file.input().paths());
            Arguments arguments = Arguments.of(CheckCommand.COMMAND, words);
            CheckPlan read = CheckPlan.of(arguments, file, false, new TraceText());
            files = isWhole ? read.files(read.paths()) : List.of();
            FleetSettings ofFleet = read.settings().fleet();
            List<String> fleetPaths = ofFleet == null ? List.of() : ofFleet.paths();
            StringBuilder now = new StringBuilder();
            for (Path one : Stream.of(
                            read.others().stream(),
                            fleetPaths.stream().flatMap(path -> FleetSettings.files(path).stream()),
                            files.stream().filter(path -> KustomizePatches.isKustomization(path.toString())))
                    .flatMap(each -> each)
                    .toList()) {
                now.append(one)
                        .append(Files.exists(one) ? Files.getLastModifiedTime(one) : "")
                        .append('\n');
            }
            if (plan == null || !now.toString().equals(state)) {
                settings = FleetOptions.withFleet(arguments, read.settings(), any -> {});
                readFleet(settings.fleet());
                checker = new Checker(settings, this::afterEach).again();
                names.keySet().removeIf(one -> one.startsWith(root));
                plan = read;
                state = now.toString();
            }
            return plan;
        }

        private void readFleet(@Nullable FleetSettings read) throws IOException {
            FleetBuilder objects = new FleetBuilder(settings.input().namespace());
            for (String path : read == null ? List.<String>of() : read.paths()) {
                Objects.requireNonNull(read).source().add(path, objects, read.objects(objects));
            }
            fleet = read == null ? null : objects;
            Fleet built = objects.build();
            devices = new NameCompletion(
                    settings.drivers(), FleetNames.shown(built), built.classes().keySet());
        }

        private void afterEach() {
            progress.accept(100 * checked.incrementAndGet() / Math.max(1, files.size()));
        }

        void check(Map<Path, byte[]> open, IntConsumer shown) throws IOException {
            CheckPlan known = isStale || plan == null ? read() : plan();
            Map<String, Content> texts = new TreeMap<>();
            for (Path file : files) {
                byte[] text = open.get(file);
                texts.put(name(file), text == null ? EditorWorkspace.this.stored(file) : Content.of(text));
            }
            open.forEach((file, text) -> {
                if (folder(file) == this && isManifest(known, file)) {
                    texts.put(name(file), Content.of(text));
                }
            });
            boolean isKustomized =
                    open.keySet().stream().anyMatch(file -> KustomizePatches.isKustomization(name(file)));
            checked.set(0);
            progress = files.size() > 100 ? shown : any -> {};
            Checker own = isKustomized ? new Checker(settings) : Objects.requireNonNull(checker, "made with the plan");
            Map<Path, List<Finding>> findings = new HashMap<>();
            own.check(new Texts(texts))
                    .findings()
                    .forEach(
                            finding -> findings.computeIfAbsent(root.resolve(finding.file()), none -> new ArrayList<>())
                                    .add(finding));
            found = findings;
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
    public synchronized Checked check(Map<Path, byte[]> open, IntConsumer progress) {
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
        String problem = "";
        for (Folder folder : folders.values()) {
            try {
                folder.check(open, progress);
            } catch (IOException | UsageException wrong) {
                problem = String.valueOf(
                        (wrong instanceof IOException file ? InputException.of(file) : wrong).getMessage());
            }
            folder.found.forEach((file, found) -> {
                if (folder(file) == folder) {
                    findings.put(file, found);
                }
            });
            for (Path file : folder.files) {
                try {
                    byte[] text = open.get(file);
                    facts.put(file, facts(file, text == null ? stored(file).text() : text));
                } catch (IOException unreadable) {
                    facts.put(file, ReferenceFacts.NONE);
                }
            }
        }
        open.forEach((file, text) -> facts.put(file, facts(file, text)));
        names.keySet().retainAll(facts.keySet());
        stored.keySet().removeIf(file -> !facts.containsKey(file));
        isStale = false;
        return new Checked(findings, facts, problem);
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

    private ReferenceFacts facts(Path file, byte[] text) {
        Known known = names.get(file);
        if (known == null || known.text() != text) {
            ReferenceFacts facts = Mentions.in(text)
                    ? ReferenceReader.of(
                            reader.read(file.toString(), text),
                            manifest -> new ObjectReference(
                                    manifest.apiVersion(), manifest.kind(), manifest.namespace(""), manifest.name()),
                            Lines.NONE,
                            folder(file).settings.input().templates())
                    : ReferenceFacts.NONE;
            boolean isBroken = facts.objects().isEmpty() && facts.references().isEmpty() && Mentions.in(text);
            facts = isBroken && known != null ? known.facts() : facts;
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
        TextFixes fixes = fixes(file, text);
        Map<Place, Fixed.Solved> solved = new HashMap<>();
        fixes.all().solved().forEach(one -> solved.put(Place.of(one), one));
        fixes.safe().solved().forEach(one -> solved.put(Place.of(one), one));
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
        add(
                "Fix all mistakes with one meaning",
                "source.fixAll.drawbridge",
                fixes.safe().edits(),
                actions);
        add(
                "Migrate to v1",
                "refactor.rewrite.drawbridge",
                UiPreview.migrated(text, "").edits(),
                actions);
        return actions;
    }

    /** The fixes of a text, which editors want at each move of the cursor. */
    private TextFixes fixes(Path file, byte[] text) throws IOException {
        CheckPlan plan = folder(file).plan();
        TextFixes known = lastFixes;
        if (known == null || known.text() != text || known.plan() != plan) {
            byte[] yaml = yaml(file, text);
            Validator validator = new Validator();
            Fixed safe = plan.fixes(validator, false).fix(yaml);
            known = new TextFixes(text, plan, safe, plan.fixes(validator, true).fix(yaml));
            lastFixes = known;
        }
        return known;
    }

    private static byte[] yaml(Path file, byte[] text) {
        return MarkdownBlocks.isMarkdown(file.toString()) ? MarkdownBlocks.yaml(text) : text;
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
        return UiExplanation.at(yaml(file, text), place, "");
    }

    @Override
    public Names names(Path file, String before, Checked known) throws IOException {
        FieldCompletion.Place place = FieldCompletion.Place.of(before);
        Names requests = requests(file, before, place, known);
        if (requests != null) {
            return requests;
        }
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
        Folder folder = folder(file);
        folder.plan();
        NameCompletion.Completion devices = folder.devices.of(before.substring(before.lastIndexOf('\n') + 1));
        if (!devices.names().isEmpty()) {
            return new Names(
                    devices.typed(),
                    devices.names().stream().map(name -> new Name(name, "")).toList());
        }
        return place.isAt("cel", "expression") ? selector(before, folder.settings.target()) : fields.of(before);
    }

    /** The names of requests where a container, a constraint or a configuration names one; null for other places. */
    private static @Nullable Names requests(Path file, String before, FieldCompletion.Place place, Checked known) {
        ReferenceFacts own = known.names().getOrDefault(file, ReferenceFacts.NONE);
        String line = lastLine(before);
        Matcher used = REQUEST.matcher(line);
        if (used.find()) {
            return requests(
                    used.group(1),
                    known.names().values().stream()
                            .flatMap(facts -> facts.objects().stream())
                            .filter(object -> own.references().stream().anyMatch(one -> isOf(one, object))));
        }
        Matcher listed = REQUESTS.matcher(line);
        boolean isListed = listed.find();
        if (!isListed && !place.isAt("constraints", "requests") && !place.isAt("config", "requests")) {
            return null;
        }
        long number = before.chars().filter(one -> one == '\n').count() + 1;
        Stream<NamedObject> last = own.objects().stream()
                .filter(object ->
                        object.place().start() != null && object.place().start().line() <= number)
                .reduce((one, other) -> other)
                .stream();
        return requests(isListed ? listed.group(1) : place.typed(), last);
    }

    private static Names requests(String typed, Stream<NamedObject> claims) {
        List<Name> names = claims.flatMap(claim -> claim.requests().stream()
                        .map(request ->
                                new Name(request, "request of " + claim.kind().label() + " " + claim.name())))
                .distinct()
                .toList();
        return new Names(typed, names);
    }

    private static boolean isOf(Reference reference, NamedObject object) {
        return reference.kind() == object.kind() && reference.name().equals(object.name());
    }

    private static String lastLine(String before) {
        String line = before.substring(before.lastIndexOf('\n') + 1);
        return line.substring(Math.max(0, line.length() - MAX_LINE));
    }

    /** The variables and functions of CEL in every release; of a value, such as one in parentheses, its functions. */
    private static Names selector(String before, CheckSettings.Target target) {
        List<Set<String>> languages = target.validates().stream()
                .map(release -> Manual.celNames(release, target.gates()))
                .toList();
        Matcher word = WORD.matcher(lastLine(before));
        String typed = word.find() ? word.group() : "";
        List<String> names = languages.stream()
                .flatMap(Set::stream)
                .distinct()
                .filter(name -> languages.stream().allMatch(language -> language.contains(name)))
                .toList();
        List<Name> whole = typed.startsWith(".") ? List.of() : startingWith(typed, typed, names);
        String last = typed.substring(typed.lastIndexOf('.') + 1);
        return whole.isEmpty() ? new Names(last, startingWith("." + last, last, names)) : new Names(typed, whole);
    }

    /** The names of variables and functions that start with a text, or of functions of a value after a dot. */
    private static List<Name> startingWith(String start, String typed, List<String> names) {
        return names.stream()
                .filter(name -> name.startsWith(start) && name.startsWith(".") == start.startsWith("."))
                .map(name -> new Name(name.substring(start.length() - typed.length()), "CEL"))
                .toList();
    }

    @Override
    public Map<Position, Supplier<String>> fits(Path file, byte[] text, Checked known) throws IOException {
        Folder folder = folder(file);
        folder.plan();
        FleetBuilder fleet = folder.fleet;
        FleetSettings ofFleet = folder.settings.fleet();
        if (fleet == null || ofFleet == null) {
            return Map.of();
        }
        List<Manifest> all = new ArrayList<>();
        for (Path each : withNamed(file, known.names())) {
            Known other = names.get(each);
            byte[] read = each.equals(file) ? text : other == null ? new byte[0] : other.text();
            all.addAll(reader.read(each.toString(), yaml(each, read)).manifests());
        }
        FleetBuilder objects = fleet.copy();
        all.forEach(ofFleet.objects(objects)::addApplied);
        Fit fit = ofFleet.fit(objects.build());
        Map<Position, Supplier<String>> fits = new LinkedHashMap<>();
        Workloads.of(
                        all,
                        folder.settings.input().namespace(),
                        folder.settings.input().templates())
                .stream()
                .filter(workload -> workload.file().equals(file.toString()) && fit.concerns(workload))
                .collect(Collectors.groupingBy(
                        workload -> Objects.requireNonNullElse(workload.position(), new Position(1, 1))))
                .forEach((place, workloads) -> fits.put(place, () -> sentence(fit, workloads)));
        return fits;
    }

    private static String sentence(Fit fit, List<Workload> workloads) {
        return workloads.stream()
                .map(workload -> (workloads.size() > 1 ? workload.podPath() + ": " : "")
                        + fit.of(workload).headline("fleet"))
                .collect(Collectors.joining("; "));
    }

    /** A file with the files of the objects that it names, and of those that these name. */
    private static Set<Path> withNamed(Path file, Map<Path, ReferenceFacts> all) {
        Set<Path> files = new LinkedHashSet<>(List.of(file));
        for (int before = 0; before < files.size(); ) {
            before = files.size();
            List<Reference> references = files.stream()
                    .flatMap(one -> all.getOrDefault(one, ReferenceFacts.NONE).references().stream())
                    .toList();
            all.forEach((other, facts) -> {
                if (facts.objects().stream()
                        .anyMatch(object -> references.stream().anyMatch(one -> isOf(one, object)))) {
                    files.add(other);
                }
            });
        }
        return files;
    }
}
