package dev.drawbridge.constraint.cel;

import static dev.cel.common.types.SimpleType.BOOL;
import static dev.cel.common.types.SimpleType.STRING;
import static dev.drawbridge.constraint.cel.CelFunction.global;
import static dev.drawbridge.constraint.cel.CelFunction.member;
import static dev.drawbridge.constraint.cel.SelectorTypes.URL;

import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.runtime.CelEvaluationException;
import dev.drawbridge.port.GoUrl;
import java.util.List;

/**
 * Functions of URLs.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/library/urls.go}.
 */
final class UrlFunctions {

    // @formatter:off
    static final List<CelFunction> ALL = List.of(
        global("url",            "string_to_url",      URL,    STRING).costing(CallCosts.COPYING).giving(String.class, UrlFunctions::url),
        global("isURL",          "is_url_string",      BOOL,   STRING).giving(String.class, GoUrl::isUrl),
        member("getScheme",      "url_getScheme",      STRING, URL)   .giving(GoUrl.class, GoUrl::scheme),
        member("getHost",        "url_getHost",        STRING, URL)   .giving(GoUrl.class, GoUrl::host),
        member("getHostname",    "url_getHostname",    STRING, URL)   .giving(GoUrl.class, GoUrl::hostname),
        member("getPort",        "url_getPort",        STRING, URL)   .giving(GoUrl.class, GoUrl::port),
        member("getEscapedPath", "url_getEscapedPath", STRING, URL)   .giving(GoUrl.class, GoUrl::escapedPath),
        member("getQuery",       "url_getQuery", MapType.create(STRING, ListType.create(STRING)), URL)
            .giving(GoUrl.class, GoUrl::queryValues));
    // @formatter:on

    private UrlFunctions() {}

    private static GoUrl url(String text) throws CelEvaluationException {
        return CelFunction.known(GoUrl.parse(text), "URL parse error during conversion from string: \"" + text + "\"");
    }
}
