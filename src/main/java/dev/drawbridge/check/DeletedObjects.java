package dev.drawbridge.check;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.report.Finding;
import dev.drawbridge.validation.ResourceApi;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;

/**
 * References in the head, also outside the paths that are checked, to objects that the change deletes, and objects that
 * it moves to where nothing is checked. {@link DeployedNames} has the references that a kustomization combines with the
 * object.
 *
 * @param changed the files that differ, as they are in the head
 * @param areCombined whether a kustomization of the base combines both
 * @param unchecked the files that differ and are not checked, in the head
 * @param uncheckedBase the same files in the base
 */
record DeletedObjects(
        FindingFactory make,
        Head wholeHead,
        Head everywhere,
        Head changed,
        Head unchecked,
        Head uncheckedBase,
        BiPredicate<Manifest, Manifest> areCombined,
        PruneRules prune) {

    /** What was rendered: an object of another cluster is another one. */
    private RenderedSources sources() {
        return prune.sources();
    }

    /** An error for each reference to the object, and a warning if it was moved; none if the head still has it. */
    List<Finding> of(Manifest gone) {
        Identity identity = make.identity(gone);
        if (isIn(wholeHead, gone)) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        boolean isNamespace = Namespaces.isNamespace(gone);
        if (!isNamespace && uncheckedBase.having(identity).isEmpty()) {
            unchecked.having(identity).stream().limit(1).forEach(moved -> findings.add(moved(moved, gone)));
        }
        List<Head.Named> references = new ArrayList<>(
                isNamespace
                        ? wholeHead.inside(namespaces(gone))
                        : identity.group().equals(ResourceApi.GROUP) ? wholeHead.naming(identity) : List.of());
        references.removeIf(one -> !isNamespace && areCombined.test(gone, one.by())
                || sources().areApart(one.by().file(), gone.file()));
        String when = isIn(everywhere, gone) || changed.mayMake(gone) || everywhere.mayBecome(gone)
                ? null
                : prune.trigger(gone);
        if (when == null) {
            return findings;
        }
        findings.addAll(ofResource(gone, when));
        String now = wholeHead.mentioning(gone.name()).stream()
                .filter(one -> one.kind().equals(gone.kind())
                        && one.name().equals(gone.name())
                        && one.file().equals(gone.file()))
                .map(one -> one.namespace(""))
                .filter(namespace -> !namespace.isEmpty())
                .findFirst()
                .orElse("");
        String was = sources().inBase(gone.file(), gone.object().position()).file();
        for (Head.Named named : references) {
            String lost = wholeHead.isUnlisted(gone.file())
                    ? "no kustomization has any more (it is in " + was + "); list the file again, or refer to another"
                    : lost(when, now, gone.namespace(""), was);
            String what = "refers to " + gone.kind() + " " + named.name().value() + ", which " + lost;
            String more = isNamespace ? "; a cluster deletes the objects in it as well" : "";
            findings.add(finding(named, severity(when), what + more));
        }
        return findings;
    }

    /** An object that stays until a person acts is a warning. */
    static Severity severity(String when) {
        return when.isEmpty() ? Severity.ERROR : Severity.WARNING;
    }

    /**
     * A warning for each request of an extended resource that no class has any more: a device plugin may have it.
     *
     * @param when what has to happen before the class is deleted
     */
    List<Finding> ofResource(Manifest before, String when) {
        String resource = before.object().object("spec").string("extendedResourceName");
        List<Head.Named> all = new ArrayList<>(resource.isEmpty() ? List.of() : wholeHead.requesting(resource));
        all.removeIf(one -> sources().areApart(one.by().file(), before.file()));
        String was = sources().inBase(before.file(), before.object().position()).file();
        String how = isIn(wholeHead, before)
                ? ", which DeviceClass " + before.name() + " no longer has (it was in "
                : " of DeviceClass " + before.name()
                        + (wholeHead.isUnlisted(before.file())
                                ? ", which no kustomization has any more (it is in "
                                : ", which " + deletes(when) + " (it was in ");
        String detail =
                "refers to extended resource " + resource + how + was + "); keep it, unless a device plugin has it";
        return all.stream().map(one -> finding(one, Severity.WARNING, detail)).toList();
    }

    private Finding finding(Head.Named named, Severity severity, String detail) {
        FieldError error = new FieldError(
                ErrorType.NOT_FOUND,
                named.path(),
                detail,
                Origin.DELETED,
                named.name().position());
        return make.finding(named.by(), severity, error, List.of(), wholeHead.lines(named.by()));
    }

    /** The namespaces that a cluster deletes with a Namespace, which kustomizations may give other names. */
    private Set<String> namespaces(Manifest gone) {
        Set<String> names = gone.places(gone.name()).collect(Collectors.toSet());
        names.removeAll(Namespaces.IMMORTAL);
        names.removeIf(name -> everywhere.namespaces(name).stream()
                .anyMatch(
                        one -> !everywhere.isUnlisted(one.file()) && !sources().areApart(one.file(), gone.file())));
        return names;
    }

    private boolean isIn(Head files, Manifest gone) {
        return files.having(make.identity(gone)).stream()
                .anyMatch(one -> !sources().areApart(one.file(), gone.file()));
    }

    /**
     * The end of a sentence about an object that a change takes away from a reference.
     *
     * @param when what has to happen before it is deleted; empty if the change is enough
     * @param now the namespace to which the change moves it; empty if it deletes it
     * @param before its namespace before; empty if that is not known
     */
    static String lost(String when, String now, String before, String file) {
        return now.isEmpty()
                ? deletes(when) + " (it was in " + file + "); keep it, or refer to another"
                : "this change moves to namespace " + now + " (it was in " + (before.isEmpty() ? "" : before + ", in ")
                        + file + (before.isEmpty() ? ", without a namespace" : "")
                        + (when.isEmpty() ? "" : "; deleted once " + when)
                        + "); move both, or refer to another";
    }

    private static String deletes(String when) {
        return when.isEmpty() ? "this change deletes" : "is deleted once " + when;
    }

    private static Finding moved(Manifest moved, Manifest gone) {
        String text = "this change moves " + moved.kind() + " " + moved.name() + " here from " + gone.file()
                + ", and this file is not checked: it is excluded, outside of paths, or in a hidden folder";
        return Finding.ofFile(
                Severity.WARNING, moved.file(), moved.object().position(), Origin.CHANGED_SETTINGS, text, null);
    }
}
