package dev.drawbridge.gitops;

import dev.drawbridge.check.Change;
import dev.drawbridge.check.Content;
import dev.drawbridge.check.InputFiles;
import dev.drawbridge.check.Trees;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.report.Skipped;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.eclipse.jgit.dircache.DirCache;
import org.eclipse.jgit.dircache.DirCacheIterator;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.eclipse.jgit.treewalk.EmptyTreeIterator;
import org.eclipse.jgit.treewalk.FileTreeIterator;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.WorkingTreeIterator;
import org.eclipse.jgit.treewalk.filter.AndTreeFilter;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.jspecify.annotations.Nullable;

/**
 * Two revisions of a Git repository, or a revision and the work tree, read straight from the object database. The base
 * is the merge base: later commits of the base branch are not changes of the head.
 */
public final class GitTrees implements Trees {

    private static final int BASE = 0;
    private static final int HEAD = 1;
    private static final int INDEX = 2;

    /** The links that a path may have: as many as on Linux. */
    private static final int MAX_LINKS = 40;

    static {
        UserSettings.useKnownTimes();
    }

    private final Repository repository;
    private final Path root;
    /** Typed paths are relative to it. */
    private final Path folder;

    private final String baseName;
    private final RevCommit base;
    private final @Nullable RevCommit head;
    private GitPaths paths = new GitPaths(List.of());
    private ManifestFiles manifests = new ManifestFiles(List.of());
    private boolean isNamed;
    private Predicate<String> wasChecked = path -> true;

    /** Whether the base has other files checked than the head. */
    private boolean isRescoped;

    /** The files that differ and the kustomizations, once they have been compared. */
    private @Nullable List<Change> compared;

    private final List<Skipped> skipped = new ArrayList<>();
    private final Submodules submodules;
    private final FileBudget budget = new FileBudget();

    private final IgnoredFiles ignored =
            new IgnoredFiles(rules -> () -> inHead(rules).text());

    private GitTrees(Repository repository, Path folder, String baseName, @Nullable String head) throws IOException {
        Revisions revisions = new Revisions(repository);
        RevCommit headCommit = revisions.commit(head == null ? "HEAD" : head);
        this.repository = repository;
        this.baseName = baseName;
        this.base = revisions.mergeBase(revisions.commit(baseName), headCommit);
        this.head = head == null ? null : headCommit;
        this.folder = repository.isBare() ? Path.of("") : folder.toRealPath();
        this.root = repository.isBare()
                ? this.folder
                : repository.getWorkTree().toPath().toRealPath();
        this.submodules = new Submodules(repository.isBare() ? null : root, budget);
    }

    /**
     * Opens a base and a head of the folder's repository.
     *
     * @param head a revision; null for the work tree
     * @throws IOException with a remedy, if there is no repository or no such revision
     */
    public static GitTrees open(Path folder, String base, @Nullable String head) throws IOException {
        // GIT_OBJECT_DIRECTORY is the folder of the pushed objects in a hook.
        FileRepositoryBuilder builder = new FileRepositoryBuilder()
                .readEnvironment()
                .findGitDir(folder.toAbsolutePath().toFile());
        if (builder.getGitDir() == null) {
            throw new IOException(folder.toAbsolutePath()
                    + " is not in a Git repository; compare two folders with --base-dir and --head-dir");
        }
        Repository repository = builder.build();
        try {
            if (head == null && repository.isBare()) {
                throw new IOException(repository.getDirectory() + " has no work tree; set --head REV");
            }
            return new GitTrees(repository, folder, base, head);
        } catch (IOException | RuntimeException e) {
            repository.close();
            throw e;
        }
    }

    /**
     * Compares only some files.
     *
     * @param typed the paths to compare, relative to the folder; empty for all
     * @param areNamed whether the user named these paths for this run: what is elsewhere is not reported
     * @param files selects files by their paths from the root
     * @throws IOException if a path is in neither tree, or leads out of the repository
     */
    public GitTrees only(List<String> typed, boolean areNamed, ManifestFiles files) throws IOException {
        List<String> names = new ArrayList<>();
        for (String path : typed) {
            String name = name(Path.of(path));
            if (name == null) {
                throw new IOException(
                        path + " is not in the repository " + (repository.isBare() ? repository.getDirectory() : root));
            }
            names.add(name);
        }
        paths = new GitPaths(names.contains("") ? List.of() : names);
        manifests = files;
        isNamed = areNamed;
        refuseMissing();
        return this;
    }

    /**
     * Sets what the settings of the base have checked: a file that only those of the head have checked is a change.
     *
     * @param typed the paths of the base, relative to the folder; empty for all
     */
    public void since(List<String> typed, ManifestFiles files) {
        // A path outside the repository has no files of it.
        List<String> names = typed.stream()
                .map(path -> name(Path.of(path)))
                .filter(Objects::nonNull)
                .toList();
        GitPaths before = new GitPaths(names.contains("") ? List.of() : names);
        boolean isNone = names.isEmpty() && !typed.isEmpty();
        wasChecked = path -> !isNone && before.has(path) && files.takes(Path.of(path), root);
        isRescoped = true;
    }

    /** Refuses a path that is in neither tree, which would otherwise look unchanged; lists a folder that is gone. */
    private void refuseMissing() throws IOException {
        for (String path : paths.paths()) {
            boolean isInHead = head == null ? Files.exists(root.resolve(path)) : isIn(head, path);
            boolean isInBase = isIn(base, path);
            if (!isInHead && !isInBase && !(ManifestFiles.isPattern(path) && !at(path).isEmpty())) {
                throw new NoSuchFileException(path);
            }
            if (isNamed && isInBase && !isInHead && !ManifestFiles.hasEnding(path)) {
                skipped.add(new Skipped(path, "this change deletes it; what it moves elsewhere is not checked"));
            }
        }
    }

    private boolean isIn(RevCommit commit, String path) throws IOException {
        String target = target(commit, path, MAX_LINKS);
        if (target.matches("|/.*")) {
            return true;
        }
        try (TreeWalk walk = TreeWalk.forPath(repository, target, commit.getTree())) {
            if (walk != null) {
                return true;
            }
        }
        for (int slash = target.indexOf('/'); slash > 0; slash = target.indexOf('/', slash + 1)) {
            String parent = target.substring(0, slash);
            try (TreeWalk walk = TreeWalk.forPath(repository, parent, commit.getTree())) {
                if (walk != null && Submodules.isSubmodule(walk, BASE)) {
                    return isInSubmodule(parent, walk.getObjectId(BASE), target);
                }
            }
        }
        return false;
    }

    @Override
    public boolean has(String place, boolean isInHead) throws IOException {
        RevCommit commit = isInHead ? head : base;
        return place.startsWith("..") || (commit == null ? isInWorkTree(place) : isIn(commit, place));
    }

    /** Git has no empty folder, except that of a submodule that is not checked out. */
    private boolean isInWorkTree(String place) throws IOException {
        Path file = root.resolve(place);
        try (Stream<Path> below = Files.exists(file) ? Files.walk(file.toRealPath()) : Stream.empty()) {
            if (below.anyMatch(one -> !Files.isDirectory(one, LinkOption.NOFOLLOW_LINKS))) {
                return true;
            }
        }
        if (!InputFiles.exists(file)) {
            return false;
        }
        DirCache index = repository.readDirCache();
        for (int i = 0; i < index.getEntryCount(); i++) {
            String link = index.getEntry(i).getFileMode() == FileMode.GITLINK
                    ? index.getEntry(i).getPathString() + "/"
                    : "";
            if (!link.isEmpty() && ((place + "/").startsWith(link) || link.startsWith(place + "/"))) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean isIgnored(String place) throws IOException {
        return ignored.has(Path.of(place));
    }

    @Override
    public boolean isOwn(String file, String url) {
        return url().isEmpty() || SourceFiles.isSame(url(), url);
    }

    /** The address of the repository; empty if it has none. */
    public String url() {
        return Objects.requireNonNullElse(repository.getConfig().getString("remote", "origin", "url"), "");
    }

    /** Whether the change is in a submodule; an unreadable submodule is reported with its change. */
    private boolean isInSubmodule(String submodule, ObjectId commit, String path) throws IOException {
        List<String> files = new ArrayList<>();
        List<String> missing = submodules.visit(
                repository, submodule, ObjectId.zeroId(), commit, (name, none, content) -> files.add(name + "/"));
        return !missing.isEmpty() || files.stream().anyMatch(file -> file.startsWith(path + "/"));
    }

    @Override
    public List<Change> changes() throws IOException {
        List<Change> changes = new ArrayList<>(compared());
        changes.removeIf(one -> !isWanted(one.path()));
        return changes;
    }

    @Override
    public List<Change> kustomizations() throws IOException {
        return compared().stream()
                .filter(one -> Kustomizations.isKustomization(one.path()) && one.base() != one.head())
                .toList();
    }

    private List<Change> compared() throws IOException {
        List<Change> all = compared;
        if (all == null) {
            all = new ArrayList<>();
            Predicate<String> isAny = path -> isWanted(path) || Kustomizations.isKustomization(path);
            for (String submodule : changes(paths.filter(), isAny, all)) {
                skipped.add(new Skipped(
                        submodule,
                        "submodule changed, and this clone does not have both commits; run: git submodule update"
                                + " --init --recursive"));
            }
            compared = all;
        }
        return all;
    }

    /** Adds the files that differ; returns the submodules that this clone lacks. */
    private List<String> changes(TreeFilter filter, Predicate<String> isWanted, List<Change> changes)
            throws IOException {
        boolean isAny = head == null || isRescoped;
        TreeFilter all = AndTreeFilter.create(filter, isAny ? TreeFilter.ALL : TreeFilter.ANY_DIFF);
        return visit(base, all, isWanted, (name, old, now) -> {
            boolean isAdded = isRescoped && now != Content.NONE && isWanted(name) && !wasChecked.test(name);
            if (isAdded || !old.equals(now)) {
                changes.add(new Change(name, old, now));
            }
        });
    }

    /**
     * Visits the files that are in the base or the head, those of submodules that differ too, but not ignored ones. A
     * file that does not differ has one content.
     *
     * @param from the base; null for an empty one
     * @return the submodules that this clone lacks, or whose commits it lacks
     */
    private List<String> visit(
            @Nullable RevCommit from, TreeFilter filter, Predicate<String> isWanted, Submodules.Visitor visitor)
            throws IOException {
        List<String> missing = new ArrayList<>();
        Submodules.Visitor ofSubmodule = (name, old, now) -> {
            if (isWanted.test(name)) {
                visitor.file(name, old, now);
            }
        };
        try (TreeWalk walk = walk(from)) {
            walk.setFilter(filter);
            while (walk.next()) {
                String path = walk.getPathString();
                ObjectId before = Submodules.commit(walk, BASE);
                ObjectId after = submodule(walk);
                int now = isSparse(walk) ? INDEX : HEAD;
                boolean isFile = isFileOrLink(walk, BASE) || isFileOrLink(walk, now);
                if (!before.equals(after)) {
                    missing.addAll(submodules.visit(repository, path, before, after, ofSubmodule));
                } else if (isFile && isWanted.test(path) && !isIgnored(walk)) {
                    Content old = content(walk, BASE, from);
                    Content is = walk.idEqual(BASE, now)
                            ? old
                            : now == INDEX ? Submodules.content(repository, walk, INDEX) : content(walk, HEAD, head);
                    // A link may lead to no file.
                    if (old != Content.NONE || is != Content.NONE) {
                        visitor.file(path, old, is);
                    }
                }
            }
        }
        return missing;
    }

    /** Whether a sparse checkout leaves the file out of the work tree: the head has it as the index does. */
    private boolean isSparse(TreeWalk walk) {
        DirCacheIterator index = head == null ? walk.getTree(INDEX, DirCacheIterator.class) : null;
        return index != null
                && walk.getRawMode(HEAD) == 0
                && index.getDirCacheEntry().isSkipWorkTree();
    }

    private static boolean isFileOrLink(TreeWalk walk, int tree) {
        return Submodules.isFile(walk, tree) || Submodules.isLink(walk, tree);
    }

    /** The commit of a submodule in the head; that of the index if it is not checked out. */
    private ObjectId submodule(TreeWalk walk) {
        boolean isElsewhere = head == null && !Submodules.isSubmodule(walk, HEAD);
        return Submodules.commit(walk, isElsewhere ? INDEX : HEAD);
    }

    /** The text of a file, also that to which a link leads in its tree; that of the work tree if there is no commit. */
    private Content content(TreeWalk walk, int tree, @Nullable RevCommit commit) throws IOException {
        boolean isLink = Submodules.isLink(walk, tree);
        if (isLink && commit != null) {
            return content(commit, walk.getPathString());
        }
        if (tree == BASE || commit != null || !isLink && !Submodules.isFile(walk, HEAD)) {
            return Submodules.content(repository, walk, tree);
        }
        Path file = root.resolve(walk.getPathString());
        boolean isHere =
                !isLink || Files.isRegularFile(file) && file.toRealPath().startsWith(root);
        return isHere ? () -> ReadLimits.DEFAULT.text(file) : Content.NONE;
    }

    @Override
    public List<Change> fleet(String path) throws IOException {
        String name = path.equals("-") ? null : name(Path.of(path));
        return name == null ? List.of() : at(name);
    }

    /** A path as a person types it, from the root; null if it leads out of the repository. */
    private @Nullable String name(Path typed) {
        Path file = folder.resolve(typed).normalize();
        boolean isHere = repository.isBare() ? !file.isAbsolute() && !file.startsWith("..") : file.startsWith(root);
        return isHere ? ManifestFiles.name(root.relativize(file)) : null;
    }

    /** The files in base or head that a path from the root means. */
    private List<Change> at(String path) throws IOException {
        List<Change> found = new ArrayList<>();
        visit(
                base,
                TreeFilter.ALL,
                ManifestFiles.meant(path),
                (name, old, now) -> found.add(new Change(name, old, now)));
        return found;
    }

    @Override
    public @Nullable Change file(Path file) throws IOException {
        String name = name(file);
        // A file next to a bare repository is the server's.
        if (name == null || repository.isBare() && Files.isRegularFile(file)) {
            return null;
        }
        return new Change(name, content(base, name), inHead(name));
    }

    private Content inHead(String name) throws IOException {
        Path path = root.resolve(name);
        Content onDisk = Files.isRegularFile(path) ? () -> ReadLimits.DEFAULT.text(path) : Content.NONE;
        return head == null ? onDisk : content(head, name);
    }

    /** The text of a file, also one to which a link leads in its commit. */
    private Content content(RevCommit commit, String file) throws IOException {
        String path = target(commit, file, MAX_LINKS);
        // A link may lead to the root, or out of the repository.
        try (TreeWalk walk = path.matches("|/.*") ? null : TreeWalk.forPath(repository, path, commit.getTree())) {
            return walk == null ? Content.NONE : Submodules.content(repository, walk, BASE);
        }
    }

    /** The path to which the links in a path lead; an absolute one if they lead out of the repository. */
    private String target(RevCommit commit, String path, int links) throws IOException {
        int end = -1;
        do {
            end = path.indexOf('/', end + 1);
            String part = end < 0 ? path : path.substring(0, end);
            try (TreeWalk walk = part.isEmpty() ? null : TreeWalk.forPath(repository, part, commit.getTree())) {
                if (walk == null && !part.isEmpty()) {
                    return path;
                }
                if (links > 0 && walk != null && Submodules.isLink(walk, BASE)) {
                    byte[] to = new Submodules.Blob(repository, walk.getObjectId(BASE)).text();
                    String link = new String(to, StandardCharsets.UTF_8);
                    String target = ManifestFiles.normalized(
                            (link.startsWith("/") ? "" : part + "/../") + link + (end < 0 ? "" : path.substring(end)));
                    return target.startsWith("/") || target.matches("\\.\\.(/.*)?")
                            ? "/" + target
                            : target(commit, target, links - 1);
                }
            }
        } while (end >= 0);
        return path;
    }

    @Override
    public Kustomizations patches() throws IOException {
        Kustomizations patches = new Kustomizations();
        for (Change one : head(TreeFilter.ALL, Kustomizations::isKustomization)) {
            patches.add(one.path(), one.head().text());
        }
        return patches;
    }

    @Override
    public boolean wasChecked(String path) {
        return wasChecked.test(path);
    }

    @Override
    public boolean isNamed(String path) {
        return paths.paths().contains(path);
    }

    @Override
    public List<Skipped> skipped() {
        return skipped;
    }

    @Override
    public String typed(String path) {
        return ManifestFiles.name(folder.relativize(root.resolve(path)));
    }

    @Override
    public List<Change> head() throws IOException {
        return head(paths.filter(), this::isWanted);
    }

    @Override
    public List<Change> everywhere() throws IOException {
        return head(TreeFilter.ALL, this::isManifest);
    }

    /** Those that are excluded, or, if no path is named, outside of the settings' paths. */
    @Override
    public List<Change> unchecked() throws IOException {
        List<Change> unchecked = new ArrayList<>();
        Predicate<String> isElse = isNamed ? path -> paths.has(path) && !isManifest(path) : path -> !isWanted(path);
        changes(isNamed ? paths.filter() : TreeFilter.ALL, isElse.and(ManifestFiles::hasEnding), unchecked);
        unchecked.replaceAll(one -> new Change(one.path(), readable(one.base()), readable(one.head())));
        return unchecked;
    }

    /** A text that is empty if it cannot be read, for which its file may be excluded. */
    private static Content readable(Content content) {
        return content == Content.NONE
                ? content
                : () -> {
                    try {
                        return content.text();
                    } catch (IOException excluded) {
                        return new byte[0];
                    }
                };
    }

    private List<Change> head(TreeFilter filter, Predicate<String> isWanted) throws IOException {
        List<Change> all = new ArrayList<>();
        visit(null, filter, isWanted, (name, none, now) -> {
            if (now != Content.NONE) {
                all.add(new Change(name, now));
            }
        });
        return all;
    }

    /** The user's current folder in the head: in the work tree itself, or in a revision written to the target. */
    public Path headIn(Path target) throws IOException {
        return head == null ? folder : written(head, target);
    }

    /** The user's current folder in the base, which is written to the target. */
    public Path baseIn(Path target) throws IOException {
        return written(base, target);
    }

    private Path written(RevCommit commit, Path target) throws IOException {
        new CommitFiles(repository, submodules, budget).write(commit, target);
        return Files.createDirectories(target.resolve(root.relativize(folder).toString()));
    }

    /** A path relative to the user's current folder; an absolute path if it leads out of the repository. */
    public Path fromFolder(String path) {
        Path file = folder.resolve(path).normalize();
        // "." in front, so that tools do not read the path as an option, or a name as that of a chart repository.
        return file.startsWith(root) ? Path.of(".").resolve(folder.relativize(file)) : file;
    }

    private TreeWalk walk(@Nullable RevCommit from) throws IOException {
        TreeWalk walk = budget.walk(repository);
        if (from == null) {
            walk.addTree(new EmptyTreeIterator());
        } else {
            walk.addTree(from.getTree());
        }
        if (head != null) {
            walk.addTree(head.getTree());
        } else {
            FileTreeIterator work = new FileTreeIterator(repository);
            walk.addTree(work);
            int index = walk.addTree(new DirCacheIterator(repository.readDirCache()));
            work.setDirCacheIterator(walk, index);
        }
        return walk;
    }

    private boolean isWanted(String path) {
        return paths.has(path) && isManifest(path);
    }

    private boolean isManifest(String path) {
        return manifests.takes(Path.of(path), root);
    }

    /** Whether it is an ignored file that exists only in the work tree. */
    private boolean isIgnored(TreeWalk walk) throws IOException {
        WorkingTreeIterator work = head == null ? walk.getTree(HEAD, WorkingTreeIterator.class) : null;
        return work != null && walk.getRawMode(INDEX) == 0 && work.isEntryIgnored();
    }

    @Override
    public String baseName() {
        return baseName;
    }

    @Override
    public void close() {
        submodules.close();
        repository.close();
    }
}
