package dev.drawbridge.check;

import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.field.Suggestion;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.Mentions;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Skipped;
import dev.drawbridge.report.SuggestedFix;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.validation.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Stage 5: turns verdicts into findings. A mistake that several releases report is one finding; a mistake that the base
 * has already is known.
 */
record FindingStage(CheckSettings settings, FindingFactory make, ImmutableChange immutable, DeletedObjects deleted) {

    /** Findings for objects. Those whose verdict depends on namespace labels remain undecided. */
    Checked of(List<Answered> answered) {
        List<DuplicateObjects.Definition> definitions = new ArrayList<>();
        List<Answered> open = new ArrayList<>();
        List<Answered> decided = new ArrayList<>();
        List<Skipped> unchecked = new ArrayList<>();
        int others = 0;
        for (Answered one : answered) {
            Pair pair = one.pair();
            if (pair.isBaseUntouched() && pair.base() != null) {
                definitions.add(DuplicateObjects.definition(pair.base(), make, Lines.NONE, false));
            }
            Manifest head = pair.head();
            FieldPath mention = head != null && one.isOther() ? Mentions.in(head) : null;
            if (head != null && mention != null) {
                unchecked.add(make.unchecked(head, mention));
            } else {
                others += one.isOther() ? 1 : 0;
            }
            (one.dependsOnLabels() ? open : decided).add(one);
        }
        unchecked.addAll(cut(decided));
        return new Checked(List.of(), definitions, findings(decided), objects(decided), open, unchecked, others, 0);
    }

    /** Findings for undecided objects, once all labels are known. */
    Checked decided(List<Answered> answered) {
        return Checked.joined(
                List.of(Checked.of(findings(answered), objects(answered)), Checked.unchecked(cut(answered), 0)));
    }

    /** The objects with so many mistakes that the others are not known. */
    private List<Skipped> cut(List<Answered> answered) {
        List<Skipped> cut = new ArrayList<>();
        for (Answered one : answered) {
            Manifest head = one.pair().head();
            if (head != null && one.hasAtLeast(Validator.MAX_ERRORS)) {
                cut.add(make.cut(head));
            }
        }
        return cut;
    }

    private List<Finding> findings(List<Answered> answered) {
        return answered.stream().flatMap(one -> findings(one).stream()).toList();
    }

    private List<Report.Validated> objects(List<Answered> answered) {
        List<Report.Validated> objects = new ArrayList<>();
        for (Answered one : answered) {
            Manifest head = one.pair().head();
            if (head != null && !one.isOther() && isWhole(head)) {
                objects.add(make.validated(
                        head,
                        one.releases().stream().map(Answered.OfRelease::answer).toList()));
            }
        }
        return objects;
    }

    /** Whether all of an object is checked: the metadata of one of the group may have placeholders. */
    private static boolean isWhole(Manifest head) {
        return !ResourceApi.isOfGroup(head.apiVersion()) || Placeholders.in(head.object()) == null;
    }

    private Collection<Finding> findings(Answered answered) {
        Pair pair = answered.pair();
        Manifest head = pair.head();
        if (head == null) {
            return deleted.of(Objects.requireNonNull(pair.base(), "a pair has a base or a head"));
        }
        List<Finding> lost =
                pair.base() == null || pair.isUnchanged() ? List.of() : deleted.ofResource(pair.base(), "");
        if (!answered.hasAtLeast(1)) {
            return lost;
        }
        Map<String, Finding> merged = new LinkedHashMap<>();
        List<KubernetesRelease> notServing = answered.notServing();
        String whyNotServed = notServing.size() < 2 ? "" : make.whyNotServed(head, notServing);
        for (Answered.OfRelease release : answered.releases()) {
            List<String> name = List.of(make.releaseName(head, release.release()));
            for (Verdict verdict : release.isOther() ? List.<Verdict>of() : release.verdicts()) {
                boolean isDecoded = verdict.errors().stream()
                        .noneMatch(error -> error.type().isDecoding());
                for (FieldError error : verdict.errors()) {
                    // An object that cannot be decoded cannot be compared, and a typo does not justify reporting a
                    // deletion.
                    FieldError explained = isDecoded ? immutable.explained(error, pair, release.stored()) : error;
                    if (explained == null || explained == error && isPatched(head, error)) {
                        continue;
                    }
                    boolean isOne = release.isNotServed() && !whyNotServed.isEmpty();
                    FieldError one =
                            isOne && error.origin() == Origin.NOT_SERVED ? error.saying(whyNotServed) : explained;
                    merge(merged, finding(answered, Severity.ERROR, one, release, name));
                }
                for (FieldError warning : verdict.warnings()) {
                    if (!isPatched(head, warning)) {
                        merge(merged, finding(answered, Severity.WARNING, warning, release, name));
                    }
                }
            }
        }
        lost.forEach(one -> merge(merged, one));
        return merged.values();
    }

    private Finding finding(
            Answered answered, Severity severity, FieldError error, Answered.OfRelease release, List<String> name) {
        Manifest head = Objects.requireNonNull(answered.pair().head(), "a deleted object has no verdict");
        Finding found =
                make.finding(head, severity, error, name, answered.pair().lines());
        Suggestion own = error.within() == null ? null : error.suggestion();
        Suggestion fix = own != null && answered.fixes().containsValue(own)
                ? own
                : answered.fixes()
                        .get(new Answered.Place(
                                error.origin(), found.position(), error.path().name()));
        Finding finding = fix == null ? found : found.fixable(new SuggestedFix(fix));
        if (release.known().contains(Answered.key(error))) {
            return finding.asKnown();
        }
        boolean isAllowed = error.origin() == Origin.RECREATE
                && (settings.reporting().allowsRecreate()
                        || immutable.recreation().isAllowed(answered.pair()));
        return isAllowed ? finding.as(Severity.WARNING) : finding;
    }

    private static void merge(Map<String, Finding> merged, Finding finding) {
        merged.merge(
                mistake(finding),
                finding,
                (before, after) -> before.in(Stream.concat(before.releases().stream(), after.releases().stream())
                        .distinct()
                        .toList()));
    }

    /** Whether overlays patch the field of an error, or a field beside it on which its demand depends. */
    private boolean isPatched(Manifest head, FieldError error) {
        FieldPath object = error.path().parent();
        return immutable.patched().leavesOut(head, error.path(), false)
                || object != null
                        && error.demand().subject().equals(error.path().name())
                        && error.demand().others().stream()
                                .anyMatch(other -> immutable.patched().leavesOut(head, object.child(other), false));
    }

    /** Identifies a mistake, whichever releases report it. */
    private static String mistake(Finding finding) {
        return finding.known() + " " + finding.severity() + " " + finding.rule().type() + " " + finding.path() + " "
                + finding.position() + " " + finding.message();
    }
}
