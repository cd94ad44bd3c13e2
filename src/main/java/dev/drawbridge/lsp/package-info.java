/**
 * The language server: what an editor shows of a workspace, over the Language Server Protocol. The command line gives
 * it the {@link dev.drawbridge.lsp.Workspace}, which knows settings, fixes and explanations.
 */
@NullMarked
package dev.drawbridge.lsp;

import org.jspecify.annotations.NullMarked;
