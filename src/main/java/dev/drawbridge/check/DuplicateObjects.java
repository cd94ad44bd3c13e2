package dev.drawbridge.check;

import dev.drawbridge.document.Locator;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.ValueHash;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.reference.ObjectPlace;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.ObjectReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Objects that a folder defines twice, and not alike: the one that is applied last wins, or is refused. Two folders are
 * two overlays.
 */
final class DuplicateObjects {

    private static final FieldPath NAME = FieldPath.of("metadata", "name");
    private static final String SPEC = "spec";

    /**
     * An object, defined in a file.
     *
     * @param position where it begins; null if that is not known
     * @param hash its content without the spec: a definition with the same content is not reported
     * @param specHash its spec
     * @param finding the finding if the folder has another definition of it, without a message
     * @param isOfBase whether it is that of the base: duplicates there are known
     */
    record Definition(
            String file,
            ObjectReference object,
            @Nullable Position position,
            long hash,
            long specHash,
            Finding finding,
            boolean isOfBase) {

        private String place() {
            return position == null ? file : file + ":" + position;
        }
    }

    /** Kinds whose spec no update changes: the first definition wins. */
    private static final Set<String> IMMUTABLE = Set.of("ResourceClaim", "ResourceClaimTemplate");

    static Definition definition(Manifest manifest, FindingFactory make, Lines lines, boolean isOfBase) {
        FieldError error =
                new FieldError(ErrorType.DUPLICATE, NAME, "", Origin.TWIN, Locator.ofValue(manifest.object(), NAME));
        Finding finding = make.finding(manifest, Severity.WARNING, error, List.of(), lines);
        ObjectValue object = manifest.object();
        Value spec = object.get(SPEC);
        return new Definition(
                manifest.file(),
                finding.object(),
                object.position(),
                ValueHash.of(spec == null ? object : object.with(SPEC, new NullValue(null))),
                ValueHash.of(spec == null ? ObjectValue.EMPTY : spec),
                finding,
                isOfBase);
    }

    static List<Finding> of(List<Definition> definitions) {
        List<Definition> base =
                definitions.stream().filter(Definition::isOfBase).toList();
        Set<ObjectReference> known =
                duplicates(base).stream().map(Finding::object).collect(Collectors.toSet());
        return duplicates(
                        base.isEmpty()
                                ? definitions
                                : definitions.stream()
                                        .filter(one -> !one.isOfBase)
                                        .toList())
                .stream()
                .map(one -> known.contains(one.object()) ? one.asKnown() : one)
                .toList();
    }

    private static List<Finding> duplicates(List<Definition> definitions) {
        Map<List<String>, Definition> firsts = new HashMap<>();
        List<Finding> findings = new ArrayList<>();
        for (Definition one : definitions) {
            ObjectReference object = one.object();
            Definition first = firsts.putIfAbsent(
                    List.of(ObjectPlace.folder(one.file()), object.kind(), object.namespace(), object.name()), one);
            if (first != null && (first.hash != one.hash || first.specHash != one.specHash)) {
                findings.add(one.finding()
                        .saying("defined twice in this folder, also at " + first.place()
                                + (IMMUTABLE.contains(object.kind()) && first.specHash() != one.specHash()
                                        ? "; the second apply is refused: spec is immutable"
                                        : "; the one applied last wins")));
            }
        }
        return findings;
    }

    static boolean areTogether(Manifest one, Manifest other) {
        return ObjectPlace.folder(one.file()).equals(ObjectPlace.folder(other.file()));
    }
}
