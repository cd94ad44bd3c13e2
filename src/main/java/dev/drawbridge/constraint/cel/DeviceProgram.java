package dev.drawbridge.constraint.cel;

import com.google.protobuf.NullValue;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelErrorCode;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.drawbridge.port.SemanticVersion;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A compiled expression about a device, with a cache: devices with the same values of everything it reads share a
 * result. Not safe for use by several threads.
 *
 * <p>Source: {@code k8s.io/dynamic-resource-allocation/cel/compile.go}, DeviceMatches and EvaluateDerivedAttribute.
 */
public final class DeviceProgram {

    /** dev.cel's message for a missing key: after a dot a sentence, after an index only the key. */
    private static final Pattern MISSING = Pattern.compile(
            "key '(?<field>.*)' is not present in map\\.|(?!Error resolving)(?<index>.*)", Pattern.DOTALL);

    private static final Pattern PLACE = Pattern.compile("^evaluation error[^:]*:\\d*: ");

    /** The limit of iterations, which cost at least one each: Kubernetes stops an expression at a million. */
    static final int MAX_ITERATIONS = 1_000_000;

    /** Loaded when the first expression is evaluated. */
    private static final class Evaluator {

        private static final CelRuntime RUNTIME = Runtimes.ofAtMost(MAX_ITERATIONS);
    }

    private final String expression;
    private final CelRuntime.@Nullable Program program;
    private final @Nullable EvaluationProblem problem;
    private final List<DeviceRead> reads;
    private final Map<List<Object>, Object> results = new HashMap<>();

    private DeviceProgram(
            String expression,
            CelRuntime.@Nullable Program program,
            @Nullable EvaluationProblem problem,
            List<DeviceRead> reads) {
        this.expression = expression;
        this.program = program;
        this.problem = problem;
        this.reads = reads;
    }

    /** The program of an invalid expression: every device has the same problem. */
    static DeviceProgram refused(String expression, String problem) {
        return new DeviceProgram(
                expression, null, new EvaluationProblem("CEL compile error: " + problem, null), List.of());
    }

    static DeviceProgram of(String expression, CelAbstractSyntaxTree tree) {
        try {
            return new DeviceProgram(
                    expression,
                    Evaluator.RUNTIME.createProgram(DynamicValues.planned(CelFunctions.resolved(tree), false)),
                    null,
                    DeviceRead.all(tree));
        } catch (CelEvaluationException | RuntimeException | StackOverflowError e) {
            return new DeviceProgram(expression, null, unexpected(e), List.of());
        }
    }

    public String expression() {
        return expression;
    }

    /** The parts of a device that the expression reads. */
    public List<DeviceRead> reads() {
        return reads;
    }

    /** The value for a device: a Boolean, another attribute value, or an {@link EvaluationProblem}. */
    public Object evaluate(DeviceVariables device) {
        if (program == null) {
            return Optional.ofNullable(problem).orElseThrow();
        }
        Object[] values = new Object[reads.size()];
        for (int i = 0; i < values.length; i++) {
            Object value = reads.get(i).of(device);
            values[i] = value == null ? NullValue.NULL_VALUE : value;
        }
        return results.computeIfAbsent(List.of(values), key -> DeepStack.on(expression, () -> run(program, device)));
    }

    private static Object run(CelRuntime.Program program, DeviceVariables device) {
        try {
            Map<String, Object> fields = Map.of(
                    "driver",
                    device.driver(),
                    "allowMultipleAllocations",
                    device.allowMultipleAllocations(),
                    "attributes",
                    new Domains<>(device.attributesByDomain()),
                    "capacity",
                    new Domains<>(device.capacityByDomain()));
            return program.eval(Map.of("device", fields));
        } catch (CelEvaluationException e) {
            return problem(e);
        } catch (GoPanic e) {
            return new EvaluationProblem(String.valueOf(e.getMessage()), null);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return unexpected(e);
        }
    }

    /** Whatever an expression throws is an answer. */
    private static EvaluationProblem unexpected(Throwable thrown) {
        return EvaluationProblem.unknown("an internal error: " + thrown);
    }

    private static EvaluationProblem problem(CelEvaluationException failed) {
        String unknown = Unknown.Used.cause(failed);
        if (unknown != null) {
            return EvaluationProblem.unknown(unknown);
        }
        String message = PLACE.matcher(String.valueOf(failed.getMessage())).replaceFirst("");
        Matcher missing = MISSING.matcher(message);
        if (failed.getErrorCode() != CelErrorCode.ATTRIBUTE_NOT_FOUND || !missing.matches()) {
            return new EvaluationProblem(message, null);
        }
        String key = missing.group("field") == null ? missing.group("index") : missing.group("field");
        return new EvaluationProblem("no such key: " + key, key);
    }

    public static boolean isAttribute(Object value) {
        return value instanceof Boolean
                || value instanceof Long
                || value instanceof String
                || value instanceof SemanticVersion
                || value instanceof List<?> list && list.stream().allMatch(DeviceProgram::isAttribute);
    }

    /**
     * Values by domain; a domain that a device lacks is an empty map for an index, {@code has()} and optional values,
     * although it is not {@code in} the map.
     */
    static final class Domains<V> extends AbstractMap<String, Map<String, V>> {

        private final Map<String, Map<String, V>> values;

        Domains(Map<String, Map<String, V>> values) {
            this.values = values;
        }

        @Override
        public @Nullable Map<String, V> get(@Nullable Object key) {
            Map<String, V> found = values.get(key);
            return found != null || !(key instanceof String) ? found : Map.of();
        }

        @Override
        public boolean containsKey(@Nullable Object key) {
            return key instanceof String;
        }

        @Override
        public Set<String> keySet() {
            return values.keySet();
        }

        @Override
        public Set<Entry<String, Map<String, V>>> entrySet() {
            return values.entrySet();
        }
    }
}
