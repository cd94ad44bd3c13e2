package dev.drawbridge.check;

import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Every object of the input, for findings that need several.
 *
 * @param base the objects of the base; empty if there is none
 * @param applying the objects of Flux and Argo CD, if there is no base
 */
record WholeInput(List<Manifest> base, List<KeptFile> files, List<Manifest> applying) {

    List<Manifest> head() {
        List<Manifest> head = new ArrayList<>();
        files.forEach(file -> head.addAll(file.objects()));
        return head;
    }

    Map<String, Lines> lines() {
        Map<String, Lines> lines = new HashMap<>();
        files.forEach(file -> lines.put(file.name(), file.lines()));
        return lines;
    }
}
