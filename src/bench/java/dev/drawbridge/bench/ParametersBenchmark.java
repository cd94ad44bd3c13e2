package dev.drawbridge.bench;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.driver.ObjectParameters;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.validation.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The additional cost of validating the parameters of a claim with one GpuConfig. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ParametersBenchmark {

    private static final String CLAIM = """
            {"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim","metadata":{"name":"gpu","namespace":"ml"},"spec":{"devices":{
            "requests":[{"name":"gpu","exactly":{"deviceClassName":"gpu.nvidia.com"}}],"config":[{"requests":["gpu"],"opaque":{
            "driver":"gpu.nvidia.com","parameters":{"apiVersion":"resource.nvidia.com/v1beta1","kind":"GpuConfig","sharing":{
            "strategy":"TimeSlicing","timeSlicingConfig":{"interval":"Long"}}}}}]}}}""";

    private final Validator validator = new Validator();
    private final DriverRegistry drivers = DriverRegistry.builtIn();
    private ObjectValue claim = ObjectValue.EMPTY;

    @Setup
    public void claim() {
        byte[] text = CLAIM.getBytes(StandardCharsets.UTF_8);
        claim = (ObjectValue)
                ((Document) JsonReader.withoutPositions(ReadLimits.DEFAULT).read(text)).value();
        if (!object().errors().isEmpty() || !parameters().errors().isEmpty()) {
            throw new IllegalStateException("a benchmark judges a right object");
        }
    }

    @Benchmark
    public Verdict object() {
        return validator.validate(ValidationRequest.create(claim, null));
    }

    @Benchmark
    public Verdict parameters() {
        return new ObjectParameters(drivers, claim, null).ofSpec("ResourceClaim");
    }
}
