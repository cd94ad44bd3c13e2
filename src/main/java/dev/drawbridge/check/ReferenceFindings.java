package dev.drawbridge.check;

import dev.drawbridge.driver.DeviceSharing;
import dev.drawbridge.driver.KnownDevices;
import dev.drawbridge.field.NearNames;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.reference.MissingObject;
import dev.drawbridge.reference.NamedObject;
import dev.drawbridge.reference.NamedObjects;
import dev.drawbridge.reference.Reference;
import dev.drawbridge.reference.ReferenceFacts;
import dev.drawbridge.reference.ReferenceKind;
import dev.drawbridge.report.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Findings for names that lead nowhere, for claims that no container uses, and for extended resources of several
 * classes. An open input may be a part of what its cluster has: a name is reported if something has almost this name.
 *
 * @param outside finds objects outside a whole input; null if the input is open
 * @param severity the severity of a name that leads nowhere
 */
record ReferenceFindings(
        NamedObjects objects, @Nullable Function<Reference, @Nullable NamedObject> outside, Severity severity) {

    ReferenceFindings(NamedObjects objects) {
        this(objects, null, Severity.WARNING);
    }

    static List<Finding> of(WholeInput input) {
        List<ReferenceFacts> files =
                input.files().stream().map(KeptFile::references).toList();
        NamedObjects objects = new NamedObjects();
        files.forEach(file -> file.objects().forEach(objects::add));
        ReferenceFindings findings = new ReferenceFindings(objects);
        List<Finding> all = new ArrayList<>();
        files.forEach(file -> all.addAll(findings.of(file).values()));
        all.addAll(
                shared(files.stream().flatMap(file -> file.resources().stream()).toList())
                        .values());
        all.addAll(findings.sharing(files.stream()
                        .flatMap(file -> file.consumers().stream())
                        .toList())
                .values());
        return all;
    }

    /** Warnings for claims that their users cannot share, and for templates whose devices nothing shares. */
    Map<Reference, Finding> sharing(List<ReferenceFacts.Consumers> consumers) {
        Map<NamedObject, List<ReferenceFacts.Consumers>> users = new LinkedHashMap<>();
        for (ReferenceFacts.Consumers one : consumers) {
            NamedObject object = objects.find(one.reference());
            if (object != null && sharing(object) != DeviceSharing.ANY) {
                users.computeIfAbsent(object, none -> new ArrayList<>()).add(one);
            }
        }
        Map<Reference, Finding> all = new LinkedHashMap<>();
        users.forEach((object, ofObject) -> {
            long pods =
                    ofObject.stream().mapToLong(ReferenceFacts.Consumers::pods).sum();
            String wrong = pods > 1 ? notShared(object, pods) : "";
            for (ReferenceFacts.Consumers one : wrong.isEmpty() ? List.<ReferenceFacts.Consumers>of() : ofObject) {
                Reference by = one.reference();
                if (by.kind() == ReferenceKind.CLAIM) {
                    all.put(by, by.warning(Origin.NOT_SHAREABLE, wrong));
                } else if (one.containers() == 1) {
                    all.put(by, by.warning(Origin.SHARING_BY_TEMPLATE, wrong));
                }
            }
        });
        return all;
    }

    private static DeviceSharing sharing(NamedObject object) {
        return DeviceSharing.of(object.classes(), object.config());
    }

    /** Why pods do not share the devices of a claim or a template; empty if they may. */
    private static String notShared(NamedObject object, long pods) {
        boolean isClaim = object.kind() == ReferenceKind.CLAIM;
        if (isClaim && sharing(object) == DeviceSharing.ONE_POD) {
            return object + " is for one pod: its driver does not share devices, and " + pods
                    + " pods use it; use a ResourceClaimTemplate, so that each pod has its own claim";
        }
        return isClaim || sharing(object) != DeviceSharing.BY_PARAMETERS
                ? ""
                : object + " gives each pod its own device, which one container uses: nothing is shared; use one"
                        + " ResourceClaim (resourceClaimName) for all pods";
    }

    Map<Reference, Finding> of(ReferenceFacts facts) {
        Map<Reference, Finding> all = new LinkedHashMap<>();
        facts.undeclared().forEach(one -> all.put(one.reference(), undeclared(one)));
        for (Reference reference : facts.references()) {
            Finding finding = of(reference);
            if (finding != null) {
                all.put(reference, finding);
            }
        }
        return all;
    }

    Finding undeclared(ReferenceFacts.Undeclared claim) {
        return claim.reference().finding(severity, Origin.CONTAINER_CLAIM, claim.message());
    }

    @Nullable
    Finding of(Reference reference) {
        if (!reference.kind().isNamespaced()) {
            return ofKnown(reference);
        }
        NamedObject found = find(reference);
        if (found == null) {
            // Errors in a claim are reported at the reference, not at its requests.
            return reference.request().isEmpty() && !objects.mayHave(reference) ? missing(reference) : null;
        }
        return reference.request().isEmpty() ? unused(reference, found) : ofRequest(reference, found);
    }

    @Nullable
    NamedObject find(Reference reference) {
        NamedObject found = objects.find(reference);
        return found != null || outside == null ? found : outside.apply(reference);
    }

    private @Nullable Finding missing(Reference reference) {
        MissingObject missing =
                MissingObject.of(reference.kind(), reference.by().namespace(), reference.name());
        NamedObject elsewhere = objects.inAnyNamespace(reference);
        NamedObject near = objects.has(reference.kind(), reference.name()) ? null : objects.near(reference);
        ReferenceKind other = reference.kind() == ReferenceKind.CLAIM ? ReferenceKind.TEMPLATE : ReferenceKind.CLAIM;
        NamedObject twin = objects.find(reference.to(other));
        if (elsewhere != null) {
            missing = missing.elsewhere(elsewhere.place().namespace() + " (" + elsewhere.place() + ")");
        } else if (twin != null && twin.place().folder().equals(reference.by().folder())) {
            missing = missing.as(other);
        } else if (near != null) {
            missing = missing.near(near.name() + " (" + near.origin() + ")");
        }
        return outside == null && missing.advice().isEmpty()
                ? null
                : reference.finding(severity, reference.kind().rule(), missing.inInput());
    }

    private @Nullable Finding ofRequest(Reference reference, NamedObject claim) {
        List<String> requests = claim.requests();
        String request = reference.request();
        if (requests.contains(request)) {
            return null;
        }
        if (requests.isEmpty()) {
            return null;
        }
        // The API server accepts the name, but the container gets no device.
        String near = outside == null ? new NearNames(requests).nearest(request) : Spelling.nearest(request, requests);
        return reference.finding(
                severity,
                Origin.UNKNOWN_CLAIM_REQUEST,
                claim + " has no request " + request
                        + (near == null ? "; it has " + String.join(", ", requests) : "; did you mean " + near + "?"));
    }

    private static @Nullable Finding unused(Reference reference, NamedObject claim) {
        return reference.isUsed() || !KnownDevices.areForContainers(claim.classes())
                ? null
                : reference.warning(
                        Origin.UNUSED_CLAIM,
                        "no container uses the claim: its devices are allocated, and no container gets them; name it in"
                                + " resources.claims of a container");
    }

    /** A class or a driver, which the manifests of drivers install: some are known. */
    private @Nullable Finding ofKnown(Reference reference) {
        boolean isClass = reference.kind() != ReferenceKind.DRIVER;
        String name = reference.name();
        if (isClass && outside != null || isKnown(reference) || objects.has(reference.kind(), name)) {
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
                        MissingObject.of(reference.kind(), "", name)
                                .near(nearest)
                                .inInput());
    }

    /** Whether a class or a driver is known without any input. */
    static boolean isKnown(Reference reference) {
        return reference.kind() == ReferenceKind.DRIVER
                ? KnownDevices.isDriver(reference.name())
                : KnownDevices.isClass(reference.name());
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
