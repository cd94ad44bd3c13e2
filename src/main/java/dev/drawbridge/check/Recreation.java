package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.manifest.Manifest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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

    /** Whether an update that the API server refuses is no error: the object is created again, or Flux leaves it. */
    boolean isAllowed(Pair pair) {
        return by(pair) != null
                || isSuspended(pair)
                || is(pair, "reconcile", "disabled")
                || is(pair, "ssa", "Ignore")
                || is(metadata(pair.head()), "ssa", "IfNotPresent");
    }

    /** Whether nothing applies the object until {@code spec.suspend} of what applies it is no longer true. */
    boolean isSuspended(Pair pair) {
        List<ObjectValue> specs = specs(pair);
        return !specs.isEmpty() && specs.stream().allMatch(one -> one.isTrue("suspend"));
    }

    private List<ObjectValue> specs(Pair pair) {
        return pair.head() == null ? List.of() : applying.apply(pair.head().file());
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
        ObjectValue head = metadata(pair.head()).object("annotations");
        for (String hook : List.of("helm.sh/hook", ARGO + "hook")) {
            String policy = head.string(hook + "-delete-policy");
            if (head.has(hook)
                    && (policy.isEmpty()
                            || policy.toLowerCase(Locale.ROOT).replace("-", "").contains("beforehookcreation"))) {
                return hook;
            }
        }
        List<ObjectValue> specs = specs(pair);
        String ofFlux = is(pair, "force", "enabled") ? AppliedObjects.FLUX + "force" : "";
        List<String> by = (specs.isEmpty() ? List.of(ObjectValue.EMPTY) : specs)
                .stream()
                        .map(spec -> isReplaced(pair, spec)
                                ? ARGO + "sync-options"
                                : spec.isTrue("force")
                                        ? "spec.force"
                                        : is(spec.object("commonMetadata"), "force", "enabled")
                                                ? "spec.commonMetadata"
                                                : ofFlux)
                        .toList();
        return by.contains("") ? null : by.get(0);
    }

    private static boolean isReplaced(Pair pair, ObjectValue spec) {
        List<String> own = options(pair.head());
        List<String> all =
                new ArrayList<>(spec.object("syncPolicy").list("syncOptions").texts());
        boolean isServerSide = !own.contains("ServerSideApply=false")
                && Stream.of(own, all).anyMatch(one -> one.contains("ServerSideApply=true"));
        all.remove("Force=true");
        all.addAll(own);
        all.addAll(options(pair.base()));
        return all.contains("Force=true") && (!isServerSide || all.contains("Replace=true"));
    }

    private static boolean is(Pair pair, String key, String value) {
        return is(metadata(pair.head()), key, value) || is(metadata(pair.base()), key, value);
    }

    static boolean is(ObjectValue metadata, String key, String value) {
        return Stream.of("labels", "annotations")
                .anyMatch(one ->
                        metadata.object(one).string(AppliedObjects.FLUX + key).equalsIgnoreCase(value));
    }

    private static ObjectValue metadata(@Nullable Manifest object) {
        return object == null ? ObjectValue.EMPTY : object.object().object("metadata");
    }

    static List<String> options(@Nullable Manifest object) {
        String options = metadata(object).object("annotations").string(ARGO + "sync-options");
        return Arrays.stream(options.split(",")).map(String::strip).toList();
    }
}
