package dev.drawbridge.check;

import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Trace;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.schema.Request;
import dev.drawbridge.validation.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All that was demanded of an object, for a person.
 *
 * @param request what would be done with it
 */
public record TracedObject(Manifest manifest, Request request, Trace trace, Verdict verdict) {

    /** By file and line. */
    public static final Comparator<TracedObject> BY_PLACE =
            Comparator.comparing((TracedObject one) -> one.manifest.file()).thenComparingInt(TracedObject::line);

    private static final String MET = "  ok     ";
    private static final String NOT_MET = "  ERROR  ";

    private int line() {
        Position position = manifest.object().position();
        return position == null ? 0 : position.line();
    }

    /** Its lines: the object, then each field of which something is demanded, with the demands. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        String where = trace.target().isEmpty() ? "not validated" : trace.target();
        lines.add(manifest.file() + ":" + line() + ": " + manifest.kind() + " " + manifest.name() + ": " + request
                + " in " + manifest.apiVersion() + ", " + where);
        if (verdict instanceof Verdict.NotApplicable none) {
            lines.add(NOT_MET + none.explanation());
        }
        Set<FieldError> explained =
                trace.steps().stream().flatMap(step -> step.errors().stream()).collect(Collectors.toSet());
        String before = "";
        for (Trace.Step step : trace.steps()) {
            String path = step.path().toString();
            if (!path.equals(before)) {
                lines.add(path.isEmpty() ? "(the object)" : path);
                before = path;
            }
            if (step.errors().isEmpty()) {
                lines.add(MET + step.demand() + " [" + step.rule() + "]");
            } else {
                lines.add(NOT_MET + step.demand() + " [" + step.rule() + "]");
                step.errors().forEach(error -> lines.add("         " + sentence(error)));
            }
        }
        verdict.errors().stream()
                .filter(error -> explained.stream().noneMatch(one -> isSame(one, error)))
                .forEach(error -> {
                    lines.add(error.path().toString());
                    lines.add(NOT_MET + error.detail() + " [" + error.type() + ", " + error.origin() + "]");
                });
        lines.add("");
        return lines;
    }

    private static String sentence(FieldError error) {
        return error.type() + " at " + error.path() + ": " + error.detail();
    }

    /** The verdict's errors have positions, those of the trace have none. */
    private static boolean isSame(FieldError one, FieldError other) {
        return one.path().equals(other.path()) && one.type() == other.type() && one.origin() == other.origin();
    }
}
