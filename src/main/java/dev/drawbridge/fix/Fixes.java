package dev.drawbridge.fix;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.Value;
import dev.drawbridge.edit.EditableText;
import dev.drawbridge.edit.Rewriting;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Repaired;
import dev.drawbridge.schema.Request;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.validation.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts mistakes right that have one meaning. An object that is valid stays as it is, and so does one that would not
 * have fewer mistakes, or another one, afterwards. Thread-safe.
 */
public final class Fixes {

    private final Validator validator;
    private final List<@Nullable KubernetesRelease> releases;
    private final GateSettings gates;

    /**
     * Fixes of what these releases refuse.
     *
     * @param releases null is the newest that serves the version of an object
     */
    public Fixes(Validator validator, List<@Nullable KubernetesRelease> releases, GateSettings gates) {
        this.validator = validator;
        this.releases = new ArrayList<>(releases);
        this.gates = gates;
    }

    /** What the text becomes. */
    public Fixed fix(byte[] text) {
        EditableText source = EditableText.read(text);
        Map<Integer, Value> values = new TreeMap<>();
        Map<Integer, List<Fixed.Fix>> fixes = new TreeMap<>();
        List<ReadResult> documents = source.documents();
        for (int i = 0; i < documents.size(); i++) {
            if (documents.get(i) instanceof Document document) {
                List<Fixed.Fix> ofDocument = new ArrayList<>();
                Value fixed = fixed(document.value(), ofDocument);
                if (fixed != document.value()) {
                    values.put(i, fixed);
                    fixes.put(i, ofDocument);
                }
            }
        }
        if (values.isEmpty()) {
            return new Fixed(source.text(), List.of(), List.of());
        }
        Rewriting rewriting = source.rewrite(values);
        boolean isSafe = rewriting.edits().stream()
                .allMatch(edit -> isAsWritten(source.text().substring(edit.begin(), edit.end()), edit.text()));
        if (!isSafe) {
            return new Fixed(source.text(), List.of(), List.of());
        }
        fixes.keySet().removeAll(rewriting.refused().keySet());
        return new Fixed(
                rewriting.text(),
                rewriting.edits(),
                fixes.values().stream().flatMap(List::stream).toList());
    }

    /**
     * Whether quotes, where nothing but quotes is added, are around what was written: {@code 010} is eight, and as a
     * text not "8".
     */
    private static boolean isAsWritten(String before, String after) {
        boolean isQuoted = after.startsWith("\"") && !before.startsWith("\"") && !before.startsWith("'");
        boolean isScalar = before.matches("[-+0-9A-Za-z._~]+");
        return !isQuoted || !isScalar || after.equals("\"" + before + "\"");
    }

    private Value fixed(Value value, List<Fixed.Fix> fixes) {
        if (!(value instanceof ObjectValue object)) {
            return value;
        }
        if (!object.string("kind").equals("List") || !(object.get("items") instanceof ListValue items)) {
            return one(object, fixes);
        }
        ListValue.Builder fixed = ListValue.at(items.position());
        int before = fixes.size();
        for (int i = 0; i < items.size(); i++) {
            fixed.add(fixed(items.get(i), fixes));
        }
        return fixes.size() == before ? object : object.with(object.indexOf("items"), fixed.build());
    }

    private Value one(ObjectValue object, List<Fixed.Fix> fixes) {
        String apiVersion = object.string("apiVersion");
        String kind = object.string("kind");
        for (KubernetesRelease release : releases) {
            Verdict verdict = verdict(apiVersion, kind, object, release);
            if (!(verdict instanceof Verdict.Denied denied)) {
                continue;
            }
            Repaired repaired = validator
                    .repaired(apiVersion, kind, object, release)
                    .filter(one -> !one.repairs().isEmpty())
                    .filter(one -> isBetter(denied, verdict(apiVersion, kind, one.object(), release)))
                    .filter(one -> isNowhereWorse(apiVersion, kind, object, one.object()))
                    .orElse(null);
            if (repaired != null) {
                repaired.repairs()
                        .forEach(repair -> fixes.add(new Fixed.Fix(
                                repair.position() == null
                                        ? 1
                                        : repair.position().line(),
                                repair.what())));
                return repaired.object();
            }
        }
        return object;
    }

    private boolean isNowhereWorse(String apiVersion, String kind, ObjectValue before, ObjectValue after) {
        return releases.stream()
                .allMatch(release -> verdict(apiVersion, kind, after, release)
                                .errors()
                                .size()
                        <= verdict(apiVersion, kind, before, release).errors().size());
    }

    private Verdict verdict(String apiVersion, String kind, ObjectValue object, @Nullable KubernetesRelease release) {
        return validator.validate(new ValidationRequest(
                apiVersion, kind, Request.CREATE, object, null, release, gates, UnknownFields.DENY, null));
    }

    /** Whether there are fewer mistakes afterwards, and of no rule more. */
    private static boolean isBetter(Verdict.Denied before, Verdict after) {
        if (after.errors().size() >= before.errors().size()) {
            return false;
        }
        Map<Origin, Integer> counts = new EnumMap<>(Origin.class);
        before.errors().forEach(error -> counts.merge(error.origin(), 1, Integer::sum));
        for (FieldError error : after.errors()) {
            if (counts.merge(error.origin(), -1, Integer::sum) < 0) {
                return false;
            }
        }
        return true;
    }
}
