/**
 * The bases and heads of the merge gate: Git revisions, folders, and manifests rendered from them. The only package
 * that uses JGit. The entry points are {@link dev.drawbridge.gitops.GitTrees}, {@link
 * dev.drawbridge.gitops.FolderTrees} and {@link dev.drawbridge.gitops.RenderedTrees}.
 */
@NullMarked
package dev.drawbridge.gitops;

import org.jspecify.annotations.NullMarked;
