package dev.drawbridge.deviceplugin;

import dev.drawbridge.workload.PodTemplate;
import dev.drawbridge.workload.PodTemplates;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A file with workloads whose pods get a claim from a template. */
public final class ClaimedWorkloads {

    private final InputFile file;
    private final PodTemplates templates;

    public ClaimedWorkloads(String name, String text, PodTemplates templates) {
        file = new InputFile(name, text.getBytes(StandardCharsets.UTF_8));
        this.templates = templates;
    }

    /** The name of the first workload; empty if it has none. */
    public String name() {
        return file.objects().stream()
                .filter(placed -> !templates.ofProbable(placed.manifest()).isEmpty())
                .findFirst()
                .map(placed -> placed.manifest().name())
                .orElse("");
    }

    /** The resources of device plugins that the pods request: they get these devices besides those of the claim. */
    public List<String> pluginResources() {
        return file.objects().stream()
                .flatMap(placed -> templates.ofProbable(placed.manifest()).stream())
                .flatMap(pod -> ContainerRequest.of(pod.spec()).stream())
                .map(ContainerRequest::resource)
                .filter(resource -> PluginResource.of(resource, Map.of()) != null)
                .distinct()
                .toList();
    }

    /**
     * The text with the template, and with a claim of it for the first container of each pod.
     *
     * @param document the template for a namespace, which is empty if the workload has none
     * @throws IllegalArgumentException if the text cannot be edited
     */
    public String edited(String claim, String template, UnaryOperator<String> document) {
        if (!file.isYaml()) {
            throw new IllegalArgumentException("a JSON file has one object, and a template would be a second");
        }
        List<String> namespaces = new ArrayList<>();
        for (InputFile.Placed placed : file.objects()) {
            if (placed.manifest().kind().equals("ResourceClaimTemplate")
                    && placed.manifest().name().equals(template)) {
                throw new IllegalArgumentException(
                        "has the ResourceClaimTemplate " + template + " already; choose another name with --name");
            }
            for (PodTemplate pod : templates.ofProbable(placed.manifest())) {
                PodWithClaims claims = new PodWithClaims(placed.manifest().name(), pod.spec());
                if (claims.addToFirst(claim, template)) {
                    file.put(placed, pod.path(), claims.spec(pod.claimsField()));
                    namespaces.add(placed.manifest().object().object("metadata").string("namespace"));
                }
            }
        }
        if (namespaces.isEmpty()) {
            throw new IllegalArgumentException("has no pods with containers");
        }
        if (!file.refusal().isEmpty()) {
            throw new IllegalArgumentException("cannot be edited: " + file.refusal());
        }
        namespaces.stream().distinct().forEach(namespace -> file.add(document.apply(namespace)));
        return file.change().orElseThrow().after();
    }
}
