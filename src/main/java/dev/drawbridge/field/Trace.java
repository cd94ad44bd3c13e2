package dev.drawbridge.field;

import java.util.ArrayList;
import java.util.List;

/** What a validation demanded of each value, and what came of it, for whoever asks why a verdict is what it is. */
public final class Trace {

    /**
     * A demand that was made.
     *
     * @param path of what: a value, or the object whose fields it is about
     * @param rule the rule that made it
     * @param demand a sentence without its end
     * @param errors how it is not met; empty if it is
     */
    public record Step(FieldPath path, Origin rule, String demand, List<FieldError> errors) {}

    private final List<Step> steps = new ArrayList<>();
    private String target = "";

    /** The demands, in the order in which they were made. */
    public List<Step> steps() {
        return steps;
    }

    /** Where the object is validated, such as {@code Kubernetes 1.37}; empty if nothing is validated. */
    public String target() {
        return target;
    }

    /** Says where the object is validated. */
    public void target(String where) {
        target = where;
    }

    /** Adds demands. */
    public void add(List<Step> made) {
        steps.addAll(made);
    }
}
