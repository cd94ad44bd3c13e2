package dev.drawbridge.cli;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.driver.DriverManual;
import dev.drawbridge.explain.Manual;
import dev.drawbridge.explain.Page;
import dev.drawbridge.field.Printable;
import dev.drawbridge.field.RuleText;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.live.doctor.DoctorRule;
import dev.drawbridge.live.why.Cause;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.policy.Definition;
import dev.drawbridge.policy.PolicyPage;
import dev.drawbridge.report.JsonTree;
import dev.drawbridge.schema.ApiVersion;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Documents a kind, a field or a rule. */
final class ExplainCommand {

    /** Before the name of a known bug, as in what {@code drawbridge bugs} lists. */
    private static final String BUG = "bug/";

    /** Before the name of an admission policy. */
    private static final String POLICY = "policy/";

    static int run(Arguments arguments, PrintWriter out, PrintWriter err) {
        List<String> subjects = arguments.parameters();
        if (subjects.size() > 1 || subjects.isEmpty() && arguments.text("driver") == null) {
            throw new UsageException("name one KIND, FIELD or RULE, such as resourceclaim.spec");
        }
        Page page = UsageException.in(
                () -> subjects.isEmpty() ? manual(arguments).page() : page(arguments, subjects.get(0)));
        switch (arguments.choice("output", "text")) {
            case "json" -> JsonTree.write(page.tree(), out);
            case "markdown" -> out.print(page.markdown());
            default -> {
                PrintWriter lines = WrappedLines.of(out);
                lines.print(page.text());
                lines.flush();
            }
        }
        out.flush();
        return ExitCode.CLEAN;
    }

    private static Page page(Arguments arguments, String what) {
        if (arguments.text("driver") != null) {
            return manual(arguments).page(what);
        }
        if (what.startsWith(BUG)) {
            Map<String, String> header = new LinkedHashMap<>();
            BugsCommand.row(BugsCommand.named(what.substring(BUG.length())))
                    .forEach((label, text) -> header.put(label.toUpperCase(Locale.ROOT), text.toString()));
            return new Page(header, List.of(), List.of());
        }
        if (what.startsWith(POLICY)) {
            return policy(arguments, what.substring(POLICY.length()));
        }
        Map<String, RuleText.Row[]> others = new LinkedHashMap<>();
        others.put("CAUSE OF WHY", Cause.values());
        others.put("RULE OF DOCTOR", DoctorRule.values());
        return new Manual(
                        arguments.parsed("api-version", ExplainCommand::version),
                        arguments.parsed("kubernetes", Releases::one),
                        arguments.has("recursive"))
                .page(what, others);
    }

    private static Page policy(Arguments arguments, String name) {
        List<ObjectValue> policies = new ArrayList<>();
        List<ObjectValue> bindings = new ArrayList<>();
        for (Manifest manifest : PolicyOptions.known(arguments)) {
            ObjectValue object = manifest.object();
            if (manifest.kind().equals(Definition.POLICY)) {
                policies.add(object);
            } else if (object.object("spec").string("policyName").equals(name)) {
                bindings.add(object);
            }
        }
        List<String> names = policies.stream()
                .map(policy -> policy.object("metadata").string("name"))
                .toList();
        if (!names.contains(name)) {
            String hint = Spelling.hint(name, names);
            String known = names.isEmpty()
                    ? "; name its file with --policy or --from"
                    : "; known: " + Printable.first(10, names);
            throw new IllegalArgumentException(
                    "no ValidatingAdmissionPolicy " + name + (hint.isEmpty() ? known : hint));
        }
        List<Page.Section> sections = new ArrayList<>();
        PolicyPage.of(policies.get(names.indexOf(name)), bindings)
                .forEach((title, lines) -> sections.add(new Page.Section(title, lines)));
        return new Page(Map.of("POLICY", name), sections, List.of());
    }

    private static DriverManual manual(Arguments arguments) {
        return new DriverManual(
                DriverOptions.registry(arguments, SettingsFile.NONE),
                Objects.requireNonNull(arguments.text("driver")),
                arguments.has("recursive"));
    }

    static ApiVersion version(String text) {
        return ApiVersion.parse(text)
                .or(() -> ApiVersion.ofObject(text))
                .orElseThrow(() -> new IllegalArgumentException(
                        "unknown version \"" + text + "\"; supported: v1alpha2, v1alpha3, v1beta1, v1beta2, v1"));
    }
}
