package dev.drawbridge.field;

import java.util.ArrayList;
import java.util.List;

/** The checks that a validation made on each value, and their results; explains a verdict. */
public final class Trace {

    /**
     * One check.
     *
     * @param path the value, or the object whose fields are checked
     * @param demand what it must meet
     * @param unmet the errors; empty if the check passed
     */
    public record Check(FieldPath path, Demand demand, List<FieldError> unmet) {}

    private final List<Check> checks = new ArrayList<>();
    private String target = "";

    /** The checks in order. */
    public List<Check> checks() {
        return checks;
    }

    /** The release, such as {@code Kubernetes 1.37}; empty if nothing is validated. */
    public String target() {
        return target;
    }

    /** Sets the release that the object is validated against. */
    public void target(String where) {
        target = where;
    }

    public void add(List<Check> made) {
        checks.addAll(made);
    }
}
