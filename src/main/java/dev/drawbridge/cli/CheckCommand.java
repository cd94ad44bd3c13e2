package dev.drawbridge.cli;

import dev.drawbridge.cli.Command.Note;
import java.util.List;
import org.apache.commons.cli.Option;

/** Validates the DRA objects in manifests as if they were created, or what changed in them. */
final class CheckCommand {

    static final String NAME = "check";
    static final String STATUS = "check|ignore";
    static final String FIX = "safe|unsafe";
    static final String ALLOW = "recreate";

    static final Command COMMAND = new Command(
            NAME,
            "Check the DRA objects in manifests, without a cluster.",
            "[PATH...]",
            options(),
            List.of(
                    Note.of("PATH is a file, a folder, a pattern such as 'a/**.yaml', or - for standard input."),
                    Note.of("Of pods and workloads, only the fields about claims are checked, by the rules of"
                            + " Kubernetes 1.30 and later."),
                    Note.example("In a CI job", "drawbridge check --strict --output github manifests/"),
                    Note.exits("0 clean, 1 findings, 2 input or usage, 3 a bug.")),
            (arguments, out, err) -> new CheckRun(arguments, out, err).run());

    private CheckCommand() {}

    private static List<Option> options() {
        return List.of(
                Command.source(Command.value("f", "filename", "PATH", "Same as PATH; repeatable")),
                Command.flag("R", "recursive", "No effect: folders are always checked recursively"),
                Command.value(
                        "kubernetes",
                        "RELEASE",
                        "Kubernetes releases to validate against: 1.34, 1.31,1.34 or 1.31..1.37 (default: the newest"
                                + " that serves the version)"),
                Command.featureGates(),
                Command.value(
                        "upgrade",
                        "A..B",
                        "Check which objects a cluster upgrade, such as 1.37..1.38, breaks, changes or deprecates"),
                Command.source(Command.flag(
                        "cluster",
                        "Also check that claims can be allocated in the kubeconfig's cluster; with --upgrade: check"
                                + " its objects, and their clients")),
                Command.source("context", "NAME", "Same as --cluster, with this context of the kubeconfig"),
                Command.flag(
                        "helm-releases",
                        "With --upgrade and --cluster: also check what Helm has stored with releases; reads Secrets"),
                Command.value("status", STATUS, "Check the status of objects, or ignore it (default: check)"),
                DriverOptions.drivers(),
                DriverOptions.gates(),
                DriverOptions.version(),
                Command.flag("strict-drivers", "Refuse parameters of drivers that have no schema"),
                FleetOptions.fleet(
                        "Also check that claims can be allocated in this fleet (nodes, classes, slices, claims)"),
                FleetOptions.closed(),
                Command.value("known-class", "NAME", "With --closed: a DeviceClass that exists; repeatable"),
                PolicyOptions.policy(),
                Command.value("user", "NAME", "Who sends the requests, for policies that read the user"),
                Command.value("group", "NAME", "With --user: a group of the user; repeatable"),
                FleetOptions.timeLimit(),
                Command.value(
                        "n",
                        "namespace",
                        "NS",
                        "Namespace of objects without one, and with --helm of the release (default: default)"),
                Command.value(
                        "admin-namespace",
                        "NS",
                        "Namespace labelled for admin access (a Namespace in the input works too); repeatable"),
                Command.source("kustomize", "DIR", "Check the output of kustomize build for this overlay; repeatable"),
                Command.source("helm", "CHART", "Check the output of helm template for this chart; repeatable"),
                Command.value(
                        "charts",
                        "DIR",
                        "Charts of HelmReleases and Applications, unpacked or packed: check what Helm renders of these;"
                                + " repeatable"),
                Command.value("values", "FILE", "With --helm: a file of values; repeatable"),
                Command.value("helm-set", "KEY=VALUE", "With --helm: a value, as for helm --set; repeatable"),
                Command.value("set", "VAR=VALUE", "Replace ${VAR}, as Flux does; repeatable"),
                Command.choice(
                        "fix",
                        FIX,
                        "First fix unambiguous mistakes in the files; --fix=unsafe: also those whose fix should be"
                                + " reviewed"),
                Command.flag("diff", "With --fix or --add-suppressions: print the changes as a diff; write nothing"),
                Command.value("ignore", "PATTERN", "Files to skip, such as 'tests/**'; repeatable"),
                Command.value("o", "output", "FORMAT[=FILE]", Output.FORMATS + "; repeatable (default: text)"),
                Command.value("baseline", "FILE", "Fail only on findings that are not in this baseline"),
                Command.value("write-baseline", "FILE", "Write all findings to a baseline, and exit with 0"),
                Command.source("base", "REV", "Check the changes since this revision, such as origin/main, as updates"),
                Command.source("head", "REV", "With --base: compare with this revision instead of the work tree"),
                Command.source("base-dir", "DIR", "With --head-dir: compare two folders of rendered manifests"),
                Command.source("head-dir", "DIR", "With --base-dir: the folder with the changes"),
                Command.value("allow", ALLOW, "Report changes that require recreating an object as warnings"),
                Command.flag("all", "With a base: also show findings that the base already had"),
                Command.flag(
                        "add-suppressions",
                        "Write a comment above each finding that suppresses it, with a reason to fill in; with --diff:"
                                + " print the changes"),
                Command.flag("no-suppressions", "Ignore comments such as '# drawbridge: ignore=RULE reason'"),
                Command.flag("strict", "Also fail on warnings and skipped files"),
                Command.flag("watch", "Check again whenever a file changes"),
                Command.flag("trace", "Print every rule that each object was checked against, and whether it passed"),
                Command.flag("settings", "Print the settings in force and where each comes from, and check nothing"),
                Command.flag("summary", "Also print the number of findings by rule"),
                Command.flag("v", "verbose", "Also list valid objects"),
                Command.flag("q", "quiet", "Do not print the summary"),
                Command.value(
                        "color",
                        Terminal.CHOICES,
                        "Use colors (default: auto; NO_COLOR and FORCE_COLOR are respected)"),
                Command.flag("no-color", "Same as --color never"));
    }
}
