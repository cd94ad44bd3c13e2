/**
 * Roles and bindings: who may do what with DRA objects, and what the API server, a scheduler or an autoscaler of a
 * release needs besides. The entry point is {@link dev.drawbridge.rbac.AccessGaps}; the requirements are the rows of
 * {@link dev.drawbridge.rbac.Requirement}.
 */
@NullMarked
package dev.drawbridge.rbac;

import org.jspecify.annotations.NullMarked;
