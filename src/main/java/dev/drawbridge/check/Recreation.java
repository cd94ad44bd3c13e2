package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.manifest.Manifest;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Annotations with which a tool deletes an object and creates it again, where the API server refuses an update. */
final class Recreation {

    private static final String ARGO = "argocd.argoproj.io/";

    private Recreation() {}

    /**
     * The annotation of such an object; null if there is none. A hook is deleted before it is created again unless its
     * policy is another. Sources: {@code helm.sh/docs/topics/charts_hooks}, {@code
     * argo-cd.readthedocs.io/en/stable/user-guide/sync-options}, {@code fluxcd.io/flux/components/kustomize}.
     */
    static @Nullable String by(Manifest manifest) {
        ObjectValue all = manifest.object().object("metadata").object("annotations");
        for (String hook : List.of("helm.sh/hook", ARGO + "hook")) {
            String policy = all.string(hook + "-delete-policy");
            if (all.has(hook)
                    && (policy.isEmpty()
                            || policy.toLowerCase(Locale.ROOT).replace("-", "").contains("beforehookcreation"))) {
                return hook;
            }
        }
        List<String> options = Arrays.stream(all.string(ARGO + "sync-options").split(","))
                .map(String::strip)
                .toList();
        if (options.containsAll(List.of("Force=true", "Replace=true"))) {
            return ARGO + "sync-options";
        }
        String flux = "kustomize.toolkit.fluxcd.io/force";
        return all.string(flux).equalsIgnoreCase("enabled") ? flux : null;
    }
}
