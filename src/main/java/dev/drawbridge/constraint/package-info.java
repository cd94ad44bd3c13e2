/**
 * Constraints, one kind per file, named like Kubernetes' own files: {@link dev.drawbridge.constraint.Limits}, {@link
 * dev.drawbridge.constraint.Formats}, {@link dev.drawbridge.constraint.Unions}, … The entry point is {@link
 * dev.drawbridge.constraint.Constraint}. The tables provide limits and names; this package names no Kubernetes field.
 */
@NullMarked
package dev.drawbridge.constraint;

import org.jspecify.annotations.NullMarked;
