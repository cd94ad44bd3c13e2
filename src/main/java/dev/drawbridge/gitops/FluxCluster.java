package dev.drawbridge.gitops;

import dev.drawbridge.check.AppliedObjects;
import dev.drawbridge.manifest.Manifest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is known of a cluster: the files that its Kustomizations may apply, and the objects that they do apply. */
final class FluxCluster {

    private final SourceFiles checked;
    private final Map<Path, byte[]> files = new HashMap<>();
    private final List<Manifest> objects = new ArrayList<>();
    private final Map<List<String>, Optional<Manifest>> found = new HashMap<>();

    /** The names of the Kustomizations that have been built, that have waited, and that have applied themselves. */
    final Set<String> built = new HashSet<>();

    final Set<String> waited = new HashSet<>();
    final Set<String> changed = new HashSet<>();

    /** An empty cluster, whose variables may be in the files that are checked. */
    FluxCluster(SourceFiles checked) {
        this.checked = checked;
    }

    void addFiles(Map<Path, byte[]> more) {
        files.putAll(more);
    }

    void addObjects(List<Manifest> more) {
        objects.addAll(more);
    }

    /** Whether a text may have a HelmRelease whose chart is in a repository, perhaps this one. */
    static boolean hasChart(byte[] text) {
        String content = new String(text, StandardCharsets.UTF_8);
        return content.contains("HelmRelease") && content.contains("GitRepository");
    }

    /** Whether a text may have a Kustomization or an Application. */
    static boolean leadsOn(byte[] text) {
        String content = new String(text, StandardCharsets.UTF_8);
        return content.contains(AppliedObjects.FLUX + "v") || content.contains("kind: Application");
    }

    /**
     * A ConfigMap or Secret of a Kustomization's namespace: as it is applied, in a file that is applied, or else in the
     * file that is nearest to the outermost Kustomization, which an operator of Flux may apply.
     */
    @Nullable
    Manifest object(String kind, String name, String namespace, Path outermost) {
        Predicate<Manifest> isWanted = one -> one.kind().equals(kind)
                && one.name().equals(name)
                && (namespace.isEmpty() || one.namespace(namespace).equals(namespace));
        return found.computeIfAbsent(List.of(kind, namespace, name), none -> {
                    List<Manifest> all = new ArrayList<>(objects);
                    files.forEach((file, text) -> all.addAll(SourceFiles.objects(checked.shown(file), text, name)));
                    return all.stream()
                            .filter(isWanted)
                            .findFirst()
                            .or(() -> Optional.ofNullable(checked.nearest(isWanted, name, outermost)));
                })
                .orElse(null);
    }

    /** Looks again for the objects that have not been found. */
    void lookAgain() {
        found.values().removeIf(Optional::isEmpty);
    }

    /** An object in its file, of those that are applied or else checked; null if none has it. */
    @Nullable
    Manifest written(String kind, String name) {
        return Stream.concat(files.keySet().stream(), checked.all().stream())
                .flatMap(file -> SourceFiles.objects(checked.shown(file), SourceFiles.text(file), name).stream())
                .filter(one -> one.kind().equals(kind) && one.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** Whether something with this name in it, such as an ExternalSecret, a generator or a release, may make it. */
    boolean mayMake(String name) {
        Pattern named = Pattern.compile("(?<![\\w-])" + Pattern.quote(name) + "(?![\\w-])");
        return files.values().stream()
                .anyMatch(text -> !leadsOn(text)
                        && named.matcher(new String(text, StandardCharsets.UTF_8))
                                .find());
    }
}
