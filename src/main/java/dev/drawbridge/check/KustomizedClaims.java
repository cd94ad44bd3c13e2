package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.report.Finding;
import dev.drawbridge.workload.PodTemplate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What rendered kustomizations take from claims: containers lack a claim that they have in a resource, while their pod
 * still declares it. A patch replaces the list {@code resources.claims}, and merges {@code resourceClaims}.
 *
 * <p>Source: kubernetes/kubernetes#140171, and the patch strategies in {@code k8s.io/api/core/v1/types.go}.
 */
record KustomizedClaims(CheckSettings settings, FindingFactory make, Trees trees, List<Change> changes)
        implements InputFindings {

    @Override
    public List<Finding> of(WholeInput input) throws IOException {
        List<Finding> findings = new ArrayList<>();
        for (RenderedSources.Difference one : trees.sources().differences(trees.hasBase(), changes)) {
            List<Manifest> resources = one.resources();
            Set<String> known = new HashSet<>();
            of(one.base(), resources).forEach(lost -> known.add(key(lost)));
            of(one.head(), resources).forEach(lost -> findings.add(known.contains(key(lost)) ? lost.asKnown() : lost));
        }
        return findings;
    }

    private static String key(Finding finding) {
        return finding.field() + finding.message();
    }

    private List<Finding> of(ManifestFile rendered, List<Manifest> resources) {
        List<Finding> findings = new ArrayList<>();
        rendered.manifests().forEach(one -> add(one, resources, rendered, findings));
        return findings;
    }

    private void add(Manifest patched, List<Manifest> resources, ManifestFile file, List<Finding> findings) {
        for (PodTemplate template : settings.input().templates().of(patched)) {
            Map<String, Set<String>> before = new HashMap<>();
            // A name may be another with a prefix and a suffix.
            resources.stream()
                    .filter(one -> one.kind().equals(patched.kind())
                            && !one.name().isEmpty()
                            && patched.name().contains(one.name()))
                    .flatMap(one -> settings.input().templates().of(one).stream())
                    .filter(one -> one.path().equals(template.path()))
                    .flatMap(one -> PodTemplate.containers(one.spec(), one.path()).values().stream())
                    .forEach(one -> before.computeIfAbsent(one.string("name"), none -> new TreeSet<>())
                            .addAll(claims(one)));
            Set<String> declared = new HashSet<>();
            template.declarations().forEach(one -> declared.add(one.name()));
            PodTemplate.containers(template.spec(), template.path()).forEach((path, container) -> {
                String name = container.string("name");
                Set<String> lost = new TreeSet<>(before.getOrDefault(name, Set.of()));
                lost.removeAll(claims(container));
                lost.retainAll(declared);
                if (!lost.isEmpty()) {
                    FieldError error = new FieldError(
                            ErrorType.INVALID,
                            path.child("resources").child("claims"),
                            "a patch removes " + String.join(", ", lost) + " from container " + name
                                    + ": kustomize replaces this list and does not merge it; list all claims in the"
                                    + " patch",
                            Origin.LOST_CLAIM,
                            null);
                    findings.add(make.finding(patched, Severity.WARNING, error, List.of(), file.lines()));
                }
            });
        }
    }

    private static Set<String> claims(ObjectValue container) {
        Set<String> names = new HashSet<>();
        container.object("resources").list("claims").objects().forEach(one -> names.add(one.string("name")));
        return names;
    }
}
