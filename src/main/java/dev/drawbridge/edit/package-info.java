/**
 * Edits of YAML and JSON text. A caller reads a text, makes other values of what it says, and gets the edits after
 * which the text says that: whatever is not in an edit stays byte for byte, and comments are never dropped. The entry
 * point is {@link dev.drawbridge.edit.EditableText}; nothing is known here of Kubernetes' types.
 */
@NullMarked
package dev.drawbridge.edit;

import org.jspecify.annotations.NullMarked;
