package dev.drawbridge.validation;

import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import dev.drawbridge.resource.Kind;
import dev.drawbridge.resource.Kinds;
import dev.drawbridge.resource.ServedVersion;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Target;
import dev.drawbridge.schema.UnknownFields;
import java.util.List;
import java.util.Optional;

/** Warnings for API versions that are deprecated or removed in a later release. */
final class VersionWarnings {

    private VersionWarnings() {}

    /**
     * Adds the warning for a request's version, if any. Whether a release warns of the version does not change when a
     * later one removes it: a version that is both deprecated and removed is reported as deprecated. For webhook
     * requests the API server itself warns of that.
     */
    static void add(ValidationRequest request, Kind kind, Target target, ValidationContext context) {
        String what = request.apiVersion() + " " + request.kind();
        Optional<KubernetesRelease> removal = Kinds.removal(kind, target.version(), target.release());
        Optional<ServedVersion> deprecation = kind.deprecation(target.version(), target.release());
        ValidationContext at = context.at("apiVersion");
        if (deprecation.isEmpty() && removal.isPresent()) {
            String detail = what + " is unavailable in Kubernetes " + removal.get() + " and later";
            at.warn(ErrorType.NOT_SUPPORTED, null, detail, Origin.REMOVED);
        } else if (deprecation.isPresent() && request.server().unknownFields() == UnknownFields.DENY) {
            List<ApiVersion> versions = Kinds.versions(kind.name(), target.release());
            ServedVersion version = deprecation.get();
            String end = version.removed() == null ? "" : ", unavailable in " + version.removed() + " and later";
            String detail = what + " is deprecated in Kubernetes " + version.deprecated() + " and later" + end
                    + "; use " + versions.get(versions.size() - 1);
            at.warn(ErrorType.NOT_SUPPORTED, null, detail, Origin.DEPRECATED);
        }
    }
}
