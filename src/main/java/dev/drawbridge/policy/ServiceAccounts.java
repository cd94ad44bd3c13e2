package dev.drawbridge.policy;

import dev.drawbridge.document.ObjectValue;
import java.util.List;
import java.util.Map;

/**
 * What the admission plugin ServiceAccount sets in a pod: its account, and the token of the account in each container.
 * The account is taken for one that mounts its token, as accounts do unless they say otherwise.
 *
 * <p>Source: {@code k8s.io/kubernetes/plugin/pkg/admission/serviceaccount}, Admit.
 */
final class ServiceAccounts {

    private static final String TOKENS = "/var/run/secrets/kubernetes.io/serviceaccount";
    private static final String MIRROR = "kubernetes.io/config.mirror";

    static void admit(Map<String, Object> pod) {
        Map<String, Object> metadata = TypedFields.of(pod, "metadata");
        if (TypedFields.of(metadata, "annotations").containsKey(MIRROR)) {
            return;
        }
        Map<String, Object> spec = TypedFields.of(pod, "spec");
        if (spec.putIfAbsent("serviceAccountName", "default") == null) {
            spec.put("serviceAccount", "default");
        }
        if (Boolean.FALSE.equals(spec.get("automountServiceAccountToken"))) {
            return;
        }
        Map<String, Object> volume = ApiTypes.bundled("core.v1.Volume", "token-volume.json");
        Map<String, Object> mount = ApiTypes.struct("core.v1.VolumeMount", ObjectValue.EMPTY);
        mount.putAll(Map.of("name", volume.get("name"), "readOnly", true, "mountPath", TOKENS));
        boolean isMounted = false;
        for (String field : List.of("initContainers", "containers")) {
            for (Map<String, Object> container : TypedFields.items(spec, field)) {
                if (TypedFields.items(container, "volumeMounts").stream()
                        .noneMatch(one -> TOKENS.equals(one.get("mountPath")))) {
                    TypedFields.add(container, "volumeMounts", mount);
                    isMounted = true;
                }
            }
        }
        if (isMounted) {
            TypedFields.add(spec, "volumes", volume);
        }
    }
}
