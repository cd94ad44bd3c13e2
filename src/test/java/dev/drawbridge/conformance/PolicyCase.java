package dev.drawbridge.conformance;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.policy.AdmissionRequest;
import dev.drawbridge.policy.AdmissionRequest.GroupVersion;
import dev.drawbridge.policy.AdmissionRequest.Place;
import dev.drawbridge.policy.AdmissionRequest.Sender;
import dev.drawbridge.policy.AdmissionRequest.User;
import dev.drawbridge.policy.CustomResources;
import dev.drawbridge.policy.Parameters;
import dev.drawbridge.policy.PolicySet;
import dev.drawbridge.policy.PolicyVerdict;
import dev.drawbridge.policy.PolicyVerdict.Decision;
import dev.drawbridge.policy.ServerObjects;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.validation.ApiServer;
import dev.drawbridge.validation.Scheme;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Recorded requests against admission policies; those of a pack follow each other and share their policies. */
final class PolicyCase {

    private static final Scheme SCHEME = new Scheme();
    private static final Validator VALIDATOR = new Validator();
    private static final String RANDOM = "bcdfg";

    private String pack = "";
    private @Nullable PolicySet policies;

    private PolicySet policies(ObjectValue fields) {
        PolicySet known = policies;
        if (known == null || !fields.string("pack").equals(pack)) {
            known = new PolicySet(
                    fields.list("policies").objects(),
                    fields.list("bindings").objects(),
                    new Parameters(
                            fields.list("params").objects(),
                            List.of(),
                            Parameters.Extent.ALL_KINDS,
                            CustomResources.NONE),
                    new ServerObjects(
                            SCHEME, RecordedRelease.of(fields).release(), GateSettings.DEFAULTS, true, false));
            pack = fields.string("pack");
            policies = known;
        }
        return known;
    }

    /** Whether the line is about policies. */
    static boolean isOne(ObjectValue fields) {
        return fields.has("policies") && fields.has("verdict");
    }

    /** Adds the verdict of the line to the result: whether it is allowed, and what is said. */
    void compare(ObjectValue fields, ConformanceResult result) {
        AdmissionRequest request = request(fields);
        String place = fields.string("id") + " " + fields.string("template");
        RecordedRelease release = RecordedRelease.of(fields);
        boolean isInvalid = isInvalid(request, release.release());
        PolicyVerdict verdict = policies(fields)
                .verdict(
                        request,
                        RecordedRoles.of(
                                fields.list("rbac").objects(),
                                Objects.requireNonNull(request.sender().user())));
        List<ObjectValue> answers = new ArrayList<>(List.of(fields.object("verdict")));
        answers.addAll(fields.list("otherVerdicts").objects());
        boolean isAllowed = verdict.isAllowed() && !isInvalid;
        boolean isSame = answers.stream().anyMatch(answer -> answer.isTrue("allowed") == isAllowed);
        count(
                isSame,
                "policies",
                place + ": ours " + (isAllowed ? "allows" : "denies: " + texts(verdict)),
                answers,
                release,
                result);
        if (isSame && !isInvalid) {
            String difference = "";
            for (ObjectValue answer : answers) {
                difference = difference(request, verdict, answer);
                if (difference.isEmpty()) {
                    break;
                }
            }
            count(difference.isEmpty(), "policy-texts", place + ": " + difference, List.of(), release, result);
        }
    }

    private static void count(
            boolean isSame,
            String group,
            String difference,
            List<ObjectValue> answers,
            RecordedRelease release,
            ConformanceResult result) {
        if (isSame) {
            result.same(release, group);
        } else {
            String theirs =
                    answers.isEmpty() ? "" : ", server " + answers.get(0).string("message");
            result.different(release, group, difference + theirs);
        }
    }

    private static List<String> texts(PolicyVerdict verdict) {
        return verdict.denials().stream().map(Decision::message).toList();
    }

    private static String difference(AdmissionRequest request, PolicyVerdict verdict, ObjectValue answer) {
        if (!verdict.isAllowed()) {
            String ours = message(request, verdict.denials().get(0));
            if (verdict.denials().stream().noneMatch(one -> isMessage(request, one, answer))) {
                return "message: ours " + ours + " | server " + answer.string("message");
            }
            Decision told = verdict.denials().stream()
                    .filter(one -> isMessage(request, one, answer))
                    .findFirst()
                    .orElseThrow();
            if (!told.reason().equals(answer.string("reason"))) {
                return "reason: ours " + told.reason() + " | server " + answer.string("reason");
            }
        }
        List<String> warnings = warnings(verdict).stream()
                .map(text -> text.replace(RANDOM, "*****"))
                .toList();
        List<String> theirs = answer.list("warnings").texts();
        if (!warnings.equals(theirs) && !(warnings.size() == theirs.size() && warnings.containsAll(theirs))) {
            return "warnings: ours " + warnings + " | server " + theirs;
        }
        return audits(verdict, answer.object("auditAnnotations"));
    }

    private static boolean isMessage(AdmissionRequest request, Decision decision, ObjectValue answer) {
        String ours = message(request, decision);
        return answer.string("message").equals(ours.replace(RANDOM, "*****"));
    }

    /** The message of the server's response to a denied request. */
    private static String message(AdmissionRequest request, Decision denial) {
        AdmissionRequest.Place place = request.place();
        String group = place.version().group();
        String name = place.name().isEmpty() ? "" : " \"" + place.name() + "\"";
        return place.resource() + (group.isEmpty() ? "" : "." + group) + name + " is forbidden: " + denial.message();
    }

    /**
     * The warnings of the server's response: each text once, those with control characters left out, all shortened if
     * they are long together.
     *
     * <p>Source: {@code k8s.io/apiserver/pkg/endpoints/filters/warning.go}.
     */
    private static List<String> warnings(PolicyVerdict verdict) {
        List<String> texts =
                verdict.warned().stream().map(Decision::warning).distinct().toList();
        int all = texts.stream()
                .mapToInt(text -> text.codePointCount(0, text.length()))
                .sum();
        return texts.stream()
                .filter(text -> text.chars().noneMatch(c -> c < ' ' || c == 0x7f))
                .map(text -> all > 4096 && text.codePointCount(0, text.length()) > 256
                        ? text.substring(0, text.offsetByCodePoints(0, 256))
                        : text)
                .toList();
    }

    private static String audits(PolicyVerdict verdict, ObjectValue theirs) {
        Map<String, String> expected = new LinkedHashMap<>();
        List<String> failures = new ArrayList<>();
        for (int i = 0; i < theirs.size(); i++) {
            if (theirs.value(i) instanceof ListValue list) {
                list.objects()
                        .forEach(one -> failures.add(one.string("policy") + " " + one.string("binding") + " "
                                + (one.get("expressionIndex") instanceof NumberValue number ? number.text() : "")
                                + " " + one.string("message")));
            } else {
                expected.put(theirs.key(i), theirs.string(theirs.key(i)));
            }
        }
        List<String> ours = verdict.audited().stream()
                .map(one -> one.policy() + " " + one.binding() + " " + Math.max(0, one.validation()) + " "
                        + one.text().replace(RANDOM, "*****"))
                .toList();
        if (ours.size() != failures.size() || !ours.containsAll(failures)) {
            return "audited: ours " + ours + " | server " + failures;
        }
        Map<String, String> annotations = new LinkedHashMap<>(verdict.annotations());
        expected.replaceAll((key, value) -> sorted(value));
        annotations.replaceAll((key, value) -> sorted(value));
        annotations.replaceAll((key, value) -> value.replace(RANDOM, "*****"));
        return expected.equals(annotations)
                ? ""
                : "annotations: ours " + verdict.annotations() + " | server " + expected;
    }

    /** Values of several bindings or parameters have a random order. */
    private static String sorted(String values) {
        return Stream.of(values.split(", ")).sorted().collect(Collectors.joining(", "));
    }

    private static boolean isInvalid(AdmissionRequest request, KubernetesRelease release) {
        if (request.object() == null
                || !request.place().subresource().isEmpty()
                        && !request.place().subresource().equals("status")) {
            return false;
        }
        Operation operation = request.place().subresource().isEmpty()
                ? request.operation().equals("CREATE") ? Operation.CREATE : Operation.UPDATE
                : Operation.UPDATE_STATUS;
        return !VALIDATOR
                .validate(new ValidationRequest(
                        request.object().string("apiVersion"),
                        request.place().kind(),
                        operation,
                        request.object(),
                        request.oldObject(),
                        new ApiServer(release, GateSettings.DEFAULTS, UnknownFields.WARN),
                        labels(request.namespaceObject())))
                .errors()
                .isEmpty();
    }

    private static Map<String, String> labels(@Nullable ObjectValue namespace) {
        Map<String, String> labels = new HashMap<>();
        ObjectValue all = ObjectValue.orEmpty(namespace).object("metadata").object("labels");
        for (int i = 0; i < all.size(); i++) {
            labels.put(all.key(i), all.string(all.key(i)));
        }
        return labels;
    }

    private static AdmissionRequest request(ObjectValue fields) {
        ObjectValue request = fields.object("request");
        ObjectValue object = objectOrNull(fields.get("object"));
        ObjectValue old = objectOrNull(fields.get("oldObject"));
        Map<String, List<String>> extra = new HashMap<>();
        ObjectValue sent = request.object("extra");
        for (int i = 0; i < sent.size(); i++) {
            extra.put(sent.key(i), sent.list(sent.key(i)).texts());
        }
        String name = request.string("name");
        if (name.isEmpty() && object != null) {
            name = object.object("metadata").string("generateName") + RANDOM;
        }
        Map<String, Object> options = new HashMap<>();
        ObjectValue given = request.object("options");
        for (int i = 0; i < given.size(); i++) {
            options.put(
                    given.key(i),
                    given.value(i) instanceof NumberValue number
                            ? (Object) Long.valueOf(number.text())
                            : given.string(given.key(i)));
        }
        return new AdmissionRequest(
                request.string("operation"),
                new Place(
                        new GroupVersion(request.string("group"), request.string("version")),
                        object == null ? ObjectValue.orEmpty(old).string("kind") : object.string("kind"),
                        request.string("resource"),
                        request.string("subresource"),
                        request.string("namespace"),
                        name),
                new Sender(
                        new User(
                                request.string("user"),
                                request.string("uid"),
                                request.list("groups").texts(),
                                extra),
                        request.isTrue("dryRun"),
                        options),
                object,
                old,
                objectOrNull(fields.get("namespace")));
    }

    private static @Nullable ObjectValue objectOrNull(@Nullable Value value) {
        return value instanceof ObjectValue object ? object : null;
    }
}
