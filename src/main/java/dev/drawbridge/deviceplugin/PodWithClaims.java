package dev.drawbridge.deviceplugin;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The specification of a pod with claims instead of extended resources. */
final class PodWithClaims {

    private static final List<String> CONTAINERS = List.of("initContainers", "containers");

    private static final String CLAIMS = "claims";

    private final String owner;
    private final ObjectValue spec;
    private final Map<String, String> templates = new LinkedHashMap<>();
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
        String text = ClaimText.request(name, resource, request.amount());
        String template = unique(owner + "-" + name, templates, text);
        templates.put(template, text);
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

    /** The name, with a number if it is taken by a different text. */
    private static String unique(String name, Map<String, String> taken, String text) {
        String unique = name;
        for (int i = 2; taken.containsKey(unique) && !text.equals(taken.get(unique)); i++) {
            unique = name + "-" + i;
        }
        return unique;
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

    Map<String, String> templates() {
        return templates;
    }

    ObjectValue spec(String claimsField) {
        ObjectValue.Builder fields = ObjectValue.at(spec.position());
        boolean hasClaims = spec.get(claimsField) instanceof ListValue;
        for (int i = 0; i < spec.size(); i++) {
            Value value = spec.value(i);
            if (CONTAINERS.contains(spec.key(i)) && value instanceof ListValue containers) {
                value = containers(spec.key(i), containers);
            } else if (spec.key(i).equals(claimsField) && value instanceof ListValue claims) {
                value = claims(claims);
            }
            fields.add(spec.key(i), value, spec.keyPosition(i));
        }
        if (!hasClaims) {
            fields.add(claimsField, claims(null), null);
        }
        return fields.build();
    }

    private ListValue claims(@Nullable ListValue before) {
        ListValue.Builder claims = builder(before);
        templateOfClaim.forEach((claim, template) -> claims.add(ObjectValue.at(null)
                .add("name", new StringValue(claim, null), null)
                .add("resourceClaimTemplateName", new StringValue(template, null), null)
                .build()));
        return claims.build();
    }

    /** A list that begins with the items of another. */
    private static ListValue.Builder builder(@Nullable ListValue before) {
        ListValue.Builder items = ListValue.at(before == null ? null : before.position());
        for (int i = 0; before != null && i < before.size(); i++) {
            items.add(before.get(i));
        }
        return items;
    }

    private ListValue containers(String list, ListValue containers) {
        ListValue.Builder changed = ListValue.at(containers.position());
        for (int i = 0; i < containers.size(); i++) {
            String container = list + i;
            boolean isChanged = claimsOfContainer.containsKey(container);
            changed.add(isChanged ? container((ObjectValue) containers.get(i), container) : containers.get(i));
        }
        return changed.build();
    }

    private ObjectValue container(ObjectValue container, String key) {
        ObjectValue resources = container.object("resources");
        Set<String> without = removed.getOrDefault(key, Set.of());
        ObjectValue.Builder fields = ObjectValue.at(resources.position());
        List<String> added = claimsOfContainer.getOrDefault(key, List.of());
        for (int i = 0; i < resources.size(); i++) {
            String name = resources.key(i);
            if (name.equals(CLAIMS) && resources.value(i) instanceof ListValue before) {
                fields.add(name, uses(before, added), resources.keyPosition(i));
            } else {
                boolean isAmounts = name.equals("limits") || name.equals("requests");
                Value value = isAmounts && resources.value(i) instanceof ObjectValue amounts
                        ? amounts.only(resource -> !without.contains(resource))
                        : resources.value(i);
                boolean isEmpty = value != resources.value(i) && ((ObjectValue) value).size() == 0;
                if (!isEmpty) {
                    fields.add(name, value, resources.keyPosition(i));
                }
            }
        }
        if (!(resources.get(CLAIMS) instanceof ListValue)) {
            fields.add(CLAIMS, uses(null, added), null);
        }
        return container.with("resources", fields.build());
    }

    private static ListValue uses(@Nullable ListValue before, List<String> added) {
        ListValue.Builder uses = builder(before);
        added.forEach(claim -> uses.add(ObjectValue.at(null)
                .add("name", new StringValue(claim, null), null)
                .build()));
        return uses.build();
    }
}
