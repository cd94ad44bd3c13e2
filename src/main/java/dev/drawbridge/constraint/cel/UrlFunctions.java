package dev.drawbridge.constraint.cel;

import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.drawbridge.port.GoUrl;
import java.util.List;

/**
 * Implements the functions of URLs.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/library/urls.go}.
 */
final class UrlFunctions {

    private UrlFunctions() {}

    static List<CelFunctionBinding> all() {
        return List.of(
                CelFunctionBinding.from("string_to_url", String.class, UrlFunctions::url),
                CelFunctionBinding.from("is_url_string", String.class, GoUrl::isUrl),
                CelFunctionBinding.from("url_getScheme", GoUrl.class, GoUrl::scheme),
                CelFunctionBinding.from("url_getHost", GoUrl.class, GoUrl::host),
                CelFunctionBinding.from("url_getHostname", GoUrl.class, GoUrl::hostname),
                CelFunctionBinding.from("url_getPort", GoUrl.class, GoUrl::port),
                CelFunctionBinding.from("url_getEscapedPath", GoUrl.class, GoUrl::escapedPath),
                CelFunctionBinding.from("url_getQuery", GoUrl.class, GoUrl::queryValues));
    }

    private static GoUrl url(String text) throws CelEvaluationException {
        return RuntimeFunctions.known(
                GoUrl.parse(text), "URL parse error during conversion from string: \"" + text + "\"");
    }
}
