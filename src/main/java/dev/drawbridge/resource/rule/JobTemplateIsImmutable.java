package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import dev.drawbridge.resource.rule.PodParts.Form;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An update of a Job does not change the claims of its pods. From Kubernetes 1.36 on, it may change the claims that
 * containers use while the Job is suspended and has no active pods. Nor does it change the selector. The server
 * generates that of a new Job without {@code manualSelector}, and refuses one from a file: such an old selector was
 * never stored. Source: {@code pkg/apis/batch/validation}, ValidateJobSpecUpdate, validatePodTemplateUpdate,
 * validateGeneratedSelector.
 */
public record JobTemplateIsImmutable(Form form, boolean isMutableWhileSuspended) implements ObjectRule {

    // @formatter:off
    private static final Demand SAME = new Demand(Origin.IMMUTABLE, "field is immutable");
    private static final Demand SELECTOR = SAME.at("spec.selector").dependingOn("spec.manualSelector")
        .example("{spec: {manualSelector: true, selector: {matchLabels: {a: b}}}}", "{spec: {manualSelector: true}}",
            "{spec: {manualSelector: true, selector: {matchLabels: {a: b}}}}");
    private static final Demand TEMPLATE = SAME.at("spec.template")
        .example("{spec: {template: {spec: {resourceClaims: [{name: a, resourceClaimName: x}]}}}}",
            "{spec: {template: {spec: {resourceClaims: [{name: b}]}}}}",
            "{spec: {template: {spec: {resourceClaims: [{name: a, resourceClaimName: x}]}}}}");
    private static final Demand SPEC = SAME.at("spec.template.spec").dependingOn("spec.suspend")
        .example("{spec: {template: {spec: {resourceClaims: [{name: a, resourceClaimName: x}]}}}}",
            "{spec: {suspend: true, template: {spec: {resourceClaims: [{name: b}]}}}}",
            "{spec: {suspend: true, template: {spec: {resourceClaims: [{name: a, resourceClaimName: x}]}}}}");
    // @formatter:on

    @Override
    public List<Demand> demands() {
        return isMutableWhileSuspended ? List.of(SELECTOR, TEMPLATE, SPEC) : List.of(SELECTOR, TEMPLATE);
    }

    @Override
    public void check(ObjectValue job, @Nullable ObjectValue old, ValidationContext context) {
        if (old == null) {
            return;
        }
        ObjectValue selector = old.object("spec").object("selector");
        if (selector.size() > 0
                && (old.object("metadata").has("uid") || old.object("spec").isTrue("manualSelector"))
                && !isSame(selector, job.object("spec").object("selector"))) {
            report(SELECTOR, context, "spec", "selector");
        }
        PodParts now = parts(job);
        PodParts before = parts(old);
        if (isMutableWhileSuspended && isMutable(old)) {
            PodParts adopted = new PodParts(
                    before.claims(),
                    adopted(now.containers(), before.containers()),
                    adopted(now.initContainers(), before.initContainers()),
                    before.ephemeralContainers(),
                    before.podLevel());
            if (!now.equals(adopted)) {
                report(SPEC, context, "spec", "template", "spec");
            }
        } else if (!now.equals(before)) {
            report(TEMPLATE, context, "spec", "template");
        }
    }

    private static boolean isSame(ObjectValue one, ObjectValue other) {
        return JsonEquality.same(one.object("matchLabels"), other.object("matchLabels"))
                && expressions(one).equals(expressions(other));
    }

    /** Go has an empty list of values for none. */
    private static List<List<Object>> expressions(ObjectValue selector) {
        return selector.list("matchExpressions").objects().stream()
                .map(one -> List.<Object>of(
                        one.string("key"),
                        one.string("operator"),
                        one.list("values").texts()))
                .toList();
    }

    private PodParts parts(ObjectValue job) {
        return PodParts.ofTemplate(job.object("spec").object("template").object("spec"), form);
    }

    /** Whether the stored Job is suspended, and has not started or stopped again. */
    private static boolean isMutable(ObjectValue old) {
        ObjectValue status = old.object("status");
        boolean isSuspended = status.list("conditions").objects().stream()
                .anyMatch(condition -> condition.string("type").equals("Suspended")
                        && condition.string("status").equals("True"));
        return old.object("spec").get("suspend") instanceof BooleanValue suspend
                && suspend.value()
                && (!status.has("startTime") || isSuspended)
                && !(status.get("active") instanceof NumberValue active
                        && !active.text().equals("0"));
    }

    /** The new containers if the old ones have the same names. */
    private static List<PodParts.Container> adopted(List<PodParts.Container> now, List<PodParts.Container> before) {
        if (now.size() != before.size()) {
            return before;
        }
        return IntStream.range(0, now.size())
                .mapToObj(i -> now.get(i).name().equals(before.get(i).name()) ? now.get(i) : before.get(i))
                .toList();
    }

    private static void report(Demand demand, ValidationContext context, String... fields) {
        context.report(ErrorType.INVALID, null, demand.adding("delete the Job and create it again"), fields);
    }
}
