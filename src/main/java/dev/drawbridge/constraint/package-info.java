/**
 * One kind of check a file, named as Kubernetes' own files are: {@link dev.drawbridge.constraint.Limits},
 * {@link dev.drawbridge.constraint.Formats}, {@link dev.drawbridge.constraint.Unions}, … The door is
 * {@link dev.drawbridge.constraint.Constraint}. The table gives a constraint its limit and its names; no Kubernetes
 * field is named here.
 */
@NullMarked
package dev.drawbridge.constraint;

import org.jspecify.annotations.NullMarked;
