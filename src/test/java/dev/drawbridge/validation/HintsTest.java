package dev.drawbridge.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.UnknownFields;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of hints for misplaced fields and values. */
class HintsTest extends ValidationRequests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        v1      | ResourceClaim | {'spec':{'devices':{'requests':[{'name':'gpu','deviceClassName':'c'}]}}} | move it into exactly
        v1      | ResourceClaim | {'name':'a'}                                                  | move it into metadata
        v1      | ResourceClaim | {'devices':{}}                                                | move it into spec
        v1      | ResourceClaim | {'spec':{'device':{}}}                                        | did you mean devices?
        v1      | ResourceClaim | {'spec':{'gpus':{}}}                                          | expected devices
        v1      | ResourceClaim | {'spec':{'devices':{'exactly':{}}}}                           | it belongs in spec.devices.requests[]
        v1      | ResourceClaim | {'spec':{'devices':{'metadata':{}}}}                          | it belongs at the top level
        v1      | ResourceClaim | {'spec':{'devices':{'count':1}}}                              | it belongs in spec.devices.requests[].exactly or spec.devices.requests[].firstAvailable[]
        v1      | ResourceClaimTemplate | {'spec':{'spec':{'devices':{'constraints':[{'count':1}]}}}} | it belongs in spec.spec.devices.requests[].exactly or spec.spec.devices.requests[].firstAvailable[]
        v1      | ResourceClaimTemplate | {'spec':{'devices':{}}}                               | move it into spec.spec
        v1      | ResourceClaim | {'spec':{'resourceClassName':'c'}}                            | since v1alpha3 each entry of devices.requests has a deviceClassName
        v1      | DeviceClass   | {'driverName':'x'}                                            | since v1alpha3 select the driver in spec.selectors: device.driver == "NAME"
        v1      | DeviceClass   | {'spec':{'suitableNodes':{}}}                                 | it existed until Kubernetes 1.31
        v1      | ResourceSlice | {'spec':{'devices':[{'name':'d','basic':{}}]}}                | it exists in v1alpha3, v1beta1
        v1      | ResourceSlice | {'spec':{'devices':[{'nodeAllocatableResourceMappings':{}}]}} | it existed until Kubernetes 1.36
        v1beta1 | ResourceClaim | {'spec':{'devices':{'requests':[{'exactly':{}}]}}}            | it exists in v1beta2, v1
        v1      | ResourceClaim | {'spec':{'devices':{'requests':[{'exactly':{'capacity':{'memory':'1Gi'}}}]}}} | move it into requests
        v1      | ResourceClaim | {'spec':{'devices':{'requests':[{'exactly':{'capacity':{'limits':{}}}}]}}} | expected requests
        v1      | ResourceClaim | {'spec':{'devices':{'config':[{'opaque':{'kind':'a'}}]}}}     | move it into parameters
        v1      | ResourceClaimTemplate | {'spec':{'template':{'spec':{}}}}                     | move its content up by one level
        v1      | ResourceClaim | {'spec':{'devices':{'config':[{'opaque':{'sharing':'a'}}]}}}  | move it into parameters
        v1      | ResourceClaim | {'spec':{'devices':{'requests':[{'driver':'a'}]}}}            | name a deviceClassName, or select devices: device.driver == "NAME"
        v1      | ResourceClaim | {'spec':{'devices':{'requests':[{'count':2,'firstAvailable':[{}]}]}}} | it belongs in an entry of firstAvailable
        v1      | ResourceClaim | {'spec':{'devices':{'requests':[{'counts':2,'firstAvailable':[{}]}]}}} | it belongs in an entry of firstAvailable, as count
        v1      | ResourceClaim | {'spec':{'devices':{'requests':[{'adminAccess':true,'firstAvailable':[{}]}]}}} | remove it: firstAvailable does not have it
        v1      | ResourceClaim | {'spec':{'devices':{'requests':[{'firstAvailable':[{'count':1,'exactly':{'count':2}}]}]}}} | move its content up by one level
        v1      | ResourceClaim | {'spec':{'devices':{'requests':[{'exactly':{'count':1,'firstAvailable':[]}}]}}} | remove it: spec.devices.requests[0] has exactly instead
        v1      | ResourceClaim | {'spec':{'devices':{'requests':[{'count':2,'exactly':'a'}]}}} | move it into exactly
        v1      | ResourceClaim | {'spec':{'devices':{'requests':[{'deviceClasName':'a','exactly':{'deviceClassName':'b'}}]}}} | remove it: exactly has deviceClassName already
        v1      | ResourceClaim | {'spec':{'devices':{'requests':[{'-name':'a'}]}}}             | put a space after the "-"
        v1      | ResourceClaimTemplate | {'spec':{'name':'a'}}                                 | remove it: it must not be set in metadata here
        v1      | ResourceClaim | {'spec':{'devices':{'requests':[{'replicas':2}]}}}            | did you mean exactly.count?
        v1      | ResourceClaim | {'spec':{'devices':{'requests':[{'anyOf':[]}]}}}              | did you mean firstAvailable?
        v1      | ResourceClaim | {'spec':{'devices':{'requests':[{'exactly':{'selectors':[{'expr':'a'}]}}]}}} | did you mean cel.expression?
        v1      | ResourceSlice | {'spec':{'node':'x'}}                                         | did you mean nodeName?
        v1      | DeviceClass   | {'spec':{'driver':'x'}}                                       | select the driver in selectors: device.driver == "NAME"
        v1      | ResourceSlice | {'spec':{'driverName':'x'}}                                   | did you mean driver?
        v1      | ResourceSlice | {'spec':{'driver':'x','driverName':'x'}}                      | remove it or fix the name
        v1      | ResourceSlice | {'spec':{'nodeSelector':{'matchLabels':{}}}}                  | write nodeSelectorTerms[].matchExpressions
        """)
    void unknownFieldHasHint(String version, String kind, String object, String hint) {
        Verdict verdict =
                validate("resource.k8s.io/" + version, kind, Operation.CREATE, object, null, null, UnknownFields.DENY);

        assertThat(verdict.errors())
                .filteredOn(error -> error.origin() == Origin.UNKNOWN_FIELD)
                .singleElement()
                .extracting(FieldError::detail)
                .isEqualTo("unknown field in resource.k8s.io/" + version + "; " + hint);
    }

    /** Not into {@code spec.scheduling}, which the server drops while its gate is off; a whole field stays one. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        {'spec':{'resourceClaims':[{'name':'a'}]}}                                       | spec.template.spec
        {'spec':{'template':{'spec':{'scheduling':{'resourceClaims':[{'name':'a'}]}}}}}  | spec
        """)
    void misplacedClaimsOfJobHaveHint(String job, String place) {
        assertThat(validate("batch/v1", "Job", Operation.CREATE, job, null, null, UnknownFields.DENY)
                        .errors())
                .filteredOn(error -> error.origin() == Origin.UNKNOWN_FIELD)
                .singleElement()
                .extracting(FieldError::detail)
                .isEqualTo("unknown field in batch/v1; it belongs in " + place);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {'attributes':{'model':'a100'}}      | expected an object, found a string; write {string: …} or {version: …}
        {'attributes':{'cores':8}}           | expected an object, found a number; write {int: …}
        {'attributes':{'cores':[8]}}         | expected an object, found a list
        {'capacity':{'memory':'80Gi'}}       | expected an object, found a string; write {value: …}
        {'capacity':{'memory':'much'}}       | expected an object, found a string
        {'name':7}                           | expected a string, found a number; put it in quotes
        {'attributes':{'a':{'version':1.2}}} | expected a string, found a number; write "1.2.0"
        {'attributes':{'a':{'version':12}}}  | expected a string, found a number; write "12.0.0"
        {'attributes':{'a':{'version':1e3}}} | expected a string, found a number; put it in quotes
        {'nodeName':true}                    | expected a string, found a boolean; put it in quotes (YAML reads y, n, yes, no, on and off as true or false)
        {'allNodes':'true'}                  | expected true or false, found a string; remove its quotes
        {'allNodes':'yes'}                   | expected true or false, found a string
        {'attributes':{'a':{'int':'7'}}}     | expected an integer, found a string; remove its quotes
        {'attributes':{'a':{'int':'7Gi'}}}   | expected an integer, found a string
        {'taints':{'key':'a/b'}}             | expected a list, found an object; start each entry with "- "
        {'taints':'a/b'}                     | expected a list, found a string
        {'attributes':{'a':[{'int':7}]}}     | expected an object, found a list; remove the "- "
        {'attributes':{'a':[{'ant':7}]}}     | expected an object, found a list; remove the "- "
        {'attributes':[{'name':'a'}]}        | expected an object, found a list
        {'attributes':[{'a':{'int':7}}]}     | expected an object, found a list; remove the "- "
        {'taints':{'a':{'key':'a/b'}}}       | expected a list, found an object; start each entry with "- "
        {'taints':{'taints':[{'key':'a/b'}]}} | expected a list, found an object; move its content up by one level
        {'capacity':{'value':'80Gi'}}        | expected an object, found a string; it is a field of an entry; indent it below the name of the entry
        {'capacity':{'memory':'value 80Gi'}} | expected an object, found a string; put a colon after value
        {'capacity':{'memory':'value=80Gi'}} | expected an object, found a string; write value: …
        {'capacity':{'memory':'value:80Gi'}} | expected an object, found a string; put a space after the colon
        {'consumesCounters':'a'}             | expected a list, found a string; write [{counterSet: …}]
        {'consumesCounters':'of the gpu'}    | expected a list, found a string
        {'capacity':{'memory':{'value':'80GB'}}} | must be a quantity: a decimal number and one of n u m k M G T P E Ki Mi Gi Ti Pi Ei, or an exponent; write 80G
        {'capacity':{'memory':{'value':'80gib'}}} | must be a quantity: a decimal number and one of n u m k M G T P E Ki Mi Gi Ti Pi Ei, or an exponent; write 80Gi
        {'capacity':{'memory':{'value':'80 Ki'}}} | must be a quantity: a decimal number and one of n u m k M G T P E Ki Mi Gi Ti Pi Ei, or an exponent; write 80Ki
        """)
    void wrongTypeHasHint(String device, String detail) {
        Verdict verdict = validate(
                "resource.k8s.io/v1",
                "ResourceSlice",
                Operation.CREATE,
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {'name':'a','exactly':{'deviceClassName':'c','count':33}}                                       | 33
        {'name':'a','exactly':{'deviceClassName':'c','count':32}},{'name':'b','exactly':{'deviceClassName':'c'}} | 33
        {'name':'a','exactly':{'deviceClassName':'c','count':32}}                                       |
        {'name':'a','exactly':{'deviceClassName':'c','allocationMode':'All'}}                           |
        {'name':'a','firstAvailable':[{'name':'x','deviceClassName':'c','count':40},{'name':'y','deviceClassName':'c'}]} |
        """)
    void claimOfMoreDevicesThanAnAllocationHasIsAWarning(String requests, @Nullable Integer found) {
        Verdict verdict = latest("ResourceClaim", "{'spec':{'devices':{'requests':[" + requests + "]}}}", "");

        assertThat(verdict.errors()).extracting(FieldError::origin).doesNotContain(Origin.MAX_ITEMS);
        assertThat(verdict.warnings().stream()
                        .filter(warning -> warning.origin() == Origin.MAX_ITEMS)
                        .map(FieldError::detail)
                        .toList())
                .isEqualTo(
                        found == null
                                ? List.of()
                                : List.of(
                                        "should ask for no more than 32 devices in all: a claim never gets more; these"
                                                + " ask for " + found + "; use several claims"));
    }

    /** Each field of an entry that lost the key of its list may be of several objects, all of them only of one. */
    @Test
    void fieldsOfAnotherObjectBelongThereTogether() {
        Verdict verdict = latest("ResourceClaim", """
                {'spec':{'devices':{'requests':[{'requests':['a'],'matchAttribute':'a.b/c'}]}}}""", "");

        assertThat(verdict.errors())
                .filteredOn(error -> error.origin() == Origin.UNKNOWN_FIELD)
                .extracting(FieldError::detail)
                .containsOnly("unknown field in resource.k8s.io/v1; it belongs in spec.devices.constraints[]")
                .hasSize(2);
    }

    @Test
    void longTextIsNoListOfNames() {
        String words = "a b ".repeat(50_000);

        assertThat(latest("ResourceClaim", "{'spec':{'devices':{'requests':'" + words + "'}}}", "")
                        .errors())
                .extracting(FieldError::detail)
                .contains("expected a list, found a string");
    }

    @Test
    void allowedValuesAreListedInOrder() {
        Verdict verdict = validate(
                "resource.k8s.io/v1",
                "DeviceClass",
                Operation.CREATE,
                "{'metadata':{'name':'a','finalizers':['b']},'spec':{}}",
                null,
                null,
                UnknownFields.DENY);

        assertThat(verdict.errors())
                .extracting(FieldError::detail)
                .containsOnly("must be DOMAIN/NAME or one of [kubernetes, orphan, foregroundDeletion]");
    }

    @Test
    void unknownFieldOfLaterReleaseHasHint() {
        Verdict verdict = validate(
                "resource.k8s.io/v1beta1",
                "ResourceClaim",
                Operation.CREATE,
                "{'spec':{'devices':{'requests':[{'firstAvailable':[]}]}}}",
                null,
                KubernetesRelease.K8S_1_32,
                UnknownFields.DENY);

        assertThat(verdict.errors())
                .extracting(FieldError::detail)
                .contains("unknown field in resource.k8s.io/v1beta1; it exists since Kubernetes 1.33");
    }

    @Test
    void missingRequestIsComparedWithAlternatives() {
        Verdict verdict = latest("ResourceClaim", """
                {'spec':{'devices':{
                  'requests':[{'name':'gpu','firstAvailable':[
                    {'name':'small','deviceClassName':'c'},{'name':'large','deviceClassName':'c'}]}],
                  'constraints':[{'requests':['gpu/larg'],'matchAttribute':'a.example.com/b'}]}}}""", "");

        assertThat(verdict.errors())
                .as(verdict.errors().toString())
                .filteredOn(error -> error.origin() == Origin.REQUEST_REFERENCE)
                .singleElement()
                .extracting(FieldError::detail)
                .isEqualTo("no request is named \"gpu/larg\"; did you mean gpu/large?");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {'claims':[{'name':'gpu','resourceClaimName':'a'}]} | did you mean resourceClaims?
        {'resourceClaimTemplates':[{'name':'gpu'}]}         | each entry of resourceClaims has a resourceClaimTemplateName
        {'containers':[{'resources':{'resourceClaims':[]}}]} | a container has claims, by their names; the pod has \
        resourceClaims, with their sources
        {'containers':[{'resources':{'claims':[{'claimName':'a'}]}}]} | did you mean name?
        """)
    void unknownFieldOfPodHasHint(String spec, String hint) {
        Verdict verdict =
                validate("v1", "Pod", Operation.CREATE, "{'spec':" + spec + "}", null, null, UnknownFields.DENY);

        assertThat(verdict.errors())
                .filteredOn(error -> error.origin() == Origin.UNKNOWN_FIELD)
                .singleElement()
                .satisfies(error -> assertThat(error.detail()).isEqualTo("unknown field in v1; " + hint))
                .satisfies(error -> assertThat(
                                error.suggestion() == null || error.suggestion().isUnsafe())
                        .isTrue());
    }

    @Test
    void misspelledResourcesWithClaimsAreRenamed() {
        String containers = "{'containers':[{'name':'c','resource':{'claims':[{'name':'a'}]},'lifecycles':{'a':[]}}]}";
        Verdict verdict =
                validate("v1", "Pod", Operation.CREATE, "{'spec':" + containers + "}", null, null, UnknownFields.DENY);

        assertThat(verdict.errors())
                .filteredOn(error -> error.origin() == Origin.UNKNOWN_FIELD)
                .singleElement()
                .extracting(FieldError::detail)
                .isEqualTo("unknown field in v1; did you mean resources?");
    }

    @ParameterizedTest
    @CsvSource({
        "resource.k8s.io/v1,DeviceClaim,ResourceClaim",
        "resource.k8s.io/v1,deviceclam,ResourceClaim",
        "resource.k8s.io/v1,DeviceClas,DeviceClass",
        "resource.k8s.io/v1,DeviceSlice,ResourceSlice",
        "resource.k8s.io/v1,DeviceTaint,DeviceTaintRule",
        "resource.k8s.io/v1,ClaimTemplate,ResourceClaimTemplate",
        "resource.k8s.io/v1,ResourceClass,DeviceClass",
        "admissionregistration.k8s.io/v1,ValidatingAdmissionBinding,ValidatingAdmissionPolicyBinding"
    })
    void unknownKindHasHint(String apiVersion, String kind, String meant) {
        Verdict verdict = validate(apiVersion, kind, Operation.CREATE, "{}", null, null, UnknownFields.DENY);

        assertThat(verdict.errors())
                .singleElement()
                .extracting(FieldError::detail)
                .asString()
                .endsWith("; did you mean " + meant + "?");
    }

    @Test
    void claimsOfLimitsMoveNextToThem() {
        Verdict verdict = validate(
                "v1",
                "Pod",
                Operation.CREATE,
                "{'spec':{'containers':[{'name':'c','resources':{'limits':{'claims':[{'name':'gpu'}]}}}]}}",
                null,
                null,
                UnknownFields.DENY);

        assertThat(verdict.errors())
                .extracting(FieldError::suggestion)
                .filteredOn(Objects::nonNull)
                .singleElement()
                .extracting(suggestion -> String.valueOf(suggestion.target()))
                .isEqualTo("spec.containers[0].resources.claims");
    }
}
