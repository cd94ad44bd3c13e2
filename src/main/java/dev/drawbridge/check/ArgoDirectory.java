package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.manifest.Glob;
import java.util.stream.Stream;

/**
 * A folder whose files Argo CD applies as they are, without kustomize or Helm.
 *
 * <p>Source: {@code github.com/argoproj/argo-cd}, {@code directory} of a source in {@code reposerver/repository},
 * {@code util/app/discovery} and {@code util/glob}, whose patterns have no separators.
 */
public record ArgoDirectory(ObjectValue options) {

    /** Whether the options make it a directory, even if it has a kustomization or a chart. */
    public boolean isExplicit() {
        return isDeep()
                || options.isTrue("disableExtensionFilter")
                || options.object("jsonnet").size() > 0
                || Stream.of("include", "exclude")
                        .anyMatch(one -> !options.string(one).isEmpty());
    }

    /** Whether the files in its folders count. */
    public boolean isDeep() {
        return options.isTrue("recurse");
    }

    /** Whether it has a file, by its path from the folder. */
    public boolean has(String path) {
        String include = options.string("include");
        return (isDeep() || path.indexOf('/') < 0)
                && (options.isTrue("disableExtensionFilter") || path.matches("(?s).*\\.(ya?ml|json|jsonnet)"))
                && !Glob.crosses(options.string("exclude"), path)
                && (include.isEmpty() || Glob.crosses(include, path));
    }
}
