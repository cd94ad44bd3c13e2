/**
 * Edits YAML and JSON text. A caller reads a text, changes its values, and gets the edits that change the text
 * accordingly: everything outside the edits stays byte for byte, and comments are never dropped. The entry point is
 * {@link dev.drawbridge.edit.EditableText}; the package is independent of Kubernetes' types.
 */
@NullMarked
package dev.drawbridge.edit;

import org.jspecify.annotations.NullMarked;
