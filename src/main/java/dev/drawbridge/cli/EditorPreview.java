package dev.drawbridge.cli;

import dev.drawbridge.report.JsonObject;
import dev.drawbridge.validation.Validator;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A preview of {@code migrate} and {@code check --fix} for a text. Nothing is written. */
final class EditorPreview {

    private static final String MIGRATE = "migrate";
    private static final String FIX = "check --fix";
    private static final String FIX_UNSAFE = "check --fix=unsafe";
    static final List<String> COMMANDS = List.of(MIGRATE, FIX, FIX_UNSAFE);

    /**
     * The diff, the text afterwards, and the notes for its lines.
     *
     * @param release the release that must serve what {@code migrate} writes; empty for the newest
     * @param plan the settings of the check whose findings are fixed
     */
    static Map<String, Object> of(String command, String name, byte[] text, String release, CheckPlan plan) {
        FileRewrites.Outcome outcome =
                switch (command) {
                    case MIGRATE -> migrated(text, release);
                    case FIX -> fixed(text, plan, false);
                    case FIX_UNSAFE -> fixed(text, plan, true);
                    default -> throw new UsageException("must be one of " + String.join(", ", COMMANDS));
                };
        boolean isChanged = outcome.isChanged();
        return new JsonObject()
                .with("diff", isChanged ? outcome.diff(name, text) : "")
                .with("text", isChanged ? outcome.text() : new String(text, StandardCharsets.UTF_8))
                .with(
                        "notes",
                        outcome.notes().stream()
                                .map(note -> "line " + note.line() + ": " + note.message())
                                .toList());
    }

    /** The text in the newest version; {@code release} is empty for the newest. */
    static FileRewrites.Outcome migrated(byte[] text, String release) {
        List<String> words = new ArrayList<>(List.of("--diff"));
        if (!release.isEmpty()) {
            words.addAll(List.of("--kubernetes", release));
        }
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        return new MigrateRun(Arguments.of(Command.named("migrate"), words), nowhere, nowhere).outcome(text);
    }

    private static FileRewrites.Outcome fixed(byte[] text, CheckPlan plan, boolean isUnsafe) {
        return FixRun.outcome(plan.fixes(new Validator(), isUnsafe).fix(text), true);
    }
}
