package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of findings about attribute names in check and the merge gate. */
class CheckDeviceNamesTest {

    private static final String CLAIM = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: a, namespace: ml}
            spec:
              devices:
                requests:
                - name: gpu
                  exactly:
                    deviceClassName: %s
                    selectors:
                    - cel:
                        expression: |-
                          device.attributes["gpu.nvidia.com"].type == "gpu" &&
                            device.attributes["gpu.nvidia.com"].prodcutName == "x"
            """;

    private static final String CLASS = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: %s}
            spec:
              selectors:
              - cel: {expression: device.driver == "%s"}
            """;

    private static final String FLEET = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: a}
            spec:
              driver: gpu.nvidia.com
              nodeName: a
              pool: {name: a, generation: 1, resourceSliceCount: 1}
              devices:
              - name: gpu-0
                attributes: {type: {string: gpu}, prodcutName: {string: x}}
            """;

    private static final String WARNING = "[FieldValueNotFound, deviceAttribute] (ResourceClaim ml/a)";

    @TempDir
    private Path folder;

    private Path head;

    @BeforeEach
    void makeHead() throws IOException {
        head = Files.createDirectory(folder.resolve("head"));
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(head.resolve(name), text);
    }

    private String check(String... options) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<String> arguments = new ArrayList<>(List.of("check"));
        arguments.addAll(List.of(options));
        arguments.add(head.toString());
        Cli.run(
                arguments.toArray(String[]::new),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(out, true, StandardCharsets.UTF_8));
        return CommandLineTest.joined(out.toString(StandardCharsets.UTF_8));
    }

    private String gate(Path base, String... options) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<String> arguments =
                new ArrayList<>(List.of("check", "--base-dir", base.toString(), "--head-dir", head.toString()));
        arguments.addAll(List.of(options));
        Cli.run(
                arguments.toArray(String[]::new),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(out, true, StandardCharsets.UTF_8));
        return CommandLineTest.joined(out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void warningHasThePlaceOfTheNameInTheExpression() throws IOException {
        write("claim.yaml", CLAIM.formatted("gpu.nvidia.com"));

        assertThat(check())
                .contains("claim.yaml:14:53: warning: spec.devices.requests[0].exactly.selectors[0].cel.expression:"
                        + " devices of gpu.nvidia.com have no attribute gpu.nvidia.com/prodcutName; did you mean"
                        + " device.attributes[\"gpu.nvidia.com\"].productName? " + WARNING);
    }

    @Test
    void slicesOfTheInputShowOtherNames() throws IOException {
        write("claim.yaml", CLAIM.formatted("gpu.nvidia.com"));
        write("slice.yaml", FLEET);

        assertThat(check()).doesNotContain("prodcutName");
    }

    @Test
    void standardAttributeMayBeNewerThanTheCatalogue() throws IOException {
        write(
                "claim.yaml",
                CLAIM.formatted("gpu.nvidia.com")
                        .replace("\"gpu.nvidia.com\"].prodcutName", "\"resource.kubernetes.io\"].pcieRoots"));

        assertThat(check())
                .contains(
                        "the catalogue of gpu.nvidia.com 0.5 does not have attribute resource.kubernetes.io/pcieRoots;"
                                + " did you mean device.attributes[\"resource.kubernetes.io\"].pcieRoot?");
    }

    @Test
    void driverOfClassInOtherFileIsUsed() throws IOException {
        write("claim.yaml", CLAIM.formatted("mine"));
        assertThat(check()).doesNotContain("deviceAttribute");

        write("class.yaml", CLASS.formatted("mine", "gpu.nvidia.com"));
        assertThat(check()).contains(WARNING);
    }

    @Test
    void classOfTheInputCountsBeforeTheCatalogue() throws IOException {
        write("claim.yaml", CLAIM.formatted("gpu.nvidia.com"));
        write("class.yaml", CLASS.formatted("gpu.nvidia.com", "fake.acme.com"));

        assertThat(check()).doesNotContain("deviceAttribute");
    }

    @Test
    void nameInFleetIsNotReported() throws IOException {
        write("claim.yaml", CLAIM.formatted("gpu.nvidia.com"));
        Path fleet = folder.resolve("fleet.yaml");
        Files.writeString(fleet, FLEET);

        assertThat(check("--fleet", fleet.toString())).doesNotContain("deviceAttribute");
        Files.writeString(fleet, FLEET.replace("prodcutName", "productName"));
        assertThat(check("--fleet", fleet.toString())).contains(WARNING);
    }

    @Test
    void unknownNewerVersionHasNoWarning() throws IOException {
        write("claim.yaml", CLAIM.formatted("gpu.nvidia.com"));

        assertThat(check("--driver-version", "gpu.nvidia.com=0.9")).doesNotContain("deviceAttribute");
        assertThat(check("--driver-version", "gpu.nvidia.com=25.8")).contains(WARNING);
    }

    @Test
    void commentBeforeTheExpressionSuppressesTheRule() throws IOException {
        String expression = "            expression:";
        write(
                "claim.yaml",
                CLAIM.formatted("gpu.nvidia.com")
                        .replace(expression, "            # drawbridge: ignore=deviceAttribute\n" + expression));

        assertThat(check()).doesNotContain("deviceAttribute").contains("no findings");
    }

    @Test
    void gateReportsNewErrors() throws IOException {
        Path base = Files.createDirectory(folder.resolve("base"));
        write("claim.yaml", CLAIM.formatted("mine"));
        write("class.yaml", CLASS.formatted("mine", "gpu.nvidia.com"));
        Files.writeString(base.resolve("class.yaml"), CLASS.formatted("mine", "gpu.nvidia.com"));
        assertThat(gate(base)).contains(WARNING);

        Files.writeString(base.resolve("claim.yaml"), CLAIM.formatted("mine"));
        assertThat(gate(base)).doesNotContain("deviceAttribute");
    }

    /** A class can be updated; a claim is immutable. */
    @Test
    void gateSeparatesOldAndNewNamesInExpression() throws IOException {
        Path base = Files.createDirectory(folder.resolve("base"));
        String before = """
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: mine}
                spec:
                  selectors:
                  - cel:
                      expression: device.driver == "gpu.nvidia.com" && device.attributes["gpu.nvidia.com"].tipe == "gpu"
                """;
        Files.writeString(base.resolve("class.yaml"), before);
        write("class.yaml", before.stripTrailing() + " && device.attributes[\"gpu.nvidia.com\"].bramd == \"x\"\n");

        assertThat(gate(base))
                .contains("have no attribute gpu.nvidia.com/bramd; did you mean")
                .doesNotContain("tipe;")
                .contains("1 warning");
    }

    @Test
    void gateReportsNamesUnknownToFleet() throws IOException {
        Path base = Files.createDirectory(folder.resolve("base"));
        write("claim.yaml", CLAIM.formatted("gpu.nvidia.com"));
        Path fleet = folder.resolve("fleet.yaml");
        Files.writeString(fleet, FLEET);
        assertThat(gate(base, "--fleet", fleet.toString())).doesNotContain("deviceAttribute");

        Files.writeString(fleet, FLEET.replace("prodcutName", "productName"));
        assertThat(gate(base, "--fleet", fleet.toString())).contains(WARNING);
    }

    @Test
    void gateUsesClassesOfFleetAndOmitsKnownErrors() throws IOException {
        Path base = Files.createDirectory(folder.resolve("base"));
        write("claim.yaml", CLAIM.formatted("mine"));
        Path fleet = folder.resolve("fleet.yaml");
        Files.writeString(fleet, CLASS.formatted("mine", "gpu.nvidia.com"));
        assertThat(gate(base, "--fleet", fleet.toString())).contains(WARNING);

        Files.writeString(base.resolve("claim.yaml"), CLAIM.formatted("mine"));
        assertThat(gate(base, "--fleet", fleet.toString())).doesNotContain("deviceAttribute");
    }
}
