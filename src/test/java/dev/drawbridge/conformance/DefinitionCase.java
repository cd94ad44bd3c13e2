package dev.drawbridge.conformance;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.policy.Definition;
import dev.drawbridge.policy.DefinitionError;
import java.util.List;

/** A recorded policy or binding, accepted or refused. */
final class DefinitionCase {

    private DefinitionCase() {}

    /** Whether the line is about a policy or binding itself. */
    static boolean isOne(ObjectValue fields) {
        return fields.has("accepted") && fields.has("object");
    }

    /** Adds the answer of the line to the result: the fields, and the texts. */
    static void compare(ObjectValue fields, ConformanceResult result) {
        RecordedRelease release = RecordedRelease.of(fields);
        List<DefinitionError> ours = Definition.errors(fields.object("object"), release.release());
        List<ObjectValue> theirs = fields.list("causes").objects();
        boolean isSame = ours.isEmpty() == fields.isTrue("accepted");
        List<String> expected = theirs.stream()
                .map(one -> one.string("reason") + " " + one.string("field"))
                .sorted()
                .toList();
        List<String> found = ours.stream()
                .map(one -> one.type().reason() + " " + one.path())
                .sorted()
                .toList();
        if (isSame && (expected.isEmpty() || expected.equals(found))) {
            result.same(release, "definitions");
        } else {
            result.different(
                    release,
                    "definitions",
                    fields.string("id") + " definition: server " + expected + " " + fields.string("message") + ", ours "
                            + found + " "
                            + ours.stream().map(DefinitionError::text).toList());
            return;
        }
        List<String> texts =
                theirs.stream().map(one -> one.string("message")).sorted().toList();
        List<String> oursTexts =
                ours.stream().map(DefinitionError::text).sorted().toList();
        if (expected.isEmpty() || texts.equals(oursTexts)) {
            result.same(release, "definition-texts");
        } else {
            result.different(
                    release,
                    "definition-texts",
                    fields.string("id") + " text: server " + texts + "\n   ours " + oursTexts);
        }
    }
}
