package dev.drawbridge.constraint.cel;

/** What Kubernetes adds to the language; {@link CelFunctions} has the functions. */
public enum CelLibrary {
    /** {@code url("https://a").getHost()}. */
    URLS,
    /** {@code "a1".find("[0-9]")}. */
    REGEX,
    /** {@code [1, 2].sum()}. */
    LISTS,
    /** {@code quantity("1Gi").isGreaterThan(quantity("1"))}. */
    QUANTITY,
    /** {@code semver("1.2.3").major()}. */
    SEMVER,
    /** {@code semver("v1.2", true)}. */
    SEMVER_NORMALIZED,
    /** {@code ip("10.0.0.1").family()}. */
    IP,
    /** {@code cidr("10.0.0.0/8").containsIP("10.0.0.1")}. */
    CIDR,
    /** {@code format.dns1123Label().validate("a")}. */
    FORMAT,
    /** {@code "%s".format(["a"])}: of cel-go's strings, and not in dev.cel. */
    STRING_FORMAT,
    /** {@code cel.bind(a, device.driver, a == "b")}. */
    BINDINGS,
    /** {@code ["a"].exists(i, v, v == "a")}. */
    TWO_VARIABLES,
    /** {@code ["a"].first()}, {@code [optional.of("a")].unwrapOpt()}: of cel-go's optional values, version 2. */
    OPTIONAL_ENTRIES,
    /** {@code ["b", "a"].sort()}: cel-go's lists, version 3. */
    LIST_VERBS,
    /** {@code duration(1)}, which is no more since cel-go 0.29. */
    DURATION_OF_NUMBER,
    /** {@code device.attributes["a"].b.includes("c")}, of one value or several. */
    INCLUDES,
    /** The same, which costs as much as there are values. */
    SEARCHING_INCLUDES;
}
