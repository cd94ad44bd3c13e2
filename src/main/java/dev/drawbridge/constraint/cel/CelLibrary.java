package dev.drawbridge.constraint.cel;

/** Parts of Kubernetes' CEL environment by release; {@link CelFunctions} has the functions. */
public enum CelLibrary {
    URLS("url(\"https://a\").getHost()"),
    REGEX("\"a1\".find(\"[0-9]\")"),
    LISTS("[1, 2].sum()"),
    QUANTITY("quantity(\"1Gi\").isGreaterThan(quantity(\"1\"))"),
    SEMVER("semver(\"1.2.3\").major()"),
    SEMVER_NORMALIZED("semver(\"v1.2\", true)"),
    IP("ip(\"10.0.0.1\").family()"),
    CIDR("cidr(\"10.0.0.0/8\").containsIP(\"10.0.0.1\")"),
    FORMAT("format.dns1123Label().validate(\"a\")"),
    /** {@code "%s".format(["a"])}: of cel-go's strings, and not in dev.cel. */
    STRING_FORMAT("\"%s\".format([\"a\"])"),
    BINDINGS("cel.bind(a, device.driver, a == \"b\")"),
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
