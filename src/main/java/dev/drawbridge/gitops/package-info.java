/**
 * The bases and heads of the merge gate: revisions of a Git repository, folders, and what tools render of these. The
 * only package that uses JGit. The entry points are {@link dev.drawbridge.gitops.GitTrees}, {@link
 * dev.drawbridge.gitops.FolderTrees} and {@link dev.drawbridge.gitops.RenderedTrees}.
 */
@NullMarked
package dev.drawbridge.gitops;

import org.jspecify.annotations.NullMarked;
