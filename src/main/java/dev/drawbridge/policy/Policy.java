package dev.drawbridge.policy;

import dev.drawbridge.constraint.cel.AdmissionLanguage;
import dev.drawbridge.constraint.cel.AdmissionLanguage.Result;
import dev.drawbridge.constraint.cel.AdmissionProgram;
import dev.drawbridge.constraint.cel.FieldRead;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A ValidatingAdmissionPolicy with its compiled expressions.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/admission/plugin/policy/validating/plugin.go}, compilePolicy.
 */
record Policy(
        String name,
        MatchResources constraints,
        @Nullable ParamKind paramKind,
        boolean ignoresFailures,
        Map<String, AdmissionProgram> variables,
        List<AdmissionProgram> conditions,
        List<Validation> validations,
        List<Annotation> annotations) {

    record ParamKind(String apiVersion, String kind) {

        @Override
        public String toString() {
            return apiVersion + ", Kind=" + kind;
        }
    }

    /** A validation; a message's program is null if it has none. */
    record Validation(
            AdmissionProgram program, @Nullable AdmissionProgram messageProgram, String message, String reason) {}

    /** An annotation of the audit event. */
    record Annotation(String key, AdmissionProgram program) {}

    static Policy of(ObjectValue source, KubernetesRelease release) {
        ObjectValue spec = source.object("spec");
        ObjectValue kind = spec.object("paramKind");
        boolean hasParams = spec.has("paramKind");
        AdmissionLanguage bare = PolicyLanguage.of(release, hasParams);
        AdmissionLanguage language = spec.list("variables").size() == 0 ? bare : bare.withVariables();
        Map<String, AdmissionProgram> variables = new LinkedHashMap<>();
        for (ObjectValue variable : spec.list("variables").objects()) {
            AdmissionProgram program = language.compile(variable.string("expression"), Result.ANY);
            variables.put(variable.string("name"), program);
            language = language.with(variable.string("name"), program);
        }
        AdmissionLanguage ofMessages = language.withoutAuthorizer();
        List<AdmissionProgram> conditions = new ArrayList<>();
        for (ObjectValue condition : spec.list("matchConditions").objects()) {
            conditions.add(bare.compile(condition.string("expression"), Result.BOOL));
        }
        List<Validation> validations = new ArrayList<>();
        for (ObjectValue validation : spec.list("validations").objects()) {
            String message = validation.string("messageExpression");
            validations.add(new Validation(
                    language.compile(validation.string("expression"), Result.BOOL),
                    message.isEmpty() ? null : ofMessages.compile(message, Result.STRING),
                    validation.string("message"),
                    validation.string("reason")));
        }
        List<Annotation> annotations = new ArrayList<>();
        for (ObjectValue annotation : spec.list("auditAnnotations").objects()) {
            annotations.add(new Annotation(
                    annotation.string("key"),
                    language.compile(annotation.string("valueExpression"), Result.STRING_OR_NULL)));
        }
        return new Policy(
                source.object("metadata").string("name"),
                new MatchResources(spec.object("matchConstraints")),
                hasParams ? new ParamKind(kind.string("apiVersion"), kind.string("kind")) : null,
                spec.string("failurePolicy").equals("Ignore"),
                variables,
                conditions,
                validations,
                annotations);
    }

    Stream<AdmissionProgram> programs() {
        return Stream.of(
                        conditions.stream(),
                        variables.values().stream(),
                        validations.stream().map(Validation::program),
                        validations.stream().map(Validation::messageProgram).filter(Objects::nonNull),
                        annotations.stream().map(Annotation::program))
                .flatMap(Function.identity());
    }

    /** The fields on which alone decisions depend; empty if that may be anything, such as roles or a whole object. */
    List<FieldRead> inputs() {
        List<FieldRead> inputs = programs()
                .flatMap(program -> program.reads().stream())
                .filter(read -> !read.variable().equals("variables"))
                .map(read -> new FieldRead(read.variable(), read.fixed()))
                .distinct()
                .toList();
        return inputs.stream()
                        .allMatch(read -> !read.path().equals(FieldPath.ROOT)
                                || read.variable().equals("params"))
                ? inputs
                : List.of();
    }
}
