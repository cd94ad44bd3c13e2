package dev.drawbridge.check;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.policy.Definition;
import dev.drawbridge.policy.Weakening;
import dev.drawbridge.report.Finding;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Warnings for admission policies and bindings that a change deletes or weakens: it is checked with its own policies.
 *
 * @param base the policies and bindings of the base that are not the same in the head
 * @param head all policies and bindings of the head
 * @param lines the lines of the head's files
 */
record WeakenedPolicies(
        FindingFactory make, String baseName, List<Manifest> base, List<Manifest> head, Map<String, Lines> lines) {

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        for (Manifest before : base) {
            // What the server refuses enforces nothing.
            boolean isEnforced = Definition.problems(before.object(), KubernetesRelease.NEWEST).stream()
                    .noneMatch(problem -> problem.severity() == Severity.ERROR);
            List<Manifest> same = head.stream()
                    .filter(one -> make.identity(one).equals(make.identity(before)))
                    .toList();
            List<Manifest> likely = same.stream()
                    .filter(one -> one.file().equals(before.file()))
                    .toList();
            List<Manifest> now = !likely.isEmpty() ? likely : same.isEmpty() ? head : same;
            if (isEnforced && now.stream().noneMatch(one -> isAsStrict(before, one))) {
                findings.addAll(same.isEmpty() ? List.of(deleted(before)) : weakened(before, now.get(0)));
            }
        }
        return findings;
    }

    private boolean isAsStrict(Manifest before, Manifest now) {
        return now.kind().equals(before.kind()) && weakenings(before, now).isEmpty();
    }

    private List<Weakening> weakenings(Manifest before, Manifest now) {
        return Weakening.of(before.object(), now.object()).stream()
                .filter(one -> !one.isOfPolicyName() || !isRenamed(one.before(), one.now()))
                .toList();
    }

    /** Whether a policy of the head is at least as strict as one of the base with another name. */
    private boolean isRenamed(String before, String now) {
        return base.stream()
                .filter(one -> isPolicy(one, before))
                .anyMatch(old -> head.stream().anyMatch(one -> isPolicy(one, now) && isAsStrict(old, one)));
    }

    private static boolean isPolicy(Manifest manifest, String name) {
        return manifest.kind().equals(Definition.POLICY) && manifest.name().equals(name);
    }

    private Finding deleted(Manifest before) {
        FieldError error = error(FieldPath.ROOT, "this change deletes it, and is checked without it");
        Finding finding = make.finding(before, Severity.WARNING, error, List.of(), Lines.NONE);
        return finding.at(new Finding.Location(finding.file(), null, null));
    }

    private List<Finding> weakened(Manifest before, Manifest now) {
        return weakenings(before, now).stream()
                .map(one -> make.finding(
                        now,
                        Severity.WARNING,
                        error(
                                one.path(),
                                text(one.now()) + " in this change, and " + text(one.before()) + " in " + baseName
                                        + "; the change is checked with its own policies"),
                        List.of(),
                        lines.getOrDefault(now.file(), Lines.NONE)))
                .toList();
    }

    private static String text(String part) {
        return part.isEmpty() ? "none" : part;
    }

    private static FieldError error(FieldPath path, String text) {
        return new FieldError(ErrorType.INVALID, path, text, Origin.CHANGED_POLICIES, null);
    }
}
