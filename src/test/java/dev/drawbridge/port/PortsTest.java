package dev.drawbridge.port;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.constraint.cel.GoRegexp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tests of each port against Go's answers, recorded by {@code src/test/go/ports}; its comment explains how to add
 * inputs.
 */
class PortsTest {

    private static final Path TABLES = Path.of("src/test/resources/ports");
    private static final JsonMapper JSON = JsonMapper.shared();

    static Stream<Arguments> ports() {
        return Stream.of(
                port("address", PortsTest::address),
                port("bool", text -> shown(Strconv.truth(text))),
                port("cidr", Addresses::canonicalCidr),
                port("duration", PortsTest::duration),
                port("float", PortsTest::number),
                port("lower", GoStrings::toLower),
                port("prefix", PortsTest::prefix),
                port("quantity", PortsTest::quantity),
                port("semver", PortsTest::version),
                port("time", PortsTest::time),
                port("trim", GoStrings::trimSpace),
                port("url", PortsTest::url));
    }

    private static Arguments port(String table, Function<String, @Nullable String> answer) {
        return Arguments.of(table, answer);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ports")
    void answersAsGoDoes(String table, Function<String, @Nullable String> answer) throws IOException {
        List<String> different = new ArrayList<>();
        for (String[] row : rows(table)) {
            String input = text(row[0]);
            String ours = answer.apply(input);
            if (!Objects.equals(ours, row[1].equals("null") ? null : text(row[1]))) {
                different.add(row[0] + ": Go answers " + row[1] + ", the port " + ours);
            }
        }
        assertThat(different).isEmpty();
    }

    /** Some of our messages are longer than Go's. */
    @ParameterizedTest
    @MethodSource("regularExpressions")
    void regularExpressionIsRefusedWithTheCodeOfGo(String expression, String code) {
        String problem = GoRegexp.problem(expression);
        if (code.isEmpty()) {
            assertThat(problem).isNull();
        } else {
            assertThat(problem).startsWith(code);
        }
    }

    static Stream<Arguments> regularExpressions() throws IOException {
        return rows("regexp").stream().map(row -> Arguments.of(text(row[0]), text(row[1])));
    }

    private static List<String[]> rows(String table) throws IOException {
        List<String[]> rows = Files.readAllLines(TABLES.resolve(table + ".tsv")).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("\t"))
                .toList();
        assertThat(rows).hasSizeGreaterThan(100);
        return rows;
    }

    private static String text(String json) {
        return JSON.readValue(json, String.class);
    }

    private static @Nullable String shown(@Nullable Object value) {
        return value == null ? null : value.toString();
    }

    private static @Nullable String address(String text) {
        IpAddress address = IpAddress.parse(text);
        return address == null
                ? null
                : address + " unspecified=" + address.isUnspecified() + " loopback=" + address.isLoopback()
                        + " multicast=" + address.isLinkLocalMulticast() + " link=" + address.isLinkLocalUnicast()
                        + " global=" + address.isGlobalUnicast();
    }

    private static @Nullable String prefix(String text) {
        IpNetwork network = IpNetwork.parse(text);
        return network == null ? null : network + " masked=" + network.masked();
    }

    private static @Nullable String duration(String text) {
        Long nanoseconds = Durations.nanoseconds(text);
        return nanoseconds == null ? null : nanoseconds + " " + Durations.text(Duration.ofNanos(nanoseconds));
    }

    private static @Nullable String number(String text) {
        Double number = Strconv.parse(text);
        return number == null ? null : Strconv.shortest(number) + " " + Strconv.plain(number);
    }

    private static @Nullable String quantity(String text) {
        Quantity quantity = Quantity.parse(text);
        return quantity == null
                ? null
                : quantity.decimals() + " " + quantity.value() + " " + quantity.thousandths() + " " + quantity.sign();
    }

    private static @Nullable String version(String text) {
        SemanticVersion version = SemanticVersion.parse(text);
        SemanticVersion other = Objects.requireNonNull(SemanticVersion.parse("1.2.3-rc.1"));
        return version == null ? null : version + " to " + other + ": " + version.compareTo(other);
    }

    private static @Nullable String time(String text) {
        Instant instant = Times.instant(text);
        return instant == null
                ? null
                : instant.getEpochSecond() + " " + instant.getNano() + " zero=" + Times.isZero(text);
    }

    private static @Nullable String url(String text) {
        GoUrl url = GoUrl.parse(text);
        if (url == null) {
            return null;
        }
        Map<String, List<String>> query = new TreeMap<>(url.queryValues());
        String values = query.entrySet().stream()
                .map(entry -> " " + entry.getKey() + "=" + String.join(",", entry.getValue()))
                .collect(Collectors.joining());
        return "scheme=%s host=%s hostname=%s port=%s path=%s query=[%s ]"
                .formatted(url.scheme(), url.host(), url.hostname(), url.port(), url.escapedPath(), values);
    }
}
