package dev.drawbridge.check;

import dev.drawbridge.field.Severity;
import dev.drawbridge.fit.input.FleetNames;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.policy.CustomResources;
import dev.drawbridge.policy.Definition;
import dev.drawbridge.rbac.RbacObjects;
import dev.drawbridge.report.Finding;
import dev.drawbridge.validation.Scheme;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What policies and quotas decide. They are about objects of any kind, of which nothing is kept: the files are read
 * again, if there are policies or quotas.
 *
 * @param head the files of the head that are checked
 * @param everywhere all files of the head
 * @param names the names of the fleet, once it is read
 */
record PolicyStage(
        CheckSettings settings,
        FindingFactory make,
        Scheme scheme,
        Trees trees,
        Function<Change, ReadFile> read,
        Head head,
        Head everywhere,
        FleetNames names) {

    /** What the head decides about a change, and warnings for what only the policies of the base deny or enforce. */
    record Decisions(List<Finding> found, List<Finding> weakened) {}

    /** The decisions about new objects. */
    List<Finding> ofNew(List<Change> changes, WholeInput input) {
        List<Finding> found = new ArrayList<>();
        if (settings.policies().areAny() || input.files().stream().anyMatch(KeptFile::hasPolicies)) {
            PolicyFindings policies = PolicyFindings.ofNew(
                    settings, make, scheme, input.files(), kinds -> PolicyFindings.ofKinds(kinds, changes, read));
            found.addAll(policies.mistakes(input.lines()));
            found.addAll(PolicyFindings.flat(
                    changes,
                    read,
                    file -> KeptFile.objects(file.head()).stream()
                            .flatMap(one ->
                                    policies.of(new Pair(null, one, file.head().lines(), false)).stream())));
        }
        if (settings.policies().haveQuotas()
                || input.files().stream()
                        .anyMatch(file -> !file.others(KeptFile.QUOTA).isEmpty())) {
            exceeded(Parallel.map(changes, read), ReadFile::head, List.of()).forEach(one -> found.add(one.finding()));
        }
        return found;
    }

    /** The decisions about what a change creates, updates and deletes; objects of base and head are paired. */
    Decisions ofChange(List<Change> changes, Function<List<FileObjects>, List<Pair>> pairs) throws IOException {
        List<Finding> found = new ArrayList<>();
        List<Finding> weakened = new ArrayList<>(weakened(changes));
        if (settings.policies().areAny()
                || settings.policies().haveQuotas()
                || !weakened.isEmpty()
                || head.hasAny(Definition.POLICY, Definition.BINDING, KeptFile.QUOTA)) {
            PolicyFindings policies = policies(head, Change.ofBase(changes), !weakened.isEmpty());
            if (policies != null) {
                List<FileObjects> files = Parallel.map(changes, one -> FileObjects.ofAll(read.apply(one), settings));
                decide(pairs.apply(files), policies, before(changes, policies), found, weakened);
            }
            found.addAll(exceeded(changes));
        }
        return new Decisions(found, weakened);
    }

    /** The policies of a side of a change; null if there are none, unless the other side has some. */
    private @Nullable PolicyFindings policies(Head side, List<Change> before, boolean hasOther) {
        List<Manifest> known = new ArrayList<>();
        Stream.of(Definition.POLICY, Definition.BINDING)
                .flatMap(kind -> of(side, kind))
                .filter(CheckSettings.Policies::isOne)
                .forEach(known::add);
        if (known.isEmpty() && !settings.policies().areAny() && !hasOther) {
            return null;
        }
        known.addAll(side.namespaces());
        of(side, CustomResources.DEFINITION).forEach(known::add);
        RbacObjects roles = RbacObjects.of(
                side.mentioning(RbacObjects.WORD), settings.input().namespace());
        PolicyFindings policies = new PolicyFindings(settings, make, scheme, known, roles, true);
        Head earlier = head.reading(() -> before);
        Set<String> kinds = policies.parameterKinds();
        return policies.with(
                kinds.stream().flatMap(kind -> of(side, kind)).toList(),
                kinds.stream()
                        .flatMap(kind -> of(earlier, kind))
                        .filter(everywhere::isGone)
                        .toList());
    }

    private static Stream<Manifest> of(Head side, String kind) {
        return side.mentioning(kind).stream().filter(one -> one.kind().equals(kind));
    }

    /** The policies of the base; null if the change has nothing on which a decision depends. */
    private @Nullable PolicyFindings before(List<Change> changes, PolicyFindings policies) {
        Set<String> deciding = policies.parameterKinds();
        deciding.addAll(List.of(Definition.POLICY, KeptFile.NAMESPACE, RbacObjects.WORD));
        return changes.stream().anyMatch(one -> has(one.base(), deciding) || has(one.head(), deciding))
                ? policies(head.reading(() -> Change.ofBase(trees.all(changes))), List.of(), false)
                : null;
    }

    private void decide(
            List<Pair> pairs,
            PolicyFindings policies,
            @Nullable PolicyFindings before,
            List<Finding> found,
            List<Finding> weakened) {
        found.addAll(policies.mistakes(Map.of()));
        for (Pair pair : pairs) {
            Manifest base = pair.base();
            boolean isElsewhere = pair.head() == null
                    && base != null
                    && !head.having(make.identity(base)).isEmpty();
            if (!isElsewhere && !pair.isUnchanged()) {
                found.addAll(policies.changed(pair));
                List<Finding> decided = policies.of(pair);
                found.addAll(decided);
                if (before != null && decided.stream().noneMatch(one -> one.severity() == Severity.ERROR)) {
                    weakened.addAll(before.deniedIn(trees.baseName(), pair, policies));
                }
            }
        }
    }

    /** What a change takes from the policies by which it is checked. */
    private List<Finding> weakened(List<Change> changes) throws IOException {
        Map<String, Change> all = new LinkedHashMap<>();
        changes.forEach(change -> all.put(change.path(), change));
        for (String path : settings.policies().paths()) {
            trees.written().fleet(path).forEach(change -> all.put(change.path(), change));
        }
        List<Manifest> base = new ArrayList<>();
        List<Manifest> after = new ArrayList<>(settings.policies().files());
        Map<String, Lines> lines = new HashMap<>();
        Set<String> changed = all.values().stream()
                .filter(one -> one.base() != one.head())
                .map(Change::path)
                .collect(Collectors.toSet());
        for (Change change : all.values()) {
            if (changed.contains(change.path()) && has(change.base(), Set.of(Definition.POLICY))) {
                ReadFile file = read.apply(change);
                base.addAll(KeptFile.objects(file.base()));
                after.addAll(KeptFile.objects(file.head()));
                lines.put(change.path(), file.head().lines());
            }
        }
        base.removeIf(one -> !CheckSettings.Policies.isOne(one));
        if (base.isEmpty()) {
            return List.of();
        }
        after.addAll(everywhere.mentioning(Definition.POLICY));
        after.addAll(everywhere.mentioning(Definition.BINDING));
        after.removeIf(one -> !CheckSettings.Policies.isOne(one));
        return new WeakenedPolicies(make, trees.baseName(), base, after, lines, changed).findings();
    }

    static boolean has(Content content, Set<String> words) {
        try {
            return content.has(words.toArray(String[]::new));
        } catch (IOException unreadable) {
            // It is reported where it is checked.
            return false;
        }
    }

    /** What exceeds a quota of the head, known if it does in the base. */
    private List<Finding> exceeded(List<Change> changes) throws IOException {
        if (!settings.policies().haveQuotas()
                && head.mentioning(KeptFile.QUOTA).stream().noneMatch(QuotaFindings::isOne)) {
            return List.of();
        }
        List<ReadFile> files = Parallel.map(trees.all(changes), read);
        Map<Finding.Field, List<QuotaFindings.Exceeded>> before = exceeded(files, ReadFile::base, List.of()).stream()
                .collect(Collectors.groupingBy(one -> one.finding().field()));
        List<ManifestFile> base = files.stream().map(ReadFile::base).toList();
        return exceeded(files, ReadFile::head, base).stream()
                .map(one -> one.isKnown(before.getOrDefault(one.finding().field(), List.of()))
                        ? one.finding().asKnown()
                        : one.finding())
                .toList();
    }

    private List<QuotaFindings.Exceeded> exceeded(
            List<ReadFile> files, Function<ReadFile, ManifestFile> side, List<ManifestFile> before) {
        return new QuotaFindings(settings, make, names)
                .of(files.stream().map(side).toList(), before);
    }
}
