package dev.drawbridge.gitops;

import dev.drawbridge.check.DuplicateObjects;
import dev.drawbridge.check.FindingFactory;
import dev.drawbridge.check.Identity;
import dev.drawbridge.check.Namespaces;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestReader;
import java.io.IOException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The whole head, which is read for what is deleted, recreated, or in a namespace of which the change says nothing. */
final class WholeHead {

    private final Trees trees;
    private final ManifestReader reader;
    private final FindingFactory make;
    private final Namespaces namespaces;
    private final String unnamed;
    private @Nullable Head all;
    private @Nullable Head everywhere;

    /**
     * A head that is not read yet.
     *
     * @param namespaces gets its Namespaces
     * @param unnamed the namespace of documents that name none
     */
    WholeHead(Trees trees, ManifestReader reader, FindingFactory make, Namespaces namespaces, String unnamed) {
        this.trees = trees;
        this.reader = reader;
        this.make = make;
        this.namespaces = namespaces;
        this.unnamed = unnamed;
    }

    /** Reads it, if that was not done before. */
    Head get() throws IOException {
        if (all == null) {
            all = new Head(trees.head(), reader, make::identity, unnamed);
            all.namespaces().forEach(namespaces::add);
        }
        return all;
    }

    /** The same object in a file of this folder that the change leaves alone: what is new is an update of it. */
    @Nullable
    Manifest untouchedTwin(Manifest created, Predicate<String> isChanged) throws IOException {
        if (created.name().isEmpty()) {
            return null;
        }
        return get().having(make.identity(created)).stream()
                .filter(one -> DuplicateObjects.areTogether(one, created) && !isChanged.test(one.file()))
                .findFirst()
                .orElse(null);
    }

    /** Whether the object is anywhere, also outside of the paths that are checked. */
    boolean isElsewhere(Identity object) throws IOException {
        if (everywhere == null) {
            everywhere = new Head(trees.everywhere(), reader, make::identity, unnamed);
        }
        return !everywhere.having(object).isEmpty();
    }
}
