package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.constraint.content.Images;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import dev.drawbridge.resource.rule.PodParts.Form;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An update of a pod must not change its claims or how containers use them, nor add or remove containers; another tag
 * of an image must not change the default of imagePullPolicy. Source: {@code pkg/apis/core/validation},
 * ValidatePodUpdate.
 */
public record PodClaimsAreImmutable(Form form) implements ObjectRule {

    // @formatter:off
    private static final Demand CLAIMS = new Demand(Origin.IMMUTABLE, "spec",
        "pod updates may not change resource claims or extended resources")
        .dependingOn("spec.resourceClaims", "spec.containers.resources", "spec.initContainers.resources")
        .example("{spec: {resourceClaims: [{name: a, resourceClaimName: x}]}}", "{spec: {resourceClaims: [{name: b}]}}",
            "{spec: {resourceClaims: [{name: a, resourceClaimName: x}]}}");
    private static final Demand SAME = new Demand(Origin.IMMUTABLE, "pod updates may not add or remove containers");
    private static final Demand SAME_CONTAINERS = SAME.at("spec.containers")
        .example("{spec: {containers: [{name: c}]}}", "{spec: {containers: [{name: c}, {name: d}]}}",
            "{spec: {containers: [{name: c}]}}");
    private static final Demand SAME_INIT_CONTAINERS = SAME.at("spec.initContainers")
        .example("{spec: {initContainers: [{name: c}]}}", "{spec: {initContainers: []}}",
            "{spec: {initContainers: [{name: c}]}}");
    private static final Demand PULL_POLICY = new Demand(Origin.IMMUTABLE, "spec",
        "pod updates may not change imagePullPolicy")
        .dependingOn("spec.containers.imagePullPolicy", "spec.initContainers.imagePullPolicy")
        .example("{spec: {containers: [{name: c, image: 'a:1', imagePullPolicy: IfNotPresent}]}}",
            "{spec: {containers: [{name: c, image: a}]}}",
            "{spec: {containers: [{name: c, image: 'a:1', imagePullPolicy: IfNotPresent}]}}");
    // @formatter:on

    private static final String FIELD = "imagePullPolicy";
    private static final List<String> CONTAINERS = List.of("containers", "initContainers");

    @Override
    public List<Demand> demands() {
        return List.of(CLAIMS, SAME_CONTAINERS, SAME_INIT_CONTAINERS, PULL_POLICY);
    }

    @Override
    public void check(ObjectValue pod, @Nullable ObjectValue old, ValidationContext context) {
        if (old == null) {
            return;
        }
        ObjectValue spec = pod.object("spec");
        ObjectValue oldSpec = old.object("spec");
        for (String field : CONTAINERS) {
            if (spec.list(field).size() != oldSpec.list(field).size()) {
                context.report(ErrorType.FORBIDDEN, null, SAME, "spec", field);
                return;
            }
        }
        if (!PodParts.of(spec, form).equals(PodParts.of(oldSpec, form))) {
            context.report(ErrorType.FORBIDDEN, null, CLAIMS.adding("delete the pod and create it again"), "spec");
        } else if (!CONTAINERS.stream().allMatch(field -> keepsPullPolicy(spec.list(field), oldSpec.list(field)))) {
            context.report(ErrorType.FORBIDDEN, null, PULL_POLICY.adding("write it as it was"), "spec");
        }
    }

    private static boolean keepsPullPolicy(ListValue now, ListValue before) {
        return IntStream.range(0, now.size())
                .allMatch(i -> keepsPullPolicy(ObjectValue.orEmpty(now.get(i)), ObjectValue.orEmpty(before.get(i))));
    }

    /** A policy that is not written is the default of the image, if that is known; if it never was, the stored one. */
    private static boolean keepsPullPolicy(ObjectValue now, ObjectValue before) {
        String old = before.string(FIELD);
        String written = now.string(FIELD);
        if (old.isEmpty() == written.isEmpty()) {
            return old.equals(written);
        }
        ObjectValue unset = old.isEmpty() ? before : now;
        String image = unset.string("image");
        return image.isEmpty() || Images.pullPolicy(image).equals(old.isEmpty() ? written : old);
    }
}
