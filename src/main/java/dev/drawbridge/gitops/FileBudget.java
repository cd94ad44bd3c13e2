package dev.drawbridge.gitops;

import java.io.IOException;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.treewalk.TreeWalk;

/** Limits the files and folders visited in all walks: a small repository can repeat one tree without end. */
final class FileBudget {

    private static final int MAX_ENTRIES = 5_000_000;

    private final int max;
    private int visited;

    FileBudget() {
        this(MAX_ENTRIES);
    }

    FileBudget(int max) {
        this.max = max;
    }

    /** A walk over the files of all folders, which fails with an {@link IOException} above the limit. */
    TreeWalk walk(Repository repository) {
        TreeWalk walk = new TreeWalk(repository) {
            @Override
            public boolean next() throws IOException {
                count();
                return super.next();
            }

            /** Counts folders, too: they may contain nothing but folders, without end. */
            @Override
            public void enterSubtree() throws IOException {
                count();
                super.enterSubtree();
            }
        };
        walk.setRecursive(true);
        return walk;
    }

    private void count() throws IOException {
        if (++visited > max) {
            throw new IOException(
                    "the repository has more than " + max + " files and folders; name the paths to check");
        }
    }
}
