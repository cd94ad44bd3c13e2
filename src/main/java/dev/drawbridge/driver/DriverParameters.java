package dev.drawbridge.driver;

import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.explain.Manual;
import dev.drawbridge.explain.Subject;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.validation.LocatedErrors;
import dev.drawbridge.validation.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a driver, validated by its entries.
 *
 * @param known its entries; empty for a driver without a schema
 * @param isStrict whether parameters of unknown drivers are refused
 */
public record DriverParameters(String driver, List<DriverEntry> known, DriverGates gates, boolean isStrict) {

    /** The kinds of this name, as the manual describes them; all if it is empty. */
    public List<Subject> subjects(String kind) {
        return known.stream()
                .flatMap(entry -> entry.parameters().kinds().stream()
                        .filter(each -> !each.isOfStatus()
                                && (kind.isEmpty() || each.kind().equalsIgnoreCase(kind)))
                        .map(each -> each.subject(driver, entry)))
                .toList();
    }

    /** The explanation of a field of parameters, or of the nearest field around it; empty if they are of no kind. */
    public String explanation(ObjectValue parameters, List<String> fields) {
        for (DriverEntry entry : known) {
            for (DriverEntry.ParameterKind kind : entry.parameters().kinds()) {
                if (!kind.isOfStatus() && kind.isOf(parameters)) {
                    return Manual.nearest(kind.subject(driver, entry), fields).text();
                }
            }
        }
        return "";
    }

    public Verdict validate(Value parameters, FieldPath path) {
        if (known.isEmpty()) {
            String detail = "no schema for driver " + driver + "; name its folder with --drivers";
            return isStrict ? error(ErrorType.NOT_SUPPORTED, path, parameters, detail) : Verdict.Allowed.NOTHING;
        }
        if (!(parameters instanceof ObjectValue object)) {
            // The API server refuses it.
            return Verdict.Allowed.NOTHING;
        }
        return ofKind(false, object, path).orElseGet(() -> ofNoKind(object, path));
    }

    Verdict validateInClass(Value parameters, FieldPath path) {
        for (DriverEntry entry : known) {
            if (!entry.parameters().ofClasses().isEmpty()) {
                boolean isIgnored = entry.parameters().ofClasses().equals("ignored");
                String how = isIgnored
                        ? " ignores the configurations of classes; move it to the claim"
                        : " refuses claims whose class has a configuration; move it to the claim";
                Verdict error = error(ErrorType.FORBIDDEN, path, parameters, driver + how);
                return isIgnored ? Verdict.of(List.of(), error.errors()) : error;
            }
        }
        return validate(parameters, path);
    }

    /** Validates the driver's data in the status of a claim, if there is a schema for it. */
    Verdict ofStatus(@Nullable Value value, FieldPath path) {
        return value instanceof ObjectValue object
                ? ofKind(true, object, path).orElse(Verdict.Allowed.NOTHING)
                : Verdict.Allowed.NOTHING;
    }

    private Optional<Verdict> ofKind(boolean isOfStatus, ObjectValue object, FieldPath path) {
        for (DriverEntry entry : known) {
            for (DriverEntry.ParameterKind kind : entry.parameters().kinds()) {
                if (kind.isOfStatus() == isOfStatus && kind.isOf(object)) {
                    return Optional.of(ofKind(entry, kind, object, path));
                }
            }
        }
        return Optional.empty();
    }

    Verdict ofKind(DriverEntry entry, DriverEntry.ParameterKind kind, ObjectValue object, FieldPath path) {
        ObjectValue read = kind.decoder().ignoresCase() ? FieldCase.of(kind.table(), object) : object;
        ValidationContext context = kind.projection().validate(read, kind.decoder());
        List<FieldError> errors = new ArrayList<>();
        List<FieldError> warnings = new ArrayList<>();
        LocatedErrors.located(context.errors(), read).forEach(error -> errors.add(own(error, path)));
        for (FieldError warning : LocatedErrors.located(context.warnings(), read)) {
            ParameterRule rule = kind.gated().get(warning.demand());
            Boolean isOn = rule == null ? null : gates.state(driver, rule.gate(), entry.isOn(rule.gate()));
            if (rule == null) {
                warnings.add(own(warning, path));
            } else if (isOn != null && isOn == rule.isOfGate()) {
                errors.add(own(warning, path));
            } else if (isOn == null && !rule.isOfGate()) {
                String how = "--driver-gates " + driver + ":" + rule.gate() + "=true declares that it is on";
                warnings.add(warning.saying(warning.detail() + "; " + how).moved(0, path));
            }
        }
        return Verdict.of(errors, warnings);
    }

    private FieldError own(FieldError error, FieldPath path) {
        return error.saying(error.detail() + " (" + driver + ")", Origin.DRIVER_PARAMETERS)
                .moved(0, path);
    }

    private Verdict ofNoKind(ObjectValue object, FieldPath path) {
        if (known.stream().noneMatch(entry -> entry.parameters().areRead())) {
            String detail = driver + " reads no parameters; remove the configuration";
            return Verdict.of(
                    List.of(), error(ErrorType.FORBIDDEN, path, object, detail).errors());
        }
        String version = object.string("apiVersion");
        String kind = object.string("kind");
        boolean haveKinds = known.stream()
                .map(DriverEntry::parameters)
                .anyMatch(parameters ->
                        !parameters.kinds().isEmpty() || !parameters.elsewhere().isEmpty());
        if (!haveKinds || known.stream().anyMatch(entry -> entry.parameters().allowsOthers())) {
            return Verdict.Allowed.NOTHING;
        }
        if (version.isEmpty() || kind.isEmpty()) {
            return error(
                    ErrorType.REQUIRED, path, object, "apiVersion and kind are required; set them (" + driver + ")");
        }
        String isNone = version + " " + kind + " is not a kind of " + driver;
        for (DriverEntry entry : known) {
            String versions = entry.parameters().elsewhere().get(version + " " + kind);
            if (versions != null) {
                String detail = isNone + entry.versions().suffix() + "; it exists " + versions;
                return error(ErrorType.NOT_SUPPORTED, path, object, detail);
            }
        }
        String detail = isNone + "; expected: " + String.join(", ", kinds(any -> true));
        return error(ErrorType.NOT_SUPPORTED, path, object, detail);
    }

    /** Where parameters are of a kind that the driver has in another API version only: the kinds that it takes. */
    List<String> otherVersions(ObjectValue parameters) {
        boolean isTaken = known.stream()
                .anyMatch(entry -> entry.parameters().allowsOthers()
                        || entry.parameters().kinds().stream().anyMatch(kind -> kind.isOf(parameters))
                        || entry.parameters()
                                .elsewhere()
                                .containsKey(parameters.string("apiVersion") + " " + parameters.string("kind")));
        return isTaken || !parameters.has("apiVersion")
                ? List.of()
                : kinds(kind -> kind.kind().equals(parameters.string("kind")));
    }

    private List<String> kinds(Predicate<DriverEntry.ParameterKind> which) {
        return known.stream()
                .flatMap(entry -> entry.parameters().kinds().stream())
                .filter(kind -> !kind.isOfStatus() && which.test(kind))
                .map(kind -> kind.apiVersion() + " " + kind.kind())
                .distinct()
                .toList();
    }

    static Verdict error(ErrorType type, FieldPath path, Value value, String detail) {
        return Verdict.of(
                List.of(new FieldError(type, path, detail, Origin.DRIVER_PARAMETERS, value.position())), List.of());
    }
}
