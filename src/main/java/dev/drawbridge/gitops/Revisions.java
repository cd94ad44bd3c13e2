package dev.drawbridge.gitops;

import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jgit.errors.RevisionSyntaxException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.revwalk.filter.RevFilter;
import org.jspecify.annotations.Nullable;

/** The revisions of a repository by name; a missing one is an {@link IOException} with the command that fetches it. */
record Revisions(Repository repository) {

    private static final String REMOTE = "origin/";
    private static final Pattern ANCESTOR = Pattern.compile("([^~^]+)[~^].*");
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{40}");

    RevCommit commit(String name) throws IOException {
        ObjectId id = resolved(name);
        if (id == null) {
            throw new IOException(whyUnknown(name));
        }
        try (RevWalk walk = new RevWalk(repository)) {
            return walk.parseCommit(id);
        }
    }

    /** The merge base; the base itself if the histories are unrelated. */
    RevCommit mergeBase(RevCommit base, RevCommit head) throws IOException {
        try (RevWalk walk = new RevWalk(repository)) {
            walk.setRevFilter(RevFilter.MERGE_BASE);
            walk.markStart(walk.parseCommit(base));
            walk.markStart(walk.parseCommit(head));
            RevCommit common = walk.next();
            if (common == null && isShallow()) {
                throw new IOException("the clone is too shallow to find the merge base; run: git fetch --unshallow");
            }
            return common == null ? base : walk.parseCommit(common);
        }
    }

    private @Nullable ObjectId resolved(String name) throws IOException {
        try {
            return repository.resolve(name + "^{commit}");
        } catch (RevisionSyntaxException none) {
            // JGit throws this for a missing upstream or log entry, too.
            return null;
        }
    }

    private boolean isShallow() {
        return Files.exists(repository.getDirectory().toPath().resolve("shallow"));
    }

    private String whyUnknown(String name) throws IOException {
        if (name.contains("..")) {
            return "\"" + name + "\" is a range of revisions; set --base and --head";
        }
        if (resolved("HEAD") == null) {
            return "the repository has no commits yet; commit first";
        }
        String unknown = "unknown revision \"" + name + "\"";
        Matcher ancestor = ANCESTOR.matcher(name);
        if (ancestor.matches() && resolved(ancestor.group(1)) != null) {
            return unknown + ": " + ancestor.group(1) + " has fewer ancestors"
                    + (isShallow() ? " in this shallow clone; run: git fetch --unshallow" : "");
        }
        if (!name.startsWith(REMOTE) && resolved(REMOTE + name) != null) {
            return unknown + "; did you mean " + REMOTE + name + "?";
        }
        return unknown + howToFetch(name);
    }

    private String howToFetch(String name) {
        String fetch = "; run: git fetch " + (isShallow() ? "--unshallow " : "") + "origin ";
        if (HASH.matcher(name).matches()) {
            return fetch + name;
        }
        String branch = name.startsWith(REMOTE) ? name.substring(REMOTE.length()) : name;
        if (!Repository.isValidRefName("refs/heads/" + branch)) {
            return "";
        }
        return fetch + branch + ":refs/remotes/origin/" + branch
                + (name.startsWith(REMOTE) ? "" : ", and use " + REMOTE + branch);
    }
}
