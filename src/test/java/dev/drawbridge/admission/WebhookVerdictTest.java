package dev.drawbridge.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.SharedRecordings;
import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.validation.ApiServer;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An update is denied only for mistakes that it adds, and objects that are valid in a newer cluster are not denied.
 */
@Execution(ExecutionMode.CONCURRENT)
class WebhookVerdictTest {

    private static final Validator VALIDATOR = new Validator();
    private static final KubernetesRelease NEWEST = KubernetesRelease.NEWEST;

    private static final String BAD = "{'name':'bad','attributes':{'9x':{'int':1}}}";
    private static final String DEVICES = "{'name':'good'}," + BAD;

    /** A slice that is being deleted, with an invalid attribute name. */
    private static final String SLICE = "{'metadata':{'name':'s','finalizers':['x.example.com/f'],"
            + "'deletionTimestamp':'2026-01-01T00:00:00Z'},'spec':{'driver':'x.example.com','nodeName':'n',"
            + "'pool':{'name':'p','generation':1,'resourceSliceCount':1},'devices':[" + DEVICES + "]}}";

    @Test
    void invalidObjectsMayChangeLabelsAndLoseFinalizers() {
        assertThat(verdict("ResourceSlice", Operation.CREATE, SLICE, null).denied())
                .isNotEmpty();
        for (String update : List.of(
                SLICE.replace("'name':'s'", "'name':'s','labels':{'a':'b'}"),
                SLICE.replace("['x.example.com/f']", "[]"))) {
            WebhookVerdict verdict = verdict("ResourceSlice", Operation.UPDATE, update, SLICE);
            assertThat(verdict.denied()).isEmpty();
            assertThat(verdict.stored()).isNotEmpty();
        }
    }

    /** Recorded valid and invalid objects of every kind and version, validated with the rules of every release. */
    @ParameterizedTest
    @ValueSource(strings = {"v1alpha2", "v1alpha3", "v1beta1", "v1beta2", "v1"})
    void invalidStoredObjectsMayBeLabelled(String version) throws IOException {
        Path recorded = SharedRecordings.of(version).stored();
        JsonReader reader = JsonReader.withoutPositions(ReadLimits.DEFAULT);
        int labelled = 0;
        for (String line : Files.readAllLines(recorded)) {
            if (((Document) reader.read(line.getBytes(StandardCharsets.UTF_8))).value() instanceof ObjectValue one
                    && one.get("object") instanceof ObjectValue object) {
                isLabelled(version, one.string("kind"), object);
                labelled++;
            }
        }
        assertThat(labelled).isGreaterThan(20);
    }

    private static void isLabelled(String version, String kind, ObjectValue stored) {
        int metadata = stored.indexOf("metadata");
        if (metadata < 0 || !(stored.value(metadata) instanceof ObjectValue before)) {
            return;
        }
        ObjectValue.Builder after = ObjectValue.at(null);
        for (int i = 0; i < before.size(); i++) {
            if (!before.key(i).equals("labels")) {
                after.add(before.key(i), before.value(i), null);
            }
        }
        ObjectValue labels = ObjectValue.at(null)
                .add("label", new StringValue("value", null), null)
                .build();
        ObjectValue labelled =
                stored.with(metadata, after.add("labels", labels, null).build());
        for (KubernetesRelease release : KubernetesRelease.values()) {
            WebhookVerdict verdict =
                    verdict("resource.k8s.io/" + version, kind, Operation.UPDATE, labelled, stored, release);
            assertThat(paths(verdict)).as(release + " " + kind + " " + stored).isEmpty();
        }
    }

    @Test
    void kindWithoutSpecMayBeLabelled() {
        String kind = "{'metadata':{'name':'c'},'driverName':'-','parametersRef':{'name':'n'}}";

        assertThat(paths(
                        verdict("v1alpha2", "ResourceClass", Operation.CREATE, kind, null, KubernetesRelease.K8S_1_30)))
                .isNotEmpty();
        assertThat(paths(verdict(
                        "v1alpha2",
                        "ResourceClass",
                        Operation.UPDATE,
                        kind.replace("'name':'c'", "'name':'c','labels':{'a':'b'}"),
                        kind,
                        KubernetesRelease.K8S_1_30)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {'name':'new'},{'name':'good'},{'name':'bad','attributes':{'9x':{'int':1}}}                | ``
        {'name':'bad','attributes':{'9x':{'int':1}}}                                               | ``
        {'name':'good'},{'name':'bad','attributes':{'9x':{'int':1},'y':{'int':2}}}                 | ``
        {'name':'good','attributes':{'9x':{'int':1}}},{'name':'bad','attributes':{'9x':{'int':1}}} | spec.devices[0]
        {'name':'good'},{'name':'bad','attributes':{'9x':{'int':1},'8y':{'int':1}}}                | spec.devices[1]
        {'name':'-'},{'name':'bad','attributes':{'9x':{'int':1}}}                                  | spec.devices[0].name
        {'name':'good'},{'name':'good'},{'name':'bad','attributes':{'9x':{'int':1}}}               | spec.devices[1]
        """)
    void entriesAreMatchedByNameNotIndex(String devices, String denied) {
        List<String> paths = paths(verdict("ResourceSlice", Operation.UPDATE, SLICE.replace(DEVICES, devices), SLICE));

        if (denied.isEmpty()) {
            assertThat(paths).isEmpty();
        } else {
            assertThat(paths).isNotEmpty().allMatch(path -> path.startsWith(denied));
        }
    }

    @Test
    void overlongListMayKeepLengthOrShrink() {
        String stored = withDevices(200);

        for (String update : List.of(withDevices(150), stored.replace("'d7'", "'e7'"))) {
            assertThat(paths(verdict("ResourceSlice", Operation.UPDATE, update, stored)))
                    .isEmpty();
        }
        assertThat(paths(verdict("ResourceSlice", Operation.UPDATE, withDevices(201), stored)))
                .containsExactly("spec.devices");
    }

    @Test
    void mistakesHiddenByOverlongListMayStay() {
        String stored = withDevices(200).replace("{'name':'d7'}", BAD);

        assertThat(paths(verdict(
                        "ResourceSlice", Operation.UPDATE, withDevices(100).replace("{'name':'d7'}", BAD), stored)))
                .isEmpty();
        assertThat(paths(verdict(
                        "ResourceSlice", Operation.UPDATE, withDevices(100).replace("'d8'", "'-'"), stored)))
                .containsExactly("spec.devices[8].name");
    }

    @Test
    void statusMayKeepButNotAddMistakes() {
        String claim = "{'metadata':{'name':'c','namespace':'n'},'spec':{'devices':{'requests':[{'name':'a','exactly':"
                + "{'deviceClassName':'-'}}]}},'status':{'reservedFor':[{'resource':'pods','name':'p','uid':'u'}]}}";
        String unreserved = claim.replace("'status'", "'before'");
        String more = claim.replace("'uid':'u'}", "'uid':'u'},{'resource':'pods','name':'q','uid':''}");

        assertThat(paths(verdict("ResourceClaim", Operation.CREATE, claim, null)))
                .isNotEmpty();
        assertThat(paths(verdict("ResourceClaim", Operation.UPDATE_STATUS, claim, unreserved)))
                .containsExactly("status.reservedFor");
        assertThat(paths(verdict("ResourceClaim", Operation.UPDATE_STATUS, claim, claim)))
                .isEmpty();
        assertThat(paths(verdict("ResourceClaim", Operation.UPDATE_STATUS, more, claim)))
                .containsExactly("status.reservedFor[1].uid");
    }

    @Test
    void transitionMistakeCountsAsAdded() {
        String claim = "{'metadata':{'name':'c','namespace':'n'},'spec':{'resourceClassName':'c',"
                + "'allocationMode':'Immediate'},'status':{'driverName':'d','deallocationRequested':true,"
                + "'allocation':{'shareable':true},'reservedFor':[{'resource':'pods','name':'p','uid':'u'}]}}";
        String more = claim.replace("'uid':'u'}", "'uid':'u'},{'resource':'pods','name':'q','uid':'v'}");

        assertThat(verdict(
                                "v1alpha2",
                                "ResourceClaim",
                                Operation.UPDATE_STATUS,
                                more,
                                claim,
                                KubernetesRelease.K8S_1_30)
                        .denied())
                .extracting(error -> error.origin().toString())
                .contains("noNewConsumers");
        assertThat(paths(verdict(
                        "v1alpha2",
                        "ResourceClaim",
                        Operation.UPDATE,
                        claim.replace("'resourceClassName':'c'", "'resourceClassName':'d'"),
                        claim,
                        KubernetesRelease.K8S_1_30)))
                .containsExactly("spec");
    }

    @Test
    void brokenReferenceIsAddedMistake() {
        String slice = "{'metadata':{'name':'s'},'spec':{'driver':'x.example.com','nodeName':'n',"
                + "'pool':{'name':'p','generation':1,'resourceSliceCount':1},'sharedCounters':[{'name':'%s','counters':"
                + "{'m':{'value':'1'}}}],'devices':[{'name':'d','consumesCounters':[{'counterSet':'a','counters':"
                + "{'m':{'value':'1'}}}]}]}}";
        KubernetesRelease release = KubernetesRelease.K8S_1_34;

        assertThat(paths(verdict(
                        "v1", "ResourceSlice", Operation.UPDATE, slice.formatted("b"), slice.formatted("a"), release)))
                .contains("spec.devices[0].consumesCounters[0].counterSet");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {'name':'a','firstAvailable':[{'name':'b','deviceClassName':'c'}]}   | K8S_1_32 | K8S_1_33
        {'name':'a','firstAvailable':[{'name':'-','deviceClassName':'c'}]}   | K8S_1_32 | K8S_1_33
        {'name':'a','deviceClassName':'c','tolerations':[{'operator':'Exists'}]} | K8S_1_32 | K8S_1_33
        {'name':'a','deviceClassName':'c','capacity':{'requests':{'m':'1'}}} | K8S_1_32 | K8S_1_34
        """)
    void fieldOfLaterReleaseProvesLaterCluster(String request, KubernetesRelease inForce, KubernetesRelease shown) {
        String claim = "{'metadata':{'name':'c','namespace':'n'},'spec':{'devices':{'requests':[" + request + "]}}}";
        WebhookVerdict verdict = verdict("v1beta1", "ResourceClaim", Operation.CREATE, claim, null, inForce);

        assertThat(paths(verdict)).isEmpty();
        assertThat(verdict.unchecked()).hasSize(1);
        assertThat(verdict.shown()).isEqualTo(shown);
        assertThat(paths(verdict(
                        "v1beta1", "ResourceClaim", Operation.CREATE, claim.replace("'a'", "'-'"), null, inForce)))
                .containsExactly("spec.devices.requests[0].name");
    }

    @Test
    void unknownFieldProvesNothing() {
        String claim = "{'metadata':{'name':'c','namespace':'n'},'spec':{'devices':{'requests':["
                + "{'name':'a','exactly':{'deviceClassName':'-','new':1}}]}}}";
        WebhookVerdict verdict = verdict("ResourceClaim", Operation.CREATE, claim, null);

        assertThat(verdict.denied()).hasSize(1);
        assertThat(verdict.unchecked()).hasSize(1);
        assertThat(verdict.shown()).isNull();
    }

    private static String withDevices(int count) {
        String devices =
                IntStream.range(0, count).mapToObj(i -> "{'name':'d" + i + "'}").collect(Collectors.joining(","));
        return SLICE.replace(DEVICES, devices);
    }

    private static List<String> paths(WebhookVerdict verdict) {
        return verdict.denied().stream()
                .map(FieldError::path)
                .map(Object::toString)
                .toList();
    }

    private static WebhookVerdict verdict(String kind, Operation request, String object, @Nullable String old) {
        return verdict("v1", kind, request, object, old, NEWEST);
    }

    private static WebhookVerdict verdict(
            String version,
            String kind,
            Operation request,
            String object,
            @Nullable String old,
            KubernetesRelease release) {
        return verdict(
                "resource.k8s.io/" + version, kind, request, value(object), old == null ? null : value(old), release);
    }

    private static WebhookVerdict verdict(
            String apiVersion,
            String kind,
            Operation request,
            Value object,
            @Nullable Value old,
            KubernetesRelease release) {
        ValidationRequest question = new ValidationRequest(
                apiVersion,
                kind,
                request,
                object,
                old,
                new ApiServer(release, GateSettings.DEFAULTS, UnknownFields.WARN),
                Map.of());
        return WebhookVerdict.of(question, VALIDATOR.validate(question), VALIDATOR);
    }

    private static Value value(String text) {
        byte[] json = text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return ((Document) JsonReader.withoutPositions(ReadLimits.DEFAULT).read(json)).value();
    }
}
