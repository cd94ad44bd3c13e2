package dev.drawbridge.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.UnknownFields;
import org.junit.jupiter.api.Test;

/**
 * Tests of fields that the server drops before validation, and of those that it keeps because the stored object has
 * them.
 */
class DroppedFieldWarningsTest extends ValidationRequests {

    @Test
    void fieldWithDisabledGateIsReportedAsDropped() {
        String claim = modern("'tolerations':[{'effect':'nonsense'}]");

        Verdict off = validate(
                V1, "ResourceClaim", Operation.CREATE, claim, null, KubernetesRelease.K8S_1_35, UnknownFields.DENY);
        Verdict on = validate(
                V1, "ResourceClaim", Operation.CREATE, claim, null, KubernetesRelease.K8S_1_36, UnknownFields.DENY);

        assertThat(off).isInstanceOf(Verdict.Allowed.class);
        assertThat(off.warnings())
                .filteredOn(warning -> warning.origin() == Origin.DROPPED)
                .singleElement()
                .satisfies(warning -> {
                    assertThat(warning.path()).hasToString("spec.devices.requests[0].exactly.tolerations");
                    assertThat(warning.detail()).contains("DRADeviceTaints");
                });
        assertThat(on.errors())
                .singleElement()
                .satisfies(error -> assertThat(error.type()).isEqualTo(ErrorType.NOT_SUPPORTED));
    }

    @Test
    void fieldInStoredObjectIsNotDropped() {
        String claim = modern("'tolerations':[{'effect':'NoSchedule'}]");
        String other = modern("'tolerations':[{'effect':'NoExecute'}]");

        assertThat(validate(
                                V1,
                                "ResourceClaim",
                                Operation.UPDATE,
                                other,
                                claim,
                                KubernetesRelease.K8S_1_35,
                                UnknownFields.DENY)
                        .errors())
                .singleElement()
                .satisfies(error -> assertThat(error.origin()).isEqualTo(Origin.IMMUTABLE));
    }

    @Test
    void nestedFieldInStoredObjectIsNotDropped() {
        String template =
                "{'metadata':{'name':'t'},'spec':{'spec':{'devices':{'requests':[{'name':'any','firstAvailable':["
                        + "{'name':'big','deviceClassName':'c','tolerations':[{'operator':'Exists'}]}]}]}}}}";

        Verdict verdict = validator.validate(new ValidationRequest(
                V1,
                "ResourceClaimTemplate",
                Operation.UPDATE,
                value(template),
                value(template),
                new ApiServer(
                        KubernetesRelease.K8S_1_36,
                        GateSettings.parse("DRAPrioritizedList=false,DRADeviceTaints=false"),
                        UnknownFields.DENY),
                labels));

        assertThat(verdict.errors()).isEmpty();
    }

    @Test
    void gatedFieldInWebhookImpliesEnabledGate() {
        Verdict verdict = validate(
                V1,
                "ResourceClaim",
                Operation.CREATE,
                modern("'tolerations':[{'effect':'nonsense'}]"),
                null,
                KubernetesRelease.K8S_1_35,
                UnknownFields.WARN);

        assertThat(verdict.errors()).hasSize(1);
        assertThat(origins(verdict.warnings())).contains(Origin.FEATURE_GATE).doesNotContain(Origin.DROPPED);
    }

    @Test
    void statusOfDeallocatedDeviceIsDroppedBeforeValidation() {
        String head = "{'metadata':{'name':'a'},'spec':{'devices':{'requests':[{'name':'r','exactly':{"
                + "'deviceClassName':'c'}}]}}";
        String gone = "{'driver':'d.example.com','pool':'p','device':'gone'}";
        String stray = "{'driver':'d.example.com','pool':'p','device':'stray'}";
        String old = head + ",'status':{'allocation':{'devices':{'results':[{'request':'r'," + gone.substring(1)
                + "]}},'devices':[" + gone + "]}}";
        String update = head + ",'status':{'devices':[\n" + gone + ",\n" + stray + "]}}";

        Verdict verdict = validate(V1, "ResourceClaim", Operation.UPDATE_STATUS, update, old, null, UnknownFields.DENY);

        assertThat(verdict.errors()).singleElement().satisfies(error -> {
            assertThat(error.path()).hasToString("status.devices[0]");
            assertThat(error.position()).extracting(Position::line).isEqualTo(3);
        });
        assertThat(verdict.warnings()).singleElement().satisfies(warning -> {
            assertThat(warning.origin()).isEqualTo(Origin.DROPPED);
            assertThat(warning.position()).extracting(Position::line).isEqualTo(2);
        });
    }

    @Test
    void unknownFieldKeepsPositionIfDeviceIsDeallocated() {
        String head = "{'metadata':{'name':'a'},'spec':{'devices':{'requests':[{'name':'r','exactly':{"
                + "'deviceClassName':'c'}}]}}";
        String gone = "{'driver':'d.example.com','pool':'p','device':'gone'}";
        String old = head + ",'status':{'allocation':{'devices':{'results':[{'request':'r'," + gone.substring(1)
                + "]}},'devices':[" + gone + "]}}";
        String stray = "{'colour':1,'driver':'d.example.com','pool':'p','device':'stray'}";
        String update = head + ",'status':{'devices':[" + gone + "," + stray + "]}}";

        assertThat(validate(V1, "ResourceClaim", Operation.UPDATE_STATUS, update, old, null, UnknownFields.DENY)
                        .errors())
                .extracting(error -> error.path().toString())
                .contains("status.devices[1].colour")
                .doesNotContain("status.devices[0].colour");
    }
}
