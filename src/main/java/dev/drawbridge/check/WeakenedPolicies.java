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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Warnings for admission policies and bindings that a change deletes or weakens: it is checked with its own policies.
 */
final class WeakenedPolicies {

    private final FindingFactory make;
    private final String baseName;
    private final Map<Identity, List<Manifest>> base;
    private final Map<Identity, List<Manifest>> head;
    private final Map<String, Lines> lines;
    private final Set<String> changed;

    /**
     * The policies and bindings of two sides.
     *
     * @param base those of the base that are not the same in the head
     * @param head all of the head
     */
    WeakenedPolicies(
            FindingFactory make,
            String baseName,
            List<Manifest> base,
            List<Manifest> head,
            Map<String, Lines> lines,
            Set<String> changed) {
        this.make = make;
        this.baseName = baseName;
        this.base =
                base.stream().collect(Collectors.groupingBy(make::identity, LinkedHashMap::new, Collectors.toList()));
        this.head =
                head.stream().collect(Collectors.groupingBy(make::identity, LinkedHashMap::new, Collectors.toList()));
        this.lines = lines;
        this.changed = changed;
    }

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        List<Manifest> added = head.entrySet().stream()
                .filter(one -> !base.containsKey(one.getKey()))
                .flatMap(one -> one.getValue().stream())
                .toList();
        for (Manifest before : base.values().stream().flatMap(List::stream).toList()) {
            List<Manifest> all = head.getOrDefault(make.identity(before), List.of());
            List<Manifest> likely =
                    all.stream().filter(one -> one.file().equals(before.file())).toList();
            List<Manifest> same =
                    all.stream().filter(one -> !isOther(before, one)).toList();
            List<Manifest> now = !likely.isEmpty() ? likely : same.isEmpty() ? added : same;
            if (now.stream().noneMatch(one -> isAsStrict(before, one)) && isEnforced(before)) {
                boolean isDeleted = likely.isEmpty() && same.isEmpty();
                findings.addAll(isDeleted ? List.of(deleted(before, all)) : weakened(before, now.get(0)));
            }
        }
        return findings;
    }

    /** Whether it may be that of another cluster: it is in another folder, in a file that has it in the base, too. */
    private boolean isOther(Manifest before, Manifest now) {
        return !DuplicateObjects.areTogether(before, now)
                && (!changed.contains(now.file())
                        || base.getOrDefault(make.identity(now), List.of()).stream()
                                .anyMatch(one -> one.file().equals(now.file())));
    }

    /** What the server refuses enforces nothing. */
    private static boolean isEnforced(Manifest before) {
        return Definition.problems(before.object(), KubernetesRelease.NEWEST).stream()
                .noneMatch(problem -> problem.severity() == Severity.ERROR);
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
        return named(base, before).stream()
                .anyMatch(old -> named(head, now).stream().anyMatch(one -> isAsStrict(old, one)));
    }

    private static List<Manifest> named(Map<Identity, List<Manifest>> all, String policy) {
        return all.getOrDefault(new Identity(Definition.GROUP, Definition.POLICY, "", policy), List.of());
    }

    private Finding deleted(Manifest before, List<Manifest> others) {
        String where = others.isEmpty()
                ? "this change deletes it, and is checked without it"
                : "this change deletes it here; it is also in " + others.get(0).file();
        FieldError error = error(FieldPath.ROOT, where);
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
