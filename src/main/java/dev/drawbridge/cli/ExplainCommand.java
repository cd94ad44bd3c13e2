package dev.drawbridge.cli;

import dev.drawbridge.cli.Command.Note;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.driver.DriverManual;
import dev.drawbridge.explain.Manual;
import dev.drawbridge.explain.Page;
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
import org.apache.commons.cli.Option;

/** Documents a kind, a field or a rule. */
final class ExplainCommand {

    private static final String FORMATS = "text|json|markdown";

    /** Before the name of a known bug, as in what {@code drawbridge bugs} lists. */
    private static final String BUG = "bug/";

    /** Before the name of an admission policy. */
    private static final String POLICY = "policy/";

    static final Command COMMAND = new Command(
            "explain",
            "Explain a kind, a field or a rule: limits, formats, who may change it, which releases have it.",
            "KIND|FIELD|RULE|policy/NAME",
            options(),
            List.of(
                    Note.of("KIND is ResourceClaim, resourceclaims, ...; FIELD is resourceclaim.spec.devices,"
                            + " or spec.devices of the first kind that has it; RULE is the last word in the"
                            + " brackets of a finding, a rule of doctor, a cause of why, or bug/kubernetes#139016"
                            + " of drawbridge bugs."),
                    Note.of("policy/NAME is a ValidatingAdmissionPolicy of --policy, --from or"
                            + " .drawbridge.yaml: what it matches, requires and reads, and the actions of its"
                            + " bindings."),
                    Note.of("With --driver gpu.nvidia.com: a kind or a field of its parameters, such as"
                            + " GpuConfig.sharing, or what its devices have: device, device.productName; without,"
                            + " an overview.")),
            ExplainCommand::run);

    private ExplainCommand() {}

    private static List<Option> options() {
        return List.of(
                Command.value("api-version", "VERSION", "Version of the API, such as v1beta1 (default: the newest)"),
                Command.value(
                        "kubernetes", "RELEASE", "Kubernetes release (default: the newest that serves the version)"),
                Command.flag("recursive", "Also list nested fields"),
                Command.value("driver", "NAME", "Explain the parameters of this driver"),
                DriverOptions.drivers(),
                DriverOptions.version(),
                PolicyOptions.policy(),
                Command.source("from", "PATH", "A fleet or a dump that has the policy; repeatable"),
                Command.value("o", "output", "FORMAT", FORMATS + " (default: text)"));
    }

    private static int run(Arguments arguments, PrintWriter out, PrintWriter err) {
        List<String> subjects = arguments.parameters();
        if (subjects.size() > 1 || subjects.isEmpty() && arguments.text("driver") == null) {
            throw new UsageException("name one KIND, FIELD or RULE, such as resourceclaim.spec");
        }
        Page page;
        try {
            page = subjects.isEmpty() ? manual(arguments).page() : page(arguments, subjects.get(0));
        } catch (IllegalArgumentException wrong) {
            throw new UsageException(String.valueOf(wrong.getMessage()), wrong);
        }
        switch (arguments.choice("output", FORMATS, "text")) {
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
            throw new IllegalArgumentException("no ValidatingAdmissionPolicy " + name + Spelling.hint(name, names)
                    + (names.isEmpty() ? "; name its file with --policy or --from" : ""));
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
