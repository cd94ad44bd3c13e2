package dev.drawbridge.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.UnknownFields;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests of facts that recorded verdicts lack: origins, positions, warnings, limits of long texts, and objects that are
 * not validated.
 */
class ValidatorTest extends ValidationRequests {

    @Test
    void reportsAllMistakesAtOnce() {
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

    @Test
    void unknownFieldIsReportedAtItsKey() {
        Verdict verdict =
                create("ResourceClaim", "{'metadata':{'name':'a'},\n'spec':{'resourceClassName':'c',\n 'x':1}}");

        assertThat(verdict.errors()).singleElement().satisfies(error -> {
            assertThat(error.position()).hasToString("3:2");
            assertThat(error.origin()).isEqualTo(Origin.UNKNOWN_FIELD);
        });
    }

    @Test
    void missingFieldIsReportedAtParentKey() {
        Verdict verdict = create("ResourceClaim", "{'metadata':{'name':'a'},\n 'spec':{}}");

        assertThat(verdict.errors())
                .singleElement()
                .satisfies(error -> assertThat(error.position()).hasToString("2:2"));
    }

    @Test
    void duplicateFieldIsReportedAtSecondKey() {
        Verdict verdict = create(
                "ResourceClaim",
                "{'metadata':{'name':'a'},'spec':{'resourceClassName':'c',\n'resourceClassName':'c'}}");

        assertThat(verdict.errors())
                .singleElement()
                .satisfies(error -> assertThat(error.position()).hasToString("2:1"));
    }

    @Test
    void namesDifferentFromPreviousDeviceAreValidated() {
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
                Operation.CREATE,
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
    void documentedButUnenforcedRuleIsWarning() {
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
                Operation.CREATE,
                CLAIM.replace("'c'", "'c','new':1"),
                null,
                null,
                UnknownFields.WARN);

        assertThat(verdict).isInstanceOf(Verdict.Allowed.class);
        assertThat(origins(verdict.warnings())).contains(Origin.UNKNOWN_FIELD);
    }

    @Test
    void removedVersionIsWarning() {
        assertThat(origins(create("ResourceClaim", CLAIM).warnings())).contains(Origin.REMOVED);
    }

    @Test
    void duplicateConsumerReportsOnlyDuplicate() {
        String consumer = "{'resource':'pods','name':'NAME','uid':'u'}";
        Verdict verdict = status(
                "{'metadata':{'name':'a'},'status':{'driverName':'d','allocation':{'shareable':true},'reservedFor':["
                        + consumer.replace("NAME", "a") + "," + consumer.replace("NAME", "") + "]}}");

        assertThat(verdict.errors())
                .singleElement()
                .satisfies(error -> assertThat(error.type()).isEqualTo(ErrorType.DUPLICATE));
    }

    @Test
    void deprecatedVersionIsWarningExceptAtWebhook() {
        String slice = "{'metadata':{'name':'a'},'spec':{'driver':'GPU.example.com','nodeName':'n','pool':{'name':'p',"
                + "'resourceSliceCount':1}}}";

        assertThat(origins(beta(slice, UnknownFields.DENY).warnings()))
                .containsExactly(Origin.DEPRECATED, Origin.LOWER_CASE);
        assertThat(origins(beta(slice, UnknownFields.WARN).warnings())).doesNotContain(Origin.DEPRECATED);
    }

    private Verdict beta(String slice, UnknownFields unknownFields) {
        return validate("resource.k8s.io/v1beta1", "ResourceSlice", Operation.CREATE, slice, null, null, unknownFields);
    }

    @ParameterizedTest
    @CsvSource({
        "apps/v1,ControllerRevision,,OTHER_GROUP",
        "v1,Service,,OTHER_GROUP",
        "v1,Pod,1.29,UNCHECKED_RELEASE",
        "scheduling.k8s.io/v1,PriorityClass,,OTHER_GROUP",
        "scheduling.k8s.io/v1alpha2,PodGroup,1.37,NOT_SERVED",
        "resource.k8s.io/v9,ResourceClaim,,UNKNOWN_VERSION",
        "resource.k8s.io/v1alpha2,Gadget,,UNKNOWN_KIND",
        "resource.k8s.io/v1,PodSchedulingContext,,UNKNOWN_VERSION",
        "resource.k8s.io/v1,ResourceClaim,1.33,NOT_SERVED",
        "resource.k8s.io/v1alpha2,ResourceSlice,1.29,NOT_SERVED",
        "resource.k8s.io/v1alpha2,ResourceClaim,1.31,NOT_SERVED"
    })
    void kindWithoutRulesIsNotValidated(
            String apiVersion, String kind, @Nullable String release, Verdict.Reason reason) {
        KubernetesRelease validate =
                release == null ? null : KubernetesRelease.parse(release).orElseThrow();

        assertThat(validate(apiVersion, kind, Operation.CREATE, CLAIM, null, validate, UnknownFields.DENY))
                .isInstanceOfSatisfying(
                        Verdict.NotApplicable.class,
                        none -> assertThat(none.reason()).isEqualTo(reason));
    }

    @ParameterizedTest
    @CsvSource({"'[]'", "'1'", "'\"x\"'"})
    void rejectsOtherValuesThanObjects(String text) {
        assertThat(create("ResourceClaim", text).errors()).hasSize(1);
    }

    @Test
    void rejectsObjectOfOtherKindThanRequest() {
        assertThat(create("ResourceClaim", CLAIM.replace("{'metadata'", "{'kind':'ResourceClass','metadata'"))
                        .errors())
                .singleElement()
                .satisfies(error -> assertThat(error.path()).hasToString("kind"));
    }

    @Test
    void onlyUpdateHasOldObject() {
        assertThatThrownBy(
                        () -> validate(API, "ResourceClaim", Operation.UPDATE, CLAIM, null, null, UnknownFields.DENY))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () -> validate(API, "ResourceClaim", Operation.CREATE, CLAIM, CLAIM, null, UnknownFields.DENY))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void opaqueParametersAreComparedAsJson() {
        String handles = "{'driverName':'d','structuredData':{'vendorClassParameters':%s,'results':[{'namedResources':{"
                + "'name':'a'}}]}}";
        String claim = CLAIM.replace(
                "}}", "},'status':{'driverName':'d','allocation':{'resourceHandles':[" + handles + "]}}}");

        assertThat(validate(
                                API,
                                "ResourceClaim",
                                Operation.UPDATE_STATUS,
                                claim.formatted("{'a':1,'b':[]}"),
                                claim.formatted("{'b':[],'a':1.0}"),
                                null,
                                UnknownFields.DENY)
                        .errors())
                .isEmpty();
        assertThat(validate(
                                API,
                                "ResourceClaim",
                                Operation.UPDATE_STATUS,
                                claim.formatted("{'a':1}"),
                                claim.formatted("{'a':2}"),
                                null,
                                UnknownFields.DENY)
                        .errors())
                .singleElement()
                .satisfies(error -> assertThat(error.path()).hasToString("status.allocation"));
    }

    @Test
    void adminAccessRequiresNamespaceLabel() {
        String second = ",{'name':'nic','exactly':{'deviceClassName':'c','adminAccess':true}}]}}}";
        String claim = modern("'adminAccess':true").replace("]}}}", second);

        assertThat(origins(validate(V1, "ResourceClaim", Operation.CREATE, claim, null, null, UnknownFields.DENY)
                        .warnings()))
                .contains(Origin.ADMIN_ACCESS_LABEL);
        labels = Map.of();
        assertThat(validate(V1, "ResourceClaim", Operation.CREATE, claim, null, null, UnknownFields.DENY)
                        .errors())
                .singleElement()
                .satisfies(
                        error -> assertThat(error.path()).hasToString("spec.devices.requests[0].exactly.adminAccess"));
        labels = Map.of("resource.kubernetes.io/admin-access", "true");
        assertThat(validate(V1, "ResourceClaim", Operation.CREATE, claim, null, null, UnknownFields.DENY)
                        .errors())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'',true", "'x.example.com/a',true", "'x.example.com/a x.example.com/b',false"})
    void deletedObjectMustNotGetFinalizer(String finalizers, boolean allowed) {
        String deleted = CLAIM.replace(
                "'name':'a'", "'name':'a','deletionTimestamp':'2026-01-01T00:00:00Z','finalizers':['x.example.com/a']");
        String list = finalizers.isEmpty() ? "" : "'" + finalizers.replace(" ", "','") + "'";

        Verdict verdict = validate(
                API,
                "ResourceClaim",
                Operation.UPDATE,
                deleted.replace("'x.example.com/a'", list),
                deleted,
                null,
                UnknownFields.DENY);

        assertThat(origins(verdict.errors())).isEqualTo(allowed ? List.of() : List.of(Origin.NO_NEW_FINALIZERS));
    }

    @Test
    void flatRequestIsReportedAtWrittenFields() {
        String claim = "{'metadata':{'name':'a'},'spec':{'devices':{'requests':[{'name':'gpu','count':-1,"
                + "'deviceClassName':'c'}]}}}";

        assertThat(validate(
                                "resource.k8s.io/v1beta1",
                                "ResourceClaim",
                                Operation.CREATE,
                                claim,
                                null,
                                null,
                                UnknownFields.DENY)
                        .errors())
                .singleElement()
                .satisfies(error -> assertThat(error.path()).hasToString("spec.devices.requests[0].count"));
    }
}
