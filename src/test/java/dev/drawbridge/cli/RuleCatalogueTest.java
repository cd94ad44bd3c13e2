package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.field.Origin;
import dev.drawbridge.field.RuleText;
import dev.drawbridge.live.doctor.DoctorRule;
import dev.drawbridge.live.why.Cause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * The tables of rules.md, why.md and doctor.md are those of the catalogue. With {@code -Ddrawbridge.documents=write}
 * they are written anew, and the test fails once more so that nobody overlooks it.
 */
class RuleCatalogueTest extends CommandLineTest {

    private static final Path DOCUMENTS = Path.of("src/docs");
    private static final Path RULES = DOCUMENTS.resolve("rules");

    @Test
    void tableOfWhyHasTheRowsOfItsCauses() throws IOException {
        List<String> table = table(
                "| cause | meaning | why it matters | what to change |",
                Cause.values(),
                row -> "| [`" + row.name() + "`](rules/" + row.name() + ".md) | " + row.meaning() + " | " + row.why()
                        + " | " + row.fix() + " |");

        assertDocumented("why.md", table);
        assertThat(DOCUMENTS.resolve("changelog.md"))
                .content()
                .contains("the first of " + Cause.values().length + " causes");
    }

    @Test
    void tableOfRulesHasTheRulesOfCheck() throws IOException {
        List<String> table = table(
                "| rule | severity | requirement | why it matters | fix | Kubernetes |",
                Origin.values(),
                row -> "| [`" + row.name() + "`](rules/" + row.name() + ".md) | " + row.severity() + " | "
                        + row.meaning() + " | " + row.why() + " | " + row.fix() + " | " + row.releases() + " |");

        assertDocumented("rules.md", table);
    }

    @Test
    void tableOfDoctorHasTheRowsOfItsRules() throws IOException {
        List<String> table = table(
                "| rule | severity | requirement | why it matters | fix |",
                DoctorRule.values(),
                row -> "| [`" + row.name() + "`](rules/" + row.name() + ".md) | " + row.severity() + " | "
                        + row.meaning() + " | " + row.why() + " | " + row.fix() + " |");

        assertDocumented("doctor.md", table);
    }

    private static List<String> table(String header, RuleText.Row[] rows, Function<RuleText, String> line) {
        List<String> table = new ArrayList<>(List.of(header, header.replaceAll("[^|]+", " --- ")));
        Arrays.stream(rows).map(RuleText.Row::text).map(line).forEach(table::add);
        return table;
    }

    private static void assertDocumented(String name, List<String> table) throws IOException {
        Path document = DOCUMENTS.resolve(name);
        List<String> lines = Files.readAllLines(document);
        int start = lines.indexOf(table.get(0));
        int end = Math.max(0, start);
        while (end < lines.size() && lines.get(end).startsWith("|")) {
            end++;
        }
        List<String> documented = start < 0 ? List.of() : List.copyOf(lines.subList(start, end));
        if (start >= 0 && !documented.equals(table) && "write".equals(System.getProperty("drawbridge.documents"))) {
            List<String> written = new ArrayList<>(lines.subList(0, start));
            written.addAll(table);
            written.addAll(lines.subList(end, lines.size()));
            Files.write(document, written);
        }
        assertThat(documented).isEqualTo(table);
    }

    private static Stream<RuleText> texts() {
        return Stream.<RuleText.Row[]>of(Origin.values(), Cause.values(), DoctorRule.values())
                .flatMap(Arrays::stream)
                .map(RuleText.Row::text);
    }

    @ParameterizedTest
    @MethodSource("texts")
    void textsAreOneSentenceEach(RuleText text) {
        assertThat(text.meaning()).matches("[\\w.\\[\\]]+ [^|]*[A-Za-z0-9')]\\.");
        assertThat(text.why()).matches("([A-Z]|kubectl )[^|]*[a-z0-9]\\.").isNotEqualTo(text.meaning());
        assertThat(text.fix()).matches("[a-z][^|]*[^.]|[^|]*\\.\\.\\.\\)");
    }

    /** The page that SARIF and {@code explain} name. A name that several catalogues share has one page. */
    @ParameterizedTest
    @MethodSource("texts")
    void pageIsTheOutputOfExplain(RuleText text) throws IOException {
        Path page = RULES.resolve(text.name() + ".md");
        assertThat(text.page()).isEqualTo("https://drawbridge.dev/rules/" + text.name() + "/");
        assertThat(run("explain", text.name(), "-o", "markdown")).isEqualTo(ExitCode.CLEAN);
        if ("write".equals(System.getProperty("drawbridge.documents"))) {
            Files.writeString(Files.createDirectories(RULES).resolve(page.getFileName()), out());
        }

        assertThat(page).content().isEqualTo(out());
    }

    @Test
    void noPageIsOfARuleThatIsGone() throws IOException {
        try (Stream<Path> pages = Files.list(RULES)) {
            assertThat(pages.map(page -> page.getFileName().toString().replace(".md", "")))
                    .containsExactlyInAnyOrderElementsOf(
                            texts().map(RuleText::name).collect(Collectors.toSet()));
        }
    }

    /** The names of causes and of rules of {@code doctor} and {@code check} are found by one command. */
    @ParameterizedTest
    @MethodSource("texts")
    void explainPrintsTheRow(RuleText text) {
        assertThat(run("explain", text.name(), "-o", "json")).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains(text.meaning(), text.why(), text.fix());
    }

    /** Admin access is a warning if the namespace, which may have the label, is not in the input. */
    @Test
    void severityIsThatOfFindings() {
        Map<String, Set<String>> reported = new TreeMap<>();
        String resources = "src/test/resources/";
        run(
                "check",
                "-o",
                "json",
                "--kubernetes",
                "1.30,1.31,1.34,1.38",
                resources + "fixtures",
                resources + "workload",
                resources + "gate");
        JsonMapper.shared()
                .readTree(out())
                .at("/findings")
                .forEach(finding -> reported.computeIfAbsent(
                                finding.at("/origin").asString(), rule -> new TreeSet<>())
                        .add(finding.at("/severity").asString()));

        assertThat(reported.remove("adminAccessLabel")).containsExactly("warning");
        assertThat(reported).hasSizeGreaterThan(40);
        reported.forEach((rule, severities) -> assertThat(severities)
                .as(rule)
                .contains(Origin.named(rule).orElseThrow().text().severity().toString()));
    }
}
