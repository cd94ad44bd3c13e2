package dev.drawbridge.gitops;

import dev.drawbridge.check.Change;
import dev.drawbridge.check.Content;
import dev.drawbridge.check.RenderedSources;
import dev.drawbridge.check.Trees;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.report.Skipped;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Manifests that tools render from a base and a head, optionally together with the files themselves.
 *
 * @param sources the files of the head that were rendered
 * @param hasFiles whether those files are included
 */
public record RenderedTrees(
        String baseName,
        Map<String, byte[]> before,
        Map<String, byte[]> after,
        List<Skipped> left,
        RenderedSources sources,
        Trees files,
        boolean hasFiles)
        implements Trees {

    @Override
    public List<Change> changes() throws IOException {
        List<Change> changes = new ArrayList<>(hasFiles ? files.changes() : List.of());
        TreeSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        for (String name : names) {
            if (!Arrays.equals(before.get(name), after.get(name))) {
                changes.add(new Change(name, content(before.get(name)), content(after.get(name))));
            }
        }
        return changes;
    }

    @Override
    public List<Change> kustomizations() throws IOException {
        return hasFiles ? files.kustomizations() : List.of();
    }

    @Override
    public boolean wasChecked(String path) {
        return isRendered(path) || files.wasChecked(path);
    }

    @Override
    public List<Change> head() throws IOException {
        return with(hasFiles ? files.head() : List.of());
    }

    @Override
    public List<Change> everywhere() throws IOException {
        return with(hasFiles ? files.everywhere() : List.of());
    }

    private static Content content(byte @Nullable [] text) {
        return text == null ? Content.NONE : Content.of(text);
    }

    private List<Change> with(List<Change> others) {
        List<Change> all = new ArrayList<>(others);
        new TreeMap<>(after).forEach((name, text) -> all.add(new Change(name, Content.of(text))));
        return all;
    }

    @Override
    public Kustomizations patches() throws IOException {
        return hasFiles ? files.patches() : new Kustomizations();
    }

    @Override
    public Trees written() {
        return files;
    }

    @Override
    public boolean isNamed(String path) {
        return isRendered(path) || files.isNamed(path);
    }

    @Override
    public List<Skipped> skipped() {
        List<Skipped> all = new ArrayList<>(left);
        all.addAll(hasFiles ? files.skipped() : List.of());
        return all;
    }

    @Override
    public String typed(String path) {
        return isRendered(path) || sources.isSource(path) ? path : files.typed(path);
    }

    private boolean isRendered(String path) {
        return before.containsKey(path) || after.containsKey(path);
    }
}
