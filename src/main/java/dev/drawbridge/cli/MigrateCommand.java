package dev.drawbridge.cli;

import dev.drawbridge.cli.Command.Note;
import java.util.List;

/** Rewrites manifests to newer API versions, in place. */
final class MigrateCommand {

    static final Command COMMAND = new Command(
            "migrate",
            "Rewrite manifests to the newest API version, and keep their comments.",
            "PATH...",
            List.of(
                    Command.value(
                            "to", "VERSION", "The newest API version to use: v1, v1beta2 or v1beta1 (default: v1)"),
                    Command.value(
                            "kubernetes",
                            "RELEASE",
                            "The release that must serve the new version (default: the newest)"),
                    Command.flag("check", "Write nothing, and exit with 1 if something would change"),
                    Command.flag("diff", "Write nothing, and print what would change"),
                    Command.choice(
                            "extended-resources",
                            ExtendedResourcesRun.WAYS,
                            "Write nothing, and print what replaces a device plugin: a DeviceClass that provides its"
                                    + " resource, or claim templates"),
                    Command.value(
                            "device-class",
                            "RESOURCE=NAME",
                            "With --extended-resources: the DeviceClass for a resource; repeatable"),
                    Command.value(
                            "helm-release",
                            "NAME",
                            "Print how the manifest would change that Helm has stored in the cluster with a release"),
                    Command.flag(
                            "write",
                            "With --helm-release: change it, after a backup of its Secret in the current folder"),
                    Command.value("n", "namespace", "NS", "Namespace of the release (default: that of the context)"),
                    Command.value("context", "NAME", "The context of the kubeconfig (default: the current one)"),
                    Command.value("ignore", "PATTERN", "Files to skip, such as 'tests/**'; repeatable")),
            List.of(
                    Note.of("PATH is a file, a folder, a pattern such as 'a/**.yaml', or - for standard input"
                            + " to standard output. Only lines that must change are edited; an object with a field"
                            + " that has no equivalent is left unchanged."),
                    Note.exits("0 done, 1 objects left (with --check: to change), 2 input or usage, 3 a bug.")),
            (arguments, out, err) -> new MigrateRun(arguments, out, err).run());

    private MigrateCommand() {}
}
