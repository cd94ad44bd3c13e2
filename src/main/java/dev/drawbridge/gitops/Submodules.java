package dev.drawbridge.gitops;

import dev.drawbridge.check.Content;
import dev.drawbridge.document.ReadLimits;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.eclipse.jgit.treewalk.EmptyTreeIterator;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.jspecify.annotations.Nullable;

/** The submodules of a repository, at two commits if the clone has them. Uncommitted changes are ignored. */
final class Submodules implements AutoCloseable {

    private static final int BASE = 0;
    private static final int HEAD = 1;

    private final @Nullable Path root;
    private final FileBudget budget;
    private final Map<String, Repository> repositories = new HashMap<>();

    /** Takes a file of a submodule, by its path from the root of the outermost repository. */
    @FunctionalInterface
    interface Visitor {

        void file(String path, Content base, Content head) throws IOException;
    }

    /** A file in a commit. */
    record Blob(Repository repository, ObjectId id) implements Content {

        @Override
        public byte[] text() throws IOException {
            try (InputStream in = open().openStream()) {
                return ReadLimits.DEFAULT.text(in);
            }
        }

        /** Opens the file. A clone with a filter does not have each, and JGit fetches none. */
        ObjectLoader open() throws IOException {
            try {
                return repository.open(id);
            } catch (MissingObjectException missing) {
                throw new IOException(
                        "the clone lacks files of these commits; run: git fetch --refetch --no-filter origin", missing);
            }
        }
    }

    /** The submodules of a repository with this work tree, which may be null. */
    Submodules(@Nullable Path root, FileBudget budget) {
        this.root = root;
        this.budget = budget;
    }

    /**
     * Visits the files of a submodule and of nested ones.
     *
     * @param base its commit in the base; {@link ObjectId#zeroId()} if absent
     * @param head its commit in the head, likewise
     * @return the submodules that this clone lacks, or whose commits it lacks
     */
    List<String> visit(Repository parent, String path, ObjectId base, ObjectId head, Visitor visitor)
            throws IOException {
        List<String> missing = new ArrayList<>();
        Deque<Submodule> open = new ArrayDeque<>(List.of(new Submodule(parent, "", path, base, head)));
        while (!open.isEmpty()) {
            Submodule next = open.pop();
            Repository repository = repository(next);
            if (repository == null || !has(repository, next.base) || !has(repository, next.head)) {
                missing.add(next.fullPath());
                continue;
            }
            try (TreeWalk walk = budget.walk(repository)) {
                add(walk, repository, next.base);
                add(walk, repository, next.head);
                while (walk.next()) {
                    String name = walk.getPathString();
                    if (isSubmodule(walk, BASE) || isSubmodule(walk, HEAD)) {
                        String within = next.fullPath() + "/";
                        open.add(new Submodule(repository, within, name, commit(walk, BASE), commit(walk, HEAD)));
                    } else {
                        visitor.file(
                                next.fullPath() + "/" + name,
                                content(repository, walk, BASE),
                                content(repository, walk, HEAD));
                    }
                }
            }
        }
        return missing;
    }

    /** Two commits of a submodule at a path of its parent, which is within the outermost repository. */
    private record Submodule(Repository parent, String within, String path, ObjectId base, ObjectId head) {

        String fullPath() {
            return within + path;
        }
    }

    static boolean isSubmodule(TreeWalk walk, int tree) {
        return walk.getRawMode(tree) == FileMode.TYPE_GITLINK;
    }

    /** The commit of the submodule in this tree; {@link ObjectId#zeroId()} if absent. */
    static ObjectId commit(TreeWalk walk, int tree) {
        return isSubmodule(walk, tree) ? walk.getObjectId(tree) : ObjectId.zeroId();
    }

    static boolean isFile(TreeWalk walk, int tree) {
        return (walk.getRawMode(tree) & FileMode.TYPE_MASK) == FileMode.TYPE_FILE;
    }

    static boolean isLink(TreeWalk walk, int tree) {
        return walk.getRawMode(tree) == FileMode.TYPE_SYMLINK;
    }

    /** The text of the entry in this tree; {@link Content#NONE} if it is not a file there. */
    static Content content(Repository repository, TreeWalk walk, int tree) {
        return isFile(walk, tree) ? new Blob(repository, walk.getObjectId(tree)) : Content.NONE;
    }

    private static void add(TreeWalk walk, Repository repository, ObjectId commit) throws IOException {
        if (commit.equals(ObjectId.zeroId())) {
            walk.addTree(new EmptyTreeIterator());
            return;
        }
        try (RevWalk revisions = new RevWalk(repository)) {
            walk.addTree(revisions.parseCommit(commit).getTree());
        }
    }

    private static boolean has(Repository repository, ObjectId commit) throws IOException {
        return commit.equals(ObjectId.zeroId())
                || repository.getObjectDatabase().has(commit);
    }

    /** The repository of the submodule: that of the work tree, or the one that the parent keeps for it. */
    private @Nullable Repository repository(Submodule submodule) throws IOException {
        Repository known = repositories.get(submodule.fullPath());
        if (known != null) {
            return known;
        }
        List<File> places = new ArrayList<>();
        if (root != null) {
            places.add(root.resolve(submodule.fullPath()).resolve(".git").toFile());
        }
        places.add(new File(submodule.parent.getDirectory(), "modules/" + submodule.path));
        for (File place : places) {
            FileRepositoryBuilder builder = new FileRepositoryBuilder().setMustExist(true);
            builder.addCeilingDirectory(place.getParentFile().getParentFile());
            // A file names the folder, as "git submodule" leaves it.
            if (place.isFile() ? builder.findGitDir(place.getParentFile()).getGitDir() != null : place.isDirectory()) {
                Repository found = (place.isFile() ? builder : builder.setGitDir(place)).build();
                repositories.put(submodule.fullPath(), found);
                return found;
            }
        }
        return null;
    }

    @Override
    public void close() {
        repositories.values().forEach(Repository::close);
    }
}
