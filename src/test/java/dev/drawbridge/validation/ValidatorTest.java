package dev.drawbridge.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Request;
import dev.drawbridge.schema.UnknownFields;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What recorded verdicts do not show: origins, positions, warnings, limits whose texts are long, and what is not validated. */
class ValidatorTest extends ValidationRequests {

    private static final String CLAIM = "{'metadata':{'name':'a'},'spec':{'resourceClassName':'c'}}";
    private static final String API = "resource.k8s.io/v1alpha2";

    @Test
    void allMistakesOfAnObjectComeBackAtOnce() {
        Verdict verdict = create(
                "ResourceClaim", "{'metadata':{'name':'A','labels':{'-':'-'},'uuid':1},'spec':{'allocationMode':1}}");

        assertThat(verdict.errors())
                .extracting(FieldError::path)
                .extracting(Object::toString)
                .containsOnly(
                        "metadata.name",
                        "metadata.labels",
                        "metadata.uuid",
                        "spec.allocationMode",
                        "spec.resourceClassName");
    }

    @ParameterizedTest
    @CsvSource({"262142,true", "262143,true", "262144,false"})
    void annotationsHaveAtMost256KibTogether(int bytes, boolean allowed) {
        Verdict verdict = create(
                "ResourceClaim",
                CLAIM.replace("'name':'a'", "'name':'a','annotations':{'k':'" + "v".repeat(bytes) + "'}"));

        assertThat(verdict.errors().isEmpty()).isEqualTo(allowed);
        assertThat(verdict.errors()).allMatch(error -> error.origin() == Origin.MAX_TOTAL_BYTES);
    }

    @Test
    void theErrorOfAnUnknownFieldStandsAtItsKey() {
        Verdict verdict =
                create("ResourceClaim", "{'metadata':{'name':'a'},\n'spec':{'resourceClassName':'c',\n 'x':1}}");

        assertThat(verdict.errors()).singleElement().satisfies(error -> {
            assertThat(error.position()).hasToString("3:2");
            assertThat(error.origin()).isEqualTo(Origin.UNKNOWN_FIELD);
        });
    }

    @Test
    void theErrorOfAMissingFieldStandsAtItsParentsKey() {
        Verdict verdict = create("ResourceClaim", "{'metadata':{'name':'a'},\n 'spec':{}}");

        assertThat(verdict.errors())
                .singleElement()
                .satisfies(error -> assertThat(error.position()).hasToString("2:2"));
    }

    @Test
    void theErrorOfADuplicateFieldStandsAtTheSecondKey() {
        Verdict verdict = create(
                "ResourceClaim",
                "{'metadata':{'name':'a'},'spec':{'resourceClassName':'c',\n'resourceClassName':'c'}}");

        assertThat(verdict.errors())
                .singleElement()
                .satisfies(error -> assertThat(error.position()).hasToString("2:1"));
    }

    @Test
    void namesThatDifferFromThoseOfTheDeviceBeforeAreAsked() {
        String one = "{'name':'%s','attributes':{'%s':{'int':1},'%s':{'int':1}}}";
        String devices = String.join(
                ",",
                one.formatted("d-0", "a", "b"),
                one.formatted("d-1", "b", "b"),
                one.formatted("d-2", "a", "b-"),
                one.formatted("d-3", "a", "b-"),
                one.formatted("d-4", "a", "b"));
        Verdict verdict = validate(
                "resource.k8s.io/v1",
                "ResourceSlice",
                Request.CREATE,
                "{'metadata':{'name':'a'},'spec':{'driver':'d','nodeName':'n',"
                        + "'pool':{'name':'p','generation':1,'resourceSliceCount':1},'devices':[" + devices + "]}}",
                null,
                null,
                UnknownFields.DENY);

        assertThat(verdict.errors())
                .extracting(FieldError::path)
                .extracting(Object::toString)
                .containsExactly(
                        "spec.devices[1].attributes.b", "spec.devices[2].attributes", "spec.devices[3].attributes");
    }

    @Test
    void whatIsDocumentedAndEnforcedByNoReleaseIsAWarning() {
        assertThat(create("PodSchedulingContext", "{'metadata':{'name':'a'}}"))
                .isInstanceOfSatisfying(
                        Verdict.Allowed.class,
                        allowed -> assertThat(origins(allowed.warnings())).contains(Origin.DOCUMENTED));

        String handle = "{'driverName':'d','structuredData':{'results':%s}}";
        String claim =
                CLAIM.replace("}}", "},'status':{'driverName':'d','allocation':{'resourceHandles':[" + handle + "]}}}");
        assertThat(origins(status(claim.formatted("[]")).warnings())).contains(Origin.DOCUMENTED);
        assertThat(origins(status(claim.formatted("[{'namedResources':{'name':'a'}}]"))
                        .warnings()))
                .doesNotContain(Origin.DOCUMENTED);
    }

    @Test
    void unknownFieldsCanBeWarnings() {
        Verdict verdict = validate(
                API,
                "ResourceClaim",
                Request.CREATE,
                CLAIM.replace("'c'", "'c','new':1"),
                null,
                null,
                UnknownFields.WARN);

        assertThat(verdict).isInstanceOf(Verdict.Allowed.class);
        assertThat(origins(verdict.warnings())).contains(Origin.UNKNOWN_FIELD);
    }

    @Test
    void aVersionThatALaterReleaseDropsIsAWarning() {
        assertThat(origins(create("ResourceClaim", CLAIM).warnings())).contains(Origin.REMOVED);
    }

    @Test
    void aConsumerThatRepeatsAnotherIsToldSoAndNothingElse() {
        String consumer = "{'resource':'pods','name':'NAME','uid':'u'}";
        Verdict verdict = status(
                "{'metadata':{'name':'a'},'status':{'driverName':'d','allocation':{'shareable':true},'reservedFor':["
                        + consumer.replace("NAME", "a") + "," + consumer.replace("NAME", "") + "]}}");

        assertThat(verdict.errors())
                .singleElement()
                .satisfies(error -> assertThat(error.type()).isEqualTo(ErrorType.DUPLICATE));
    }

    @Test
    void aDeprecatedVersionIsAWarningAndAtTheWebhookTheServersOwn() {
        String slice =
                "{'metadata':{'name':'a'},'spec':{'driver':'GPU.example.com','nodeName':'n','pool':{'name':'p','resourceSliceCount':1}}}";

        assertThat(origins(beta(slice, UnknownFields.DENY).warnings()))
                .containsExactly(Origin.DEPRECATED, Origin.LOWER_CASE);
        assertThat(origins(beta(slice, UnknownFields.WARN).warnings())).doesNotContain(Origin.DEPRECATED);
    }

    private Verdict beta(String slice, UnknownFields unknownFields) {
        return validate("resource.k8s.io/v1beta1", "ResourceSlice", Request.CREATE, slice, null, null, unknownFields);
    }

    @ParameterizedTest
    @CsvSource({"gpu,true", "gpu/big,true", "gpu/small,false", "nic,false"})
    void aDerivedAttributeOfAnAlternativeIsConstrainedByItsRequestAsWell(String constrained, boolean allowed) {
        String derived = "'derivedAttributes':[{'name':'a.b/c','expression':'device.driver'}]";
        Verdict verdict = latest(
                "ResourceClaim",
                "{'metadata':{'name':'a'},'spec':{'devices':{'requests':[{'name':'gpu','firstAvailable':[{'name':'big','deviceClassName':'c',"
                        + derived
                        + "},{'name':'small','deviceClassName':'c'}]},{'name':'nic','exactly':{'deviceClassName':'c'}}],"
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
    @CsvSource({
        "orphan,true",
        "foregroundDeletion,true",
        "orphan foregroundDeletion,false",
        "kubernetes,true",
        "other,false"
    })
    void theFinalizersOfKubernetesContradictEachOther(String finalizers, boolean allowed) {
        String list = "['" + finalizers.replace(" ", "','") + "']";

        assertThat(create("ResourceClaim", CLAIM.replace("'name':'a'", "'name':'a','finalizers':" + list))
                        .errors()
                        .isEmpty())
                .isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource({"31", "32"})
    void theLastResultOfAFullAllocationNamesARequestAsWell(int results) {
        String all = IntStream.range(0, results)
                .mapToObj(number -> "{'request':'" + (number == results - 1 ? "other" : "gpu")
                        + "','driver':'d.example.com','pool':'p','device':'d-" + number + "'}")
                .collect(Collectors.joining(","));
        String claim = modern("'count':32");
        String allocated = claim.substring(0, claim.length() - 1) + ",'status':{'allocation':{'devices':{'results':["
                + all + "]}}}}";

        assertThat(validate(V1, "ResourceClaim", Request.UPDATE_STATUS, allocated, claim, null, UnknownFields.DENY)
                        .errors())
                .extracting(error -> error.path().toString())
                .containsExactly("status.allocation.devices.results[" + (results - 1) + "].request");
    }

    @ParameterizedTest
    @CsvSource({"10240,true", "10241,false"})
    void opaqueParametersHaveAtMost10KiB(int bytes, boolean allowed) {
        String parameters = "{'a':'" + "x".repeat(bytes - "{'a':''}".length()) + "'}";
        Verdict verdict = latest(
                "ResourceClaim",
                "{'metadata':{'name':'a'},'spec':{'devices':{'requests':[{'name':'gpu','exactly':{'deviceClassName':'c'}}],"
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
    void aSliceWithTaintsCountersOrListsHasAtMost64Devices(int devices, String first, boolean allowed) {
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
                "{'metadata':{'name':'a'},'spec':{'driver':'d.example.com','nodeName':'n','pool':{'name':'p','generation':1,'resourceSliceCount':2},"
                        + "'devices':[{'name':'d-0'" + what + "}" + others + "]}}",
                "DRAPartitionableDevices=true,DRADeviceTaints=true,DRAListTypeAttributes=true");

        assertThat(verdict.errors())
                .extracting(error -> error.type() + " " + error.path())
                .isEqualTo(allowed ? List.of() : List.of(ErrorType.TOO_MANY + " spec.devices"));
    }

    @ParameterizedTest
    @CsvSource({"A,Z", "a,z", "_,_", "a0,a9"})
    void theNameOfAnAttributeIsACIdentifier(String first, String last) {
        for (int off = -1; off <= 1; off++) {
            for (String edge : List.of(first, last)) {
                boolean isOut = off == (edge.equals(first) ? -1 : 1);
                if (off != 0 && !isOut) {
                    continue;
                }
                String name = edge.substring(0, edge.length() - 1) + (char) (edge.charAt(edge.length() - 1) + off);
                Verdict verdict = latest(
                        "ResourceSlice",
                        "{'metadata':{'name':'a'},'spec':{'driver':'d.example.com','nodeName':'n','pool':{'name':'p','generation':1,"
                                + "'resourceSliceCount':1},'devices':[{'name':'d','attributes':{'" + name
                                + "':{'int':1}}}]}}",
                        "");

                assertThat(verdict.errors().isEmpty()).as(name).isEqualTo(off == 0);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"0,true", "1,false"})
    void onlyDevicesThatConsumeCountersHaveThePartitionType(int consumers, boolean allowed) {
        String consumes = ",'consumesCounters':[{'counterSet':'s','counters':{'memory':{'value':'1'}}}]";
        Verdict verdict = latest(
                "ResourceSlice",
                "{'metadata':{'name':'a'},'spec':{'driver':'d.example.com','nodeName':'n','partitionTypeAttribute':'a.b/type',"
                        + "'pool':{'name':'p','generation':1,'resourceSliceCount':2},'devices':["
                        + "{'name':'whole','attributes':{'a.b/type':{'string':'whole'}}" + consumes
                        + "},{'name':'other'"
                        + consumes.repeat(consumers) + "}]}}",
                "DRAPartitionableDevices=true,DRAPartitionableDevicesType=true");

        assertThat(verdict.errors())
                .extracting(error -> error.path().toString())
                .isEqualTo(allowed ? List.of() : List.of("spec.devices[1].attributes[a.b/type]"));
    }

    private Verdict latest(String kind, String object, String gates) {
        return validator.validate(new ValidationRequest(
                V1,
                kind,
                Request.CREATE,
                value(object),
                null,
                KubernetesRelease.K8S_1_37,
                GateSettings.parse(gates),
                UnknownFields.DENY,
                null));
    }

    @ParameterizedTest
    @CsvSource({"2,true", "3,false"})
    void whatDerivedAttributesCostTogetherIsLimited(int requests, boolean allowed) {
        String one =
                "{'name':'rINDEX','exactly':{'deviceClassName':'c','derivedAttributes':[{'name':'a.b/c','expression':'device.attributes.all(d, device.attributes.all(e, device.attributes.all(f, d != e)))'}]}}";
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
    @CsvSource({
        "apps/v1,Deployment,,OTHER_GROUP",
        "v1,Pod,,OTHER_GROUP",
        "resource.k8s.io/v9,ResourceClaim,,UNKNOWN_VERSION",
        "resource.k8s.io/v1alpha2,Gadget,,UNKNOWN_KIND",
        "resource.k8s.io/v1,PodSchedulingContext,,UNKNOWN_VERSION",
        "resource.k8s.io/v1,ResourceClaim,1.33,NOT_SERVED",
        "resource.k8s.io/v1alpha2,ResourceSlice,1.29,NOT_SERVED",
        "resource.k8s.io/v1alpha2,ResourceClaim,1.31,NOT_SERVED"
    })
    void whatHasNoRulesIsNotValidated(String apiVersion, String kind, @Nullable String release, Verdict.Reason reason) {
        KubernetesRelease validate =
                release == null ? null : KubernetesRelease.parse(release).orElseThrow();

        assertThat(validate(apiVersion, kind, Request.CREATE, CLAIM, null, validate, UnknownFields.DENY))
                .isInstanceOfSatisfying(
                        Verdict.NotApplicable.class,
                        none -> assertThat(none.reason()).isEqualTo(reason));
    }

    @ParameterizedTest
    @CsvSource({"'[]'", "'1'", "'\"x\"'"})
    void whatIsNoObjectIsRefused(String text) {
        assertThat(create("ResourceClaim", text).errors()).hasSize(1);
    }

    @Test
    void anObjectOfAnotherKindThanTheRequestsIsRefused() {
        assertThat(create("ResourceClaim", CLAIM.replace("{'metadata'", "{'kind':'ResourceClass','metadata'"))
                        .errors())
                .singleElement()
                .satisfies(error -> assertThat(error.path()).hasToString("kind"));
    }

    @Test
    void anUpdateHasAnOldObjectAndACreateHasNone() {
        assertThatThrownBy(() -> validate(API, "ResourceClaim", Request.UPDATE, CLAIM, null, null, UnknownFields.DENY))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> validate(API, "ResourceClaim", Request.CREATE, CLAIM, CLAIM, null, UnknownFields.DENY))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void opaqueParametersAreComparedAsJson() {
        String handles =
                "{'driverName':'d','structuredData':{'vendorClassParameters':%s,'results':[{'namedResources':{'name':'a'}}]}}";
        String claim = CLAIM.replace(
                "}}", "},'status':{'driverName':'d','allocation':{'resourceHandles':[" + handles + "]}}}");

        assertThat(validate(
                                API,
                                "ResourceClaim",
                                Request.UPDATE_STATUS,
                                claim.formatted("{'a':1,'b':[]}"),
                                claim.formatted("{'b':[],'a':1.0}"),
                                null,
                                UnknownFields.DENY)
                        .errors())
                .isEmpty();
        assertThat(validate(
                                API,
                                "ResourceClaim",
                                Request.UPDATE_STATUS,
                                claim.formatted("{'a':1}"),
                                claim.formatted("{'a':2}"),
                                null,
                                UnknownFields.DENY)
                        .errors())
                .singleElement()
                .satisfies(error -> assertThat(error.path()).hasToString("status.allocation"));
    }

    @Test
    void adminAccessAsksForALabelOnTheNamespace() {
        String second = ",{'name':'nic','exactly':{'deviceClassName':'c','adminAccess':true}}]}}}";
        String claim = modern("'adminAccess':true").replace("]}}}", second);

        assertThat(origins(validate(V1, "ResourceClaim", Request.CREATE, claim, null, null, UnknownFields.DENY)
                        .warnings()))
                .contains(Origin.ADMIN_ACCESS_LABEL);
        labels = Map.of();
        assertThat(validate(V1, "ResourceClaim", Request.CREATE, claim, null, null, UnknownFields.DENY)
                        .errors())
                .singleElement()
                .satisfies(
                        error -> assertThat(error.path()).hasToString("spec.devices.requests[0].exactly.adminAccess"));
        labels = Map.of("resource.kubernetes.io/admin-access", "true");
        assertThat(validate(V1, "ResourceClaim", Request.CREATE, claim, null, null, UnknownFields.DENY)
                        .errors())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'',true", "'x.example.com/a',true", "'x.example.com/a x.example.com/b',false"})
    void anObjectThatIsBeingDeletedGetsNoFinalizerAdded(String finalizers, boolean allowed) {
        String deleted = CLAIM.replace(
                "'name':'a'", "'name':'a','deletionTimestamp':'2026-01-01T00:00:00Z','finalizers':['x.example.com/a']");
        String list = finalizers.isEmpty() ? "" : "'" + finalizers.replace(" ", "','") + "'";

        Verdict verdict = validate(
                API,
                "ResourceClaim",
                Request.UPDATE,
                deleted.replace("'x.example.com/a'", list),
                deleted,
                null,
                UnknownFields.DENY);

        assertThat(origins(verdict.errors())).isEqualTo(allowed ? List.of() : List.of(Origin.NO_NEW_FINALIZERS));
    }

    @Test
    void aStepNeedsADefaultAndAMinimumThatAreNotNegative() {
        String slice = "{'metadata':{'name':'a'},'spec':{'driver':'d.example.com','nodeName':'n',"
                + "'pool':{'name':'p','generation':1,'resourceSliceCount':1},'devices':[{'name':'g','allowMultipleAllocations':true,"
                + "'capacity':{'memory':{'value':'10','requestPolicy':{'default':'-1','validRange':{'min':'-2','step':'1'}}}}}]}}";

        assertThat(validate(
                                V1,
                                "ResourceSlice",
                                Request.CREATE,
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

    @Test
    void aFlatRequestIsReportedAsTheUserWroteIt() {
        String claim =
                "{'metadata':{'name':'a'},'spec':{'devices':{'requests':[{'name':'gpu','count':-1,'deviceClassName':'c'}]}}}";

        assertThat(validate(
                                "resource.k8s.io/v1beta1",
                                "ResourceClaim",
                                Request.CREATE,
                                claim,
                                null,
                                null,
                                UnknownFields.DENY)
                        .errors())
                .singleElement()
                .satisfies(error -> assertThat(error.path()).hasToString("spec.devices.requests[0].count"));
    }

    private Verdict create(String kind, String object) {
        return validate(API, kind, Request.CREATE, object, null, null, UnknownFields.DENY);
    }

    private Verdict status(String object) {
        return validate(API, "ResourceClaim", Request.UPDATE_STATUS, object, CLAIM, null, UnknownFields.DENY);
    }
}
