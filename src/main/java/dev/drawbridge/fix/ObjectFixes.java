package dev.drawbridge.fix;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Suggestion;
import dev.drawbridge.field.Suggestion.Kind;
import dev.drawbridge.schema.Converted;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.ResourceApi.TypeName;
import dev.drawbridge.validation.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The fixes of one object: the suggestions of its errors, as long as they remove these errors and add none. All are
 * tried at once; if that is not better, each half.
 */
public final class ObjectFixes {

    /** The limit of validated values, which bounds the time for a hostile object; undecided mistakes remain. */
    private static final int MAX_VALUES = 4_000_000;

    /** The number of values that take as long to validate as one mistake with its hint. */
    private static final int EFFORT_OF_MISTAKE = 100;

    private static final int MAX_ATTEMPTS = 200;
    private static final int MIN_ATTEMPTS = 8;

    private final Verdicts verdicts;
    private final boolean isUnsafe;
    private final ObjectValue original;
    private final List<Verdict> before;
    private final List<Suggestion> fixes = new ArrayList<>();

    /** The errors before each fix, with the positions of the original, by their keys. */
    private final Map<String, FieldError> found = new LinkedHashMap<>();

    private final int maxAttempts;
    private String apiVersion;
    private String kind;
    private ObjectValue current;
    private List<Verdict> now;

    private int attempts;

    /**
     * A fixed error or warning.
     *
     * @param error the mistake in the original object
     * @param position its position; null if it has none
     * @param fix its suggestion, or a fix at its position; any of the object's fixes if there is neither
     */
    public record Solved(FieldError error, @Nullable Position position, Suggestion fix) {}

    /**
     * Fixes an object.
     *
     * @param isUnsafe whether to include fixes that a person must review
     * @param type the type that the object has, or that of the list that it is in
     * @param isEntry whether it is in a list of one kind, and has the version of the others
     * @param known the verdicts of the releases on the object's creation; null if they are not known
     */
    public ObjectFixes(
            Verdicts verdicts,
            boolean isUnsafe,
            ObjectValue object,
            TypeName type,
            boolean isEntry,
            @Nullable List<Verdict> known) {
        this.verdicts = verdicts;
        this.isUnsafe = isUnsafe;
        this.original = object;
        this.current = object;
        this.apiVersion = type.apiVersion();
        this.kind = type.kind();
        this.before = known == null ? verdicts.of(apiVersion, kind, object) : known;
        this.now = before;
        find();
        int effort = size(object) + EFFORT_OF_MISTAKE * found.size();
        this.maxAttempts = Math.max(MIN_ATTEMPTS, Math.min(MAX_ATTEMPTS, MAX_VALUES / effort));
        name();
        // A fix may reveal other mistakes: those in a moved field, or a second value of its name.
        int fixed;
        do {
            fixed = fixes.size();
            round(suggestion -> !suggestion.isRetyping());
            round(Suggestion::isRetyping);
        } while (fixes.size() > fixed);
        if (!isEntry) {
            migrate();
        }
    }

    /** Whether a mistake may have a fix: only these objects need to be looked at. */
    public static boolean mayFix(List<Verdict> verdicts) {
        return verdicts.stream()
                .anyMatch(verdict ->
                        verdict instanceof Verdict.NotApplicable none && none.reason() != Verdict.Reason.OTHER_GROUP
                                || verdict.errors().stream().anyMatch(error -> error.suggestion() != null)
                                || verdict.warnings().stream().anyMatch(Verdicts::isFixable));
    }

    /** Whether a part of the text stands for several values: then some fixes cannot be written. */
    public static boolean hasAliases(ObjectValue object) {
        Set<Position> seen = new HashSet<>();
        for (Value value : object.all()) {
            boolean isPart = !(value instanceof ObjectValue) && !(value instanceof ListValue);
            if (isPart && value.position() != null && !seen.add(value.position())) {
                return true;
            }
        }
        return false;
    }

    /** The number of values in an object, including itself. */
    private static int size(ObjectValue object) {
        int size = 0;
        for (Value ignored : object.all()) {
            size++;
        }
        return size;
    }

    ObjectValue original() {
        return original;
    }

    ObjectValue fixed() {
        return current;
    }

    List<FieldError> mistakesLeft() {
        return Verdicts.mistakes(verdicts.complete(apiVersion, kind, current, now));
    }

    List<FieldError> mistakesBefore() {
        return Verdicts.mistakes(verdicts.complete(apiVersion, kind, original, before));
    }

    /** The fixes, in the order of the text. */
    public List<Suggestion> fixes() {
        return fixes.stream().sorted(Suggestion.BY_POSITION).toList();
    }

    public List<Solved> solved() {
        List<Suggestion> sorted = fixes();
        if (sorted.isEmpty()) {
            return List.of();
        }
        Set<Suggestion> done = new HashSet<>(sorted);
        Map<Position, Suggestion> byPlace = new HashMap<>();
        sorted.forEach(fix -> byPlace.putIfAbsent(fix.position(), fix));
        Set<String> still = new HashSet<>();
        Verdicts.mistakes(now).forEach(error -> {
            still.add(key(error, current));
            // A new level has no position.
            still.add(HiddenErrors.key(error, null));
        });
        List<Solved> solved = new ArrayList<>();
        found.forEach((key, error) -> {
            if (!still.contains(key) && !still.contains(HiddenErrors.key(error, null))) {
                Suggestion own = error.suggestion();
                Suggestion fix =
                        own != null && done.contains(own) ? own : byPlace.getOrDefault(error.position(), sorted.get(0));
                solved.add(new Solved(error, error.position(), fix));
            }
        });
        return solved;
    }

    /** A misspelled group, version or kind becomes the one that it can mean. */
    private void name() {
        int known = fixes.size();
        ResourceApi.meant(apiVersion, kind).ifPresent(meant -> {
            rename("apiVersion", apiVersion, meant.apiVersion());
            rename("kind", kind, meant.kind());
            apiVersion = meant.apiVersion();
            kind = meant.kind();
        });
        if (fixes.size() > known) {
            now = verdicts.of(apiVersion, kind, current);
            find();
        }
    }

    private void find() {
        for (FieldError error : Verdicts.mistakes(now)) {
            found.putIfAbsent(key(error, current), error.at(Verdicts.position(error, current)));
        }
    }

    private void rename(String field, String from, String to) {
        int entry = current.indexOf(field);
        Position position = entry < 0 ? null : current.value(entry).position();
        if (position != null && !from.equals(to)) {
            accept(List.of(Suggestion.replace(Kind.REPLACE, position, FieldPath.of(field), from, to)));
        }
    }

    private void accept(List<Suggestion> suggestions) {
        current = Applied.of(current, suggestions).object();
        fixes.addAll(suggestions);
    }

    /** Whether a mistake is left for which only a fix is known that a person must review. */
    public boolean isLeavingUnsafe() {
        return Verdicts.mistakes(now).stream()
                .anyMatch(error ->
                        error.suggestion() != null && error.suggestion().isUnsafe());
    }

    private void round(Predicate<Suggestion> kinds) {
        // An alias has the mistakes of its anchor.
        Map<Position, Suggestion> suggested = new LinkedHashMap<>();
        for (FieldError error : Verdicts.mistakes(now)) {
            Suggestion suggestion = error.suggestion();
            if (suggestion != null && (isUnsafe || !suggestion.isUnsafe()) && kinds.test(suggestion)) {
                suggested.putIfAbsent(suggestion.position(), suggestion);
            }
        }
        attempt(List.copyOf(suggested.values()));
    }

    /** Accepts all suggestions if the object is better with them, otherwise those of each half. */
    private void attempt(List<Suggestion> suggestions) {
        if (suggestions.isEmpty() || attempts >= maxAttempts) {
            return;
        }
        attempts++;
        Applied applied = Applied.of(current, suggestions);
        List<Verdict> after = verdicts.of(apiVersion, kind, applied.object());
        if (isBetter(applied, suggestions, after)) {
            fixes.addAll(suggestions);
            current = applied.object();
            now = after;
            find();
        } else if (middle(suggestions) > 0) {
            int middle = middle(suggestions);
            attempt(suggestions.subList(0, middle));
            attempt(suggestions.subList(middle, suggestions.size()));
        }
    }

    /** The index that divides suggestions, but not those that make one entry of a list together; 0 if all do. */
    private static int middle(List<Suggestion> suggestions) {
        int half = suggestions.size() / 2;
        return IntStream.concat(
                        IntStream.iterate(half, i -> i > 0, i -> i - 1), IntStream.range(half, suggestions.size()))
                .filter(i -> i > 0 && !suggestions.get(i).isWith(suggestions.get(i - 1)))
                .findFirst()
                .orElse(0);
    }

    /** Whether each suggestion removes its mistakes, and no release has an error that was neither there nor hidden. */
    private boolean isBetter(Applied applied, List<Suggestion> suggestions, List<Verdict> after) {
        Set<Suggestion> wanted = new HashSet<>(suggestions);
        List<Suggestion> guesses =
                suggestions.stream().filter(Suggestion::isUnsafe).toList();
        Set<@Nullable Position> guessed =
                new HashSet<>(Applied.of(current, guesses).moved());
        guesses.forEach(one -> guessed.add(one.position()));
        Set<@Nullable FieldPath> wrapped = new HashSet<>();
        suggestions.stream().filter(one -> one.kind() == Kind.WRAP).forEach(one -> wrapped.add(one.path()));
        for (int i = 0; i < now.size(); i++) {
            Set<String> known = new HashSet<>();
            boolean isHiding = false;
            for (FieldError error : now.get(i).errors()) {
                isHiding |= error.type().isDecoding();
                if (error.suggestion() == null || !wanted.contains(error.suggestion())) {
                    known.add(key(error, current));
                    // A replaced value has no position.
                    known.add(HiddenErrors.key(error, error.position()));
                }
            }
            for (FieldError error : after.get(i).errors()) {
                boolean isAdded = !isHiding
                        || error.type() == ErrorType.DUPLICATE_FIELD
                        || guessed.contains(error.position())
                        || HiddenErrors.isMissing(error)
                                && (wrapped.contains(error.path())
                                        || wrapped.contains(error.path().parent()));
                if (isAdded && !known.contains(key(error, applied.object()))) {
                    return false;
                }
            }
        }
        return applied.object() != current;
    }

    private static String key(FieldError error, ObjectValue object) {
        return HiddenErrors.key(error, Verdicts.position(error, object));
    }

    /** Replaces a deprecated or removed version by the newest one that every release serves. */
    private void migrate() {
        String newest = verdicts.isOutdated(apiVersion, now) ? newest() : null;
        Position place = current.has("apiVersion")
                ? current.value(current.indexOf("apiVersion")).position()
                : null;
        if (newest == null || place == null || !ResourceApi.isOlder(apiVersion, newest)) {
            return;
        }
        Optional<Converted> converted =
                verdicts.validator().validator().scheme().converted(apiVersion, kind, current, newest, null);
        if (converted.isEmpty() || !converted.get().lost().isEmpty()) {
            return;
        }
        ObjectValue object = converted.get().object();
        ObjectValue migrated = object.with(object.indexOf("apiVersion"), new StringValue(newest, null));
        Set<Origin> known = new HashSet<>();
        now.forEach(verdict -> verdict.errors().forEach(error -> known.add(error.origin())));
        List<Verdict> after = verdicts.of(newest, kind, migrated);
        for (Verdict verdict : after) {
            for (FieldError error : verdict.errors()) {
                if (!known.contains(error.origin())) {
                    return;
                }
            }
        }
        fixes.add(Suggestion.replace(
                Kind.VERSION, place, FieldPath.of("apiVersion"), shortened(apiVersion), shortened(newest)));
        current = migrated;
        now = after;
        apiVersion = newest;
    }

    private @Nullable String newest() {
        String newest = null;
        for (KubernetesRelease release : verdicts.releases()) {
            KubernetesRelease known = release == null ? ResourceApi.newestRelease() : release;
            Optional<String> version = ResourceApi.newestVersion(kind, known, ResourceApi.GROUP + "/v1");
            if (version.isEmpty()) {
                return null;
            }
            newest = newest == null || ResourceApi.isOlder(version.get(), newest) ? version.get() : newest;
        }
        boolean isEverywhere = newest != null;
        for (KubernetesRelease release : verdicts.releases()) {
            isEverywhere &= release == null || newest != null && ResourceApi.isServed(newest, kind, release);
        }
        return isEverywhere ? newest : null;
    }

    private static String shortened(String version) {
        return version.substring(version.indexOf('/') + 1);
    }
}
