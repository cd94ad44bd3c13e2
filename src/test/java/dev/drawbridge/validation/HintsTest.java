package dev.drawbridge.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Request;
import dev.drawbridge.schema.UnknownFields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an error says to do about a field or a value that is in the wrong place. */
class HintsTest extends ValidationRequests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        v1      | ResourceClaim | {'spec':{'devices':{'requests':[{'name':'gpu','deviceClassName':'c'}]}}} | move it into exactly
        v1      | ResourceClaim | {'name':'a'}                                                        | move it into metadata
        v1      | ResourceClaim | {'spec':{'device':{}}}                                              | did you mean devices?
        v1      | ResourceClaim | {'spec':{'gpus':{}}}                                                | remove it or mend its name
        v1      | ResourceSlice | {'spec':{'devices':[{'name':'d','basic':{}}]}}                      | it is one in v1alpha3, v1beta1
        v1      | ResourceSlice | {'spec':{'devices':[{'nodeAllocatableResourceMappings':{}}]}}       | it is one until Kubernetes 1.36
        v1beta1 | ResourceClaim | {'spec':{'devices':{'requests':[{'exactly':{}}]}}}                  | it is one in v1beta2, v1
        """)
    void anUnknownFieldIsToldWhatToDo(String version, String kind, String object, String hint) {
        Verdict verdict =
                validate("resource.k8s.io/" + version, kind, Request.CREATE, object, null, null, UnknownFields.DENY);

        assertThat(verdict.errors())
                .filteredOn(error -> error.origin() == Origin.UNKNOWN_FIELD)
                .singleElement()
                .extracting(FieldError::detail)
                .isEqualTo("is no field of this type in this version; " + hint);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {'attributes':{'model':'a100'}}      | must be an object, is a string; write {string: …} or {version: …}
        {'attributes':{'cores':8}}           | must be an object, is a number; write {int: …}
        {'attributes':{'cores':[8]}}         | must be an object, is a list
        {'capacity':{'memory':'80Gi'}}       | must be an object, is a string; write {value: …}
        {'capacity':{'memory':'much'}}       | must be an object, is a string
        {'name':7}                           | must be a string, is a number; put it in quotes
        {'nodeName':true}                    | must be a string, is a boolean; put it in quotes
        {'allNodes':'true'}                  | must be true or false, is a string; remove its quotes
        {'allNodes':'yes'}                   | must be true or false, is a string
        {'attributes':{'a':{'int':'7'}}}     | must be an integer, is a string; remove its quotes
        {'attributes':{'a':{'int':'7Gi'}}}   | must be an integer, is a string
        {'taints':{'key':'a/b'}}             | must be a list, is an object; put it in [ ]
        {'taints':'a/b'}                     | must be a list, is a string
        """)
    void aValueOfAnotherTypeIsToldWhatToDo(String device, String detail) {
        Verdict verdict = validate(
                "resource.k8s.io/v1",
                "ResourceSlice",
                Request.CREATE,
                "{'spec':{'devices':[" + device + "]}}",
                null,
                null,
                UnknownFields.DENY);

        assertThat(verdict.errors())
                .filteredOn(error -> error.type() == ErrorType.WRONG_TYPE)
                .singleElement()
                .extracting(FieldError::detail)
                .isEqualTo(detail);
    }

    @Test
    void whatIsAllowedIsNamedInOneOrder() {
        Verdict verdict = validate(
                "resource.k8s.io/v1",
                "DeviceClass",
                Request.CREATE,
                "{'metadata':{'name':'a','finalizers':['b']},'spec':{}}",
                null,
                null,
                UnknownFields.DENY);

        assertThat(verdict.errors())
                .extracting(FieldError::detail)
                .containsOnly("must be DOMAIN/NAME or one of [kubernetes, orphan, foregroundDeletion]");
    }

    @Test
    void anUnknownFieldThatALaterReleaseHasIsToldSo() {
        Verdict verdict = validate(
                "resource.k8s.io/v1beta1",
                "ResourceClaim",
                Request.CREATE,
                "{'spec':{'devices':{'requests':[{'firstAvailable':[]}]}}}",
                null,
                KubernetesRelease.K8S_1_32,
                UnknownFields.DENY);

        assertThat(verdict.errors())
                .extracting(FieldError::detail)
                .contains("is no field of this type in this version; it is one from Kubernetes 1.33 on");
    }
}
