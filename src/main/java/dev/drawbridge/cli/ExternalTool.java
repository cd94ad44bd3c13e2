package dev.drawbridge.cli;

import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.manifest.FileProblem;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A program on the PATH. */
final class ExternalTool {

    private static final int MAX_MESSAGE = 500;
    private static final int SHOWN_WORDS = 3;
    private static final Pattern FOLDERS = Pattern.compile(Pattern.quote(File.pathSeparator));

    static boolean isInstalled(String tool) {
        return FOLDERS.splitAsStream(System.getenv().getOrDefault("PATH", ""))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
    }

    /** The output of a program in a folder; an InputException if it is missing, fails or writes too much. */
    static byte[] output(List<String> command, Path from) {
        // The program, its command and its target: options that Drawbridge adds do not help the reader.
        String what = String.join(" ", command.subList(0, Math.min(SHOWN_WORDS, command.size())));
        if (!isInstalled(command.get(0))) {
            throw new InputException(what + ": " + command.get(0) + " not found in PATH; install it");
        }
        try {
            Path problems = Files.createTempFile("drawbridge", ".log");
            try {
                Process process = new ProcessBuilder(command)
                        .directory(from.toAbsolutePath().toFile())
                        .redirectError(problems.toFile())
                        .start();
                process.getOutputStream().close();
                byte[] text;
                try (InputStream out = process.getInputStream()) {
                    text = ReadLimits.DEFAULT.text(out);
                }
                int exitCode = process.waitFor();
                if (exitCode != 0) {
                    IOException cause = new IOException(
                            shortened(cause(Files.readString(problems).strip())));
                    throw new InputException(what + ": exit code " + exitCode + ": " + cause.getMessage(), cause);
                }
                return text;
            } finally {
                Files.delete(problems);
            }
        } catch (IOException e) {
            throw new InputException(what + ": " + FileProblem.of(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InputException(what + ": interrupted", e);
        }
    }

    /** The output of {@code kustomize build}, or of {@code kubectl kustomize} if kustomize is not installed. */
    static byte[] kustomize(Path folder, Path from, String... options) {
        List<String> command = new ArrayList<>(
                isInstalled("kustomize") ? List.of("kustomize", "build") : List.of("kubectl", "kustomize"));
        command.add(folder.toString());
        command.addAll(List.of(options));
        return output(command, from);
    }

    /** The output of kustomize for a folder that may use files from anywhere, as for Flux. */
    static byte[] kustomize(Path folder) throws IOException {
        try {
            if (!isInstalled("kustomize") && !isInstalled("kubectl")) {
                throw new InputException("needs kustomize or kubectl, and neither is in the PATH");
            }
            return kustomize(folder, Path.of(""), "--load-restrictor", "LoadRestrictionsNone");
        } catch (InputException failed) {
            throw failed.getCause() instanceof IOException refused
                    ? refused
                    : new IOException(failed.getMessage(), failed);
        }
    }

    /** What kustomize refuses, in which folder, instead of all that led to it. */
    private static String cause(String said) {
        return said.replaceFirst("(?s)^[EF]\\d{4} [^\\n]* err=(?:\"(.*)\"|<\\n\\s*(.*?)\\s*>)$", "$1$2")
                .replaceFirst("(?s)^.*recursed accumulation of path '([^']*)': (?:accumulating resources: )*", "$1: ")
                .replaceFirst(
                        "(?s)^(.*?)(?:accumulating resources: )*accumulation err='(.*)': must build at.*$", "$1$2");
    }

    /** The beginning and the end of a long message, since either may have the cause. */
    private static String shortened(String said) {
        return said.length() <= 2 * MAX_MESSAGE
                ? said
                : said.substring(0, MAX_MESSAGE) + " … " + said.substring(said.length() - MAX_MESSAGE);
    }
}
