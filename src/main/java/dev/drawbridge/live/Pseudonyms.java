package dev.drawbridge.live;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Other names for the objects of a cluster, the same everywhere: in fields, labels, selectors and messages. Names that
 * Kubernetes, drivers and classes define stay, as do devices, attributes and versions, since decisions depend on them.
 */
final class Pseudonyms {

    /** Names that every cluster has, that a public component gives, or that mean something else in the API. */
    private static final Set<String> PUBLIC = Set.of(
            "default",
            "kube-system",
            "kube-public",
            "kube-node-lease",
            "true",
            "false",
            "kubernetes",
            "linux",
            "amd64",
            "arm64",
            "all",
            "kube-scheduler",
            "kubelet",
            "control-plane");

    private static final String SYSTEM = "kube-system";

    private static final Set<String> PUBLIC_KINDS = Set.of("DeviceClass", "ClusterRole", "Role");

    private static final Pattern PUBLIC_KEY =
            Pattern.compile("(?!app\\.)(?:[a-z0-9.-]+\\.)?(?:kubernetes|k8s)\\.io/.*");
    private static final String HOST_NAME = "kubernetes.io/hostname";

    private static final Pattern PUBLIC_IMAGE = Pattern.compile(
            "(?:registry\\.k8s\\.io|nvcr\\.io|ghcr\\.io|quay\\.io|docker\\.io|gcr\\.io|public\\.ecr\\.aws)/.*");

    private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"|'[^']*'");
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?");
    private static final Pattern PLAIN_FLAG =
            Pattern.compile("--[a-z0-9-]+=(?:true|false|[0-9.]+)|--feature-gates=.*|kube-[a-z-]+");
    private static final Pattern ADDRESS = Pattern.compile("(?:\\d{1,3}\\.){3}\\d{1,3}"
            + "|(?i:(?:[0-9a-f]{1,4}:){1,6}(?::[0-9a-f]{1,4}){1,6}|(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4})");

    /** Fields of the API's own words. */
    private static final Set<String> UNCHANGED = Set.of("apiVersion", "kind", "verbs", "resources", "apiGroups");

    /** Maps whose keys may be in an expression, so that a name that is one of them stays. */
    private static final Set<String> DEVICE_MAPS = Set.of("attributes", "capacity", "counters");

    /** Fields that name nothing that a decision depends on, but may name the owner of a cluster. */
    private static final Set<String> DROPPED = Set.of(
            "annotations",
            "addresses",
            "podIP",
            "podIPs",
            "hostIP",
            "hostIPs",
            "caBundle",
            "url",
            "externalID",
            "providerID",
            "podCIDR",
            "podCIDRs",
            "volumesAttached",
            "volumesInUse",
            "volumeMounts",
            "lifecycle",
            "livenessProbe",
            "readinessProbe",
            "startupProbe",
            "containerID",
            "imageID");

    private final Map<String, String> names = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();

    Pseudonyms(List<ObjectValue> objects) {
        List<ObjectValue> ofUsers = objects.stream()
                .filter(object -> !object.object("metadata").string("namespace").equals(SYSTEM))
                .toList();
        ofUsers.forEach(this::collect);
        ofUsers.forEach(this::collectAll);
        objects.stream()
                .filter(object -> object.string("kind").equals("ResourceSlice"))
                .forEach(this::keep);
    }

    private void keep(Value value) {
        if (value instanceof ListValue list) {
            for (int i = 0; i < list.size(); i++) {
                keep(list.get(i));
            }
        } else if (value instanceof ObjectValue object) {
            for (int i = 0; i < object.size(); i++) {
                if (DEVICE_MAPS.contains(object.key(i)) && object.value(i) instanceof ObjectValue map) {
                    for (int k = 0; k < map.size(); k++) {
                        names.remove(map.key(k));
                    }
                }
                keep(object.value(i));
            }
        }
    }

    private void collect(ObjectValue object) {
        ObjectValue metadata = object.object("metadata");
        String kind = object.string("kind");
        if (!PUBLIC_KINDS.contains(kind)) {
            name(kind, metadata.string("name"));
        }
        name("Namespace", metadata.string("namespace"));
        if (kind.equals("ResourceSlice")) {
            name("pool", object.object("spec").object("pool").string("name"));
            name("Node", object.object("spec").string("nodeName"));
        }
        ObjectValue about = object.object("involvedObject");
        name(about.string("kind"), about.string("name"));
        name("Node", object.object("spec").string("nodeName"));
    }

    /** Names in labels, references and images. */
    private void collectAll(Value value) {
        if (value instanceof ListValue list) {
            for (int i = 0; i < list.size(); i++) {
                collectAll(list.get(i));
            }
        } else if (value instanceof ObjectValue object) {
            for (int i = 0; i < object.size(); i++) {
                String key = object.key(i);
                Value field = object.value(i);
                if (field instanceof StringValue text) {
                    switch (key) {
                        case "image" -> image(text.value());
                        case "serviceAccountName", "serviceAccount" -> name("ServiceAccount", text.value());
                        case "resourceClaimName" -> name("ResourceClaim", text.value());
                        case "resourceClaimTemplateName" -> name("ResourceClaimTemplate", text.value());
                        case "hostname", "subdomain" -> name("host", text.value());
                        default -> {}
                    }
                } else if ((key.equals("labels") || key.equals("matchLabels")) && field instanceof ObjectValue labels) {
                    labels(labels);
                }
                collectAll(field);
            }
        }
    }

    private void labels(ObjectValue labels) {
        for (int i = 0; i < labels.size(); i++) {
            String key = labels.key(i);
            if (key.equals(HOST_NAME) || !PUBLIC_KEY.matcher(key).matches()) {
                name(key.equals(HOST_NAME) ? "Node" : "label", labels.string(key));
            }
        }
    }

    private void image(String image) {
        if (!PUBLIC_IMAGE.matcher(image).matches()) {
            names.computeIfAbsent(image, any -> next("image"));
        }
    }

    /** A number or a single letter is no name: it would be replaced in places that mean something else. */
    private void name(String kind, String name) {
        boolean isName = name.length() > 1 && !name.chars().allMatch(each -> each >= '0' && each <= '9' || each == '.');
        if (isName && !PUBLIC.contains(name)) {
            String prefix = kind.toLowerCase(Locale.ROOT).replace("resourceclaim", "claim");
            names.computeIfAbsent(name, any -> next(prefix.isEmpty() ? "name" : prefix));
        }
    }

    private String next(String prefix) {
        return prefix + "-" + counts.merge(prefix, 1, Integer::sum);
    }

    /** The object with other names. */
    ObjectValue replaced(ObjectValue object) {
        return (ObjectValue) replaced("", object);
    }

    private Value replaced(String key, Value value) {
        if (UNCHANGED.contains(key)) {
            return value;
        }
        if (value instanceof StringValue text) {
            return new StringValue(key.equals("expression") ? expression(text.value()) : text(text.value()), null);
        }
        if (value instanceof ListValue list) {
            ListValue.Builder items = ListValue.at(null);
            for (int i = 0; i < list.size(); i++) {
                if (isKept(key, list.get(i))) {
                    items.add(replaced(key, list.get(i)));
                }
            }
            return items.build();
        }
        if (value instanceof ObjectValue object) {
            ObjectValue.Builder fields = ObjectValue.at(null);
            for (int i = 0; i < object.size(); i++) {
                if (!DROPPED.contains(object.key(i))) {
                    fields.add(object.key(i), replaced(object.key(i), object.value(i)), null);
                }
            }
            return fields.build();
        }
        return value;
    }

    /** Of commands, the flags that say how a component of Kubernetes runs; of volumes, the paths of the node. */
    private static boolean isKept(String key, Value item) {
        return switch (key) {
            case "args", "command" ->
                item instanceof StringValue word
                        && PLAIN_FLAG.matcher(word.value()).matches();
            case "volumes" -> item instanceof ObjectValue volume && volume.has("hostPath");
            default -> true;
        };
    }

    /** Only what is in quotes is a name: outside them are fields. */
    private String expression(String text) {
        return QUOTED.matcher(text).replaceAll(quoted -> {
            String inner = quoted.group().substring(1, quoted.group().length() - 1);
            String name = names.getOrDefault(inner, inner);
            return Matcher.quoteReplacement(
                    quoted.group().charAt(0) + name + quoted.group().charAt(0));
        });
    }

    /** A text in which each name, wherever it is, is replaced, and each address. */
    private String text(String text) {
        String whole = names.get(text);
        if (whole != null) {
            return whole;
        }
        String withoutAddresses = ADDRESS.matcher(text).replaceAll("192.0.2.1");
        return TOKEN.matcher(withoutAddresses)
                .replaceAll(token -> Matcher.quoteReplacement(names.getOrDefault(token.group(), token.group())));
    }
}
