package dev.drawbridge.policy;

import dev.drawbridge.constraint.cel.AdmissionProgram.Variables;
import dev.drawbridge.constraint.cel.Authorizer;
import dev.drawbridge.constraint.cel.FieldRead;
import dev.drawbridge.constraint.cel.Unknown;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.policy.AdmissionRequest.GroupVersion;
import dev.drawbridge.policy.PolicyVerdict.Decision;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Policies with their bindings and the objects that may be their parameters. The server's order of policies is random;
 * here it is the given one.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/admission/plugin/policy/validating/dispatcher.go}, Dispatch.
 */
public final class PolicySet {

    private static final int MAX_AUDITED = 50;
    private static final int MAX_KEPT = 1000;

    /**
     * A policy with its latest results: what decides is the same for many objects of an input.
     *
     * @param inputs what alone decides; empty if that may be anything
     */
    private record Kept(Policy policy, List<FieldRead> inputs, Map<List<Object>, Evaluation.Result> results) {}

    private final List<Kept> policies = new ArrayList<>();
    private final Map<String, List<ObjectValue>> bindings = new TreeMap<>();
    private final Parameters parameters;
    private final ServerObjects objects;

    public PolicySet(
            List<ObjectValue> policies, List<ObjectValue> bindings, Parameters parameters, ServerObjects objects) {
        for (ObjectValue source : policies) {
            Policy policy = Policy.of(source, objects.release());
            this.policies.add(new Kept(policy, policy.inputs(), new ConcurrentHashMap<>()));
        }
        bindings.forEach(binding -> this.bindings
                .computeIfAbsent(binding.object("spec").string("policyName"), name -> new ArrayList<>())
                .add(binding));
        this.parameters = parameters;
        this.objects = objects;
    }

    public PolicyVerdict verdict(AdmissionRequest request, Authorizer authorizer) {
        return new Dispatch(request, authorizer).run();
    }

    /** The decisions about one request. */
    private final class Dispatch {

        private final AdmissionRequest request;
        private final Authorizer authorizer;
        private final List<GroupVersion> equivalents;
        private final List<Decision> denials = new ArrayList<>();
        private final List<Decision> warned = new ArrayList<>();
        private final List<Decision> audited = new ArrayList<>();
        private final List<Decision> unknown = new ArrayList<>();
        private final Map<String, String> annotations = new LinkedHashMap<>();
        private final Map<GroupVersion, Seen> seen = new HashMap<>();

        Dispatch(AdmissionRequest request, Authorizer authorizer) {
            this.request = request;
            this.authorizer = authorizer;
            this.equivalents = objects.equivalents(request);
        }

        PolicyVerdict run() {
            policies.forEach(this::apply);
            return new PolicyVerdict(
                    denials, warned, audited.subList(0, Math.min(audited.size(), MAX_AUDITED)), unknown, annotations);
        }

        private void apply(Kept kept) {
            try {
                matched(kept);
            } catch (UndecidedException e) {
                unknown(kept.policy, "", e.getMessage());
            }
        }

        private void unknown(Policy policy, String binding, @Nullable String what) {
            unknown.add(new Decision(policy.name(), binding, -1, String.valueOf(what), "", FieldPath.ROOT));
        }

        private void matched(Kept kept) throws UndecidedException {
            Policy policy = kept.policy;
            Optional<GroupVersion> version = policy.constraints().matched(request, equivalents);
            List<ObjectValue> bound = bindings.getOrDefault(policy.name(), List.of());
            if (version.isEmpty() || bound.isEmpty()) {
                return;
            }
            String problem = parameters.problem(policy.paramKind());
            if (problem != null) {
                misconfigured(policy, "", "failed to configure policy: " + problem);
                return;
            }
            Map<String, List<String>> values = new LinkedHashMap<>();
            for (ObjectValue binding : bound) {
                try {
                    apply(kept, binding, version.get(), values);
                } catch (UndecidedException e) {
                    unknown(policy, binding.object("metadata").string("name"), e.getMessage());
                }
            }
            values.forEach((key, all) -> annotations.put(policy.name() + "/" + key, String.join(", ", all)));
        }

        private void misconfigured(Policy policy, String binding, String text) {
            if (!policy.ignoresFailures()) {
                denials.add(new Decision(policy.name(), binding, -1, text, "Invalid", FieldPath.ROOT));
            }
        }

        private void apply(Kept kept, ObjectValue binding, GroupVersion version, Map<String, List<String>> values)
                throws UndecidedException {
            Policy policy = kept.policy;
            ObjectValue spec = binding.object("spec");
            String name = binding.object("metadata").string("name");
            if (spec.has("matchResources")
                    && new MatchResources(spec.object("matchResources"))
                            .matched(request, equivalents)
                            .isEmpty()) {
                return;
            }
            Parameters.Found params =
                    parameters.of(policy.paramKind(), spec, request.place().namespace());
            if (params.problem() != null) {
                misconfigured(policy, name, "failed to configure binding: " + params.problem());
                return;
            }
            List<String> actions = spec.list("validationActions").texts();
            for (Object param : params.values()) {
                Evaluation.Result evaluation = result(kept, name, param, version);
                if (evaluation.unknown() != null) {
                    unknown(policy, name, evaluation.unknown());
                }
                decide(evaluation, actions);
                evaluation.annotations().forEach((key, value) -> {
                    List<String> all = values.computeIfAbsent(key, none -> new ArrayList<>());
                    if (!all.contains(value)) {
                        all.add(value);
                    }
                });
            }
        }

        private Evaluation.Result result(Kept kept, String binding, Object param, GroupVersion version) {
            Evaluation evaluation = new Evaluation(
                    kept.policy,
                    binding,
                    (hasNamespace, isAuthorized) -> variables(kept.policy, param, version, hasNamespace, isAuthorized));
            if (kept.inputs.isEmpty()) {
                return evaluation.run();
            }
            if (kept.results.size() >= MAX_KEPT) {
                kept.results.clear();
            }
            Seen values = seen.computeIfAbsent(version, Seen::new);
            List<Object> inputs =
                    new ArrayList<>(List.of(binding, version, request.place().version()));
            kept.inputs.forEach(read -> inputs.add(values.input(read, param)));
            return kept.results.computeIfAbsent(inputs, none -> evaluation.run());
        }

        private void decide(Evaluation.Result evaluation, List<String> actions) {
            for (Decision decision : evaluation.decisions()) {
                for (String action : actions) {
                    switch (action) {
                        case "Deny" -> denials.add(decision);
                        case "Warn" -> warned.add(decision);
                        default -> audited.add(decision);
                    }
                }
            }
            denials.addAll(evaluation.errors());
        }

        private Variables variables(
                Policy policy, Object param, GroupVersion version, boolean hasNamespace, boolean isAuthorized) {
            Seen objectsSeen = seen.computeIfAbsent(version, Seen::new);
            Variables made = new Variables()
                    .with("object", objectsSeen.object)
                    .with("oldObject", objectsSeen.oldObject)
                    .with("request", hasNamespace ? objectsSeen.request : objectsSeen.requestOfConditions)
                    .with("namespaceObject", hasNamespace ? objectsSeen.namespace : null);
            if (policy.paramKind() != null) {
                made.with("params", param);
            }
            if (isAuthorized) {
                made.with(authorizer, ServerObjects.requestResource(request));
            }
            return made;
        }

        /** The values that expressions see in one version. */
        private final class Seen {

            private final @Nullable Object object;
            private final @Nullable Object oldObject;
            private final @Nullable Object namespace;
            private final Object request;
            private final Object requestOfConditions;

            Seen(GroupVersion version) {
                AdmissionRequest of = Dispatch.this.request;
                oldObject = objects.seen(of, version, false, null);
                object = objects.seen(of, version, true, oldObject);
                namespace = objects.namespace(of);
                request = objects.request(of, version, version);
                requestOfConditions = objects.request(of, version, of.place().version());
            }

            /** The value that an expression reads, or how many steps to it there are. */
            private Object input(FieldRead read, Object param) {
                Object value =
                        switch (read.variable()) {
                            case "object" -> object;
                            case "oldObject" -> oldObject;
                            case "namespaceObject" -> namespace;
                            case "request" -> request;
                            default -> param;
                        };
                int steps = 0;
                for (FieldPath step : read.path().steps()) {
                    if (step.name() == null || !(value instanceof Map<?, ?> map) || value instanceof Unknown) {
                        break;
                    }
                    value = map.get(step.name());
                    steps++;
                }
                return value == null ? Optional.of(steps) : value;
            }
        }
    }
}
