package dev.drawbridge.check;

import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.Locator;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.report.Finding;
import dev.drawbridge.validation.Scheme;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Explains changes of immutable fields: the old value, its place, and the users of the object if it is recreated. */
record ImmutableChange(
        FindingFactory make,
        Scheme scheme,
        Head wholeHead,
        String baseName,
        Recreation recreation,
        RenderedSources sources,
        PatchedFields patched) {

    /** The fields of a pod and of a container with claims. */
    private static final Set<String> CLAIMS = Set.of("resourceClaims", "claims");

    private static final int MAX_CONSUMERS = 10;

    /**
     * The error with the value of the base, if it is about an immutable field; null if kustomize patches what differs.
     */
    @Nullable
    FieldError explained(FieldError error, Pair pair, @Nullable ObjectValue old) {
        Manifest base = pair.base();
        Manifest head = pair.head();
        if (error.origin() != Origin.IMMUTABLE || old == null || base == null || head == null) {
            return error;
        }
        Difference difference = Difference.all(
                        error.path(), Locator.value(old, error.path()), Locator.value(head.object(), error.path()))
                .filter(one -> !patched.leavesOut(head, one.path, true))
                .min(Comparator.comparing((Difference one) -> !one.isOf(error.demand()))
                        .thenComparing(one -> !one.isOfClaims()))
                .orElse(null);
        if (difference == null) {
            return null;
        }
        Position was = Locator.ofValue(old, difference.path());
        Position is = Locator.ofValue(head.object(), difference.path());
        Finding.Location place = sources.inBase(base.file(), was);
        String unset = scheme.defaultOf(head.apiVersion(), head.kind(), difference.path())
                .map(value -> "unset (default " + value + ")")
                .orElse("unset");
        String detail = "field is immutable. " + difference.sentence(unset) + " (it was at "
                + place.file() + (place.position() == null ? "" : ":" + place.position())
                + (Path.of(base.file()).startsWith(baseName) ? "" : " in " + baseName) + ")";
        // A status is the cluster's: it does not come back with the object.
        if (error.path().isBelow("status")) {
            return new FieldError(error.type(), error.path(), detail, error.origin(), is);
        }
        String consumers = consumers(old, head);
        String field = recreation.by(pair);
        String remedy = ". recreate needed: "
                + (field == null ? "delete the object and create it again" : field + " asks for it")
                + (recreation.isSuspended(pair) ? " before spec.suspend ends" : "")
                + (consumers.isEmpty() ? "" : "; this affects " + consumers);
        return new FieldError(error.type(), error.path(), detail + remedy, Origin.RECREATE, is);
    }

    /** The object's users: the consumers in its status, and references in the head. */
    private String consumers(ObjectValue old, Manifest head) {
        Set<String> names = new LinkedHashSet<>();
        ListValue reserved = old.object("status").list("reservedFor");
        reserved.objects().forEach(consumer -> names.add(consumer.string("resource") + " " + consumer.string("name")));
        wholeHead
                .naming(make.identity(head))
                .forEach(named -> names.add(named.by().kind() + " " + named.by().name()));
        return names.stream().limit(MAX_CONSUMERS).collect(Collectors.joining(", "));
    }

    /** A place at which two values differ; a value that is not there is null. */
    private record Difference(
            FieldPath path, @Nullable Value base, @Nullable Value head) {

        /** The differences of two values at a path; that of the values themselves if they are equal. */
        static Stream<Difference> all(FieldPath path, @Nullable Value base, @Nullable Value head) {
            List<Difference> all = new ArrayList<>();
            add(path, base, head, all);
            return all.isEmpty() ? Stream.of(new Difference(path, base, head)) : all.stream();
        }

        private boolean isOfClaims() {
            return path.steps().stream().anyMatch(step -> step.name() != null && CLAIMS.contains(step.name()));
        }

        private boolean isOf(Demand demand) {
            String field = path.steps().stream()
                    .map(FieldPath::name)
                    .filter(Objects::nonNull)
                    .collect(Collectors.joining("."));
            return demand.others().stream()
                    .anyMatch(other -> (field + ".").startsWith(other + ".") || other.startsWith(field + "."));
        }

        private static void add(FieldPath path, @Nullable Value base, @Nullable Value head, List<Difference> all) {
            if (JsonEquality.same(base, head)) {
                return;
            }
            if (base instanceof ObjectValue before && head instanceof ObjectValue after) {
                after.forEach((key, value) -> add(field(path, key), before.get(key), value, all));
                for (int i = 0; i < before.size(); i++) {
                    if (after.get(before.key(i)) == null) {
                        add(field(path, before.key(i)), before.value(i), null, all);
                    }
                }
            } else if (base instanceof ListValue before && head instanceof ListValue after) {
                for (int i = 0; i < Math.max(before.size(), after.size()); i++) {
                    add(
                            path.index(i),
                            i < before.size() ? before.get(i) : null,
                            i < after.size() ? after.get(i) : null,
                            all);
                }
            } else {
                all.add(new Difference(path, base, head));
            }
        }

        private static FieldPath field(FieldPath path, String key) {
            return key.indexOf('/') < 0 ? path.child(key) : path.key(key);
        }

        /** The difference in words, with what an unset field means, such as {@code unset (default 1)}. */
        String sentence(String unset) {
            return path + " changed from " + (base == null ? unset : base.excerpt()) + " to "
                    + (head == null ? unset : head.excerpt());
        }
    }
}
