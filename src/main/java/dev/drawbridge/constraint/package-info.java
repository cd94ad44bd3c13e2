/**
 * One kind of check a file, named as Kubernetes' own files are: {@link dev.drawbridge.constraint.Limits},
 * {@link dev.drawbridge.constraint.Formats}, {@link dev.drawbridge.constraint.Unions}, … The door is
 * {@link dev.drawbridge.constraint.Constraint}. A constraint is told its limit and its names by the table; no Kubernetes field is
 * named here.
 */
@NullMarked
package dev.drawbridge.constraint;

import org.jspecify.annotations.NullMarked;
