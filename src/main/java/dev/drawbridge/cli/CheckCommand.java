package dev.drawbridge.cli;

import java.util.List;
import org.apache.commons.cli.Option;

/** Judges the DRA objects in manifests as if they were created, or what changed in them. */
final class CheckCommand {

    static final String NAME = "check";
    static final String STATUS = "judge|ignore";
    static final String ALLOW = "recreate";

    static final Command COMMAND = new Command(
            NAME,
            "Check the DRA objects in manifests, without a cluster.",
            "[PATH...]",
            options(),
            List.of(
                    "",
                    "PATH is a file, a folder, a pattern such as 'a/**.yaml', or - for standard input.",
                    "In a CI job:   drawbridge check --strict --output github manifests/",
                    "Exit codes:    0 clean, 1 findings, 2 input or usage, 3 a bug."),
            (arguments, out, err) -> new CheckRun(arguments, out, err).run());

    private CheckCommand() {}

    private static List<Option> options() {
        return List.of(
                Command.value(
                        "kubernetes",
                        "RELEASE",
                        "Who judges: 1.34, 1.31,1.34 or 1.31..1.37 (default: the newest that serves the version)"),
                Command.value(
                        "feature-gates", "A=true,...|all", "Feature gates that differ from the release's defaults"),
                Command.value("status", STATUS, "Judge a document's status, or not (default: judge)"),
                Command.value("namespace", "NS", "The namespace of documents that name none (default: default)"),
                Command.value(
                        "admin-namespace",
                        "NS",
                        "A namespace that is labelled for admin access (one in the input is seen); repeatable"),
                Command.value("ignore", "PATTERN", "Leave out files, such as 'tests/**'; repeatable"),
                Option.builder("o")
                        .longOpt("output")
                        .hasArg()
                        .argName("FORMAT[=FILE]")
                        .desc(Output.FORMATS + "; repeatable (default: text)")
                        .get(),
                Command.value("baseline", "FILE", "Only findings that are not in it fail"),
                Command.value("write-baseline", "FILE", "Write what is found as a baseline, and fail on nothing"),
                Command.value(
                        "base",
                        "REV",
                        "Judge what changed since this revision, as updates (origin/main); the head is the work tree"),
                Command.value("head", "REV", "With --base: the head, instead of the work tree"),
                Command.value("base-dir", "DIR", "With --head-dir: judge two folders of rendered manifests"),
                Command.value("head-dir", "DIR", "With --base-dir"),
                Command.value("allow", ALLOW, "A change that needs an object recreated is a warning"),
                Command.flag("all", "With a base: show what the base had already, too"),
                Command.flag("strict", "Fail on warnings and on skipped files too"),
                Command.flag("summary", "How often each mistake was found, too"),
                Command.flag("verbose", "With text: name each object that is right, too"),
                Command.flag("quiet", "No summary"),
                Command.flag("no-color", "No colours; NO_COLOR does the same"),
                Command.flag("debug", "The trace of a bug of Drawbridge"));
    }
}
