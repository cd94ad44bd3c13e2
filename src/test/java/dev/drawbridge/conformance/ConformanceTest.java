package dev.drawbridge.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.SharedData;
import dev.drawbridge.SharedRecordings;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of verdicts against recorded ones: always the repository's selection, and the shared data if present. */
@Execution(ExecutionMode.CONCURRENT)
@Order(1)
class ConformanceTest {

    private static final Path OWN = Path.of("src/test/resources/conformance/own.jsonl");

    @Test
    void ownCasesAreValidatedAsWritten() throws IOException {
        ConformanceResult result = compare(OWN);

        assertThat(result.differences()).isEmpty();
        assertThat(result.rows()).isNotEmpty();
    }

    @Test
    void wrongVerdictIsDifference(@TempDir Path folder) throws IOException {
        Path turned = folder.resolve("turned.jsonl");
        Files.writeString(turned, Files.readString(OWN).replace("FieldValueForbidden", "FieldValueRequired"));

        assertThat(compare(turned).differences()).isNotEmpty();
    }

    /** For each function, expressions that real servers of 1.34 and 1.36 barely allow and barely refuse. */
    @Test
    void expressionCostsEqualServers() throws IOException {
        ConformanceResult result = compare(Path.of("src/test/resources/proof/costs-cel.jsonl.gz"));

        assertThat(result.differences()).isEmpty();
        assertThat(result.rows()).allMatch(row -> row.same() > 150);
    }

    /** The selection in the repository; {@link dev.drawbridge.mutation.MutationRun} measures it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "v1alpha2",
                "v1alpha3",
                "v1beta1",
                "v1beta2",
                "v1",
                "v1alpha2-cel",
                "v1alpha3-cel",
                "v1beta1-cel",
                "v1-cel",
                "odd",
                "fit",
                "fit-1.38",
                "found-fit",
                "pods-fit",
                "parameters",
                "pods",
                "conversions"
            })
    void selectionHasRecordedVerdicts(String file) throws IOException {
        ConformanceResult result = compare(Path.of("src/test/resources/proof", file + ".jsonl.gz"));

        assertThat(result.differences()).isEmpty();
        assertThat(result.rows()).isNotEmpty();
    }

    /** One object in six of the whole recorded set, and the selection; {@code src/test/conformance.sh} compares all. */
    @ParameterizedTest
    @ValueSource(strings = {"v1alpha2", "v1alpha3", "v1beta1", "v1beta2", "v1"})
    void everyKindHasRecordedVerdicts(String version) throws IOException {
        ConformanceResult result = compare(SharedRecordings.of(version).verdicts());

        System.out.println(version + System.lineSeparator() + result.table());
        assertThat(result.differences()).isEmpty();
        assertThat(result.rows()).anyMatch(row -> row.group().equals("fields") && row.same() > 400);
    }

    /** One expression in four; those of v1alpha2 and v1, the same ones, are all in the selection of the repository. */
    @ParameterizedTest
    @ValueSource(strings = {"v1alpha3", "v1beta1"})
    void everyExpressionHasRecordedVerdicts(String version, @TempDir Path folder) throws IOException {
        ConformanceResult result =
                compare(sample(SharedData.require("conformance/" + version + "-cel.jsonl.gz"), 4, folder));

        System.out.println(version + "-cel" + System.lineSeparator() + result.table());
        assertThat(result.differences()).isEmpty();
        assertThat(result.rows()).anyMatch(row -> row.group().equals("cel") && row.same() > 900);
    }

    /** One fleet in eight for all releases; {@code src/test/conformance.sh} compares all. */
    @Test
    void everyFleetHasRecordedDecisions(@TempDir Path folder) throws IOException {
        ConformanceResult result = new ConformanceResult();
        for (String file : List.of("fleets", "newest")) {
            new Conformance(Set.of())
                    .compare(sample(SharedData.require("fit/" + file + ".jsonl.gz"), 8, folder), result);
        }

        System.out.println("fit" + System.lineSeparator() + result.table());
        assertThat(result.differences()).isEmpty();
        assertThat(result.rows()).allMatch(row -> row.group().equals("fit") && row.same() > 50);
    }

    /** One pod in eight; {@code src/test/conformance.sh} compares all. */
    @Test
    void everyPodHasRecordedDecisions(@TempDir Path folder) throws IOException {
        ConformanceResult result = new ConformanceResult();
        new Conformance(Set.of()).compare(sample(SharedData.require("pods/fit.jsonl.gz"), 8, folder), result);
        new Conformance(Set.of()).compare(SharedData.require("found/pods-fit.jsonl.gz"), result);

        System.out.println("pods-fit" + System.lineSeparator() + result.table());
        assertThat(result.differences()).isEmpty();
        assertThat(result.rows()).allMatch(row -> row.group().equals("pods-fit") && row.same() > 500);
    }

    /** One pod in four of the whole recorded set. */
    @Test
    void claimsOfPodsHaveRecordedVerdicts(@TempDir Path folder) throws IOException {
        ConformanceResult result = compare(sample(SharedData.require("pods/verdicts.jsonl.gz"), 4, folder));

        System.out.println("pods" + System.lineSeparator() + result.table());
        assertThat(result.differences()).isEmpty();
        assertThat(result.rows()).anyMatch(row -> row.group().equals("pods/fields") && row.same() > 300);
    }

    /** One object in ten, each in three styles of YAML; {@code src/test/conformance.sh} compares all. */
    @Test
    void objectsAreMigratedAsTheServersConvertThem(@TempDir Path folder) throws IOException {
        ConformanceResult result = compare(sample(SharedData.require("conversions/conversions.jsonl.gz"), 10, folder));

        System.out.println("conversions" + System.lineSeparator() + result.table());
        assertThat(result.differences()).isEmpty();
        assertThat(result.rows()).allMatch(row -> row.group().equals("conversions") && row.same() > 300);
    }

    @Test
    void parametersAreValidatedAsTheirDriverDoes() throws IOException {
        ConformanceResult result = compare(SharedData.require("parameters/nvidia.jsonl.gz"));

        assertThat(result.differences()).isEmpty();
        assertThat(result.rows()).allMatch(row -> row.group().equals("parameters") && row.same() > 1000);
    }

    /** 150 parameters for each of seven drivers, with the results of the driver's own decoder and validation. */
    @Test
    void selectedParametersAreValidatedAsTheirDriversDo() throws IOException {
        ConformanceResult result = compare(Path.of("src/test/resources/proof/drivers.jsonl.gz"));

        assertThat(result.differences()).isEmpty();
        assertThat(result.rows()).anyMatch(row -> row.group().equals("parameters") && row.same() == 7 * 150);
    }

    /** Objects that are not in the large recordings. */
    @Test
    void rareObjectsAreValidatedAsTheServersDid() throws IOException {
        ConformanceResult result = compare(SharedData.require("found/verdicts.jsonl.gz"));

        assertThat(result.differences()).isEmpty();
        assertThat(result.rows()).allMatch(row -> row.same() > 20);
    }

    /**
     * Requests that 1.37 and a real API server of 1.38.0-beta.0 answer differently, and claims that the pods of a Job
     * share, of which servers of both were asked.
     */
    @ParameterizedTest
    @ValueSource(strings = {"beta", "jobs"})
    void objectsAreValidatedAsRealServersDid(String file) throws IOException {
        ConformanceResult result = compare(Path.of("src/test/resources/proof/" + file + ".jsonl.gz"));

        assertThat(result.differences()).isEmpty();
        assertThat(result.rows()).anyMatch(row -> row.same() > 40);
    }

    /** One object in six of a pre-release, whose file has only verdicts. */
    @ParameterizedTest
    @ValueSource(strings = {"v1alpha3", "v1beta2", "v1", "v1-cel"})
    void previewIsValidatedAsThePreReleaseDid(String file) throws IOException {
        ConformanceResult result = compare(SharedRecordings.of(file).preview());

        assertThat(result.differences()).isEmpty();
        assertThat(result.rows()).anyMatch(row -> row.same() > 100);
    }

    @Test
    void realManifestsAreValidatedAsTheServersDid() throws IOException {
        ConformanceResult result = compare(SharedData.require("conformance/corpus.jsonl.gz"));

        System.out.println("corpus" + System.lineSeparator() + result.table());
        assertThat(result.differences()).isEmpty();
        assertThat(result.rows()).anyMatch(row -> row.same() > 100);
    }

    /** One request in eight. Of all 3500, no verdict and 2 texts differ, which are errors of evaluations. */
    @Test
    void policiesDecideAsServer(@TempDir Path folder) throws IOException {
        ConformanceResult result = compare(sample(SharedData.require("policies/policies.jsonl.gz"), 8, folder));
        boolean isWhole = SharedData.isSampled(1, 8);

        assertThat(result.rows().stream().map(row -> row.group() + " " + row.different()))
                .containsExactlyInAnyOrder("policies 0", "policy-texts " + (isWhole ? 2 : 1));
    }

    @Test
    void definitionsAreRefusedAsByServer() throws IOException {
        ConformanceResult result = compare(SharedData.require("policies/definitions.jsonl.gz"));

        assertThat(result.differences()).isEmpty();
        assertThat(result.rows()).allMatch(row -> row.same() > 200);
    }

    /** Generated expressions, many of them wrong, on real servers of 1.37 and 1.38.0-beta.0, with all that they say. */
    @ParameterizedTest
    @ValueSource(strings = {"policies", "definitions", "policies-1.38", "definitions-1.38"})
    void randomPoliciesAreDecidedAsByServer(String file) throws IOException {
        ConformanceResult result = compare(Path.of("src/test/resources/proof", file + ".jsonl.gz"));

        assertThat(result.differences()).isEmpty();
        assertThat(result.rows()).allMatch(row -> row.same() > 160);
    }

    @Test
    void typesOfPoliciesAreCheckedAsByServer() throws IOException {
        ConformanceResult result = compare(SharedData.require("policies/typechecking.jsonl.gz"));

        assertThat(result.differences()).isEmpty();
        assertThat(result.rows()).allMatch(row -> row.same() > 150);
    }

    private static Path sample(Path file, int n, Path folder) throws IOException {
        Path sample = folder.resolve(file.getFileName().toString().replace(".gz", ""));
        try (ByteLines lines = new ByteLines(file);
                OutputStream chosen = new BufferedOutputStream(Files.newOutputStream(sample))) {
            long number = 0;
            for (byte[] line = lines.next(); line != null; line = lines.next()) {
                if (SharedData.isSampled(number++, n)) {
                    chosen.write(line);
                    chosen.write('\n');
                }
            }
        }
        return sample;
    }

    private static ConformanceResult compare(Path file) throws IOException {
        ConformanceResult result = new ConformanceResult();
        new Conformance(Set.of()).compare(file, result);
        return result;
    }
}
