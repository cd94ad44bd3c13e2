package dev.drawbridge.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.admission.AdmissionOutcome.Answered;
import dev.drawbridge.admission.AdmissionOutcome.Malformed;
import dev.drawbridge.admission.AdmissionOutcome.OutOfTime;
import dev.drawbridge.admission.AdmissionOutcome.TooLarge;
import dev.drawbridge.document.JsonFeed;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.Validator;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdmissionHandlerTest {

    private static final int MAX_BYTES = 32 * 1024 * 1024;
    private static final long MAX_MEMORY = 32 * 1024 * 1024;
    private static final BooleanSupplier IN_TIME = () -> false;
    private static final String KIND = "'kind':{'group':'resource.k8s.io','version':'v1alpha2','kind':'ResourceClaim'}";
    private static final String GOOD = "{'metadata':{'name':'a','uid':'object-uid'},'spec':{'resourceClassName':'c'}}";
    private static final String CEL =
            "{'spec':{'devices':{'requests':[{'name':'a','exactly':{'deviceClassName':'c','selectors':"
                    + "[{'cel':{'expression':'true'}}]}}]}}}";
    private static final String BAD = GOOD.replace("'c'", "'-'");

    @Test
    void validObjectIsAllowedWithUidOfRequest() {
        AdmissionResponse response =
                answer(review("CREATE", "", GOOD, null)).review().getResponse();

        assertThat(response.getAllowed()).isTrue();
        assertThat(response.getUid()).isEqualTo("review-uid");
        assertThat(response.getStatus()).isNull();
        assertThat(response.getPatch()).isNull();
    }

    @Test
    void invalidObjectIsDeniedWithApiServerWording() {
        AdmissionResponse response =
                answer(review("CREATE", "", BAD, null)).review().getResponse();

        assertThat(response.getAllowed()).isFalse();
        assertThat(response.getStatus().getCode()).isEqualTo(422);
        assertThat(response.getStatus().getReason()).isEqualTo("Invalid");
        assertThat(response.getStatus().getMessage())
                .contains("ResourceClaim \"ns/a\"")
                .contains("spec.resourceClassName");
        assertThat(response.getStatus().getDetails().getName()).isEqualTo("a");
        assertThat(response.getStatus().getDetails().getGroup()).isEqualTo("resource.k8s.io");
        assertThat(response.getStatus().getDetails().getKind()).isEqualTo("ResourceClaim");
        assertThat(response.getStatus().getDetails().getUid()).isEqualTo("object-uid");
        StatusCause cause = response.getStatus().getDetails().getCauses().get(0);
        assertThat(cause.getReason()).isEqualTo("FieldValueInvalid");
        assertThat(cause.getField()).isEqualTo("spec.resourceClassName");
        assertThat(cause.getMessage()).contains("\"-\"").contains("DNS subdomain");
    }

    @Test
    void modeWarnTurnsDenialIntoWarnings() {
        AdmissionResponse response = answer(handler(Mode.WARN, null), review("CREATE", "", BAD, null))
                .review()
                .getResponse();

        assertThat(response.getAllowed()).isTrue();
        assertThat(response.getWarnings()).first().asString().startsWith("would be denied: spec.resourceClassName");
    }

    @Test
    void updateIgnoresStatusAndStatusUpdateIgnoresSpec() {
        String wrongStatus = GOOD.replace("}}", "},'status':{'reservedFor':[{}]}}");
        String otherSpec = GOOD.replace("'c'", "'other'");

        assertThat(answer(review("UPDATE", "", wrongStatus, GOOD)).allowed()).isTrue();
        assertThat(answer(review("UPDATE", "status", wrongStatus, GOOD)).allowed())
                .isFalse();
        assertThat(answer(review("UPDATE", "", otherSpec, GOOD)).allowed()).isFalse();
        assertThat(answer(review("UPDATE", "status", otherSpec, GOOD)).allowed())
                .isTrue();
    }

    @Test
    void otherRequestsAreAllowed() {
        assertThat(answer(review("DELETE", "", "null", GOOD)).allowed()).isTrue();
        assertThat(answer(review("CONNECT", "", BAD, null)).allowed()).isTrue();
        assertThat(answer(review("UPDATE", "scale", BAD, GOOD)).allowed()).isTrue();
        AdmissionResponse foreign = answer(review("CREATE", "", BAD, null).replace("resource.k8s.io", "apps"))
                .review()
                .getResponse();
        assertThat(foreign.getAllowed()).isTrue();
        assertThat(foreign.getWarnings()).isEmpty();
        AdmissionResponse otherKind = answer(review("CREATE", "", BAD, null).replace("ResourceClaim", "Gadget"))
                .review()
                .getResponse();
        assertThat(otherKind.getAllowed()).isTrue();
        assertThat(otherKind.getWarnings()).isEmpty();
    }

    @Test
    void unknownNewerVersionIsAllowedWithWarning() {
        AdmissionResponse version = answer(review("CREATE", "", BAD, null).replace("v1alpha2", "v9"))
                .review()
                .getResponse();
        AdmissionResponse field = answer(review("CREATE", "", GOOD.replace("'c'", "'c','new':1"), null))
                .review()
                .getResponse();

        assertThat(version.getAllowed()).isTrue();
        assertThat(version.getWarnings())
                .singleElement()
                .asString()
                .startsWith("not checked: ")
                .contains("v9");
        assertThat(field.getAllowed()).isTrue();
        assertThat(field.getWarnings()).anyMatch(warning -> warning.startsWith("not checked: spec.new"));
    }

    @Test
    void unservedVersionIsAllowedWithWarning() {
        AdmissionResponse response = answer(
                        handler(Mode.ENFORCE, KubernetesRelease.K8S_1_31), review("CREATE", "", BAD, null))
                .review()
                .getResponse();

        assertThat(response.getAllowed()).isTrue();
        assertThat(response.getWarnings()).singleElement().asString().contains("1.31 does not serve");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"'spec':{'resourceClassName':1}", "'spec':{'resourceClassName':'c','resourceClassName':'c'}"})
    void mistypedAndDuplicateFieldsAreDenied(String spec) {
        assertThat(answer(review("CREATE", "", "{'metadata':{'name':'a'}," + spec + "}", null))
                        .allowed())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {                                                                                         | not JSON
        []                                                                                        | must be an AdmissionReview
        {'apiVersion':'admission.k8s.io/v1beta1','kind':'AdmissionReview','request':{'uid':'x'}}  | must be an AdmissionReview
        {'apiVersion':'admission.k8s.io/v1','kind':'Review','request':{'uid':'x'}}                | must be an AdmissionReview
        {'apiVersion':'admission.k8s.io/v1','kind':'AdmissionReview'}                             | no request
        {'apiVersion':'admission.k8s.io/v1','kind':'AdmissionReview','request':{}}                | no uid
        {'apiVersion':'admission.k8s.io/v1','kind':'AdmissionReview','request':{'uid':'x'}}       | operation
        {'apiVersion':'admission.k8s.io/v1','kind':'AdmissionReview','request':{'uid':'x','operation':'CREATE'}} | request.kind must have
        {'apiVersion':'admission.k8s.io/v1','kind':'AdmissionReview','request':{'uid':'x','operation':'CREATE','kind':'ResourceClaim'}} | request.kind must have
        {'apiVersion':'admission.k8s.io/v1','kind':'AdmissionReview','request':{'uid':'x','operation':'DELETE','kind':{'kind':1,'version':'v1'}}} | request.kind must have
        {'apiVersion':'admission.k8s.io/v1','kind':'AdmissionReview','request':{},'request':{}} | duplicate key
        {'apiVersion':'admission.k8s.io/v1','kind':'AdmissionReview','request':{'uid':'x','uid':'x'}} | duplicate key
        """, quoteCharacter = '`')
    void otherBodiesThanReviewsAreMalformed(String body, String reason) {
        assertThat(handler(Mode.ENFORCE, null).handle(bytes(body), IN_TIME))
                .isInstanceOfSatisfying(
                        Malformed.class,
                        malformed -> assertThat(malformed.reason()).contains(reason));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        'operation':'CREATE'                                                | object is required
        'operation':'UPDATE','object':{}                                    | oldObject is required
        'operation':'CREATE','object':{},'object':{}                        | duplicate key
        'operation':'CREATE','object':{'kind':'ResourceClass'}              | must match the kind of request.object
        'operation':'CREATE','object':{'apiVersion':'resource.k8s.io/v1'}   | must match the kind of request.object
        """, quoteCharacter = '`')
    void requestWithMismatchedObjectsIsMalformed(String fields, String reason) {
        String body = "{'apiVersion':'admission.k8s.io/v1','kind':'AdmissionReview','request':{'uid':'x'," + KIND + ","
                + fields + "}}";

        assertThat(handler(Mode.ENFORCE, null).handle(bytes(body), IN_TIME))
                .isInstanceOfSatisfying(
                        Malformed.class,
                        malformed -> assertThat(malformed.reason()).contains(reason));
    }

    @Test
    void duplicateKeyInObjectIsFinding() {
        assertThat(answer(review("CREATE", "", GOOD.replace("'spec'", "'spec':{},'spec'"), null))
                        .allowed())
                .isFalse();
    }

    @Test
    void invalidUtf8IsMalformed() {
        String review = review("CREATE", "", GOOD, null).replace('\'', '"');
        byte[] overlong = review.getBytes(StandardCharsets.ISO_8859_1);
        overlong[review.indexOf("ns")] = (byte) 0xC1;
        overlong[review.indexOf("ns") + 1] = (byte) 0xAE;

        for (byte[] body : List.of(
                review.getBytes(StandardCharsets.UTF_16), review.getBytes(StandardCharsets.UTF_16LE), overlong)) {
            assertThat(handler(Mode.ENFORCE, null).handle(body, IN_TIME)).isInstanceOf(Malformed.class);
        }
    }

    @Test
    void valuesAboveMemoryLimitAreTooLarge() {
        byte[] body = bytes(review("CREATE", "", "{'spec':{'x':[" + "{},".repeat(1_000_000) + "{}]}}", null));
        JsonFeed feed = handler(Mode.ENFORCE, null).feed();
        feed.add(body, body.length);

        assertThat(handler(Mode.ENFORCE, null).handle(body, IN_TIME)).isInstanceOf(TooLarge.class);
        assertThat(handler(Mode.ENFORCE, null).answer(feed.end(), IN_TIME)).isInstanceOf(TooLarge.class);
    }

    @Test
    void fieldsWithoutRulesNeedNoMemory() {
        String fields = "{" + "'f:a':{},".repeat(1_000_000) + "'f:b':{}}";
        String managed =
                "'metadata':{'name':'a','managedFields':[{'manager':'m','operation':'Update','apiVersion':'v1',"
                        + "'fieldsType':'FieldsV1','fieldsV1':" + fields + "}]}";
        String object = "{" + managed + ",'spec':{'resourceClassName':'c'}}";

        assertThat(answer(review("CREATE", "", object, null)).allowed()).isTrue();
    }

    @Test
    void deadlineEndsWork() {
        assertThat(handler(Mode.ENFORCE, null)
                        .handle(bytes(review("CREATE", "", CEL, null).replace("v1alpha2", "v1")), () -> true))
                .isInstanceOf(OutOfTime.class);
    }

    @Test
    void listsInListsAreValidatedWithoutTheStackOfTheirDepth() {
        String deep = "{'spec':{'devices':{'requests':" + "[".repeat(9_000) + "]".repeat(9_000) + "}}}";

        assertThat(answer(review("CREATE", "", deep, null).replace("v1alpha2", "v1"))
                        .allowed())
                .isFalse();
    }

    @Test
    void bodyInPartsEqualsBodyInOnePart() {
        byte[] body = bytes(review("CREATE", "", BAD.replace("'uid'", "'annotations':{'é':'\\u00e9😀'},'uid'"), null));
        AdmissionHandler handler = handler(Mode.ENFORCE, null);
        AdmissionOutcome whole = handler.handle(body, IN_TIME);

        for (int length : new int[] {1, 2, 3, 7, 64}) {
            JsonFeed feed = handler.feed();
            for (int from = 0; from < body.length; from += length) {
                byte[] part = Arrays.copyOfRange(body, from, Math.min(body.length, from + length));
                assertThat(feed.add(part, part.length)).isTrue();
            }
            assertThat(handler.answer(feed.end(), IN_TIME)).isEqualTo(whole);
        }
    }

    @Test
    void objectWithMillionMistakesGetsSmallAnswer() {
        String finalizers = "'-',".repeat(100_000) + "'-'";
        Answered answered = answer(
                review("CREATE", "", GOOD.replace("'name':'a'", "'name':'a','finalizers':[" + finalizers + "]"), null));

        assertThat(answered.review().getResponse().getStatus().getDetails().getCauses())
                .hasSize(Denial.MAX_CAUSES);
        assertThat(answered.review().getResponse().getStatus().getMessage())
                .hasSizeLessThan(4000)
                .contains("more in details.causes");
    }

    private static AdmissionHandler handler(Mode mode, @Nullable KubernetesRelease release) {
        return new AdmissionHandler(
                MAX_BYTES,
                MAX_MEMORY,
                new Validator(),
                () -> new RulesInForce(release, mode),
                GateSettings.DEFAULTS,
                () -> DriverRules.NONE,
                FleetRules.NONE,
                false);
    }

    private static Answered answer(String review) {
        return answer(handler(Mode.ENFORCE, null), review);
    }

    private static Answered answer(AdmissionHandler handler, String review) {
        return (Answered) handler.handle(bytes(review), IN_TIME);
    }

    private static String review(String operation, String subresource, String object, @Nullable String oldObject) {
        return "{'apiVersion':'admission.k8s.io/v1','kind':'AdmissionReview','request':{'uid':'review-uid',"
                + "'kind':{'group':'resource.k8s.io','version':'v1alpha2','kind':'ResourceClaim'},'name':'a',"
                + "'namespace':'ns',"
                + "'operation':'" + operation + "','subResource':'" + subresource + "','object':" + object
                + (oldObject == null ? "" : ",'oldObject':" + oldObject) + "}}";
    }

    private static byte[] bytes(String text) {
        return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }
}
