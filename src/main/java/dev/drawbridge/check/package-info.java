/**
 * The check of manifests, and the merge gate, which is a check with a base. The entry point is {@link
 * dev.drawbridge.check.Checker}; its input is a {@link dev.drawbridge.check.Trees}, its result a {@link
 * dev.drawbridge.report.Report}.
 *
 * <p>Each stage is a class that takes values and returns values. No stage refers to another one:
 *
 * <ol>
 *   <li>{@link dev.drawbridge.check.ReadStage}: a {@link dev.drawbridge.check.Change} to a {@link
 *       dev.drawbridge.check.ReadFile}, the documents of a file in base and head
 *   <li>{@link dev.drawbridge.check.ObjectStage}: to {@link dev.drawbridge.check.FileObjects}, its DRA objects
 *   <li>{@link dev.drawbridge.check.PairStage}: to {@link dev.drawbridge.check.Pair}s of an object in base and head
 *   <li>{@link dev.drawbridge.check.VerdictStage}: to {@link dev.drawbridge.check.Answered}, the verdict of each
 *       release
 *   <li>{@link dev.drawbridge.check.FindingStage}: to {@link dev.drawbridge.check.Checked}, the findings for objects.
 *       Those for files, and what is kept of each, come from {@link dev.drawbridge.check.FileFindings}; those that need
 *       several objects from {@link dev.drawbridge.check.InputFindings}
 *   <li>{@link dev.drawbridge.check.PolicyStage}: what policies and quotas decide about objects of any kind
 *   <li>{@link dev.drawbridge.check.ReportStage}: to the report
 * </ol>
 */
@NullMarked
package dev.drawbridge.check;

import org.jspecify.annotations.NullMarked;
