package dev.drawbridge.fit.cause;

import dev.drawbridge.field.Printable;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What would help a workload: one change, and the nodes on which it would then fit.
 *
 * @param values what is changed
 * @param now the nodes on which it would fit now
 * @param freed the nodes on which it would fit if no other claim held a device
 */
public record FitChange(Kind kind, List<?> values, List<String> now, List<String> freed) implements Fact {

    public enum Kind {
        CONSTRAINT("without %s"),
        SELECTOR("without %s.selectors[%s]"),
        CAPACITY("without %s.capacity"),
        COUNT("with %s.count %s"),
        AMOUNT("with %s %s"),
        TAINTS("without the taints"),
        NODES("on any node"),
        POOLS("with the existing slices of incomplete pools"),
        HOLDERS(""),
        /** Several changes at once: the values are the changes. */
        SEVERAL("");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** A change of these values, of which it is not known where it helps. */
        public FitChange of(Object... values) {
            return new FitChange(this, List.of(values), List.of(), List.of());
        }
    }

    /** The change with the nodes on which it helps. */
    public FitChange on(List<String> nowOn, List<String> freedOn) {
        return new FitChange(kind, values, nowOn, freedOn);
    }

    /** Whether it would fit on a node, now or later. */
    public boolean helps() {
        return !now.isEmpty() || !freed.isEmpty();
    }

    /** The number of nodes on which it would fit, now or later. */
    public int nodes() {
        return Math.max(now.size(), freed.size());
    }

    private String words() {
        return kind == Kind.SEVERAL
                ? values.stream().map(part -> ((FitChange) part).words()).collect(Collectors.joining(" and "))
                : Words.of(kind.words, values);
    }

    @Override
    public String text() {
        if (kind == Kind.HOLDERS) {
            return "fits " + Printable.count(freed.size(), "node") + " when other claims free their devices: "
                    + new Words.Names(freed);
        }
        return words()
                + (helps()
                        ? " it would fit " + Printable.count(now.size(), "node") + " now, " + freed.size()
                                + " when all devices are free"
                        : " it would not fit either: something else is in the way, too");
    }
}
