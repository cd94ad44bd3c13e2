package dev.drawbridge.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.validation.ResourceApi;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The versions that have rules for policies are those that validation does not refuse. */
class ServedPoliciesTest {

    @ParameterizedTest
    @ValueSource(strings = {"v1", "v1alpha1", "v1beta1", "v1beta2", "v1alpha2", "v2"})
    void versionHasRulesOrIsRefused(String version) {
        String apiVersion = Definition.GROUP + "/" + version;

        assertThat(ResourceApi.isUnserved(apiVersion, Definition.POLICY))
                .isNotEqualTo(Definition.isOne(apiVersion, Definition.POLICY));
        assertThat(ResourceApi.isUnserved(apiVersion, Definition.BINDING))
                .isNotEqualTo(Definition.isOne(apiVersion, Definition.BINDING));
    }
}
