package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.manifest.Glob;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A folder whose files Argo CD applies as they are, without kustomize or Helm.
 *
 * <p>Source: {@code github.com/argoproj/argo-cd}, {@code directory} of a source in {@code reposerver/repository},
 * {@code util/app/discovery} and {@code util/glob}, whose patterns have no separators.
 */
public final class ArgoDirectory {

    private static final Pattern ENDING = Pattern.compile("\\.(ya?ml|json|jsonnet)\\z");

    private final ObjectValue options;
    private final Predicate<String> include;
    private final Predicate<String> exclude;

    public ArgoDirectory(ObjectValue source) {
        options = source.object("directory");
        include = Glob.crossing(options.string("include"));
        exclude = Glob.crossing(options.string("exclude"));
    }

    /** Whether the options make it a directory, even if it has a kustomization or a chart. */
    public boolean isExplicit() {
        return isDeep()
                || options.object("jsonnet").size() > 0
                || !(options.string("include") + options.string("exclude")).isEmpty();
    }

    /** Whether the files in its folders count. */
    public boolean isDeep() {
        return options.isTrue("recurse");
    }

    /** Whether it has a file, by its path from the folder. */
    public boolean has(String path) {
        return (isDeep() || path.indexOf('/') < 0)
                && ENDING.matcher(path).find()
                && (options.string("exclude").isEmpty() || !exclude.test(path))
                && (options.string("include").isEmpty() || include.test(path));
    }
}
