/**
 * The proof that ships with the repository, and its own proof. {@link dev.drawbridge.mutation.ProofSelection} selects
 * recorded verdicts from {@code ../shared}; {@link dev.drawbridge.mutation.MutationRun} changes one place of the source
 * of the rules at a time and counts how many of these mutants the selection notices.
 */
@NullMarked
package dev.drawbridge.mutation;

import org.jspecify.annotations.NullMarked;
