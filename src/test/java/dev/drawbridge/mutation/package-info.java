/**
 * The recorded verdicts in the repository, and the measurement of their strength.
 * {@link dev.drawbridge.mutation.ProofSelection} selects recorded verdicts from {@code ../shared};
 * {@link dev.drawbridge.mutation.MutationRun} changes one place of the rules' source at a time and counts the mutants
 * that the selection detects.
 */
@NullMarked
package dev.drawbridge.mutation;

import org.jspecify.annotations.NullMarked;
