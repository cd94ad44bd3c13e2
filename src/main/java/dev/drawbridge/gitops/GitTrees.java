package dev.drawbridge.gitops;

import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.manifest.KustomizePatches;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.report.Skipped;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.dircache.DirCache;
import org.eclipse.jgit.dircache.DirCacheIterator;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.eclipse.jgit.treewalk.EmptyTreeIterator;
import org.eclipse.jgit.treewalk.FileTreeIterator;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.WorkingTreeIterator;
import org.eclipse.jgit.treewalk.filter.AndTreeFilter;
import org.eclipse.jgit.treewalk.filter.PathFilterGroup;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.jspecify.annotations.Nullable;

/**
 * Two revisions of a Git repository, or a revision and the work tree, read straight from the object database. The base is where the two
 * lines of history part: what the base's line did since is not the head's change.
 */
public final class GitTrees implements Trees {

    private static final byte[] NONE = {};
    private static final int BASE = 0;
    private static final int HEAD = 1;
    private static final int INDEX = 2;

    private final Repository repository;
    private final Path root;

    /** From which a person types paths. */
    private final Path folder;

    private final String baseName;
    private final RevCommit base;
    private final @Nullable RevCommit head;
    private final List<String> paths;
    private final ManifestFiles manifests;
    private final List<Skipped> skipped = new ArrayList<>();

    private GitTrees(
            Repository repository,
            Path root,
            Path folder,
            String baseName,
            RevCommit base,
            @Nullable RevCommit head,
            List<String> paths,
            ManifestFiles manifests) {
        this.repository = repository;
        this.root = root;
        this.folder = folder;
        this.baseName = baseName;
        this.base = base;
        this.head = head;
        this.paths = List.copyOf(paths);
        this.manifests = manifests;
    }

    /**
     * A base and a head of the repository that the folder is in.
     *
     * @param head a revision; null is the work tree
     * @param paths what to look at, from the folder; empty is all
     * @param manifests which files count, by their paths from the root
     * @throws IOException with what fixes it, where there is no repository or no such revision
     */
    public static GitTrees open(
            Path folder, String base, @Nullable String head, List<String> paths, ManifestFiles manifests)
            throws IOException {
        // The environment names the object directory in which a hook finds what is being pushed.
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
            Revisions revisions = new Revisions(repository);
            RevCommit headCommit = revisions.commit(head == null ? "HEAD" : head);
            RevCommit baseCommit = revisions.mergeBase(revisions.commit(base), headCommit);
            Path here = repository.isBare() ? Path.of("") : folder.toRealPath();
            Path root = repository.isBare()
                    ? here
                    : repository.getWorkTree().toPath().toRealPath();
            GitTrees trees = new GitTrees(
                    repository,
                    root,
                    here,
                    base,
                    baseCommit,
                    head == null ? null : headCommit,
                    repository.isBare() ? paths : fromRoot(root, here, paths),
                    manifests);
            trees.refuseMissing();
            return trees;
        } catch (IOException | RuntimeException e) {
            repository.close();
            throw e;
        }
    }

    private static List<String> fromRoot(Path root, Path folder, List<String> paths) throws IOException {
        List<String> relative = new ArrayList<>();
        for (String path : paths) {
            String one =
                    root.relativize(folder.resolve(path).normalize()).toString().replace('\\', '/');
            if (one.startsWith("..")) {
                throw new IOException(path + " is not in the repository " + root);
            }
            if (!one.isEmpty()) {
                relative.add(one);
            }
        }
        return relative;
    }

    /** A path that is in neither tree is a mistake, not a change that is clean. */
    private void refuseMissing() throws IOException {
        for (String path : paths) {
            boolean isThere = isIn(base, path) || (head == null ? Files.exists(root.resolve(path)) : isIn(head, path));
            if (!isThere) {
                throw new NoSuchFileException(path);
            }
        }
    }

    private boolean isIn(RevCommit commit, String path) throws IOException {
        try (TreeWalk walk = TreeWalk.forPath(repository, path, commit.getTree())) {
            return walk != null;
        }
    }

    @Override
    public List<Change> changes() throws IOException {
        List<Change> changes = new ArrayList<>();
        try (TreeWalk walk = walk(base)) {
            walk.setFilter(AndTreeFilter.create(wanted(), head == null ? TreeFilter.ALL : TreeFilter.ANY_DIFF));
            while (walk.next()) {
                if (isSubmodule(walk, BASE) || isSubmodule(walk, HEAD)) {
                    submodule(walk);
                    continue;
                }
                if (isManifest(walk) && (isFile(walk, BASE) || isFile(walk, HEAD)) && !walk.idEqual(BASE, HEAD)) {
                    changes.add(new Change(walk.getPathString(), text(walk, BASE), text(walk, HEAD)));
                }
            }
        }
        return changes;
    }

    private static boolean isSubmodule(TreeWalk walk, int tree) {
        return walk.getRawMode(tree) == FileMode.TYPE_GITLINK;
    }

    private void submodule(TreeWalk walk) {
        if (!walk.idEqual(BASE, HEAD)) {
            String change = commit(walk, BASE) + " to " + commit(walk, HEAD);
            skipped.add(new Skipped(
                    walk.getPathString(), "submodule changed from " + change + "; check it in its own repository"));
        }
    }

    private static String commit(TreeWalk walk, int tree) {
        return isSubmodule(walk, tree) ? walk.getObjectId(tree).abbreviate(7).name() : "none";
    }

    @Override
    public List<Change> fleet(String path) throws IOException {
        Path file = folder.resolve(path).normalize();
        if (path.equals("-") || !file.startsWith(root)) {
            return List.of();
        }
        String wanted = root.relativize(file).toString().replace('\\', '/');
        PathMatcher pattern = FileSystems.getDefault().getPathMatcher("glob:" + wanted);
        List<Change> found = new ArrayList<>();
        try (TreeWalk walk = walk(base)) {
            while (walk.next()) {
                boolean isFile = isFile(walk, BASE) || isFile(walk, HEAD);
                String name = walk.getPathString();
                boolean isWanted = name.equals(wanted)
                        || name.startsWith(wanted + "/") && name.matches(".*\\.(yaml|yml|json)")
                        || pattern.matches(Path.of(name));
                if (isFile && isWanted && !isIgnored(walk)) {
                    found.add(new Change(name, text(walk, BASE), text(walk, HEAD)));
                }
            }
        }
        return found;
    }

    /** Of a work tree, those that the index has: it is read faster than the folders. */
    @Override
    public List<Change> kustomizations() throws IOException {
        List<Change> found = new ArrayList<>();
        if (head == null) {
            DirCache index = repository.readDirCache();
            for (int i = 0; i < index.getEntryCount(); i++) {
                String path = index.getEntry(i).getPathString();
                if (isKustomization(path) && Files.isRegularFile(root.resolve(path))) {
                    byte[] text = ReadLimits.DEFAULT.text(root.resolve(path));
                    found.add(new Change(path, text, text));
                }
            }
            return found;
        }
        try (TreeWalk walk = walk(null)) {
            while (walk.next()) {
                if (isKustomization(walk.getPathString()) && isFile(walk, HEAD)) {
                    byte[] text = text(walk, HEAD);
                    found.add(new Change(walk.getPathString(), text, text));
                }
            }
        }
        return found;
    }

    private static boolean isKustomization(String path) {
        return KustomizePatches.NAMES.contains(path.substring(path.lastIndexOf('/') + 1));
    }

    @Override
    public List<Skipped> skipped() {
        return skipped;
    }

    @Override
    public String typed(String path) {
        return folder.relativize(root.resolve(path)).toString();
    }

    @Override
    public List<Change> head() throws IOException {
        return head(wanted());
    }

    @Override
    public List<Change> everywhere() throws IOException {
        return head(TreeFilter.ALL);
    }

    private List<Change> head(TreeFilter filter) throws IOException {
        List<Change> all = new ArrayList<>();
        try (TreeWalk walk = walk(null)) {
            walk.setFilter(filter);
            while (walk.next()) {
                if (isManifest(walk) && isFile(walk, HEAD)) {
                    byte[] text = text(walk, HEAD);
                    all.add(new Change(walk.getPathString(), text, text));
                }
            }
        }
        return all;
    }

    /** The folder from which a person types paths, in the head: of the work tree itself, or of a revision that is written to the folder. */
    public Path headIn(Path target) throws IOException {
        return head == null ? folder : written(head, target);
    }

    /** The folder from which a person types paths, in the base, which is written to the folder. */
    public Path baseIn(Path target) throws IOException {
        return written(base, target);
    }

    /** Links and submodules are not written. */
    private Path written(RevCommit commit, Path target) throws IOException {
        try (TreeWalk walk = new TreeWalk(repository)) {
            walk.setRecursive(true);
            walk.addTree(commit.getTree());
            while (walk.next()) {
                Path file = target.resolve(walk.getPathString()).normalize();
                if (!file.startsWith(target)) {
                    throw new IOException(walk.getPathString() + " leads out of the repository");
                }
                if (isFile(walk, BASE)) {
                    Files.createDirectories(file.resolveSibling("."));
                    try (OutputStream out = Files.newOutputStream(file)) {
                        repository.open(walk.getObjectId(BASE)).copyTo(out);
                    }
                }
            }
        }
        return Files.createDirectories(target.resolve(root.relativize(folder).toString()));
    }

    /** A path as a person types it, from the folder of the person; one that leads out of the repository as an absolute path. */
    public Path fromFolder(String path) {
        Path file = folder.resolve(path).normalize();
        // "." in front: a tool would take no path for another, and a name for that of a repository of charts.
        return file.startsWith(root) ? Path.of(".").resolve(folder.relativize(file)) : file;
    }

    private TreeWalk walk(@Nullable RevCommit from) throws IOException {
        TreeWalk walk = new TreeWalk(repository);
        walk.setRecursive(true);
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

    private TreeFilter wanted() {
        return paths.isEmpty() ? TreeFilter.ALL : PathFilterGroup.createFromStrings(paths);
    }

    private boolean isManifest(TreeWalk walk) throws IOException {
        return manifests.takes(Path.of(walk.getPathString()), root) && !isIgnored(walk);
    }

    /** Whether it is a file of the work tree alone that Git ignores. */
    private boolean isIgnored(TreeWalk walk) throws IOException {
        WorkingTreeIterator work = head == null ? walk.getTree(HEAD, WorkingTreeIterator.class) : null;
        return work != null && walk.getRawMode(INDEX) == 0 && work.isEntryIgnored();
    }

    private static boolean isFile(TreeWalk walk, int tree) {
        return (walk.getRawMode(tree) & 0170000) == 0100000;
    }

    private byte[] text(TreeWalk walk, int tree) throws IOException {
        if (!isFile(walk, tree)) {
            return NONE;
        }
        if (tree == HEAD && head == null) {
            return ReadLimits.DEFAULT.text(root.resolve(walk.getPathString()));
        }
        try (InputStream in = repository.open(walk.getObjectId(tree)).openStream()) {
            return ReadLimits.DEFAULT.text(in);
        }
    }

    @Override
    public String baseName() {
        return baseName;
    }

    @Override
    public void close() {
        repository.close();
    }
}
