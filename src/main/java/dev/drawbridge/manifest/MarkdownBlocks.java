package dev.drawbridge.manifest;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Extracts the fenced YAML blocks with DRA objects from Markdown, as a YAML text with the same lines and offsets: each
 * block is a document, and every other line is blank. Source: CommonMark 0.31, fenced code blocks.
 */
public final class MarkdownBlocks {

    private static final Pattern FENCE = Pattern.compile("^[ \\t]*(`{3,}|~{3,})[ \\t]*([^\\s`]*).*$");
    private static final Pattern WHOLE = Pattern.compile(
            "(?m)^[ \\t]*apiVersion:[\\s\\S]*^[ \\t]*kind:|" + "^[ \\t]*kind:[\\s\\S]*^[ \\t]*apiVersion:");

    private MarkdownBlocks() {}

    public static boolean isMarkdown(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".md") || lower.endsWith(".markdown");
    }

    /** The YAML of a file: its text, or that of the blocks in Markdown. */
    public static byte[] yaml(String name, byte[] text) {
        return isMarkdown(name) ? yaml(text) : text;
    }

    public static byte[] yaml(byte[] text) {
        String[] lines = new String(text, StandardCharsets.UTF_8).split("\n", -1);
        String[] kept = new String[lines.length];
        List<Integer> block = new ArrayList<>();
        String fence = "";
        boolean isYaml = false;
        for (int i = 0; i < lines.length; i++) {
            kept[i] = padded("", lines[i]);
            Matcher matcher = FENCE.matcher(lines[i]);
            boolean isFence = matcher.matches();
            if (fence.isEmpty() && isFence) {
                fence = matcher.group(1);
                String language = matcher.group(2).toLowerCase(Locale.ROOT);
                isYaml = language.equals("yaml") || language.equals("yml");
                block.clear();
                block.add(i);
            } else if (isFence && matcher.group(2).isEmpty() && matcher.group(1).startsWith(fence)) {
                keep(lines, kept, block, isYaml);
                fence = "";
            } else if (!fence.isEmpty()) {
                block.add(i);
            }
        }
        return String.join("\n", kept).getBytes(StandardCharsets.UTF_8);
    }

    private static void keep(String[] lines, String[] kept, List<Integer> block, boolean isYaml) {
        StringBuilder text = new StringBuilder();
        block.stream().skip(1).forEach(line -> text.append(lines[line]).append('\n'));
        if (isYaml && Mentions.in(text) && WHOLE.matcher(text).find()) {
            kept[block.get(0)] = padded("---", lines[block.get(0)]);
            block.stream()
                    .skip(1)
                    .forEach(line ->
                            kept[line] = lines[line].strip().equals("---") ? padded("---", lines[line]) : lines[line]);
        }
    }

    private static String padded(String text, String line) {
        boolean hasReturn = line.endsWith("\r");
        int blanks = line.length() - text.length() - (hasReturn ? 1 : 0);
        return text + " ".repeat(blanks) + (hasReturn ? "\r" : "");
    }
}
