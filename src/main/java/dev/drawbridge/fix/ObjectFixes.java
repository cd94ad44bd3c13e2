package dev.drawbridge.fix;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.schema.Converted;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Repaired;
import dev.drawbridge.schema.Repaired.Kind;
import dev.drawbridge.schema.Repaired.Repair;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.ResourceApi.TypeName;
import dev.drawbridge.validation.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The fixes of one object. Each is kept only if it removes a mistake and adds none that was not hidden before. */
final class ObjectFixes {

    /** The limit of validated values, which bounds the time for a hostile object; undecided mistakes remain. */
    private static final int MAX_VALUES = 1_000_000;

    private static final int MAX_ATTEMPTS = 200;
    private static final int MIN_ATTEMPTS = 4;

    private static final int MAX_ROUNDS = 4;
    private static final String NEWEST = ResourceApi.GROUP + "/v1";

    private final Verdicts verdicts;
    private final boolean isUnsafe;
    private final Function<Position, @Nullable String> written;
    private final TypeName type;
    private final boolean isEntry;
    private final ObjectValue original;
    private final List<Fixed.Fix> fixes = new ArrayList<>();
    private final int maxAttempts;
    private String apiVersion;
    private String kind;
    private ObjectValue current;
    private int attempts;

    /**
     * Creates the fixes of an object.
     *
     * @param written the source of the scalar at a position
     * @param type the type that the object has, or that of the list that it is in
     * @param isEntry whether it is in a list of one kind, and has the version of the others
     */
    ObjectFixes(
            Verdicts verdicts,
            boolean isUnsafe,
            Function<Position, @Nullable String> written,
            ObjectValue object,
            TypeName type,
            boolean isEntry) {
        this.verdicts = verdicts;
        this.isUnsafe = isUnsafe;
        this.written = written;
        this.original = object;
        this.current = object;
        this.type = type;
        this.isEntry = isEntry;
        this.apiVersion = type.apiVersion();
        this.kind = type.kind();
        this.maxAttempts = Math.max(MIN_ATTEMPTS, Math.min(MAX_ATTEMPTS, MAX_VALUES / size(object)));
    }

    /** The number of values in an object, including itself. */
    private static int size(ObjectValue object) {
        int size = 0;
        for (Value ignored : object.all()) {
            size++;
        }
        return size;
    }

    /** The original object. */
    ObjectValue original() {
        return original;
    }

    /** The fixed object; the original if there are no fixes. */
    ObjectValue fixed() {
        name();
        for (KubernetesRelease release : verdicts.releases()) {
            int before = -1;
            // A replaced value may be a duplicate of another.
            while (fixes.size() > before && verdicts.of(apiVersion, kind, current, release) instanceof Verdict.Denied) {
                before = fixes.size();
                new Search(release, current).run();
            }
        }
        if (!isEntry) {
            migrate();
        }
        return current;
    }

    /** A misspelled group, version or kind becomes the one that it can mean. */
    private void name() {
        apiVersion = renameKey("apiVersion", apiVersion);
        kind = renameKey("kind", kind);
        Optional<TypeName> meant = ResourceApi.meant(apiVersion, kind);
        if (meant.isPresent()) {
            rename("apiVersion", apiVersion, meant.get().apiVersion());
            rename("kind", kind, meant.get().kind());
            apiVersion = meant.get().apiVersion();
            kind = meant.get().kind();
        }
    }

    /** A misspelled key becomes the one that is missing; returns its value. */
    private String renameKey(String key, String value) {
        if (!value.isEmpty() || current.has(key)) {
            return value;
        }
        int found = -1;
        for (int i = 0; i < current.size(); i++) {
            if (Spelling.nearest(current.key(i), List.of(key)) != null) {
                if (found >= 0) {
                    return value;
                }
                found = i;
            }
        }
        if (found < 0 || !(current.value(found) instanceof StringValue text)) {
            return value;
        }
        ObjectValue.Builder renamed = ObjectValue.at(current.position());
        for (int i = 0; i < current.size(); i++) {
            renamed.add(i == found ? key : current.key(i), current.value(i), current.keyPosition(i));
        }
        String what = "renamed " + current.key(found) + " to " + key;
        fixes.add(new Fixed.Fix(current.keyPosition(found), what, false, false));
        current = renamed.build();
        return text.value();
    }

    private void rename(String field, String from, String to) {
        int entry = current.indexOf(field);
        if (entry >= 0 && !from.equals(to)) {
            Position place = current.value(entry).position();
            fixes.add(new Fixed.Fix(place, "replaced " + from + " by " + to, false, false));
            current = current.with(entry, new StringValue(to, null));
        }
    }

    /** The mistakes that the object had. */
    List<FieldError> mistakesBefore() {
        return verdicts.mistakes(type.apiVersion(), type.kind(), original);
    }

    /** The mistakes that are left. */
    List<FieldError> mistakesLeft() {
        return verdicts.mistakes(apiVersion, kind, current);
    }

    /** The fixes, in the order of the text. */
    List<Fixed.Fix> fixes() {
        return fixes;
    }

    /** The repairs of one release's mistakes. */
    private final class Search {

        private final @Nullable KubernetesRelease release;
        private final ObjectValue start;
        private final Set<String> accepted = new HashSet<>();
        private List<Repair> done = List.of();

        Search(@Nullable KubernetesRelease release, ObjectValue start) {
            this.release = release;
            this.start = start;
        }

        void run() {
            Set<String> refused = new HashSet<>();
            for (int round = 0; round < MAX_ROUNDS; round++) {
                int before = accepted.size();
                List<Repair> open =
                        new ArrayList<>(repaired(id -> round(id, refused)).repairs());
                open.removeIf(repair -> accepted.contains(repair.id()));
                accept(open.stream().filter(one -> one.kind() != Kind.QUOTES).toList());
                // A value of the wrong type hides other mistakes around it.
                accept(open.stream().filter(one -> one.kind() == Kind.QUOTES).toList());
                open.stream()
                        .map(Repair::id)
                        .filter(id -> !accepted.contains(id))
                        .forEach(refused::add);
                if (accepted.size() == before && round > 0) {
                    break;
                }
            }
            done.forEach(
                    repair -> fixes.add(new Fixed.Fix(repair.position(), repair.what(), repair.isUnsafe(), false)));
        }

        /** Every other round retries refused repairs, which may need one accepted since. */
        private boolean round(String id, Set<String> refused) {
            return accepted.contains(id) || !refused.contains(id) || attempts < maxAttempts;
        }

        private Repaired repaired(Predicate<String> isWanted) {
            return verdicts.validator()
                    .scheme()
                    .repaired(apiVersion, kind, start, release, new Repaired.Wish(isUnsafe, isWanted, written))
                    .orElse(new Repaired(start, List.of()));
        }

        /** Accepts all repairs if they are valid together, otherwise the valid ones of each half. */
        private void accept(List<Repair> repairs) {
            if (repairs.isEmpty() || attempts >= maxAttempts) {
                return;
            }
            attempts++;
            Set<String> wanted = new HashSet<>(accepted);
            repairs.forEach(repair -> wanted.add(repair.id()));
            Repaired candidate = repaired(wanted::contains);
            List<Repair> added = candidate.repairs().stream()
                    .filter(repair -> !accepted.contains(repair.id()))
                    .toList();
            if (!added.isEmpty() && isRight(candidate.object(), added)) {
                added.forEach(repair -> accepted.add(repair.id()));
                done = candidate.repairs();
                current = candidate.object();
            } else if (repairs.size() > 1) {
                accept(repairs.subList(0, repairs.size() / 2));
                accept(repairs.subList(repairs.size() / 2, repairs.size()));
            }
        }

        private boolean isRight(ObjectValue candidate, List<Repair> added) {
            List<FieldError> before = errors(current, release);
            List<FieldError> after = HiddenErrors.without(before, errors(candidate, release), candidate, added);
            int removed = before.size() - after.size();
            boolean removesEach = after.isEmpty() ? removed > 0 : removed >= distinct(added);
            return removesEach && hasNoNewRule(before, after) && isNowhereWorse(candidate, added);
        }

        /** Two repairs at one position are of one mistake: a field that is renamed and moved. */
        private int distinct(List<Repair> added) {
            return (int) added.stream().map(Repair::position).distinct().count();
        }

        private boolean isNowhereWorse(ObjectValue candidate, List<Repair> added) {
            for (KubernetesRelease other : verdicts.releases()) {
                List<FieldError> before = errors(current, other);
                if (HiddenErrors.without(before, errors(candidate, other), candidate, added)
                                .size()
                        > before.size()) {
                    return false;
                }
            }
            return true;
        }
    }

    private List<FieldError> errors(ObjectValue object, @Nullable KubernetesRelease release) {
        return verdicts.of(apiVersion, kind, object, release).errors();
    }

    /** Whether no rule is broken more often than before. */
    private static boolean hasNoNewRule(List<FieldError> before, List<FieldError> after) {
        Map<Origin, Integer> counts = new EnumMap<>(Origin.class);
        before.forEach(error -> counts.merge(error.origin(), 1, Integer::sum));
        for (FieldError error : after) {
            if (counts.merge(error.origin(), -1, Integer::sum) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Replaces a deprecated or removed version by the newest one that every release serves. */
    private void migrate() {
        String newest = verdicts.isOutdated(apiVersion, kind, current) ? newest() : null;
        if (newest == null || !ResourceApi.isOlder(apiVersion, newest)) {
            return;
        }
        Optional<Converted> converted =
                verdicts.validator().scheme().converted(apiVersion, kind, current, newest, null);
        if (converted.isEmpty() || !converted.get().lost().isEmpty()) {
            return;
        }
        ObjectValue object = converted.get().object();
        int entry = object.indexOf("apiVersion");
        ObjectValue migrated = object.with(entry, new StringValue(newest, null));
        Set<Origin> before = new LinkedHashSet<>();
        verdicts.releases().forEach(release -> errors(current, release).forEach(one -> before.add(one.origin())));
        for (KubernetesRelease release : verdicts.releases()) {
            for (FieldError error : verdicts.of(newest, kind, migrated, release).errors()) {
                if (!before.contains(error.origin())) {
                    return;
                }
            }
        }
        Position place = current.value(current.indexOf("apiVersion")).position();
        String what = "migrated from " + shortened(apiVersion) + " to " + shortened(newest);
        fixes.add(new Fixed.Fix(place, what, false, true));
        current = migrated;
        apiVersion = newest;
    }

    private @Nullable String newest() {
        String newest = null;
        for (KubernetesRelease release : verdicts.releases()) {
            KubernetesRelease known = release == null ? ResourceApi.newestRelease() : release;
            Optional<String> version = ResourceApi.newestVersion(kind, known, NEWEST);
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
