package dev.drawbridge.page;

import dev.drawbridge.document.BundledFile;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.page.PageServer.Handler;
import dev.drawbridge.page.PageServer.Response;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * CodeMirror, an editor: JavaScript modules in jars on the class path. Only the listed ones are served, each at a place
 * next to the page; an import map leads there from their names.
 */
public final class EditorModules {

    // @formatter:off
    private static final List<String> NAMES = List.of(
        "@codemirror/autocomplete", "@codemirror/commands", "@codemirror/lang-yaml", "@codemirror/language",
        "@codemirror/lint", "@codemirror/state", "@codemirror/view", "@lezer/common", "@lezer/highlight", "@lezer/lr",
        "@lezer/yaml", "@marijn/find-cluster-break", "crelt", "style-mod", "w3c-keyname");
    // @formatter:on

    /** Each jar names its modules and their files in such a file. */
    private static final String MAPS = "META-INF/importmap.json";

    private EditorModules() {}

    /** The import map, as JSON. */
    public static String importMap() {
        List<String> imports = new ArrayList<>();
        NAMES.forEach(name -> imports.add("\"" + name + "\": \"./" + place(name) + "\""));
        return "{\"imports\": {" + String.join(", ", imports) + "}}";
    }

    /** The handlers of the modules, by method and place. */
    public static Map<String, Handler> handlers() {
        Map<String, String> files = new HashMap<>();
        JsonReader.bundled(MAPS)
                .forEach(map -> files.putAll(map.object("imports").texts()));
        Map<String, Handler> handlers = new HashMap<>();
        for (String name : NAMES) {
            String file = "/META-INF/resources" + files.get(name);
            handlers.put(
                    "GET " + place(name),
                    request -> new Response(200, "text/javascript; charset=utf-8", BundledFile.text(file)));
        }
        return handlers;
    }

    private static String place(String name) {
        return name.replace("@", "").replace('/', '-') + ".js";
    }
}
