package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Manifest;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What Flux and Argo CD do with an object of the base that the head no longer applies: they delete it, leave it in the
 * cluster, or leave it there until a person acts.
 *
 * <p>Source: {@code github.com/fluxcd/kustomize-controller} (finalizerShouldDeleteResources), and of {@code
 * github.com/argoproj/argo-cd} isPruningDisabled, shouldBeDeleted and autoSync.
 *
 * @param before the kustomizations of the base
 * @param place the place of the file of an object of the base
 */
record PruneRules(
        RenderedSources sources, AppliedFolders folders, Kustomizations before, Function<Manifest, String> place) {

    private static final String FINALIZER = "resources-finalizer.argocd.argoproj.io";

    /**
     * What has to happen before the cluster deletes an object that only the base has; empty if the change is enough,
     * and null if the object stays.
     */
    @Nullable
    String trigger(Manifest gone) {
        RenderedSources.Applied by = sources.before().applied(gone.file());
        if (!by.title().isEmpty()) {
            return trigger(gone, by.title(), by.spec(), sources.spec(by));
        }
        List<Manifest> applying = folders.then().applying(place.apply(gone), before);
        if (applying.isEmpty()) {
            return trigger(gone, "", ObjectValue.EMPTY, ObjectValue.EMPTY);
        }
        String first = null;
        for (Manifest one : applying) {
            String title = AppliedObjects.title(one);
            ObjectValue is = folders.now().objects().stream()
                    .filter(other -> AppliedObjects.title(other).equals(title))
                    .findFirst()
                    .map(AppliedObjects::spec)
                    .orElse(null);
            String next = trigger(gone, title, AppliedObjects.spec(one), is);
            first = first == null || "".equals(next) ? next : first;
        }
        return first;
    }

    /**
     * The same for one object of Flux or Argo CD.
     *
     * @param by its kind and name
     * @param was its spec in the base; empty if it is not known
     * @param is its spec in the head; null if the change deletes it
     */
    private static @Nullable String trigger(Manifest gone, String by, ObjectValue was, @Nullable ObjectValue is) {
        ObjectValue metadata = gone.object().object("metadata");
        ObjectValue spec = is == null ? was : is;
        boolean isKept =
                metadata.object("annotations").string("helm.sh/resource-policy").equals("keep")
                        && !spec.has("sourceRef")
                        && (is == null || !spec.has("destination"));
        if (isKept
                || is == null && spec.isTrue("suspend")
                || Stream.of(metadata, spec.object("commonMetadata"))
                        .anyMatch(one -> Recreation.is(one, "prune", "disabled"))) {
            return null;
        }
        if (spec.isTrue("suspend")) {
            return by + " is resumed";
        }
        if (spec.has("sourceRef")) {
            String policy = is == null ? spec.string("deletionPolicy") : "";
            return policy.equals("Orphan") || policy.matches("|MirrorPrune") && !spec.isTrue("prune") ? null : "";
        }
        ObjectValue policy = spec.object("syncPolicy");
        String option = is == null ? "Delete=" : "Prune=";
        String value = Stream.concat(Recreation.options(gone).stream(), policy.list("syncOptions").texts().stream())
                .filter(one -> one.startsWith(option))
                .findFirst()
                .orElse("");
        boolean hasFinalizer = spec.list("finalizers").texts().stream().anyMatch(one -> one.startsWith(FINALIZER));
        if (value.endsWith("=false") || is == null && spec.has("destination") && !hasFinalizer) {
            return null;
        }
        ObjectValue automated = policy.object("automated");
        boolean isAutomatic = automated.isTrue("prune") && (!automated.has("enabled") || automated.isTrue("enabled"));
        boolean isManual = is != null && spec.has("destination") && !isAutomatic || value.endsWith("=confirm");
        return isManual ? by + " is synced with pruning" : "";
    }
}
