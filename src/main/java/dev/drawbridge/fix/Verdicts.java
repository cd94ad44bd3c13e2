package dev.drawbridge.fix;

import dev.drawbridge.document.Locator;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.driver.ObjectParameters;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.validation.ApiServer;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Verdict;
import dev.drawbridge.workload.TemplateValidator;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The verdicts of some releases on objects.
 *
 * @param releases null is the newest that serves the version of an object
 * @param drivers the drivers whose parameters are validated, too
 * @param labels the labels of the object's namespace; null if they are not known
 */
public record Verdicts(
        TemplateValidator validator,
        List<@Nullable KubernetesRelease> releases,
        GateSettings gates,
        DriverRegistry drivers,
        @Nullable Map<String, String> labels) {

    private static final Set<Origin> OUTDATED = EnumSet.of(Origin.DEPRECATED, Origin.REMOVED);

    List<Verdict> of(String apiVersion, String kind, ObjectValue object) {
        List<Verdict> verdicts = new ArrayList<>();
        releases.forEach(release -> verdicts.add(of(apiVersion, kind, object, release)));
        return verdicts;
    }

    /** The verdict of a release and of drivers on the creation of an object. */
    public Verdict of(String apiVersion, String kind, ObjectValue object, @Nullable KubernetesRelease release) {
        ApiServer server = new ApiServer(release, gates, UnknownFields.DENY);
        Verdict verdict = validator.validate(
                new ValidationRequest(apiVersion, kind, Operation.CREATE, object, null, server, labels), null, false);
        return verdict instanceof Verdict.NotApplicable
                ? verdict
                : verdict.and(new ObjectParameters(drivers, object, null).ofNew(apiVersion, kind));
    }

    /** The verdicts on an object, with the errors that others hide. */
    List<Verdict> complete(String apiVersion, String kind, ObjectValue object, List<Verdict> known) {
        List<Verdict> complete = new ArrayList<>();
        for (int i = 0; i < known.size(); i++) {
            KubernetesRelease release = releases.get(i);
            complete.add(HiddenErrors.in(object, known.get(i), meant -> of(apiVersion, kind, meant, release)));
        }
        return complete;
    }

    /** Whether a release does not serve the version, or will stop serving it. */
    boolean isOutdated(String apiVersion, List<Verdict> verdicts) {
        return ResourceApi.isOfGroup(apiVersion) && verdicts.stream().anyMatch(Verdicts::isOutdated);
    }

    private static boolean isOutdated(Verdict verdict) {
        return verdict instanceof Verdict.NotApplicable none && none.reason() == Verdict.Reason.NOT_SERVED
                || verdict.warnings().stream().anyMatch(Verdicts::isOutdated);
    }

    private static boolean isOutdated(FieldError warning) {
        return OUTDATED.contains(warning.origin());
    }

    /** Whether a warning is about the version of the object, or has a suggestion. */
    static boolean isFixable(FieldError warning) {
        return isOutdated(warning) || warning.suggestion() != null;
    }

    /** The errors of any release, and warnings that can be fixed; none of a type that has other rules. */
    static List<FieldError> mistakes(List<Verdict> verdicts) {
        List<FieldError> mistakes = new ArrayList<>();
        for (Verdict verdict : verdicts) {
            mistakes.addAll(verdict.isOther() ? List.of() : verdict.errors());
            verdict.warnings().stream().filter(Verdicts::isFixable).forEach(mistakes::add);
        }
        return mistakes;
    }

    static @Nullable Position position(FieldError error, ObjectValue object) {
        return error.position() != null ? error.position() : Locator.ofValue(object, error.path());
    }
}
