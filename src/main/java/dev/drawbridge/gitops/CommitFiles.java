package dev.drawbridge.gitops;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.treewalk.TreeWalk;

/** Writes the files of a commit, with those of its submodules that are there, to a folder. Links are not written. */
record CommitFiles(Repository repository, Submodules submodules, FileBudget budget) {

    /** Writes the files of a commit; fails also if a path is outside the folder. */
    void write(RevCommit commit, Path folder) throws IOException {
        try (TreeWalk walk = budget.walk(repository)) {
            walk.addTree(commit.getTree());
            while (walk.next()) {
                String path = walk.getPathString();
                ObjectId submodule = Submodules.commit(walk, 0);
                if (Submodules.content(repository, walk, 0) instanceof Submodules.Blob file) {
                    write(file, folder, path);
                } else if (!submodule.equals(ObjectId.zeroId())) {
                    submodules.visit(repository, path, ObjectId.zeroId(), submodule, (name, none, content) -> {
                        if (content instanceof Submodules.Blob file) {
                            write(file, folder, name);
                        }
                    });
                }
            }
        }
    }

    private static void write(Submodules.Blob content, Path folder, String path) throws IOException {
        Path file = folder.resolve(path).normalize();
        if (!file.startsWith(folder)) {
            throw new IOException(path + " leads out of the repository");
        }
        Files.createDirectories(file.resolveSibling("."));
        try (OutputStream out = Files.newOutputStream(file)) {
            content.open().copyTo(out);
        }
    }
}
