package dev.drawbridge.manifest;

import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A comment that suppresses findings: {@code # drawbridge: ignore=RULE[,RULE] [until=2027-01-31] reason}, on the line
 * of the finding or above it.
 *
 * @param line the line whose findings it suppresses: its own, or the next one that is not a comment
 * @param last the last line of a block scalar that begins there, such as an expression; otherwise the same line
 * @param until the last day, as it is written; empty for ever
 */
public record Suppression(Position position, int line, int last, List<String> rules, String until) {

    /** The comment that suppresses rules, with a reason to fill in. */
    public static String comment(Collection<String> rules) {
        return "# drawbridge: ignore=" + String.join(",", rules) + " TODO: reason";
    }

    /** The end of a line that starts a block scalar, which cannot contain comments. */
    private static final Pattern BLOCK = Pattern.compile(":\\s+[|>][-+0-9]*\\s*(#.*)?$");

    private static final Pattern COMMENT =
            Pattern.compile("(?:^|\\s)#\\s*drawbridge:\\s*ignore=([\\w.,=-]+)(?:\\s+until=(\\S+))?");

    public Suppression without(Predicate<String> rule) {
        return new Suppression(
                position, line, last, rules.stream().filter(rule.negate()).toList(), until);
    }

    public boolean isOver(Supplier<LocalDate> today) {
        return !until.isEmpty() && !isWrong() && LocalDate.parse(until).isBefore(today.get());
    }

    /** Whether its last day is not a date. */
    public boolean isWrong() {
        try {
            return !until.isEmpty() && LocalDate.parse(until) == null;
        } catch (DateTimeParseException wrong) {
            return true;
        }
    }

    /** Whether it suppresses findings of this rule on this line. */
    public boolean suppresses(String rule, int found) {
        return line <= found
                && found <= last
                && (rules.contains(rule)
                        || Origin.named(rule)
                                .filter(origin -> rules.stream().anyMatch(origin::isNamed))
                                .isPresent());
    }

    static List<Suppression> of(byte[] text) {
        if (!new String(text, StandardCharsets.ISO_8859_1).contains("drawbridge:")) {
            return List.of();
        }
        List<Suppression> suppressions = new ArrayList<>();
        String[] lines = new String(text, StandardCharsets.UTF_8).split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            Matcher comment = COMMENT.matcher(lines[i]);
            if (comment.find()) {
                int begin = lines[i].indexOf('#', comment.start());
                int line = isComment(lines[i]) ? next(lines, i + 1) : i;
                Position place = new Position(i + 1, begin + 1);
                Stream<String> rules = Stream.of(comment.group(1).split(",")).map(Origin::today);
                String until = comment.group(2) == null ? "" : comment.group(2);
                suppressions.add(new Suppression(place, line + 1, last(lines, line) + 1, rules.toList(), until));
            }
        }
        return suppressions;
    }

    /**
     * For each line, the line above which a comment suppresses what is on it: a block scalar contains no comments.
     * Lines count from 0.
     */
    public static int[] places(String[] lines) {
        int[] places = new int[lines.length];
        for (int line = 0; line < lines.length; line++) {
            int begin = line;
            line = last(lines, begin);
            Arrays.fill(places, begin, line + 1, begin);
        }
        return places;
    }

    private static int last(String[] lines, int first) {
        int last = first;
        if (first < lines.length
                && !isComment(lines[first])
                && BLOCK.matcher(lines[first]).find()) {
            while (last + 1 < lines.length
                    && (lines[last + 1].isBlank() || indentation(lines[last + 1]) > indentation(lines[first]))) {
                last++;
            }
        }
        return last;
    }

    private static int indentation(String line) {
        return line.length() - line.stripLeading().length();
    }

    private static boolean isComment(String line) {
        return line.stripLeading().startsWith("#");
    }

    private static int next(String[] lines, int from) {
        int line = from;
        while (line < lines.length && (isComment(lines[line]) || lines[line].isBlank())) {
            line++;
        }
        return line;
    }
}
