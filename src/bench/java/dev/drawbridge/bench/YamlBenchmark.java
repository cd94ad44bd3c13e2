package dev.drawbridge.bench;

import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.yaml.YamlReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Expensive texts of about 100,000 bytes each, compared with an ordinary manifest repeated to that size. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class YamlBenchmark {

    private static final int SIZE = 100_000;

    @Param({
        "ordinary",
        "tabs",
        "tiny-json",
        "separators",
        "surrogates",
        "open-flows",
        "question-keys",
        "long-integer",
        "aliases"
    })
    private String text = "";

    private final YamlReader reader = new YamlReader(ReadLimits.DEFAULT);
    private byte[] bytes = {};

    @Setup
    public void text() throws IOException {
        String part =
                switch (text) {
                    case "ordinary" -> Files.readString(Path.of("deploy/try/claim-template.yaml")) + "---\n";
                    case "tabs" -> "a:\t1\n";
                    case "tiny-json" -> "{}";
                    case "separators" -> "---\n";
                    case "surrogates" -> "- \"\ud83d\ude00 \\\\\\ud83d\"\n";
                    case "open-flows" -> "[";
                    case "question-keys" -> "? a\n";
                    case "long-integer" -> "1";
                    case "aliases" -> "- &a [x,x,x,x]\n- &b [*a,*a,*a,*a]\n- &c [*b,*b,*b,*b]\n- [*c,*c,*c,*c]\n";
                    default -> throw new IllegalArgumentException("no such text: " + text);
                };
        bytes = part.repeat(SIZE / part.length() + 1).getBytes(StandardCharsets.UTF_8);
    }

    @Benchmark
    public List<ReadResult> read() {
        return reader.read(bytes);
    }
}
