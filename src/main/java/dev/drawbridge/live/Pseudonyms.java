package dev.drawbridge.live;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Other names for the objects of a cluster, the same everywhere: in fields that hold names, values of labels and
 * messages. Names that Kubernetes, drivers and classes define stay, as do devices, attributes, quantities and versions,
 * since decisions depend on them.
 */
final class Pseudonyms {

    /** Names that every cluster has or that a public component gives. */
    private static final Pattern PUBLIC = Pattern.compile("default|kube-(?:system|public|node-lease|scheduler)"
            + "|true|false|kubernetes|linux|amd64|arm64|all|kubelet|control-plane|(?:default"
            + "|kai)-scheduler|volcano|drawbridge"
            + "|cluster-admin|admin|edit|view|system-(?:node|cluster)-critical|[0-9.]*|.");

    /** Words of Kubernetes' messages: a name that is one of them stays there. */
    private static final Set<String> WORDS = words("""
            a all allocate allocated allocation an and are at available be because been being bound by cannot claim
            claims class container containers cpu created create creating deleted device devices did driver error
            event exceeded failed false for found from gpu had has have image in insufficient is it job limit
            limited match memory name namespace network no node nodes none not of off on or plugin pod pods pool
            preemption queue quota request requested requests reserved resource resourceclaim running scheduled
            scheduler scheduling selector status still storage taint template that the their this to true
            untolerated used volume waiting was were while with without
            """);

    private static final String SYSTEM = "kube-system";

    private static final Pattern PUBLIC_KEY =
            Pattern.compile("(?!app\\.)(?:[a-z0-9.-]+\\.)?(?:kubernetes|k8s)\\.io/.*");

    /** Labels of Kubernetes whose values are names. */
    private static final Pattern NAME_KEY =
            Pattern.compile("(?:.*/)?(?:hostname|metadata\\.name|(?:service|job|pod|queue|jobset|podgroup)-name)");

    private static final Pattern PUBLIC_IMAGE = Pattern.compile(
            "(?:registry\\.k8s\\.io|nvcr\\.io|ghcr\\.io|quay\\.io|docker\\.io|gcr\\.io|public\\.ecr\\.aws)/.*");
    private static final Pattern COMPONENT = Pattern.compile(
            "(?:^|.*/)((?:kube-(?:scheduler|controller-manager|apiserver|proxy)|cluster-autoscaler|karpenter)"
                    + "(?:-(?:amd64|arm64|ppc64le|s390x))?(?:[:@].*)?)");

    private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"|'[^']*'");
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?");

    /** In messages: an address of a site, of a person, an image, a qualified name, or a word. */
    private static final Pattern WORD =
            Pattern.compile("(?<url>[a-z]+://[^\\s\"']+)|(?<mail>[\\w.+-]+@[\\w-]+\\.[\\w.-]+)"
                    + "|(?<=[Ii]mage[:=]? ?\"?)(?<image>[\\w.-]+(?::\\d+)?/[^\\s\"',]+|[\\w.-]+[:@][^\\s\"',]+)"
                    + "|(?<key>[a-z0-9.-]+\\.[a-z0-9-]+/[A-Za-z0-9._-]+)|" + TOKEN);

    private static final Pattern PLAIN_FLAG = Pattern.compile(
            "--[a-z0-9-]+=(?:true|false|[0-9.]+)|--feature-gates=.*|[a-z/]*(?:kube-[a-z-]+|cluster-autoscaler)");
    private static final Pattern ADDRESS = Pattern.compile("(?:\\d{1,3}\\.){3}\\d{1,3}"
            + "|(?i:(?:[0-9a-f]{1,4}:){1,6}(?::[0-9a-f]{1,4}){1,6}|(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4})");

    /** Maps of values that decisions depend on, whose keys may be those of other fields. */
    private static final Set<String> UNCHANGED = words("""
            attributes capacity counters sharedCounters consumesCounters allocatable limits
            requests consumedCapacity hard used allocatedResources
            """);

    /** Fields that name nothing that a decision depends on, but may name the owner of a cluster. */
    private static final Set<String> DROPPED = words("""
            annotations addresses podIP podIPs hostIP hostIPs caBundle url externalID providerID
            podCIDR podCIDRs volumesAttached volumesInUse volumeMounts volumeDevices
            volumeClaimTemplates lifecycle livenessProbe readinessProbe startupProbe containerID
            imageID parameters data networkData imagePullSecrets hostAliases dnsConfig machineID
            systemUUID bootID manager reportingInstance host lastState terminated metrics currentMetrics
            """);

    /** Fields with names of drivers and classes; the folder of a driver's socket is one. */
    private static final Set<String> OF_DEVICES = Set.of("driver", "deviceClassName", "extendedResourceName", "path");

    /** Fields whose text is the name of an object, and its kind. */
    private static final Map<String, String> NAME_FIELDS = kinds("""
            Namespace: namespace namespaces
            Node: nodeName nominatedNodeName
            ResourceClaim: resourceClaimName
            ResourceClaimTemplate: resourceClaimTemplateName
            pool: pool
            PodGroup: podGroupName podGroup podGroupTemplateName
            Workload: workloadName
            ServiceAccount: serviceAccountName serviceAccount
            Service: serviceName
            scheduler: schedulerName
            priority: priorityClassName
            runtime: runtimeClassName
            container: containerName
            queue: queueName clusterQueue
            flavor: flavors
            revision: currentRevision updateRevision
            host: hostname subdomain
            """);

    /** Objects, or lists of them, whose {@code name} is the name of an object, and its kind if they do not say it. */
    private static final Map<String, String> NAMED = kinds("""
            : metadata ownerReferences involvedObject regarding related targetRef scaleTargetRef subjects roleRef
            Pod: reservedFor
            pool: pool
            Service: service
            Workload: workloadRef
            ResourceClaim: claims resourceClaims resourceClaimStatuses
            container: containers initContainers ephemeralContainers containerStatuses initContainerStatuses
            container: ephemeralContainerStatuses
            volume: volumes
            """);

    private final Map<String, String> names = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final Set<String> ofDevices = new HashSet<>();
    private final Set<String> keys = new HashSet<>();
    private String apiVersion = "";
    private boolean isSystem;

    private static Set<String> words(String text) {
        return Set.of(text.strip().split("\\s+"));
    }

    /** The kind at the start of each line, by the fields after it. */
    private static Map<String, String> kinds(String table) {
        Map<String, String> kinds = new HashMap<>();
        table.lines().forEach(line -> {
            int colon = line.indexOf(':');
            words(line.substring(colon + 1)).forEach(field -> kinds.put(field, line.substring(0, colon)));
        });
        return kinds;
    }

    Pseudonyms(List<ObjectValue> objects) {
        // Messages can only be replaced when all names are known.
        objects.forEach(this::replaced);
    }

    ObjectValue replaced(ObjectValue object) {
        apiVersion = object.string("apiVersion");
        isSystem = object.object("metadata").string("namespace").equals(SYSTEM);
        return fields("", object.string("kind"), object);
    }

    String namespace(String namespace) {
        isSystem = false;
        return name("Namespace", namespace);
    }

    private ObjectValue fields(String parent, String kind, ObjectValue object) {
        return object.mapped((key, value) -> {
            keys.add(key);
            return DROPPED.contains(key) ? null : field(parent, kind, object, key, value);
        });
    }

    private Value field(String parent, String kind, ObjectValue object, String key, Value value) {
        if (UNCHANGED.contains(key) && (value instanceof ObjectValue || !key.equals("requests"))) {
            if (key.equals("attributes") || key.equals("capacity")) {
                devices(value);
            }
            return value;
        }
        if (value instanceof StringValue text) {
            return new StringValue(text(parent, kind, object, key, text.value()), null);
        }
        if (value instanceof ListValue list) {
            return list.mapped(item -> isKept(key, item) ? item(kind, object, key, item) : null);
        }
        if (!(value instanceof ObjectValue map)) {
            return value;
        }
        return switch (key) {
            case "labels", "matchLabels", "nodeSelector", "flavors" -> labels(key, kind, map);
            default -> fields(key, kind, map);
        };
    }

    private Value item(String kind, ObjectValue parent, String key, Value item) {
        if (item instanceof ObjectValue map) {
            return fields(key, kind, map);
        }
        return item instanceof StringValue text
                ? new StringValue(text("", kind, parent, key, text.value()), null)
                : item;
    }

    private ObjectValue labels(String parent, String kind, ObjectValue labels) {
        return labels.mapped((key, value) -> {
            keys.add(key);
            return value instanceof StringValue text
                    ? new StringValue(label(key, text.value()), null)
                    : field(parent, kind, labels, key, value);
        });
    }

    private void devices(Value value) {
        if (value instanceof StringValue text) {
            ofDevices.add(text.value());
        } else if (value instanceof ListValue list) {
            list.items().forEach(this::devices);
        } else if (value instanceof ObjectValue map) {
            map.forEach((key, inner) -> {
                ofDevices.add(key);
                devices(inner);
            });
        }
    }

    /** A text of this field of an object, which is in the field {@code parent}. */
    private String text(String parent, String kind, ObjectValue object, String key, String text) {
        if (OF_DEVICES.contains(key)) {
            ofDevices.add(text.substring(text.lastIndexOf('/') + 1));
        }
        String nameKind = key.equals("name") ? NAMED.get(parent) : NAME_FIELDS.get(key);
        if (nameKind != null) {
            String stated = object.string("kind");
            String of = !nameKind.isEmpty() ? nameKind : parent.equals("metadata") ? kind : stated;
            if (of.equals("DeviceClass")) {
                ofDevices.add(text);
                return text;
            }
            return name(of, text);
        }
        boolean ofDevice = apiVersion.startsWith("resource.k8s.io/");
        return switch (key) {
            case "generateName" ->
                text.endsWith("-") ? name(kind, text.substring(0, text.length() - 1)) + "-" : name(kind, text);
            case "image" -> image(text);
            case "message", "note", "fieldPath" -> message(text);
            case "expression" -> expression(text);
            case "values" -> object.has("operator") ? label(object.string("key"), text) : text;
            case "value" -> object.has("key") && !ofDevice ? label(object.string("key"), text) : text;
            // A driver may be in a rule about claims.
            case "resourceNames" ->
                object.list("resources").texts().stream().anyMatch(name -> name.matches("(?:resourcecl|devicecl).*"))
                        ? names.getOrDefault(text, text)
                        : name("", text);
            case "component", "reportingComponent", "reportingController" -> names.getOrDefault(text, text);
            default -> text;
        };
    }

    private String label(String key, String value) {
        boolean isName = NAME_KEY.matcher(key).matches();
        return isName || !PUBLIC_KEY.matcher(key).matches()
                ? name(key.endsWith("hostname") || key.equals("metadata.name") ? "Node" : "label", value)
                : names.getOrDefault(value, value);
    }

    private String image(String image) {
        Matcher component = COMPONENT.matcher(image);
        if (PUBLIC_IMAGE.matcher(image).matches() || image.isEmpty()) {
            return image;
        }
        int host = image.indexOf('/');
        if (host > 0 && image.lastIndexOf('.', host) > 0) {
            name("host", image.substring(0, host).replaceFirst(":.*", ""));
        }
        return component.matches() ? component.group(1) : names.computeIfAbsent(image, any -> next("image"));
    }

    /** A number or a letter is not a name. In the namespace of Kubernetes only the names of users are replaced. */
    private String name(String kind, String name) {
        if (name.startsWith("system:")) {
            return TOKEN.matcher(name).replaceAll(part -> names.getOrDefault(part.group(), part.group()));
        }
        String prefix = kind.toLowerCase(Locale.ROOT).replace("resourceclaim", "claim");
        if (PUBLIC.matcher(name).matches()) {
            return name;
        }
        if (isSystem && !prefix.equals("node") && !prefix.equals("pool")) {
            int dash = name.indexOf('-');
            while (dash > 0 && !names.containsKey(name) && !names.containsKey(name.substring(dash + 1))) {
                dash = name.indexOf('-', dash + 1);
            }
            String end = name.substring(dash + 1);
            // The pod of a component has the name of its node at the end.
            String node = names.getOrDefault(end, end);
            return names.containsKey(name)
                    ? names.get(name)
                    : node.startsWith("node-") ? name.substring(0, dash + 1) + node : name;
        }
        return names.computeIfAbsent(name, any -> next(prefix.isEmpty() ? "name" : prefix));
    }

    private String next(String prefix) {
        return prefix + "-" + counts.merge(prefix, 1, Integer::sum);
    }

    /** Of commands, the flags that say how a component of Kubernetes runs; of volumes, the sockets of the kubelet. */
    private static boolean isKept(String key, Value item) {
        return switch (key) {
            case "args", "command" ->
                item instanceof StringValue word
                        && PLAIN_FLAG.matcher(word.value()).matches();
            case "volumes" ->
                item instanceof ObjectValue volume
                        && volume.object("hostPath").string("path").startsWith("/var/lib/kubelet");
            default -> true;
        };
    }

    /** Only what is in quotes is a name, unless a device has it: outside them are fields. */
    private String expression(String text) {
        return QUOTED.matcher(text).replaceAll(quoted -> {
            String inner = quoted.group().substring(1, quoted.group().length() - 1);
            String name = names.getOrDefault(inner, inner);
            if (!name.equals(inner) && ofDevices.stream().anyMatch(value -> value.contains(inner))) {
                name = inner;
            }
            return Matcher.quoteReplacement(
                    quoted.group().charAt(0) + name + quoted.group().charAt(0));
        });
    }

    /** A message in which each name, wherever it is, is replaced, and each address. */
    private String message(String text) {
        return WORD.matcher(ADDRESS.matcher(text).replaceAll("192.0.2.1"))
                .replaceAll(found -> Matcher.quoteReplacement(word(found.group())));
    }

    private String word(String word) {
        if (word.contains("://")) {
            return "https://example.com";
        }
        if (word.contains("@") && !word.contains("/") && !word.contains(":")) {
            return "user@example.com";
        }
        if (keys.contains(word) && word.contains("/")
                || ofDevices.contains(word)
                || WORDS.contains(word.toLowerCase(Locale.ROOT))) {
            return word;
        }
        String whole = names.get(word);
        if (whole != null || TOKEN.matcher(word).matches()) {
            return whole == null ? word : whole;
        }
        return word.matches(".*/.*[:@/].*|[^/]*[:@].*")
                ? image(word)
                : TOKEN.matcher(word).replaceAll(token -> Matcher.quoteReplacement(word(token.group())));
    }
}
