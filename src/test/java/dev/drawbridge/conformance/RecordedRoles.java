package dev.drawbridge.conformance;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.policy.AdmissionRequest.User;
import dev.drawbridge.rbac.RbacObjects;
import dev.drawbridge.rbac.RoleAuthorizer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The roles of the recorder's server: what everybody may do there. */
final class RecordedRoles {

    private static final String BASE = """
            [{"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": {"name": "base"}, "rules": [
              {"apiGroups": ["resource.k8s.io"], "resources": ["resourceclaims", "resourceclaims/status",
                "resourceclaimtemplates", "deviceclasses", "resourceslices", "devicetaintrules"],
               "verbs": ["create", "update", "patch", "delete", "get", "list", "watch"]},
              {"apiGroups": [""], "resources": ["pods", "pods/status", "pods/binding"],
               "verbs": ["create", "update", "patch", "delete", "get", "list", "watch"]},
              {"apiGroups": ["apps"], "resources": ["deployments", "deployments/scale"],
               "verbs": ["create", "update", "patch", "delete", "get", "list", "watch"]},
              {"apiGroups": ["batch"], "resources": ["jobs"],
               "verbs": ["create", "update", "patch", "delete", "get", "list", "watch"]},
              {"apiGroups": ["resource.k8s.io"], "resources": ["resourceclaims/binding", "resourceclaims/driver"],
               "verbs": ["*"]},
              {"nonResourceURLs": ["/healthz", "/livez", "/readyz", "/version", "/version/", "/api", "/api/*",
                "/apis", "/apis/*", "/openapi", "/openapi/*"], "verbs": ["get"]}]},
             {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding", "metadata": {"name": "base"},
              "roleRef": {"kind": "ClusterRole", "name": "base"},
              "subjects": [{"kind": "Group", "name": "system:authenticated"}]}]""";

    private RecordedRoles() {}

    /** The roles of a case. */
    static RoleAuthorizer of(List<ObjectValue> own, User user) {
        Document base = (Document) JsonReader.withoutPositions(ReadLimits.DEFAULT)
                .read(("{\"items\": " + BASE + "}").getBytes(StandardCharsets.UTF_8));
        List<ObjectValue> all =
                new ArrayList<>(ObjectValue.orEmpty(base.value()).list("items").objects());
        all.addAll(own);
        List<Manifest> roles = all.stream()
                .map(one -> new Manifest("", "", one, one.string("apiVersion"), one.string("kind")))
                .toList();
        return new RoleAuthorizer(RbacObjects.of(roles, ""), true, user.name(), user.groups());
    }
}
