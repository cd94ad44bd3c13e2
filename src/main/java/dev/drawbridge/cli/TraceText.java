package dev.drawbridge.cli;

import dev.drawbridge.check.TracedObject;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Trace;
import dev.drawbridge.validation.Verdict;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** Collects what {@code check --trace} prints: each object, the rules that it was checked against, and which failed. */
final class TraceText implements Consumer<TracedObject> {

    private static final String PASSED = "  ok     ";
    private static final String FAILED = "  ERROR  ";
    private static final String BELOW = "         ";

    private final Queue<TracedObject> objects = new ConcurrentLinkedQueue<>();

    @Override
    public void accept(TracedObject object) {
        objects.add(object);
    }

    /** Prints the collected traces by file and line, and clears them. */
    void print(PrintWriter out) {
        if (!objects.isEmpty()) {
            objects.stream()
                    .sorted(Comparator.comparing(
                                    (TracedObject one) -> one.manifest().file())
                            .thenComparingInt(TracedObject::line))
                    .forEach(one -> print(one, out));
            objects.clear();
        }
    }

    private static void print(TracedObject traced, PrintWriter out) {
        Trace trace = traced.trace();
        out.println(traced.manifest().file() + ":" + traced.line() + ": "
                + traced.manifest().kind() + " " + traced.manifest().name() + ": " + traced.request() + " in "
                + traced.manifest().apiVersion() + ", "
                + (trace.target().isEmpty() ? "not validated" : trace.target()));
        if (traced.verdict() instanceof Verdict.NotApplicable none) {
            out.println(FAILED + none.explanation());
        }
        Set<List<Object>> explained = new HashSet<>();
        String before = "";
        for (Trace.Check check : trace.checks()) {
            String path = check.path().toString();
            if (!path.equals(before)) {
                out.println(path.isEmpty() ? "(the object)" : path);
                before = path;
            }
            String result = check.unmet().isEmpty() ? PASSED : FAILED;
            out.println(result + check.demand().text() + " [" + check.demand().origin() + "]");
            for (FieldError error : check.unmet()) {
                explained.add(mistake(error));
                out.println(BELOW + error.type() + " at " + error.path() + ": " + error.detail());
            }
        }
        for (FieldError error : traced.verdict().errors()) {
            if (!explained.contains(mistake(error))) {
                out.println(error.path());
                out.println(FAILED + error.detail() + " [" + error.type() + ", " + error.origin() + "]");
            }
        }
        out.println();
    }

    /** An error without its position, since those of a trace have none. */
    private static List<Object> mistake(FieldError error) {
        return List.of(error.path(), error.type(), error.origin());
    }
}
