package dev.drawbridge.conformance;

import dev.drawbridge.field.FieldPath;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Where the API server reports a field of its internal type, the user's field; and what it leaves out of a path. Each row is a row of
 * the table in the conformance data's README.
 */
final class Translation {

    private record Rule(String kind, Pattern server, String user) {}

    private static final String ANY = "";

    // @formatter:off
    private static final List<Rule> RULES = List.of(
        rule("PodSchedulingContext",  "^status\\.claims\\[",     "status.resourceClaims["),
        rule("ResourceClaimTemplate", "^spec\\.metadata\\.uID$", "spec.metadata.uid"),
        rule("ResourceSlice",         "^<nil>$",                 ""));
    // @formatter:on

    private static final Pattern OWNER = Pattern.compile("metadata\\.ownerReferences\\[\\d+]\\.");

    private Translation() {}

    private static Rule rule(String kind, String server, String user) {
        return new Rule(kind, Pattern.compile(server), user);
    }

    /** The user's field for the server's. */
    static String userField(String kind, String field) {
        for (Rule rule : RULES) {
            if (rule.kind.equals(ANY) || rule.kind.equals(kind)) {
                String translated = rule.server.matcher(field).replaceFirst(rule.user);
                if (!translated.equals(field)) {
                    return translated;
                }
            }
        }
        return field;
    }

    /** Our field without the index that the server leaves out of the path of an owner reference. */
    static String withoutOwnerIndex(String field) {
        return OWNER.matcher(field).replaceFirst("metadata.ownerReferences.");
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
