package dev.drawbridge.check;

import dev.drawbridge.driver.KnownDevices;
import dev.drawbridge.field.NearNames;
import dev.drawbridge.field.Origin;
import dev.drawbridge.report.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Warnings for names that are not in the input though something is that is almost named so, for claims that no
 * container uses, and for extended resources of several classes. A name that is simply not in the input may be in the
 * cluster.
 */
record NearReferences(NamedObjects objects) {

    /** The warnings for an input. */
    static List<Finding> of(WholeInput input) {
        List<ReferenceFacts> files =
                input.files().stream().map(KeptFile::references).toList();
        NamedObjects objects = new NamedObjects();
        files.forEach(file -> file.objects().forEach(objects::add));
        NearReferences near = new NearReferences(objects);
        List<Finding> findings = new ArrayList<>();
        for (ReferenceFacts file : files) {
            file.undeclared().forEach(one -> findings.add(undeclared(one)));
            for (Reference reference : file.references()) {
                Finding finding = near.of(reference);
                if (finding != null) {
                    findings.add(finding);
                }
            }
        }
        findings.addAll(
                shared(files.stream().flatMap(file -> file.resources().stream()).toList())
                        .values());
        return findings;
    }

    /** The warning for a claim of a container that its pod does not have. */
    static Finding undeclared(ReferenceFacts.Undeclared claim) {
        return claim.reference().warning(Origin.CONTAINER_CLAIM, claim.message());
    }

    /** The warning for a reference; null if there is none. */
    @Nullable
    Finding of(Reference reference) {
        if (!reference.kind().isNamespaced()) {
            return ofKnown(reference);
        }
        NamedObject found = objects.find(reference);
        if (found != null) {
            return reference.request().isEmpty() ? ofUnused(reference, found) : ofRequest(reference, found);
        }
        // Errors in a claim are reported at the reference, not at its requests.
        return reference.request().isEmpty() ? ofObject(reference) : null;
    }

    /** A missing claim or template. */
    private @Nullable Finding ofObject(Reference reference) {
        String name = reference.kind().label() + " " + reference.name();
        NamedObject elsewhere = objects.inAnyNamespace(reference);
        if (elsewhere != null) {
            return reference.warning(
                    reference.kind().rule(),
                    name + " is in namespace " + elsewhere.place().namespace() + " (" + elsewhere.place() + "), not in "
                            + reference.by().namespace());
        }
        NamedObject near = objects.has(reference.kind(), reference.name()) ? null : objects.near(reference);
        return near == null
                ? null
                : reference.warning(
                        reference.kind().rule(),
                        name + " is not in the input; did you mean " + near.name() + " (" + near.place() + ")?");
    }

    private static @Nullable Finding ofRequest(Reference reference, NamedObject claim) {
        if (claim.requests().isEmpty() || claim.requests().contains(reference.request())) {
            return null;
        }
        String nearest = new NearNames(claim.requests()).nearest(reference.request());
        return nearest == null
                ? null
                : reference.warning(
                        Origin.UNKNOWN_CLAIM_REQUEST,
                        claim + " has no request " + reference.request() + "; did you mean " + nearest + "?");
    }

    /** An existing claim that no container uses. */
    static @Nullable Finding ofUnused(Reference reference, NamedObject claim) {
        return reference.isUsed() || !KnownDevices.areForContainers(claim.classes())
                ? null
                : reference.warning(
                        Origin.UNUSED_CLAIM,
                        "no container uses the claim: its devices are allocated, and no container gets them; name it in"
                                + " resources.claims of a container");
    }

    /** A class or a driver, which the manifests of drivers install: some are known. */
    private @Nullable Finding ofKnown(Reference reference) {
        boolean isClass = reference.kind() == ReferenceKind.CLASS;
        String name = reference.name();
        if (isKnown(reference) || objects.has(reference.kind(), name)) {
            return null;
        }
        NamedObject near = objects.near(reference);
        String nearest = near != null
                ? near.name()
                : isClass ? KnownDevices.nearestClass(name) : KnownDevices.nearestDriver(name);
        return nearest == null
                ? null
                : reference.warning(
                        reference.kind().rule(),
                        reference.kind().label() + " " + name + " is not in the input, and not known; did you mean "
                                + nearest + "?");
    }

    /** Whether a class or a driver is known without any input. */
    static boolean isKnown(Reference reference) {
        return reference.kind() == ReferenceKind.CLASS
                ? KnownDevices.isClass(reference.name())
                : KnownDevices.isDriver(reference.name());
    }

    /**
     * Warnings for classes of one folder that have the same extended resource: the scheduler uses one of them.
     *
     * @param resources the extended resources of classes, in the order of the input
     */
    static Map<Reference, Finding> shared(List<Reference> resources) {
        Map<Reference, Finding> findings = new LinkedHashMap<>();
        Map<String, Reference> firsts = new HashMap<>();
        for (Reference one : resources) {
            Reference first = firsts.putIfAbsent(one.by().folder() + "\n" + one.name(), one);
            String name = first == null ? "" : first.by().object().name();
            if (first != null && !name.equals(one.by().object().name())) {
                findings.put(
                        one,
                        one.warning(
                                Origin.SHARED_EXTENDED_RESOURCE,
                                "DeviceClass " + name + " has the extended resource " + one.name()
                                        + " as well; the scheduler uses one of the two classes"));
            }
        }
        return findings;
    }
}
