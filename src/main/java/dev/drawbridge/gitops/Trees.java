package dev.drawbridge.gitops;

import java.io.IOException;
import java.util.List;

/** A base and a head: two revisions, a revision and the work tree, or two folders. */
public interface Trees extends AutoCloseable {

    /** The manifests that differ, by path. */
    List<Change> changes() throws IOException;

    /** Every manifest of the head, with its text in both fields. */
    List<Change> head() throws IOException;

    /** The name of the base, for messages. */
    String baseName();

    @Override
    void close();
}
