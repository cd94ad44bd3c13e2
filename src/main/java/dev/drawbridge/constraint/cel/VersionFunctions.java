package dev.drawbridge.constraint.cel;

import static dev.cel.common.types.SimpleType.BOOL;
import static dev.cel.common.types.SimpleType.INT;
import static dev.cel.common.types.SimpleType.STRING;
import static dev.drawbridge.constraint.cel.CelFunction.global;
import static dev.drawbridge.constraint.cel.CelFunction.member;
import static dev.drawbridge.constraint.cel.SelectorTypes.SEMVER;

import dev.cel.runtime.CelEvaluationException;
import dev.drawbridge.port.SemanticVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Functions of semantic versions.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/library/semverlib.go}.
 */
final class VersionFunctions {

    // @formatter:off
    static final List<CelFunction> ALL = List.of(
        global("semver",        "string_to_semver",       SEMVER, STRING)        .costing(CallCosts.READING_VERSION).giving(String.class, text -> version(text, false)),
        global("isSemver",      "is_semver_string",       BOOL,   STRING)        .costing(CallCosts.READING_VERSION).giving(String.class, text -> parsed(text, false) != null),
        member("major",         "semver_major",           INT,    SEMVER)        .giving(SemanticVersion.class, version -> version.number(0)),
        member("minor",         "semver_minor",           INT,    SEMVER)        .giving(SemanticVersion.class, version -> version.number(1)),
        member("patch",         "semver_patch",           INT,    SEMVER)        .giving(SemanticVersion.class, version -> version.number(2)),
        member("isGreaterThan", "semver_is_greater_than", BOOL,   SEMVER, SEMVER).giving(SemanticVersion.class, SemanticVersion.class, (one, other) -> one.compareTo(other) > 0),
        member("isLessThan",    "semver_is_less_than",    BOOL,   SEMVER, SEMVER).giving(SemanticVersion.class, SemanticVersion.class, (one, other) -> one.compareTo(other) < 0),
        member("compareTo",     "semver_compare_to",      INT,    SEMVER, SEMVER).giving(SemanticVersion.class, SemanticVersion.class, (one, other) -> (long) Integer.signum(one.compareTo(other))));

    /** {@code semver("v1.2", true)}. */
    static final List<CelFunction> NORMALIZED = List.of(
        global("semver",   "string_bool_to_semver", SEMVER, STRING, BOOL).costing(CallCosts.READING_VERSION).giving(String.class, Boolean.class, VersionFunctions::version),
        global("isSemver", "is_semver_string_bool", BOOL,   STRING, BOOL).costing(CallCosts.READING_VERSION).giving(String.class, Boolean.class, (text, normalize) -> parsed(text, normalize) != null));
    // @formatter:on

    private VersionFunctions() {}

    private static @Nullable SemanticVersion parsed(String text, boolean normalize) {
        return normalize ? SemanticVersion.normalized(text) : SemanticVersion.parse(text);
    }

    private static SemanticVersion version(String text, boolean normalize) throws CelEvaluationException {
        return CelFunction.known(parsed(text, normalize), "No Major.Minor.Patch elements found");
    }
}
