package dev.drawbridge.policy;

import dev.drawbridge.constraint.cel.AdmissionProgram.Variables;
import dev.drawbridge.constraint.cel.Authorizer;
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
import org.jspecify.annotations.Nullable;

/**
 * Policies with their bindings and the objects that may be their parameters. The server's order of policies is random;
 * here it is the given one.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/admission/plugin/policy/validating/dispatcher.go}, Dispatch.
 */
public final class PolicySet {

    private static final int MAX_AUDITED = 50;

    private final List<Policy> policies = new ArrayList<>();
    private final Map<String, List<ObjectValue>> bindings = new TreeMap<>();
    private final Parameters parameters;
    private final ServerObjects objects;
    /**
     * Creates a set.
     *
     * @param parameters the objects of the cluster
     */
    public PolicySet(
            List<ObjectValue> policies, List<ObjectValue> bindings, Parameters parameters, ServerObjects objects) {
        policies.forEach(policy -> this.policies.add(Policy.of(policy)));
        bindings.forEach(binding -> this.bindings
                .computeIfAbsent(binding.object("spec").string("policyName"), name -> new ArrayList<>())
                .add(binding));
        this.parameters = parameters;
        this.objects = objects;
    }

    /**
     * What the policies decide.
     *
     * @param authorizer answers authorization checks
     */
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

        private void apply(Policy policy) {
            try {
                matched(policy);
            } catch (UndecidedException e) {
                unknown(policy, "", e.getMessage());
            }
        }

        private void unknown(Policy policy, String binding, @Nullable String what) {
            unknown.add(new Decision(policy.name(), binding, -1, String.valueOf(what), "", FieldPath.ROOT));
        }

        private void matched(Policy policy) throws UndecidedException {
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
                    apply(policy, binding, version.get(), values);
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

        private void apply(Policy policy, ObjectValue binding, GroupVersion version, Map<String, List<String>> values)
                throws UndecidedException {
            ObjectValue spec = binding.object("spec");
            String name = binding.object("metadata").string("name");
            if (spec.has("matchResources")
                    && new MatchResources(spec.object("matchResources"))
                            .matched(request, equivalents)
                            .isEmpty()) {
                return;
            }
            Parameters.Found params = parameters.of(policy.paramKind(), spec, request.namespace());
            if (params.problem() != null) {
                misconfigured(policy, name, "failed to configure binding: " + params.problem());
                return;
            }
            List<String> actions = spec.list("validationActions").texts();
            for (Object param : params.values()) {
                Evaluation evaluation = new Evaluation(
                                policy,
                                name,
                                (hasNamespace, isAuthorized) ->
                                        variables(policy, param, version, hasNamespace, isAuthorized))
                        .run();
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

        private void decide(Evaluation evaluation, List<String> actions) {
            for (int i = 0; i < evaluation.decisions().size(); i++) {
                Decision decision = evaluation.decisions().get(i);
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
                oldObject = objects.oldObject(of, version);
                object = objects.object(of, version, oldObject);
                namespace = objects.namespace(of);
                request = ServerObjects.request(of, version, version);
                requestOfConditions = ServerObjects.request(of, version, of.version());
            }
        }
    }
}
