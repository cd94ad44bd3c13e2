package dev.drawbridge.conformance;

import dev.drawbridge.field.FieldPath;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Translates paths of the API server's internal types to the user's fields, and drops what the server omits. Each rule
 * is a row of the table in the conformance data's README.
 */
final class Translation {

    /** A path that the server reports and the user's path, for matching versions and kinds. */
    private record Rule(Pattern where, Pattern server, String user) {}

    // @formatter:off
    private static final List<Rule> RULES = List.of(
        rule(".*",                                    "\\.DeviceConfiguration\\.",                             "."),
        rule("v1 Pod",                                "\\.EphemeralContainerCommon\\.",                          "."),
        rule(".*/(v1beta2|v1) ResourceClaim",         "^spec\\.(devices\\.requests\\[\\d+])\\.adminAccess$", "spec.$1.exactly.adminAccess"),
        rule(".*/(v1beta2|v1) ResourceClaimTemplate", "^spec\\.(devices\\.requests\\[\\d+])\\.adminAccess$", "spec.spec.$1.exactly.adminAccess"),
        rule(".* ResourceClaimTemplate",              "^spec\\.(devices\\.requests\\[\\d+])\\.adminAccess$", "spec.spec.$1.adminAccess"),
        rule(".*/(v1alpha3|v1beta1) .*",              "(devices\\.requests\\[\\d+])\\.exactly\\.",           "$1."),
        rule(".* ResourceClaim",                      "^(status\\.devices\\[\\d+])\\.deviceID$",             "$1"),
        rule(".* PodSchedulingContext",               "^status\\.claims\\[",                                 "status.resourceClaims["),
        rule(".* ResourceClaimTemplate",              "^spec\\.metadata\\.uID$",                             "spec.metadata.uid"),
        rule(".*/(v1alpha3|v1beta1) ResourceSlice",   "^(spec\\.devices\\[\\d+])\\.(?!name|basic)",              "$1.basic."),
        rule(".* ResourceSlice",                      "\\.requestPolicy\\.validRange\\.default$",              ".requestPolicy.default"),
        rule(".*/v1alpha3 DeviceClass",               "^suitableNodes",                                       "spec.suitableNodes"),
        rule(".*/v1alpha3 ResourceClaim(Template)?",  "\\.matchAttribute\\.domain$",                          ".matchAttribute"),
        rule(".* ResourceSlice",                      "^<nil>$",                                             ""));
    // @formatter:on

    private static final String OWNER_FIELD = "metadata.ownerReferences.";
    private static final Pattern OWNER = Pattern.compile("metadata\\.ownerReferences\\[\\d+]\\.");

    private Translation() {}

    private static Rule rule(String where, String server, String user) {
        return new Rule(Pattern.compile(where), Pattern.compile(server), user);
    }

    /** The user's field for the server's. */
    static String userField(RecordedCase recorded, String field) {
        String user = field;
        for (Rule rule : RULES) {
            Matcher matcher = rule.server.matcher(user);
            if (matcher.find()
                    && rule.where
                            .matcher(recorded.sent().apiVersion() + " "
                                    + recorded.sent().kind())
                            .matches()) {
                user = matcher.replaceFirst(rule.user);
            }
        }
        return user;
    }

    /** The path as the server reports it: before 1.37 without the index of an owner reference. */
    static String ourField(FieldPath path, RecordedVerdict theirs) {
        boolean unindexed =
                theirs.errors().stream().anyMatch(error -> error.field().startsWith(OWNER_FIELD));
        return unindexed ? OWNER.matcher(path.toString()).replaceFirst(OWNER_FIELD) : path.toString();
    }

    /** Our field without the entries of lists and maps, as the server's decoder names it. */
    static String withoutEntries(FieldPath path) {
        FieldPath fields = FieldPath.ROOT;
        for (FieldPath step : path.steps()) {
            String name = step.name();
            if (!step.isEntry() && name != null) {
                fields = fields.child(name);
            }
        }
        return fields.toString();
    }
}
