package dev.drawbridge.cli;

import dev.drawbridge.deviceplugin.Proposal;
import dev.drawbridge.deviceplugin.Proposals;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.gitops.LineDiff;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.workload.PodTemplates;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/** One run of {@code drawbridge migrate --extended-resources}: prints a diff, and writes nothing. */
record ExtendedResourcesRun(Arguments arguments, PrintWriter out, PrintWriter err) {

    int run(List<Path> files) throws IOException {
        boolean isClass = arguments.choice("extended-resources", "class").equals("class");
        PodTemplates templates = SettingsFile.here().templates();
        Proposals proposals = new Proposals(
                isClass ? Proposals.Way.CLASS : Proposals.Way.TEMPLATE,
                arguments.pairs("device-class", "RESOURCE=NAME", true),
                templates);
        for (Path file : files) {
            proposals.add(ManifestFiles.name(file), ReadLimits.DEFAULT.text(file));
        }
        Proposal proposal = proposals.propose();
        proposal.notes().forEach(note -> err.println(note.file() + ":" + note.line() + ": " + note.message()));
        for (Proposal.Change change : proposal.changes()) {
            out.print(LineDiff.unified(change.file(), change.before(), change.after()));
        }
        for (Proposal.NewFile file : proposal.newFiles()) {
            long lines = file.text().lines().count();
            out.print("--- /dev/null\n+++ b/" + file.file() + "\n@@ -0,0 +1," + lines + " @@\n");
            file.text().lines().forEach(line -> out.print("+" + line + "\n"));
        }
        long refused =
                proposal.notes().stream().filter(Proposal.Note::isRefused).count();
        err.println((proposal.notes().size() - refused) + " of "
                + proposal.notes().size() + " requests for extended resources can become claims");
        return refused > 0 ? ExitCode.FINDINGS : ExitCode.CLEAN;
    }
}
