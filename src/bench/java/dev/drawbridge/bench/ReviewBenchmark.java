package dev.drawbridge.bench;

import dev.drawbridge.admission.AdmissionHandler;
import dev.drawbridge.admission.AdmissionOutcome;
import dev.drawbridge.admission.AdmissionOutcome.Answered;
import dev.drawbridge.admission.DriverRules;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reading a review, and reading plus validating it, compared with Jackson's {@code readTree} of the same bytes in the
 * same run.
 */
@State(Scope.Benchmark)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ReviewBenchmark {

    /**
     * A claim of one field, one with everything set, one with 32 consumers and 32 handles of 16 KiB, and a slice of 128
     * devices.
     */
    @Param({"small", "full", "large", "slice"})
    private String object = "";

    private final JsonMapper jackson = JsonMapper.shared();
    private final JsonReader reader = JsonReader.withoutPositions(ReadLimits.DEFAULT);
    private final AdmissionHandler handler = Reviews.handler(DriverRules.NONE);
    private byte[] review = {};

    @Setup
    public void review() {
        review = Reviews.of(object).getBytes(StandardCharsets.UTF_8);
        if (!((Answered) handler.handle(review, () -> false)).allowed()) {
            throw new IllegalStateException("a benchmark judges a right object");
        }
    }

    @Benchmark
    public JsonNode jacksonReadTree() {
        return jackson.readTree(review);
    }

    @Benchmark
    public ReadResult read() {
        return reader.read(review);
    }

    @Benchmark
    public AdmissionOutcome readAndValidate() {
        return handler.handle(review, () -> false);
    }
}
