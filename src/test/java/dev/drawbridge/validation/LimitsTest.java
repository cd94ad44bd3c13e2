package dev.drawbridge.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.UnknownFields;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of limits whose objects are too large or too rare for the recordings. */
class LimitsTest extends ValidationRequests {

    @ParameterizedTest
    @CsvSource({"262142,true", "262143,true", "262144,false"})
    void annotationsHaveAtMost256KibTogether(int bytes, boolean allowed) {
        Verdict verdict = create(
                "ResourceClaim",
                CLAIM.replace("'name':'a'", "'name':'a','annotations':{'k':'" + "v".repeat(bytes) + "'}"));

        assertThat(verdict.errors().isEmpty()).isEqualTo(allowed);
        assertThat(verdict.errors()).allMatch(error -> error.origin() == Origin.MAX_TOTAL_BYTES);
    }

    @ParameterizedTest
    @CsvSource({"10240,true", "10241,false"})
    void opaqueParametersHaveAtMost10KiB(int bytes, boolean allowed) {
        String parameters = "{'a':'" + "x".repeat(bytes - "{'a':''}".length()) + "'}";
        Verdict verdict = latest(
                "ResourceClaim",
                "{'metadata':{'name':'a'},'spec':{'devices':{'requests':[{'name':'gpu','exactly':{"
                        + "'deviceClassName':'c'}}],"
                        + "'config':[{'opaque':{'driver':'d.example.com','parameters':" + parameters + "}}]}}}",
                "");

        assertThat(verdict.errors())
                .extracting(error -> error.type() + " " + error.path())
                .isEqualTo(
                        allowed
                                ? List.of()
                                : List.of(ErrorType.TOO_LONG + " spec.devices.config[0].opaque.parameters"));
    }

    @ParameterizedTest
    @CsvSource({
        "64,a,true",
        "64,taint,true",
        "65,taint,false",
        "65,counter,false",
        "65,list,false",
        "128,a,true",
        "129,a,false"
    })
    void sliceWithTaintsCountersOrListsHasAtMost64Devices(int devices, String first, boolean allowed) {
        String what =
                switch (first) {
                    case "taint" -> ",'taints':[{'key':'k','effect':'None'}]";
                    case "counter" -> ",'consumesCounters':[{'counterSet':'s','counters':{'m':{'value':'1'}}}]";
                    case "list" -> ",'attributes':{'a':{'strings':['x']}}";
                    default -> "";
                };
        String others = IntStream.range(1, devices)
                .mapToObj(number -> ",{'name':'d-" + number + "'}")
                .collect(Collectors.joining());
        Verdict verdict = latest(
                "ResourceSlice",
                "{'metadata':{'name':'a'},'spec':{'driver':'d.example.com','nodeName':'n','pool':{'name':'p',"
                        + "'generation':1,'resourceSliceCount':2},"
                        + "'devices':[{'name':'d-0'" + what + "}" + others + "]}}",
                "DRAPartitionableDevices=true,DRADeviceTaints=true,DRAListTypeAttributes=true");

        assertThat(verdict.errors())
                .extracting(error -> error.type() + " " + error.path())
                .isEqualTo(allowed ? List.of() : List.of(ErrorType.TOO_MANY + " spec.devices"));
    }

    @ParameterizedTest
    @CsvSource({"A,Z", "a,z", "_,_", "a0,a9"})
    void attributeNameIsCIdentifier(String first, String last) {
        for (int off = -1; off <= 1; off++) {
            for (String edge : List.of(first, last)) {
                boolean isOut = off == (edge.equals(first) ? -1 : 1);
                if (off != 0 && !isOut) {
                    continue;
                }
                String name = edge.substring(0, edge.length() - 1) + (char) (edge.charAt(edge.length() - 1) + off);
                Verdict verdict = latest(
                        "ResourceSlice",
                        "{'metadata':{'name':'a'},'spec':{'driver':'d.example.com','nodeName':'n','pool':{'name':'p',"
                                + "'generation':1,"
                                + "'resourceSliceCount':1},'devices':[{'name':'d','attributes':{'" + name
                                + "':{'int':1}}}]}}",
                        "");

                assertThat(verdict.errors().isEmpty()).as(name).isEqualTo(off == 0);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"0,true", "1,false"})
    void partitionTypeRequiresConsumedCounters(int consumers, boolean allowed) {
        String consumes = ",'consumesCounters':[{'counterSet':'s','counters':{'memory':{'value':'1'}}}]";
        Verdict verdict = latest(
                "ResourceSlice",
                "{'metadata':{'name':'a'},'spec':{'driver':'d.example.com','nodeName':'n',"
                        + "'partitionTypeAttribute':'a.b/type',"
                        + "'pool':{'name':'p','generation':1,'resourceSliceCount':2},'devices':["
                        + "{'name':'whole','attributes':{'a.b/type':{'string':'whole'}}" + consumes
                        + "},{'name':'other'"
                        + consumes.repeat(consumers) + "}]}}",
                "DRAPartitionableDevices=true,DRAPartitionableDevicesType=true");

        assertThat(verdict.errors())
                .extracting(error -> error.path().toString())
                .isEqualTo(allowed ? List.of() : List.of("spec.devices[1].attributes[a.b/type]"));
    }

    @Test
    void stepRequiresNonNegativeDefaultAndMinimum() {
        String slice = "{'metadata':{'name':'a'},'spec':{'driver':'d.example.com','nodeName':'n',"
                + "'pool':{'name':'p','generation':1,'resourceSliceCount':1},'devices':[{'name':'g',"
                + "'allowMultipleAllocations':true,"
                + "'capacity':{'memory':{'value':'10','requestPolicy':{'default':'-1','validRange':{'min':'-2',"
                + "'step':'1'}}}}}]}}";

        assertThat(validate(
                                V1,
                                "ResourceSlice",
                                Operation.CREATE,
                                slice,
                                null,
                                KubernetesRelease.K8S_1_37,
                                UnknownFields.DENY)
                        .errors())
                .extracting(error -> error.path().toString())
                .containsExactlyInAnyOrder(
                        "spec.devices[0].capacity[memory].requestPolicy.default",
                        "spec.devices[0].capacity[memory].requestPolicy.validRange.min");
    }

    @ParameterizedTest
    @CsvSource({
        "4,2,false,true",
        "5,2,false,false",
        "4,2,true,true",
        "5,2,true,false",
        "4500m,500m,true,true",
        "4200m,500m,true,false"
    })
    void defaultIsMultipleOfStep(String fallback, String step, boolean fractional, boolean allowed) {
        Verdict verdict = latest(
                "ResourceSlice",
                "{'metadata':{'name':'a'},'spec':{'driver':'d.example.com','nodeName':'n',"
                        + "'pool':{'name':'p','generation':1,'resourceSliceCount':1},'devices':[{'name':'g',"
                        + "'allowMultipleAllocations':true,"
                        + "'capacity':{'memory':{'value':'10','requestPolicy':{'default':'" + fallback
                        + "','validRange':{'min':'0','step':'" + step + "'}}}}}]}}",
                "DRAConsumableCapacity=true,DRAFractionalCapacityRange=" + fractional);

        assertThat(verdict.errors())
                .extracting(error -> error.path().toString())
                .isEqualTo(
                        allowed
                                ? List.of()
                                : List.of("spec.devices[0].capacity[memory].requestPolicy.validRange.step"));
    }

    @ParameterizedTest
    @CsvSource({"gpu,true", "gpu/big,true", "gpu/small,false", "nic,false"})
    void derivedAttributeOfAlternativeIsConstrainedByRequest(String constrained, boolean allowed) {
        String derived = "'derivedAttributes':[{'name':'a.b/c','expression':'device.driver'}]";
        Verdict verdict = latest(
                "ResourceClaim",
                "{'metadata':{'name':'a'},'spec':{'devices':{'requests':[{'name':'gpu','firstAvailable':[{"
                        + "'name':'big','deviceClassName':'c',"
                        + derived
                        + "},{'name':'small','deviceClassName':'c'}]},{'name':'nic','exactly':{"
                        + "'deviceClassName':'c'}}],"
                        + "'constraints':[{'requests':['" + constrained + "'],'matchAttribute':'a.b/c'}]}}}",
                "DRADerivedAttributes=true");

        assertThat(verdict.errors())
                .extracting(error -> error.path().toString())
                .isEqualTo(
                        allowed
                                ? List.of()
                                : List.of("spec.devices.requests[0].firstAvailable[0].derivedAttributes[0].name"));
    }

    @ParameterizedTest
    @CsvSource({"2,true", "3,false"})
    void totalCostOfDerivedAttributesIsLimited(int requests, boolean allowed) {
        String one = "{'name':'rINDEX','exactly':{'deviceClassName':'c','derivedAttributes':[{'name':'a.b/c',"
                + "'expression':'device.attributes.all(d, device.attributes.all(e, device.attributes.all(f,"
                + " d != e)))'}]}}";
        String all = IntStream.range(0, requests)
                .mapToObj(index -> one.replace("INDEX", Integer.toString(index)))
                .collect(Collectors.joining(","));
        Verdict verdict = latest(
                "ResourceClaim",
                "{'metadata':{'name':'a'},'spec':{'devices':{'requests':[" + all
                        + "],'constraints':[{'matchAttribute':'a.b/c'}]}}}",
                "DRADerivedAttributes=true");

        assertThat(verdict.errors())
                .extracting(error -> error.type() + " " + error.path())
                .isEqualTo(allowed ? List.of() : List.of(ErrorType.FORBIDDEN + " spec.devices"));
    }

    @ParameterizedTest
    @CsvSource({"31", "32"})
    void lastResultOfFullAllocationRefersToRequest(int results) {
        String all = IntStream.range(0, results)
                .mapToObj(number -> "{'request':'" + (number == results - 1 ? "other" : "gpu")
                        + "','driver':'d.example.com','pool':'p','device':'d-" + number + "'}")
                .collect(Collectors.joining(","));
        String claim = modern("'count':32");
        String allocated = claim.substring(0, claim.length() - 1) + ",'status':{'allocation':{'devices':{'results':["
                + all + "]}}}}";

        assertThat(validate(V1, "ResourceClaim", Operation.UPDATE_STATUS, allocated, claim, null, UnknownFields.DENY)
                        .errors())
                .extracting(error -> error.path().toString())
                .containsExactly("status.allocation.devices.results[" + (results - 1) + "].request");
    }

    @ParameterizedTest
    @CsvSource({
        "orphan,true",
        "foregroundDeletion,true",
        "orphan foregroundDeletion,false",
        "kubernetes,true",
        "other,false"
    })
    void kubernetesFinalizersAreMutuallyExclusive(String finalizers, boolean allowed) {
        String list = "['" + finalizers.replace(" ", "','") + "']";

        assertThat(create("ResourceClaim", CLAIM.replace("'name':'a'", "'name':'a','finalizers':" + list))
                        .errors()
                        .isEmpty())
                .isEqualTo(allowed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"'count':-1", "'allocationMode':'ExactCount','count':-1", "'allocationMode':'All','count':1"})
    void countRequiresExactCountAndIsPositive(String fields) {
        Verdict verdict =
                validate(V1, "ResourceClaim", Operation.CREATE, modern(fields), null, null, UnknownFields.DENY);

        assertThat(origins(verdict.errors())).containsExactly(Origin.COUNT_MATCHES_MODE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v1 'exactly':{'deviceClassName':'c',%s}",
                "v1 'firstAvailable':[{'name':'b','deviceClassName':'c',%s}]",
                "v1beta1 'deviceClassName':'c',%s"
            })
    void allocationModeAllHasNoDefaultCount(String versionAndRequest) {
        String version = "resource.k8s.io/" + versionAndRequest.replaceFirst(" .*", "");
        String claim = "{'metadata':{'name':'a'},'spec':{'devices':{'requests':[{'name':'r',"
                + versionAndRequest.replaceFirst(".* ", "") + "}]}}}";
        String all = claim.formatted("'allocationMode':'All'");
        String one = claim.formatted("'allocationMode':'All','count':1");
        String counted = claim.formatted("'allocationMode':'ExactCount','count':1");

        assertThat(updated(version, claim.formatted("'selectors':[]"), counted)).isEmpty();
        assertThat(updated(version, all, one)).containsExactly(Origin.IMMUTABLE);
    }

    private List<Origin> updated(String version, String old, String object) {
        return origins(validate(version, "ResourceClaim", Operation.UPDATE, object, old, null, UnknownFields.DENY)
                .errors());
    }
}
