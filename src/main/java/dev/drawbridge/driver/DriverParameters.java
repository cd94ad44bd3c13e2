package dev.drawbridge.driver;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.validation.Verdict;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a driver, validated by its entries.
 *
 * @param known its entries; empty for a driver without a schema
 * @param isStrict whether parameters of unknown drivers are refused
 */
public record DriverParameters(String driver, List<DriverEntry> known, DriverGates gates, boolean isStrict) {

    /** Validates parameters at this path. */
    public Verdict validate(Value parameters, FieldPath path) {
        if (known.isEmpty()) {
            return isStrict
                    ? error(
                            ErrorType.NOT_SUPPORTED,
                            path,
                            parameters,
                            "no schema for driver " + driver + "; name its folder with --drivers")
                    : Verdict.Allowed.NOTHING;
        }
        if (!(parameters instanceof ObjectValue object)) {
            // The API server refuses it.
            return Verdict.Allowed.NOTHING;
        }
        return ofKind(false, object, path).orElseGet(() -> ofNoKind(object, path));
    }

    /** Validates parameters in a DeviceClass. */
    Verdict validateInClass(Value parameters, FieldPath path) {
        for (DriverEntry entry : known) {
            if (!entry.parameters().ofClasses().isEmpty()) {
                FieldError error = new FieldError(
                        ErrorType.FORBIDDEN,
                        path,
                        driver
                                + (entry.parameters().ofClasses().equals("ignored")
                                        ? " ignores the configurations of classes; move it to the claim"
                                        : " refuses claims whose class has a configuration; move it to the claim"),
                        Origin.DRIVER_PARAMETERS,
                        parameters.position());
                return entry.parameters().ofClasses().equals("ignored")
                        ? Verdict.of(List.of(), List.of(error))
                        : Verdict.of(List.of(error), List.of());
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

    /** Validates an object by the schema of its kind; empty if there is none. */
    private Optional<Verdict> ofKind(boolean isOfStatus, ObjectValue object, FieldPath path) {
        for (DriverEntry entry : known) {
            for (DriverEntry.ParameterKind kind : entry.parameters().kinds()) {
                if (kind.isOfStatus() == isOfStatus && kind.isOf(object)) {
                    return Optional.of(new ParameterValidator(entry, driver, kind, gates).validate(object, path));
                }
            }
        }
        return Optional.empty();
    }

    /** The error for parameters of a kind that the driver does not accept. */
    private Verdict ofNoKind(ObjectValue object, FieldPath path) {
        if (known.stream().noneMatch(entry -> entry.parameters().areRead())) {
            return Verdict.of(
                    List.of(),
                    List.of(new FieldError(
                            ErrorType.FORBIDDEN,
                            path,
                            driver + " reads no parameters; remove the configuration",
                            Origin.DRIVER_PARAMETERS,
                            object.position())));
        }
        String version = object.string("apiVersion");
        String kind = object.string("kind");
        if (known.stream()
                .noneMatch(entry -> !entry.parameters().kinds().isEmpty()
                        || !entry.parameters().elsewhere().isEmpty())) {
            return Verdict.Allowed.NOTHING;
        }
        if (known.stream().anyMatch(entry -> entry.parameters().allowsOthers())) {
            return Verdict.Allowed.NOTHING;
        }
        if (version.isEmpty() || kind.isEmpty()) {
            return error(
                    ErrorType.REQUIRED, path, object, "apiVersion and kind are required; set them (" + driver + ")");
        }
        for (DriverEntry entry : known) {
            String versions = entry.parameters().elsewhere().get(version + " " + kind);
            if (versions != null) {
                return error(
                        ErrorType.NOT_SUPPORTED,
                        path,
                        object,
                        version + " " + kind + " is not a kind of " + driver
                                + entry.versions().suffix() + "; it exists " + versions);
            }
        }
        List<String> kinds = known.stream()
                .flatMap(entry -> entry.parameters().kinds().stream())
                .filter(each -> !each.isOfStatus())
                .map(each -> each.apiVersion() + " " + each.kind())
                .distinct()
                .toList();
        return error(
                ErrorType.NOT_SUPPORTED,
                path,
                object,
                version + " " + kind + " is not a kind of " + driver + "; expected: " + String.join(", ", kinds));
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
                : known.stream()
                        .flatMap(entry -> entry.parameters().kinds().stream())
                        .filter(kind -> !kind.isOfStatus() && kind.kind().equals(parameters.string("kind")))
                        .map(kind -> kind.apiVersion() + " " + kind.kind())
                        .distinct()
                        .toList();
    }

    static Verdict error(ErrorType type, FieldPath path, Value value, String detail) {
        return Verdict.of(
                List.of(new FieldError(type, path, detail, Origin.DRIVER_PARAMETERS, value.position())), List.of());
    }
}
