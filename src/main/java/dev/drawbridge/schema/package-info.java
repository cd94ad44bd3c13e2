/**
 * The grammar of the rule table ({@link dev.drawbridge.schema.Vocabulary}), what a row applies to
 * ({@link dev.drawbridge.schema.Availability}), and the one loop that walks objects ({@link
 * dev.drawbridge.schema.SchemaWalker}). A table is projected once per {@link dev.drawbridge.schema.Target}; the walk
 * knows no versions. No Kubernetes field is named here. All its words, each with an example, are in {@code
 * src/docs/internals/table.md}.
 */
@NullMarked
package dev.drawbridge.schema;

import org.jspecify.annotations.NullMarked;
