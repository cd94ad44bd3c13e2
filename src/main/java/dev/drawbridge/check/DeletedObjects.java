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
import java.util.function.BiPredicate;

/**
 * References in the head, also outside the paths that are checked, to objects that the change deletes, and objects that
 * it moves to where nothing is checked. {@link DeployedNames} has the references that a kustomization combines with the
 * object.
 *
 * @param changed the files that differ, as they are in the head
 * @param areCombined whether a kustomization of the base combines both
 * @param sources what was rendered: an object of another cluster is another one
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
        RenderedSources sources) {

    /** An error for each reference to the object, and a warning if it was moved; none if the head still has it. */
    List<Finding> of(Manifest gone) {
        Identity identity = make.identity(gone);
        if (isIn(wholeHead, gone)) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        if (uncheckedBase.having(identity).isEmpty()) {
            unchecked.having(identity).stream().limit(1).forEach(moved -> findings.add(moved(moved, gone)));
        }
        List<Head.Named> references =
                new ArrayList<>(identity.group().equals(ResourceApi.GROUP) ? wholeHead.naming(identity) : List.of());
        references.removeIf(one ->
                areCombined.test(gone, one.by()) || sources.areApart(one.by().file(), gone.file()));
        if (isIn(everywhere, gone) || changed.mayMake(gone) || sources.isKept(gone)) {
            return findings;
        }
        findings.addAll(ofResource(gone));
        String now = wholeHead.mentioning(gone.name()).stream()
                .filter(one -> one.kind().equals(gone.kind())
                        && one.name().equals(gone.name())
                        && one.file().equals(gone.file()))
                .map(one -> one.namespace(""))
                .filter(namespace -> !namespace.isEmpty())
                .findFirst()
                .orElse("");
        String was = sources.inBase(gone.file(), gone.object().position()).file();
        for (Head.Named named : references) {
            String lost = wholeHead.isUnlisted(gone.file())
                    ? "no kustomization has any more (it is in " + was + "); list the file again, or refer to another"
                    : lost(now, gone.namespace(""), was);
            findings.add(
                    finding(named, Severity.ERROR, "refers to " + gone.kind() + " " + gone.name() + ", which " + lost));
        }
        return findings;
    }

    /**
     * A warning for each request of an extended resource that no class has any more: a device plugin may have it.
     *
     * @param before the class that had it in the base
     */
    List<Finding> ofResource(Manifest before) {
        String resource = before.object().object("spec").string("extendedResourceName");
        List<Head.Named> all = new ArrayList<>(resource.isEmpty() ? List.of() : wholeHead.requesting(resource));
        all.removeIf(one -> sources.areApart(one.by().file(), before.file()));
        String was = sources.inBase(before.file(), before.object().position()).file();
        String how = isIn(wholeHead, before)
                ? ", which DeviceClass " + before.name() + " no longer has (it was in "
                : " of DeviceClass " + before.name()
                        + (wholeHead.isUnlisted(before.file())
                                ? ", which no kustomization has any more (it is in "
                                : ", which this change deletes (it was in ");
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

    private boolean isIn(Head files, Manifest gone) {
        return files.having(make.identity(gone)).stream().anyMatch(one -> !sources.areApart(one.file(), gone.file()));
    }

    /**
     * The end of a sentence about an object that a change takes away from a reference.
     *
     * @param now the namespace to which the change moves it; empty if it deletes it
     * @param before its namespace before; empty if that is not known
     * @param file the file in which it was
     */
    static String lost(String now, String before, String file) {
        return now.isEmpty()
                ? "this change deletes (it was in " + file + "); keep it, or refer to another"
                : "this change moves to namespace " + now + " (it was in " + (before.isEmpty() ? "" : before + ", in ")
                        + file + (before.isEmpty() ? ", without a namespace" : "")
                        + "); move both, or refer to another";
    }

    private static Finding moved(Manifest moved, Manifest gone) {
        String text = "this change moves " + moved.kind() + " " + moved.name() + " here from " + gone.file()
                + ", and this file is not checked: it is excluded, outside of paths, or in a hidden folder";
        return Finding.ofFile(
                Severity.WARNING, moved.file(), moved.object().position(), Origin.CHANGED_SETTINGS, text, null);
    }
}
