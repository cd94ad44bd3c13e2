package dev.drawbridge.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** A served kind in a version. */
record Served(String version, String kind, String plural, boolean namespaced, boolean hasStatus) {

    static final String GROUP = "/apis/resource.k8s.io/";

    /** All kinds of the group in all versions. */
    static List<Served> by(RealCluster cluster) throws IOException {
        List<Served> served = new ArrayList<>();
        for (JsonNode version : cluster.get("/apis/resource.k8s.io").body().get("versions")) {
            String name = version.get("version").asString();
            Map<String, JsonNode> resources = new TreeMap<>();
            for (JsonNode resource : cluster.get(GROUP + name).body().get("resources")) {
                resources.put(resource.get("name").asString(), resource);
            }
            resources.forEach((plural, resource) -> {
                if (!plural.contains("/")) {
                    served.add(new Served(
                            name,
                            resource.get("kind").asString(),
                            plural,
                            resource.get("namespaced").asBoolean(),
                            resources.containsKey(plural + "/status")));
                }
            });
        }
        assertThat(served).isNotEmpty();
        return served;
    }

    /** The URL path of its objects in the default namespace. */
    String collection() {
        return collection("default");
    }

    /** The URL path of its objects in a namespace, if it has one. */
    String collection(String namespace) {
        return GROUP + version + (namespaced ? "/namespaces/" + namespace + "/" : "/") + plural;
    }

    /** The key of an object in etcd. */
    String etcdKey(String name) {
        return plural + (namespaced ? "/default/" : "/") + name;
    }
}
