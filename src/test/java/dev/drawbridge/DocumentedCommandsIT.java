package dev.drawbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The commands of README and docs that run the packaged launcher on files of the repository, and their output. */
class DocumentedCommandsIT {

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```[a-z]*\\n(.*?)^```");
    private static final String LAUNCHER = Path.of("").toAbsolutePath().relativize(Distribution.LAUNCHER) + " ";
    private static final Set<String> LEFT_OUT = Set.of("...", "…");

    /**
     * A block of a page.
     *
     * @param commands what follows {@code $}, a line each
     * @param output what follows the commands; a line {@code …} is for lines that are left out
     */
    private record Block(Path page, List<String> commands, List<String> output) {

        @Override
        public String toString() {
            return page + ": " + commands.get(commands.size() - 1);
        }
    }

    private static List<Block> blocks() throws IOException {
        List<Block> blocks = new ArrayList<>();
        try (Stream<Path> pages = Files.walk(Path.of("src/docs"))) {
            for (Path page : Stream.concat(Stream.of(Path.of("README.md")), pages)
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList()) {
                Matcher matcher = BLOCK.matcher(Files.readString(page));
                while (matcher.find()) {
                    List<String> lines = matcher.group(1).lines().toList();
                    List<String> commands = lines.stream()
                            .filter(line -> line.startsWith("$ "))
                            .map(line -> line.substring(2))
                            .toList();
                    List<String> output = lines.stream()
                            .filter(line -> !line.startsWith("$ "))
                            .toList();
                    if (isOfRepository(commands) && !output.isEmpty()) {
                        blocks.add(new Block(page, commands, output));
                    }
                }
            }
        }
        return blocks;
    }

    /** Commands that need no cluster, no other tool and no file outside the repository. */
    private static boolean isOfRepository(List<String> commands) {
        return commands.stream().anyMatch(command -> command.contains(LAUNCHER))
                && commands.stream()
                        .noneMatch(command ->
                                command.matches("(mvn|kubectl|docker|helm) .*") || command.contains("../shared/"));
    }

    /** One assertion for all: a new release or another message changes several blocks. */
    @Test
    void outputIsPrinted() throws IOException {
        assertThat(blocks())
                .hasSizeGreaterThan(20)
                .allSatisfy(block -> assertThat(
                                trimmed(printed(block.commands()).lines()))
                        .containsAll(trimmed(block.output().stream()
                                .filter(line -> !line.isBlank() && !LEFT_OUT.contains(line.strip())))));
    }

    private static String printed(List<String> commands) throws IOException {
        Process process = new ProcessBuilder("bash", "-c", String.join("\n", commands))
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static List<String> trimmed(Stream<String> lines) {
        return lines.map(String::stripTrailing).toList();
    }
}
