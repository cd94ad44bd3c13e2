package dev.drawbridge.conformance;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.policy.Definition;
import dev.drawbridge.policy.DefinitionError;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Recorded warnings about the types in an accepted policy. */
final class TypeCheckCase {

    private TypeCheckCase() {}

    /** Whether the line is about the types of a policy. */
    static boolean isOne(ObjectValue fields) {
        return fields.has("typeChecking") && fields.has("policy");
    }

    /** Adds the warnings of the line to the result: the expressions that have one, and the texts. */
    static void compare(ObjectValue fields, ConformanceResult result) {
        RecordedRelease release = RecordedRelease.of(fields);
        ObjectValue policy = fields.object("policy").with("kind", new StringValue(Definition.POLICY, null));
        Map<String, String> ours = new TreeMap<>(Definition.problems(policy, release.release()).stream()
                .collect(Collectors.groupingBy(
                        one -> one.path().toString(),
                        Collectors.mapping(TypeCheckCase::paragraph, Collectors.joining("\n")))));
        List<ObjectValue> recorded =
                fields.object("typeChecking").list("expressionWarnings").objects();
        // The server adds a random number to the names of types.
        Map<String, String> theirs = new TreeMap<>(recorded.stream()
                .collect(Collectors.toMap(
                        one -> one.string("fieldRef"),
                        one -> one.string("warning").replaceAll("(?<=[A-Za-z])\\*(?=[.,')])", ""))));
        String id = fields.string("id");
        count(
                ours.keySet().equals(theirs.keySet()),
                "type-checks",
                id + ": ours " + ours + " | server " + theirs,
                release,
                result);
        theirs.forEach((field, text) -> {
            String found = ours.getOrDefault(field, "");
            count(
                    found.equals(text),
                    "type-check-texts",
                    id + " " + field + ": ours " + found + " | server " + text,
                    release,
                    result);
        });
    }

    private static String paragraph(DefinitionError warning) {
        return warning.text() + "\n";
    }

    private static void count(
            boolean isSame, String group, String difference, RecordedRelease release, ConformanceResult result) {
        if (isSame) {
            result.same(release, group);
        } else {
            result.different(release, group, difference);
        }
    }
}
