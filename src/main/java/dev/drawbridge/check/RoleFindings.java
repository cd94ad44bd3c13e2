package dev.drawbridge.check;

import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.field.Suggestion;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.rbac.AccessGap;
import dev.drawbridge.rbac.AccessGaps;
import dev.drawbridge.rbac.RbacObjects;
import dev.drawbridge.rbac.Role;
import dev.drawbridge.rbac.UnmatchedRule;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.SuggestedFix;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Findings for roles of DRA components: permissions that they lack, and rules that no request matches. */
public record RoleFindings(CheckSettings settings, FindingFactory make) implements InputFindings {

    @Override
    public List<Finding> of(WholeInput input) {
        RbacObjects objects =
                RbacObjects.joined(input.files().stream().map(KeptFile::roles).toList());
        return objects == RbacObjects.NONE ? List.of() : of(objects, input.lines());
    }

    List<Finding> ofChange(List<FileObjects> files, Head head) {
        RbacObjects changed = RbacObjects.joined(
                files.stream().map(file -> file.kept().roles()).toList());
        if (changed == RbacObjects.NONE || of(changed, Map.of()).isEmpty()) {
            return List.of();
        }
        Map<String, Lines> lines = new HashMap<>();
        files.forEach(file -> lines.put(file.kept().name(), file.lines()));
        RbacObjects all = RbacObjects.of(
                head.mentioning(RbacObjects.WORD), settings.input().namespace());
        RbacObjects inBase = RbacObjects.joined(
                files.stream().map(file -> file.inBase().roles()).toList());
        Set<String> before =
                of(inBase, Map.of()).stream().map(RoleFindings::key).collect(Collectors.toSet());
        return of(all, lines).stream()
                .filter(finding -> lines.containsKey(finding.file()))
                .map(finding -> before.contains(key(finding)) ? finding.asKnown() : finding)
                .toList();
    }

    private static String key(Finding finding) {
        return finding.object() + " " + finding.message();
    }

    private List<Finding> of(RbacObjects objects, Map<String, Lines> lines) {
        return of(objects, lines, null);
    }

    /** The findings, for an upgrade from a release that requires less or the same, or from none. */
    List<Finding> of(RbacObjects objects, Map<String, Lines> lines, @Nullable KubernetesRelease from) {
        List<KubernetesRelease> enforcing = enforcing(settings);
        boolean isNew =
                from != null && !AccessGaps.areEnforced(from, settings.target().gates());
        Severity severity = isNew ? Severity.ERROR : Severity.WARNING;
        String note = isNew ? "; Kubernetes " + from + " does not need it" : "";
        List<String> releases = from != null
                ? List.of()
                : enforcing.stream().map(KubernetesRelease::toString).toList();
        List<Finding> findings = new ArrayList<>();
        Set<Role> lacking = new HashSet<>();
        for (AccessGap gap : AccessGaps.of(objects, false)) {
            if (!gap.isOfStatus() || !enforcing.isEmpty()) {
                lacking.add(gap.role());
                findings.add(finding(gap, gap.isOfStatus() && gap.isSure() ? severity : Severity.WARNING, note, lines)
                        .in(gap.isOfStatus() ? releases : List.of()));
            }
        }
        for (UnmatchedRule rule : UnmatchedRule.of(objects.roles())) {
            if (!lacking.contains(rule.role())) {
                FieldPath path = FieldPath.of("rules").index(rule.index());
                FieldError error =
                        new FieldError(ErrorType.INVALID, path, rule.reason(), Origin.UNMATCHED_ACCESS, null);
                findings.add(make.finding(
                        rule.role().source(), Severity.WARNING, error, List.of(), lines(rule.role(), lines)));
            }
        }
        return findings;
    }

    private Finding finding(AccessGap gap, Severity severity, String note, Map<String, Lines> lines) {
        String message = gap.message() + (gap.isOfStatus() ? note : "");
        FieldError error = new FieldError(ErrorType.REQUIRED, gap.path(), message, gap.origin(), null);
        Finding finding = make.finding(gap.role().source(), severity, error, List.of(), lines(gap.role(), lines));
        Suggestion fix = gap.fix();
        return fix == null ? finding : finding.fixable(new SuggestedFix(fix));
    }

    private static Lines lines(Role role, Map<String, Lines> lines) {
        return lines.getOrDefault(role.source().file(), Lines.NONE);
    }

    /** The releases whose API server checks the parts of a status. */
    static List<KubernetesRelease> enforcing(CheckSettings settings) {
        return settings.target().validates().stream()
                .map(release -> release == null ? KubernetesRelease.NEWEST : release)
                .filter(release ->
                        AccessGaps.areEnforced(release, settings.target().gates()))
                .toList();
    }

    /** The rules that roles in these files lack, as {@code check --fix} adds them, by the name of the file. */
    public static Map<String, List<AccessGap>> fixes(CheckSettings settings, List<Path> files) throws IOException {
        if (enforcing(settings).isEmpty()) {
            return Map.of();
        }
        ManifestReader reader = new ManifestReader();
        List<RbacObjects> objects = new ArrayList<>();
        for (Path file : files) {
            byte[] text = ReadLimits.DEFAULT.text(file);
            String name = ManifestFiles.name(file);
            if (RbacObjects.mayBeIn(new String(text, StandardCharsets.ISO_8859_1))) {
                objects.add(RbacObjects.of(
                        reader.read(name, text).manifests(), settings.input().namespace()));
            }
        }
        return AccessGaps.of(RbacObjects.joined(objects), false).stream()
                .filter(gap -> gap.fix() != null)
                .collect(Collectors.groupingBy(gap -> gap.role().source().file(), HashMap::new, Collectors.toList()));
    }
}
