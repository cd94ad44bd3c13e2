/**
 * Constraints, one kind per file, named like Kubernetes' own files: {@link dev.drawbridge.constraint.Limits}, {@link
 * dev.drawbridge.constraint.Formats}, {@link dev.drawbridge.constraint.Unions}, … The entry point is {@link
 * dev.drawbridge.constraint.Constraint}. The table provides limits and names; no Kubernetes field is named here.
 */
@NullMarked
package dev.drawbridge.constraint;

import org.jspecify.annotations.NullMarked;
