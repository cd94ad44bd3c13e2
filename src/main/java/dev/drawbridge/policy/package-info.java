/**
 * Admission policies as the API server applies them: which ones match a request, what their expressions see, and what
 * they decide. {@link dev.drawbridge.policy.PolicySet} answers a {@link dev.drawbridge.policy.AdmissionRequest} with a
 * {@link dev.drawbridge.policy.PolicyVerdict}. The expressions are those of {@code constraint.cel}; nothing here
 * evaluates one. No files, no findings: they are {@code check}'s.
 *
 * <p>{@code policy/api-types.txt} has the fields of the API's Go types, which decide what an expression sees of an
 * object: printed by reflection from {@code k8s.io/api} 0.37.1, one type a line. {@code &} is a pointer, {@code []} a
 * list, {@code {}} a map, {@code ?} omitempty and {@code 0} omitzero.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/admission/plugin/policy/validating}.
 */
@NullMarked
package dev.drawbridge.policy;

import org.jspecify.annotations.NullMarked;
