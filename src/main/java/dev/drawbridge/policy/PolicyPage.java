package dev.drawbridge.policy;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.validation.ResourceApi;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Describes a policy: what it matches, requires and reads, and the effect of its bindings. */
public final class PolicyPage {

    private PolicyPage() {}

    /** The sections of the page, by title; some may be empty. */
    public static Map<String, List<String>> of(ObjectValue policy, List<ObjectValue> bindings) {
        ObjectValue spec = policy.object("spec");
        ObjectValue kind = spec.object("paramKind");
        Map<String, List<String>> sections = new LinkedHashMap<>();
        sections.put("MATCHES", rules(spec.object("matchConstraints")));
        sections.put("IF", named(spec, "matchConditions"));
        sections.put("VARIABLES", named(spec, "variables"));
        sections.put("REQUIRES", required(spec));
        sections.put("READS", reads(Policy.of(policy, ResourceApi.newestRelease())));
        sections.put("PARAMETERS", List.of((kind.string("apiVersion") + " " + kind.string("kind")).strip()));
        sections.put("BINDINGS", bindings.stream().map(PolicyPage::binding).toList());
        String failure = spec.string("failurePolicy").equals("Ignore") ? "allows the request" : "denies the request";
        sections.put("ON AN ERROR", List.of(failure));
        return sections;
    }

    private static List<String> named(ObjectValue spec, String list) {
        return spec.list(list).objects().stream()
                .map(one -> one.string("name") + ": " + line(one.string("expression")))
                .toList();
    }

    private static String line(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    private static List<String> required(ObjectValue spec) {
        return spec.list("validations").objects().stream()
                .map(one -> line(one.string("expression"))
                        + (one.string("message").isEmpty() ? "" : ": " + line(one.string("message"))))
                .toList();
    }

    private static List<String> rules(ObjectValue match) {
        List<String> lines = new ArrayList<>();
        match.list("resourceRules").objects().forEach(rule -> lines.add(rule(rule)));
        match.list("excludeResourceRules").objects().forEach(rule -> lines.add("not " + rule(rule)));
        for (String selector : List.of("namespaceSelector", "objectSelector")) {
            if (!new LabelSelector(match.object(selector)).isEmpty()) {
                lines.add(selector + " " + match.object(selector).json());
            }
        }
        if (match.string("matchPolicy").equals("Exact")) {
            lines.add("in these versions only");
        }
        return lines;
    }

    private static String rule(ObjectValue rule) {
        String groups = rule.list("apiGroups").texts().stream()
                .map(group -> group.isEmpty() ? "the core group" : group)
                .collect(Collectors.joining(", "));
        List<String> names = rule.list("resourceNames").texts();
        return String.join(", ", rule.list("operations").texts()) + " "
                + String.join(", ", rule.list("resources").texts()) + " of " + groups + " "
                + String.join(", ", rule.list("apiVersions").texts())
                + (names.isEmpty() ? "" : " named " + String.join(", ", names));
    }

    private static List<String> reads(Policy policy) {
        return policy.programs()
                .flatMap(program -> program.reads().stream())
                .filter(read -> !read.variable().equals("variables")
                        || read.path().steps().size() > 1)
                .map(read -> read.variable() + (read.path().equals(FieldPath.ROOT) ? "" : "." + read.path()))
                .distinct()
                .sorted()
                .toList();
    }

    private static String binding(ObjectValue binding) {
        ObjectValue spec = binding.object("spec");
        StringBuilder text = new StringBuilder(binding.object("metadata").string("name"))
                .append(": ")
                .append(String.join(", ", spec.list("validationActions").texts()));
        rules(spec.object("matchResources")).forEach(rule -> text.append("; ").append(rule));
        ObjectValue parameters = spec.object("paramRef");
        if (parameters.size() > 0) {
            String name = parameters.string("name");
            String namespace = parameters.string("namespace");
            boolean isAllowed = parameters.string("parameterNotFoundAction").equals("Allow");
            text.append("; parameters "
                    + (name.isEmpty() ? parameters.object("selector").json() : name) + " of "
                    + (namespace.isEmpty() ? "the request's namespace" : "namespace " + namespace)
                    + (isAllowed ? ", allowed without" : ", denied without"));
        }
        return text.toString();
    }
}
