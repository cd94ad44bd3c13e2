package dev.drawbridge.constraint.cel;

/** Parts of Kubernetes' CEL environment by release; {@link CelFunctions} has the functions. */
public enum CelLibrary {
    /** {@code url("https://a").getHost()}. */
    URLS("url(\"https://a\").getHost()"),
    /** {@code "a1".find("[0-9]")}. */
    REGEX("\"a1\".find(\"[0-9]\")"),
    /** {@code [1, 2].sum()}. */
    LISTS("[1, 2].sum()"),
    /** {@code quantity("1Gi").isGreaterThan(quantity("1"))}. */
    QUANTITY("quantity(\"1Gi\").isGreaterThan(quantity(\"1\"))"),
    /** {@code semver("1.2.3").major()}. */
    SEMVER("semver(\"1.2.3\").major()"),
    /** {@code semver("v1.2", true)}. */
    SEMVER_NORMALIZED("semver(\"v1.2\", true)"),
    /** {@code ip("10.0.0.1").family()}. */
    IP("ip(\"10.0.0.1\").family()"),
    /** {@code cidr("10.0.0.0/8").containsIP("10.0.0.1")}. */
    CIDR("cidr(\"10.0.0.0/8\").containsIP(\"10.0.0.1\")"),
    /** {@code format.dns1123Label().validate("a")}. */
    FORMAT("format.dns1123Label().validate(\"a\")"),
    /** {@code "%s".format(["a"])}: of cel-go's strings, and not in dev.cel. */
    STRING_FORMAT("\"%s\".format([\"a\"])"),
    /** {@code cel.bind(a, device.driver, a == "b")}. */
    BINDINGS("cel.bind(a, device.driver, a == \"b\")"),
    /** {@code ["a"].exists(i, v, v == "a")}. */
    TWO_VARIABLES("[\"a\"].exists(i, v, v == \"a\")"),
    /** {@code ["a"].first()}, {@code [optional.of("a")].unwrapOpt()}: of cel-go's optional values, version 2. */
    OPTIONAL_ENTRIES("[optional.of(\"a\")].unwrapOpt()"),
    /** {@code ["b", "a"].sort()}: cel-go's lists, version 3. */
    LIST_VERBS("[\"b\", \"a\"].sort()"),
    /** {@code duration(1)}, removed in cel-go 0.29. */
    DURATION_OF_NUMBER("duration(1)"),
    /** {@code authorizer.group("").resource("pods").check("get").allowed()}: in policies. */
    AUTHORIZER("authorizer.group(\"\").resource(\"pods\").check(\"get\").allowed()"),
    /** {@code authorizer.group("").resource("pods").fieldSelector("a=b")}: in policies. */
    AUTHORIZER_SELECTORS("authorizer.group(\"\").resource(\"pods\").fieldSelector(\"a=b\")"),
    /** {@code device.attributes["a"].b.includes("c")}, of one value or several. */
    INCLUDES("device.attributes[\"a\"].b.includes(\"c\")"),
    /** {@code includes}, at a cost that depends on the number of values. */
    SEARCHING_INCLUDES("device.attributes[\"a\"].b.includes(\"c\")");

    private final String example;

    CelLibrary(String example) {
        this.example = example;
    }

    String example() {
        return example;
    }
}
