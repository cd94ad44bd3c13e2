package dev.drawbridge.explain;

import dev.drawbridge.constraint.cel.SelectorLanguage;
import dev.drawbridge.resource.SelectorSchema;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.List;

/** Documents the variables and functions of device selectors in a release, with examples. */
final class CelPage {

    // @formatter:off
    static final List<String> EXAMPLES = List.of(
        "device.driver == \"gpu.example.com\"",
        "device.attributes[\"gpu.example.com\"].model == \"a100\"",
        "device.capacity[\"gpu.example.com\"].memory.compareTo(quantity(\"40Gi\")) >= 0",
        "device.attributes[\"gpu.example.com\"].driverVersion.isGreaterThan(semver(\"550.0.0\"))",
        "\"model\" in device.attributes[\"gpu.example.com\"] && device.attributes[\"gpu.example.com\"].model.startsWith(\"a\")",
        "device.attributes[\"gpu.example.com\"].?model.orValue(\"\") in [\"a100\", \"h100\"]");
    // @formatter:on

    /** Adds the release's variables and functions before the page of the rule. */
    static Page before(Page rule, KubernetesRelease release) {
        SelectorLanguage language = SelectorSchema.language(release, GateSettings.DEFAULTS.in(release));
        List<Page.Section> sections = new ArrayList<>();
        sections.add(new Page.Section("VARIABLES IN KUBERNETES " + release, language.variables()));
        sections.add(new Page.Section("FUNCTIONS", language.functions()));
        sections.add(new Page.Section("EXPRESSIONS TO COPY", EXAMPLES));
        sections.addAll(rule.sections());
        return new Page(rule.header(), sections, rule.fields());
    }
}
