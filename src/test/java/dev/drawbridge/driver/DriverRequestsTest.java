package dev.drawbridge.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.resource.ClaimLimits;
import dev.drawbridge.validation.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of drivers' rules about requests and their configurations. */
class DriverRequestsTest extends DriverTest {

    private static final String CNI = """
            spec:
              devices:
                requests:
                - {name: a, exactly: {deviceClassName: cni.networking.x-k8s.io%s}}
                - {name: b, exactly: {deviceClassName: gpu.example.org, count: 8}}
                config: [%s]
            """;

    private static final String CNI_CONFIG =
            "{requests: [%s], opaque: {driver: cni.dra.networking.x-k8s.io, parameters: {apiVersion:"
                    + " cni.networking.x-k8s.io/v1alpha1, kind: CNIConfig}}}";

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", textBlock = """
            ''                    => a   => ''   =>
            , count: 1            => a   => ''   =>
            , count: 2            => a   => ''   => exactly.count: 2: must be 1 (cni.dra.networking.x-k8s.io)
            , allocationMode: All => a   => ''   => exactly.allocationMode: "All": must be ExactCount (cni.dra.networking.x-k8s.io)
            ''                    => a   => a    => exactly: must have one configuration; the driver takes exactly one for each request (cni.dra.networking.x-k8s.io)
            ''                    => 'a, b' => '' => exactly: must have a configuration of its own; name this request alone in its requests (cni.dra.networking.x-k8s.io)
            """)
    void checksRequestRulesOfDriver(String request, String requests, String more, @Nullable String error) {
        String configs = CNI_CONFIG.formatted(requests) + (more.isEmpty() ? "" : ", " + CNI_CONFIG.formatted(more));
        Verdict found = new ObjectParameters(DriverRegistry.builtIn(), object(CNI.formatted(request, configs)), null)
                .ofSpec("ResourceClaim");

        List<String> ofFirst = errors(found).stream()
                .filter(text -> text.startsWith("spec.devices.requests[0]"))
                .toList();
        if (error == null) {
            assertThat(ofFirst).isEmpty();
            assertThat(found.warnings()).isEmpty();
        } else {
            assertThat(ofFirst).containsExactly("spec.devices.requests[0]." + error);
        }
        assertThat(found.warnings()).hasSize(more.isEmpty() ? 0 : 1);
    }

    /** The API refuses longer lists, whose validation would cost their product. */
    @Test
    void readsRequestsAndConfigurationsUpToApiLimit() {
        String claim = """
                spec:
                  devices:
                    requests: [%s]
                    config: [%s]
                """.formatted(
                        "{name: a, exactly: {deviceClassName: cni.networking.x-k8s.io, count: 2}}, ".repeat(100),
                        CNI_CONFIG.formatted("a") + ", {opaque: {driver: gpu.nvidia.com, parameters: {}}}".repeat(100));

        List<String> errors =
                errors(new ObjectParameters(DriverRegistry.builtIn(), object(claim), null).ofSpec("ResourceClaim"));

        assertThat(errors).filteredOn(error -> error.contains("count: 2")).hasSize(ClaimLimits.REQUESTS);
        assertThat(errors)
                .filteredOn(error -> error.contains("parameters"))
                .isNotEmpty()
                .noneMatch(error -> error.contains("config[" + ClaimLimits.CONFIGURATIONS + "]"));
    }

    @Test
    void requestWithoutRequiredConfigurationIsWarning() {
        ObjectValue claim = object(CNI.formatted("", ""));

        Verdict found = new ObjectParameters(DriverRegistry.builtIn(), claim, null).ofSpec("ResourceClaim");

        assertThat(found.errors()).isEmpty();
        assertThat(found.warnings())
                .extracting(FieldError::detail)
                .containsExactly(
                        "needs a configuration, unless its class has one; the driver takes exactly one for each"
                                + " request (cni.dra.networking.x-k8s.io)");
        assertThat(new ObjectParameters(DriverRegistry.builtIn(), claim, claim).ofSpec("ResourceClaim"))
                .isEqualTo(Verdict.Allowed.NOTHING);
    }

    @Test
    void storedConfigurationsAreNotCheckedAgain() {
        String claim = "{spec: {devices: {config: [{opaque: {driver: gpu.nvidia.com, parameters: {kind: X, apiVersion:"
                + " y}}}]}}}";
        ObjectValue object = (ObjectValue) value(claim);

        assertThat(new ObjectParameters(DriverRegistry.builtIn(), object, null)
                        .ofSpec("ResourceClaim")
                        .errors())
                .extracting(error -> error.path().toString())
                .containsExactly("spec.devices.config[0].opaque.parameters");
        assertThat(new ObjectParameters(DriverRegistry.builtIn(), object, object).ofSpec("ResourceClaim"))
                .isEqualTo(Verdict.Allowed.NOTHING);
    }
}
