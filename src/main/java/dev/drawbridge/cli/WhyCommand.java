package dev.drawbridge.cli;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.live.ClusterReader;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.live.why.Diagnosis;
import dev.drawbridge.live.why.Why;
import dev.drawbridge.report.JsonTree;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.regex.Matcher;

/** Explains why pods of a cluster are pending. */
final class WhyCommand {

    private static final long WATCH_MILLIS = 5_000;

    static int run(Arguments arguments, PrintWriter out, PrintWriter err) throws IOException {
        if (arguments.has("rbac")) {
            out.print(ClusterReader.clusterRole("drawbridge-why", SnapshotKind.ofPods()));
            return ExitCode.CLEAN;
        }
        boolean isAll = arguments.has("all");
        if (arguments.parameters().isEmpty() != isAll) {
            throw new UsageException(isAll ? "--all takes no KIND/NAME" : "KIND/NAME or --all is missing");
        }
        if (!arguments.has("watch")) {
            return explain(arguments, answer -> true, out, err);
        }
        if (!arguments.texts("from").isEmpty()) {
            throw new UsageException("--watch needs a cluster; a dump does not change");
        }
        AtomicReference<Object> shown = new AtomicReference<>("");
        String failure = "";
        try {
            while (true) {
                try {
                    int exitCode = explain(arguments, answer -> !answer.equals(shown.getAndSet(answer)), out, err);
                    if (exitCode == ExitCode.CLEAN) {
                        return exitCode;
                    }
                    failure = "";
                } catch (IOException failed) {
                    // The cluster could be read before, and may be again.
                    if ("".equals(shown.get())) {
                        throw failed;
                    }
                    String message = String.valueOf(InputException.of(failed).getMessage());
                    if (!message.equals(failure)) {
                        err.println("drawbridge: " + message);
                        err.flush();
                    }
                    failure = message;
                }
                Thread.sleep(WATCH_MILLIS);
            }
        } catch (InterruptedException end) {
            return ExitCode.FINDINGS;
        }
    }

    private static int explain(Arguments arguments, Predicate<Object> isWanted, PrintWriter out, PrintWriter err)
            throws IOException {
        boolean isAll = arguments.has("all");
        FileOutput output = FileOutput.of(arguments, "text");
        try (SnapshotInput input =
                SnapshotInput.read(arguments, arguments.texts("from"), SnapshotKind.ofPods(), isAll, err)) {
            List<Diagnosis> found = new ArrayList<>();
            Why why = new Why(input.snapshot(), input.fit());
            if (isAll) {
                if (!input.snapshot().sees(SnapshotKind.POD)) {
                    throw new InputException(
                            "pods: " + input.snapshot().unseen().get(SnapshotKind.POD));
                }
                found.addAll(why.all(arguments.text("namespace")));
            }
            for (String target : targets(arguments.parameters())) {
                found.addAll(target(target, input, input.namespace(arguments), why));
            }
            Object answer = found.stream()
                    .map(each -> List.of(each.subject(), each.state(), each.findings()))
                    .toList();
            if (isWanted.test(answer)) {
                print(arguments, found, input, output, out, err);
                input.reportUnseen(err);
            }
            return found.stream().anyMatch(Diagnosis::isOpen) ? ExitCode.FINDINGS : ExitCode.CLEAN;
        }
    }

    private static void print(
            Arguments arguments,
            List<Diagnosis> found,
            SnapshotInput input,
            FileOutput output,
            PrintWriter out,
            PrintWriter err) {
        output.write(out, err, to -> {
            switch (output.format()) {
                case "json" -> JsonTree.write(WhyReport.json(found, input), to);
                case "html" ->
                    LivePages.write(
                            arguments,
                            input,
                            WhyReport.states(found),
                            WhyReport.page(found, input),
                            List.of(WhyReport.table(found)),
                            to);
                default -> {
                    if (arguments.has("all") && found.size() > 1) {
                        Tables.text(WhyReport.causes(found), to);
                    }
                    to.print(found.isEmpty() ? "Nothing is pending.\n" : WhyReport.text(found));
                }
            }
        });
        out.flush();
    }

    /** The words as they are, or as kubectl has them: {@code job train} is {@code job/train}. */
    private static List<String> targets(List<String> words) {
        boolean isKindFirst = words.size() > 1
                && SnapshotKind.named(words.get(0)) != null
                && words.stream().allMatch(word -> word.indexOf('/') < 0);
        return isKindFirst
                ? words.stream().skip(1).map(name -> words.get(0) + "/" + name).toList()
                : words;
    }

    private static List<Diagnosis> target(String target, SnapshotInput input, String namespace, Why why)
            throws IOException {
        Matcher parts = FleetCluster.OBJECT.matcher(target.indexOf('/') < 0 ? "pod/" + target : target);
        if (!parts.matches()) {
            throw new UsageException("\"" + target + "\": expected POD or KIND/NAME, such as deploy/train");
        }
        ClusterSnapshot snapshot = input.snapshot();
        String name = parts.group(2);
        SnapshotKind kind = SnapshotKind.named(parts.group(1));
        StoredObject found = kind == null ? null : snapshot.find(kind, kind.isNamespaced() ? namespace : "", name);
        if (found != null) {
            return why.of(found);
        }
        FleetCluster cluster = input.cluster();
        if (cluster == null || kind != null && snapshot.sees(kind)) {
            throw new InputException(
                    kind == null
                            ? "unknown kind \"" + parts.group(1) + "\"; a dump is searched for pods, claims, and the"
                                    + " built-in controllers of pods"
                            : kind.plural() + " \"" + name + "\" not found in namespace " + namespace
                                    + "; set -n for another");
        }
        ObjectValue object = cluster.client().object(kind == null ? parts.group(1) : kind.plural(), namespace, name);
        return kind == null
                ? why.ofPods(
                        object.string("kind") + " " + namespace + "/" + name,
                        object.object("metadata").string("uid"))
                : why.of(StoredObject.of(kind, object.string("apiVersion"), object));
    }
}
