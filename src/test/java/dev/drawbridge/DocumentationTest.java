package dev.drawbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests of the documentation as a whole: its links, and the pages of the site. */
class DocumentationTest {

    private static final Path ROOT = Path.of("");
    private static final Path DOCS = Path.of("src/docs");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern PAGE = Pattern.compile("[\\w./-]+\\.md");

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(Path.of("README.md")));
        for (String folder : List.of(".github", "src/docs", "deploy")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
            }
        }
        return pages;
    }

    @Test
    void relativeLinksLeadToFilesAndHeadings() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            for (String link : links(page)) {
                String[] parts = link.split("#", 2);
                Path target = parts[0].isEmpty()
                        ? page
                        : page.resolveSibling(parts[0]).normalize();
                boolean isThere = Files.exists(target)
                        && (parts.length == 1 || anchors(target).contains(parts[1]));
                if (!isThere) {
                    broken.add(page + ": " + link);
                }
            }
        }

        assertThat(broken).isEmpty();
    }

    private static List<String> links(Path page) throws IOException {
        String text = Files.readString(page).replaceAll("(?s)```.*?```", "").replaceAll("`[^`\\n]*`", "`");
        return LINK.matcher(text)
                .results()
                .map(link -> link.group(1))
                .filter(link -> !link.matches("[a-z]+:.*"))
                .toList();
    }

    /** The anchors of headings, as GitHub and the site's generator make them. */
    private static Set<String> anchors(Path page) throws IOException {
        return Files.readString(page)
                .replaceAll("(?s)```.*?```", "")
                .lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\w -]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    /** Pages of rules are found by the tables that link to them. */
    @Test
    void siteListsEveryPage() throws IOException {
        String navigation = Files.readString(Path.of("src/site/mkdocs.yml")).replaceFirst("(?s).*\\nnav:", "");
        try (Stream<Path> files = Files.walk(DOCS)) {
            Set<String> pages = files.map(file -> DOCS.relativize(file).toString())
                    .filter(file -> file.endsWith(".md") && !file.startsWith("rules/"))
                    .collect(Collectors.toCollection(TreeSet::new));

            assertThat(PAGE.matcher(navigation).results().map(MatchResult::group))
                    .containsExactlyInAnyOrderElementsOf(pages);
        }
    }

    /** The generator and what it needs are fixed, by version and by hash. */
    @Test
    void generatorIsFixed() throws IOException {
        List<String> requirements = Files.readAllLines(Path.of("src/site/requirements.txt"));

        assertThat(requirements).anyMatch(line -> line.matches("mkdocs-material==\\d+\\.\\d+\\.\\d+ \\\\"));
        assertThat(requirements)
                .allMatch(line ->
                        line.matches("#.*|[a-z0-9-]+(_[a-z]+)*==[\\w.]+ \\\\| +--hash=sha256:[0-9a-f]{64}( \\\\)?"));
    }
}
