package dev.drawbridge.deviceplugin;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The specification of a pod with claims instead of extended resources. */
final class PodWithClaims {

    private static final String CLAIMS = "claims";

    private final String owner;
    private final ObjectValue spec;
    private final Map<String, Map<String, NewClaim.Request>> templates = new LinkedHashMap<>();
    private final Map<String, String> templateOfClaim = new LinkedHashMap<>();
    private final Map<String, List<String>> claimsOfContainer = new LinkedHashMap<>();
    private final Map<String, Set<String>> removed = new LinkedHashMap<>();

    PodWithClaims(String owner, ObjectValue spec) {
        this.owner = owner.isEmpty() ? "pod" : owner;
        this.spec = spec;
    }

    /** Gives the container a claim of its own; returns the name of its template, which equal claims share. */
    String add(ContainerRequest request, PluginResource resource) {
        String name = resource.shortName();
        Map<String, NewClaim.Request> requests = Map.of(
                name, new NewClaim.Request(resource.deviceClass(), request.amount(), resource.selector(), Map.of()));
        String template = owner + "-" + name;
        for (int i = 2; !requests.equals(templates.getOrDefault(template, requests)); i++) {
            template = owner + "-" + name + "-" + i;
        }
        templates.put(template, requests);
        String container = request.list() + request.index();
        add(container, name, template);
        removed.computeIfAbsent(container, none -> new HashSet<>()).add(request.resource());
        return template;
    }

    boolean addToFirst(String name, String template) {
        ListValue containers = spec.list("containers");
        if (containers.size() == 0 || !(containers.get(0) instanceof ObjectValue)) {
            return false;
        }
        add("containers0", name, template);
        return true;
    }

    private void add(String container, String name, String template) {
        String claim = unused(name);
        templateOfClaim.put(claim, template);
        claimsOfContainer.computeIfAbsent(container, none -> new ArrayList<>()).add(claim);
    }

    private String unused(String name) {
        Set<String> taken = new HashSet<>(templateOfClaim.keySet());
        spec.list("resourceClaims").objects().forEach(claim -> taken.add(claim.string("name")));
        String unused = name;
        for (int i = 2; taken.contains(unused); i++) {
            unused = name + "-" + i;
        }
        return unused;
    }

    /** The requests of each template, by name. */
    Map<String, Map<String, NewClaim.Request>> templates() {
        return templates;
    }

    ObjectValue spec(String claimsField) {
        List<ObjectValue> claims = new ArrayList<>();
        templateOfClaim.forEach((claim, template) -> claims.add(ObjectValue.at(null)
                .add("name", claim)
                .add("resourceClaimTemplateName", template)
                .build()));
        return spec.mapped((key, value) ->
                        ContainerRequest.CONTAINERS.contains(key) && value instanceof ListValue containers
                                ? containers(key, containers)
                                : value)
                .with(claimsField, spec.list(claimsField).with(claims));
    }

    private ListValue containers(String list, ListValue containers) {
        return containers.mapped((index, container) -> claimsOfContainer.containsKey(list + index)
                ? container((ObjectValue) container, list + index)
                : container);
    }

    private ObjectValue container(ObjectValue container, String key) {
        ObjectValue resources = container.object("resources");
        Set<String> without = removed.getOrDefault(key, Set.of());
        List<ObjectValue> added = claimsOfContainer.getOrDefault(key, List.of()).stream()
                .map(claim -> ObjectValue.at(null).add("name", claim).build())
                .toList();
        ObjectValue left = resources.mapped((name, value) -> {
            boolean isAmounts = name.equals("limits") || name.equals("requests");
            Value kept = isAmounts && value instanceof ObjectValue amounts
                    ? amounts.only(resource -> !without.contains(resource))
                    : value;
            return kept != value && ((ObjectValue) kept).size() == 0 ? null : kept;
        });
        return container.with(
                "resources", left.with(CLAIMS, resources.list(CLAIMS).with(added)));
    }
}
