package dev.drawbridge.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.admission.AdmissionOutcome.Answered;
import dev.drawbridge.admission.DriverRules.DriverMode;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.validation.Validator;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests of the webhook with parameters that their driver refuses. */
class DriverRulesTest {

    private static Answered answer(DriverMode mode, String sharing, @Nullable String stored) {
        AdmissionHandler handler = new AdmissionHandler(
                1 << 20,
                1 << 24,
                new Validator(),
                () -> new RulesInForce(null, Mode.ENFORCE),
                GateSettings.DEFAULTS,
                () -> new DriverRules(DriverRegistry.builtIn(), mode),
                FleetRules.NONE,
                false);
        String review = """
                {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "u", "name": "c", "namespace": "n",
                 "kind": {"group": "resource.k8s.io", "version": "v1", "kind": "ResourceClaim"},
                 "operation": "%s", "object": %s%s}}
                """.formatted(
                        stored == null ? "CREATE" : "UPDATE",
                        claim(sharing),
                        stored == null ? "" : ", \"oldObject\": " + claim(stored));
        return (Answered) handler.handle(review.getBytes(StandardCharsets.UTF_8), () -> false);
    }

    private static String claim(String sharing) {
        return """
                {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaim", "metadata": {"name": "c", "namespace": "n"},
                 "spec": {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "gpu", "allocationMode": "ExactCount", "count": 1}}],
                  "config": [{"opaque": {"driver": "gpu.nvidia.com", "parameters":
                   {"apiVersion": "resource.nvidia.com/v1beta1", "kind": "GpuConfig", "sharing": %s}}}]}}}
                """.formatted(sharing);
    }

    @Test
    void mistakeIsDenied() {
        Answered answered = answer(DriverMode.ENFORCE, "{\"strategy\": \"Time\"}", null);

        assertThat(answered.allowed()).isFalse();
        assertThat(answered.review().getResponse().getStatus().getMessage())
                .contains("spec.devices.config[0].opaque.parameters.sharing.strategy");
    }

    @Test
    void modeWarnGivesWarningAndOffNothing() {
        Answered warned = answer(DriverMode.WARN, "{\"strategy\": \"Time\"}", null);
        assertThat(warned.allowed()).isTrue();
        assertThat(warned.review().getResponse().getWarnings())
                .anyMatch(warning -> warning.contains("sharing.strategy"));

        Answered off = answer(DriverMode.OFF, "{\"strategy\": \"Time\"}", null);
        assertThat(off.allowed()).isTrue();
        assertThat(off.review().getResponse().getWarnings()).isEmpty();
    }

    @Test
    void storedParametersAreNotDenied() {
        assertThat(answer(DriverMode.ENFORCE, "{\"strategy\": \"Time\"}", "{\"strategy\": \"Time\"}")
                        .allowed())
                .isTrue();
    }

    @Test
    void unknownGateIsWarning() {
        Answered answered = answer(DriverMode.ENFORCE, "{\"strategy\": \"MPS\"}", null);

        assertThat(answered.allowed()).isTrue();
        assertThat(answered.review().getResponse().getWarnings()).anyMatch(warning -> warning.contains("MPSSupport"));
    }
}
