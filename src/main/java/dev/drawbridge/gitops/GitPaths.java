package dev.drawbridge.gitops;

import dev.drawbridge.manifest.ManifestFiles;
import java.util.List;
import java.util.function.Predicate;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.OrTreeFilter;
import org.eclipse.jgit.treewalk.filter.PathFilterGroup;
import org.eclipse.jgit.treewalk.filter.TreeFilter;

/** The files, folders and patterns of a repository to compare, from its root, with slashes; all if there are none. */
final class GitPaths {

    private final List<String> paths;
    private final List<Predicate<String>> patterns;

    GitPaths(List<String> paths) {
        this.paths = paths;
        this.patterns = paths.stream()
                .filter(ManifestFiles::isPattern)
                .map(ManifestFiles::meant)
                .toList();
    }

    List<String> paths() {
        return paths;
    }

    boolean has(String file) {
        return paths.isEmpty()
                || paths.stream().anyMatch(path -> (file + "/").startsWith(path + "/"))
                || patterns.stream().anyMatch(pattern -> pattern.test(file));
    }

    /** Includes files at, below and above the paths: a submodule is above its files. */
    TreeFilter filter() {
        List<String> folders = paths.stream().map(ManifestFiles::folder).toList();
        return folders.isEmpty() || folders.contains("")
                ? TreeFilter.ALL
                : OrTreeFilter.create(PathFilterGroup.createFromStrings(folders), new Above(folders));
    }

    private static final class Above extends TreeFilter {

        private final List<String> paths;

        Above(List<String> paths) {
            this.paths = paths;
        }

        @Override
        public boolean include(TreeWalk walk) {
            String above = walk.getPathString() + "/";
            return paths.stream().anyMatch(path -> path.startsWith(above));
        }

        @Override
        public boolean shouldBeRecursive() {
            return true;
        }

        @Override
        public TreeFilter clone() {
            return this;
        }
    }
}
