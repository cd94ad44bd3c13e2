package dev.drawbridge.schema;

import dev.drawbridge.field.Spelling;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Feature gates that differ from a release's defaults.
 *
 * @param on the gates that are on, a bit a gate; one that a release does not have is ignored there
 */
public record GateSettings(FeatureGates on, FeatureGates off) {

    /** The gates of other parts of Kubernetes, which have no effect on claims; AllAlpha and AllBeta have one. */
    private static final Pattern OTHER = Pattern.compile("(?!DRA|AllAlpha|AllBeta)[A-Z]\\w*");

    /** Each release's own. */
    public static final GateSettings DEFAULTS = new GateSettings(FeatureGates.NONE, FeatureGates.NONE);

    /** Every gate that a release has. */
    public static final GateSettings ALL = new GateSettings(FeatureGates.ofAnyRelease(), FeatureGates.NONE);

    /**
     * Parses Kubernetes' command-line notation: {@code A=true,B=false}, or {@code all}; an empty text means the
     * defaults. Gates of other parts of Kubernetes are ignored.
     *
     * @throws IllegalArgumentException with a message if a gate does not exist or a value is neither true nor false
     */
    public static GateSettings parse(String text) {
        if (text.isBlank()) {
            return DEFAULTS;
        }
        if (text.strip().equals("all")) {
            return ALL;
        }
        GateSettings settings = DEFAULTS;
        for (String setting : text.split(",", -1)) {
            settings = settings.with(setting);
        }
        return settings;
    }

    private GateSettings with(String setting) {
        int equals = setting.indexOf('=');
        String value = setting.substring(equals + 1).strip();
        if (equals < 0 || !value.equals("true") && !value.equals("false")) {
            throw new IllegalArgumentException(
                    "expected GATE=true|false, separated by commas, or all; found \"" + setting + "\"");
        }
        String name = setting.substring(0, equals).strip();
        FeatureGate gate = FeatureGate.parse(name).orElse(null);
        if (gate == null) {
            String hint = Spelling.hintOfPart(name, FeatureGate.names());
            if (hint.isEmpty() && OTHER.matcher(name).matches()) {
                return this;
            }
            throw new IllegalArgumentException("unknown feature gate \"" + name + "\"" + hint);
        }
        return new GateSettings(on.with(gate, value.equals("true")), off.with(gate, value.equals("false")));
    }

    /**
     * The same settings.
     *
     * @throws IllegalArgumentException with a message if the API server of the release does not start with them: a gate
     *     is off that is locked on
     */
    public GateSettings startingWith(KubernetesRelease release) {
        for (FeatureGate gate : FeatureGate.values()) {
            if (off.has(gate) && gate.isLocked(release)) {
                throw new IllegalArgumentException("feature gate " + gate + " is locked on in Kubernetes " + release
                        + ", and the API server does not start with it off; remove it");
            }
        }
        return this;
    }

    /** The gates of a release under these settings. */
    public FeatureGates in(KubernetesRelease release) {
        long known = FeatureGates.all(release).bits();
        return new FeatureGates((FeatureGates.defaults(release).bits() | on.bits()) & ~off.bits() & known);
    }

    /** The settings as {@link #parse} reads them. */
    @Override
    public String toString() {
        return Arrays.stream(FeatureGate.values())
                .filter(gate -> on.has(gate) || off.has(gate))
                .map(gate -> gate + "=" + on.has(gate))
                .collect(Collectors.joining(","));
    }
}
