package dev.drawbridge.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.UnknownFields;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the resources in a container's status, of which a claim for extended resources provides some. */
class AllocatedResourcesTest {

    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: train}
            spec:
              containers:
              - {name: requests, resources: {requests: {example.com/gpu: "1"}, limits: {example.com/gpu: "1"}}}
              - {name: limits, resources: {limits: {example.com/gpu: "1"}}}
              - {name: none, resources: {requests: {example.com/gpu: "0"}, limits: {example.com/gpu: "1"}}}
              - {name: nothing}
            status:
              extendedResourceClaimStatus:
                resourceClaimName: extended
                requestMappings:
                - {containerName: requests, resourceName: example.com/gpu, requestName: first}
                - {containerName: limits, resourceName: example.com/gpu, requestName: second}
                - {containerName: none, resourceName: example.com/gpu, requestName: third}
                - {containerName: nothing, resourceName: example.com/gpu, requestName: fourth}
              containerStatuses:
              - {name: CONTAINER, allocatedResourcesStatus: [{name: "RESOURCE"}]}
            """;

    private static final String FIELD = "status.containerStatuses[0].allocatedResourcesStatus[0].name";

    @ParameterizedTest
    @CsvSource({
        "requests, example.com/gpu, 1.37, true",
        "requests, example.com/nic, 1.37, false",
        "requests, claim:extended/first, 1.37, true",
        "requests, claim:extended/first, 1.36, false",
        "requests, claim:extended/second, 1.37, false",
        "requests, claim:another/first, 1.37, false",
        "requests, claim:extended, 1.37, false",
        "requests, claim:extended/, 1.37, false",
        "limits, claim:extended/second, 1.37, true",
        "limits, claim:extended/first, 1.37, false",
        "none, claim:extended/third, 1.37, false",
        "nothing, claim:extended/fourth, 1.37, false"
    })
    void resourceIsRequestedOrMappedToTheContainer(
            String container, String resource, String release, boolean isAllowed) {
        ObjectValue pod = (ObjectValue) ((Document) new YamlReader(ReadLimits.DEFAULT)
                        .read(POD.replace("CONTAINER", container)
                                .replace("RESOURCE", resource)
                                .getBytes(StandardCharsets.UTF_8))
                        .get(0))
                .value();

        Verdict verdict = new Validator()
                .validate(new ValidationRequest(
                        "v1",
                        "Pod",
                        Operation.UPDATE_STATUS,
                        pod,
                        pod,
                        new ApiServer(
                                KubernetesRelease.parse(release).orElseThrow(),
                                GateSettings.parse("all"),
                                UnknownFields.DENY),
                        null));

        assertThat(verdict.errors().stream().map(error -> error.path().toString()))
                .as(verdict.errors().toString())
                .filteredOn(FIELD::equals)
                .hasSize(isAllowed ? 0 : 1);
    }
}
