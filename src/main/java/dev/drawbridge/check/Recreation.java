package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.manifest.Manifest;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Annotations and fields with which a tool deletes an object and creates it again, where the API server refuses an
 * update, or leaves it as it is.
 *
 * @param applying the specs of the Flux Kustomizations and Argo CD Applications that apply a file
 */
record Recreation(Function<String, List<ObjectValue>> applying) {

    private static final String ARGO = "argocd.argoproj.io/";
    private static final String FLUX = "kustomize.toolkit.fluxcd.io/";
    private static final String SERVER_SIDE = "ServerSideApply=";

    /** Whether an update that the API server refuses is no error: a tool creates the object again, or never updates. */
    boolean isAllowed(Pair pair) {
        return by(pair) != null || isLeft(pair);
    }

    /**
     * The annotation or field that has an object created again; null if there is none. A hook is deleted before it is
     * created again unless its policy is another. Flux asks for it in labels, too, of the object in the cluster or of
     * the new one. Argo CD takes {@code Force=true} from the object only, and never with server-side apply, unless it
     * replaces the object. Sources: {@code helm.sh/docs/topics/charts_hooks}, {@code argo-cd/gitops-engine} (sync) and
     * {@code kubectl} (patcher.go), {@code fluxcd/pkg/ssa}, shouldForceApply.
     */
    @Nullable
    String by(Pair pair) {
        ObjectValue head = annotations(pair.head());
        for (String hook : List.of("helm.sh/hook", ARGO + "hook")) {
            String policy = head.string(hook + "-delete-policy");
            if (head.has(hook)
                    && (policy.isEmpty()
                            || policy.toLowerCase(Locale.ROOT).replace("-", "").contains("beforehookcreation"))) {
                return hook;
            }
        }
        Set<String> own = new TreeSet<>(options(head));
        Set<String> all = new TreeSet<>(options(annotations(pair.base())));
        all.addAll(own);
        String ofObject = isFlux(pair, "force", "enabled") ? FLUX + "force" : "";
        List<ObjectValue> specs =
                pair.head() == null ? List.of() : applying.apply(pair.head().file());
        List<String> by = (specs.isEmpty() ? List.of(ObjectValue.EMPTY) : specs)
                .stream()
                        .map(spec -> isReplaced(own, all, spec)
                                ? ARGO + "sync-options"
                                : ofObject.isEmpty() ? bySpec(spec) : ofObject)
                        .toList();
        return by.contains("") ? null : by.get(0);
    }

    private static String bySpec(ObjectValue spec) {
        return spec.isTrue("force")
                ? "spec.force"
                : is(spec.object("commonMetadata"), "force", "enabled") ? "spec.commonMetadata" : "";
    }

    private static boolean isReplaced(Set<String> own, Set<String> all, ObjectValue spec) {
        List<String> ofAll = spec.object("syncPolicy").list("syncOptions").texts();
        boolean isServerSide = !own.contains(SERVER_SIDE + "false")
                && (own.contains(SERVER_SIDE + "true") || ofAll.contains(SERVER_SIDE + "true"));
        return all.contains("Force=true")
                && (!isServerSide || all.contains("Replace=true") || ofAll.contains("Replace=true"));
    }

    /** Whether Flux does not update the object. */
    private static boolean isLeft(Pair pair) {
        return isFlux(pair, "reconcile", "disabled")
                || isFlux(pair, "ssa", "Ignore")
                || is(metadata(pair.head()), "ssa", "IfNotPresent");
    }

    private static boolean isFlux(Pair pair, String key, String value) {
        return is(metadata(pair.head()), key, value) || is(metadata(pair.base()), key, value);
    }

    private static boolean is(ObjectValue metadata, String key, String value) {
        return Stream.of("labels", "annotations")
                .anyMatch(one -> metadata.object(one).string(FLUX + key).equalsIgnoreCase(value));
    }

    private static ObjectValue annotations(@Nullable Manifest object) {
        return metadata(object).object("annotations");
    }

    private static ObjectValue metadata(@Nullable Manifest object) {
        return object == null ? ObjectValue.EMPTY : object.object().object("metadata");
    }

    private static List<String> options(ObjectValue annotations) {
        return Arrays.stream(annotations.string(ARGO + "sync-options").split(","))
                .map(String::strip)
                .toList();
    }
}
