package dev.drawbridge.gitops;

import java.io.IOException;
import java.nio.file.Path;

/** Runs {@code kustomize build}, with files from anywhere in the tree. */
@FunctionalInterface
public interface Kustomize {

    /**
     * The manifests of a folder.
     *
     * @throws IOException if there is no kustomize, or it fails
     */
    byte[] build(Path folder) throws IOException;
}
