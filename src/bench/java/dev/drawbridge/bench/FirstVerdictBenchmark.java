package dev.drawbridge.bench;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.Request;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.validation.Verdict;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The first verdict of a fresh process: loading the table's classes, all kinds', and projecting the kind that is asked for. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(10)
public class FirstVerdictBenchmark {

    @Param({"v1alpha2", "v1"})
    private String version = "";

    @Benchmark
    public Verdict verdict() {
        return new Validator()
                .validate(new ValidationRequest(
                        "resource.k8s.io/" + version,
                        "ResourceClaim",
                        Request.CREATE,
                        ObjectValue.EMPTY,
                        null,
                        null,
                        GateSettings.DEFAULTS,
                        UnknownFields.DENY,
                        null));
    }
}
