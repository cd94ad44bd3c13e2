package dev.drawbridge.validation;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.UnknownFields;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Validation requests for objects as text, with ' for ". */
abstract class ValidationRequests {

    static final String CLAIM = "{'metadata':{'name':'a'},'spec':{'resourceClassName':'c'}}";
    static final String API = "resource.k8s.io/v1alpha2";
    static final String V1 = "resource.k8s.io/v1";

    final Validator validator = new Validator();

    @Nullable
    Map<String, String> labels;

    static String modern(String field) {
        return "{'metadata':{'name':'a'},'spec':{'devices':{'requests':[{'name':'gpu','exactly':{'deviceClassName':'c',"
                + field + "}}]}}}";
    }

    Verdict validate(
            String apiVersion,
            String kind,
            Operation request,
            String object,
            @Nullable String old,
            @Nullable KubernetesRelease release,
            UnknownFields unknownFields) {
        return validator.validate(new ValidationRequest(
                apiVersion,
                kind,
                request,
                value(object),
                old == null ? null : value(old),
                new ApiServer(release, GateSettings.DEFAULTS, unknownFields),
                labels));
    }

    static Value value(String text) {
        byte[] bytes = text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return ((Document) JsonReader.withPositions(ReadLimits.DEFAULT).read(bytes)).value();
    }

    static List<Origin> origins(List<FieldError> errors) {
        return errors.stream().map(FieldError::origin).toList();
    }

    Verdict create(String kind, String object) {
        return validate(API, kind, Operation.CREATE, object, null, null, UnknownFields.DENY);
    }

    Verdict status(String object) {
        return validate(API, "ResourceClaim", Operation.UPDATE_STATUS, object, CLAIM, null, UnknownFields.DENY);
    }

    Verdict latest(String kind, String object, String gates) {
        return validator.validate(new ValidationRequest(
                V1,
                kind,
                Operation.CREATE,
                value(object),
                null,
                new ApiServer(KubernetesRelease.K8S_1_37, GateSettings.parse(gates), UnknownFields.DENY),
                null));
    }
}
