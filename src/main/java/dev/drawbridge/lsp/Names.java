package dev.drawbridge.lsp;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.reference.NamedObject;
import dev.drawbridge.reference.Reference;
import dev.drawbridge.reference.ReferenceFacts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where the names of a workspace are defined, and used. */
record Names(Map<Path, ReferenceFacts> files) {

    record Place(Path file, Position position) {}

    /** A request of a claim or a template. */
    record Request(Path file, NamedObject object, String name) {}

    List<Place> definitions(Path file, Position place) {
        return defined(file, place).flatMap(Names::start).distinct().toList();
    }

    /** The names that refer to the object at a place, or to that which the name at the place refers to. */
    List<Place> uses(Path file, Position place) {
        List<Defined> named = defined(file, place).toList();
        return (named.isEmpty() ? around(file, place) : named.stream())
                .flatMap(defined -> references(defined.object()))
                .flatMap(Names::start)
                .distinct()
                .toList();
    }

    /** The request that a place names, in its claim or where a container uses it; null if it names none. */
    @Nullable
    Request request(Path file, Position place, List<Manifest> manifests) {
        for (Reference reference : facts(file).references()) {
            Defined claim = isAt(reference.position(), reference.request(), place)
                            && !reference.request().isEmpty()
                    ? defined(reference).findFirst().orElse(null)
                    : null;
            if (claim != null) {
                return new Request(claim.file(), claim.object(), first(reference.request()));
            }
        }
        Defined claim = around(file, place).findFirst().orElse(null);
        return claim == null
                ? null
                : requestNames(claim.object(), manifests)
                        .filter(name -> isAt(name.position(), name.value(), place))
                        .map(name -> new Request(file, claim.object(), first(name.value())))
                        .findFirst()
                        .orElse(null);
    }

    /** Where a request is named. Of a name with an alternative, REQUEST/ALTERNATIVE, its first part counts. */
    Set<Place> uses(Request request, List<Manifest> manifests) {
        Set<Place> places = new LinkedHashSet<>();
        requestNames(request.object(), manifests)
                .filter(name -> first(name.value()).equals(request.name()))
                .flatMap(name -> Stream.ofNullable(name.position()))
                .forEach(position -> places.add(new Place(request.file(), position)));
        references(request.object())
                .filter(use -> first(use.reference().request()).equals(request.name()))
                .flatMap(Names::start)
                .forEach(places::add);
        return places;
    }

    private static String first(String request) {
        int slash = request.indexOf('/');
        return slash < 0 ? request : request.substring(0, slash);
    }

    /** The names of a claim's requests, and the uses of them in its constraints and configurations. */
    private static Stream<StringValue> requestNames(NamedObject object, List<Manifest> manifests) {
        List<StringValue> names = new ArrayList<>();
        for (Manifest manifest : manifests) {
            if (object.place().start() != null
                    && object.place().start().equals(manifest.object().position())) {
                ObjectValue spec = manifest.object().object("spec");
                ObjectValue devices = (spec.has("spec") ? spec.object("spec") : spec).object("devices");
                devices.list("requests").objects().forEach(request -> add(request.get("name"), names));
                for (String field : List.of("constraints", "config")) {
                    devices.list(field).objects().forEach(entry -> {
                        ListValue requests = entry.list("requests");
                        requests.items().forEach(item -> add(item, names));
                    });
                }
            }
        }
        return names.stream();
    }

    private static void add(@Nullable Value value, List<StringValue> names) {
        if (value instanceof StringValue name) {
            names.add(name);
        }
    }

    private record Defined(Path file, NamedObject object) {}

    private record Use(Path file, Reference reference) {}

    private static Stream<Place> start(Defined defined) {
        return Stream.ofNullable(defined.object().place().start()).map(start -> new Place(defined.file(), start));
    }

    private static Stream<Place> start(Use use) {
        return Stream.ofNullable(use.reference().position()).map(start -> new Place(use.file(), start));
    }

    private ReferenceFacts facts(Path file) {
        return files.getOrDefault(file, ReferenceFacts.NONE);
    }

    private Stream<Defined> objects() {
        return files.entrySet().stream()
                .flatMap(file -> file.getValue().objects().stream().map(object -> new Defined(file.getKey(), object)));
    }

    private Stream<Defined> defined(Path file, Position place) {
        return facts(file).references().stream()
                .filter(reference -> isAt(reference.position(), reference.name(), place))
                .flatMap(this::defined);
    }

    private Stream<Defined> defined(Reference reference) {
        return objects().filter(defined -> isOf(reference, defined.object()));
    }

    /** The last object that begins before a place. */
    private Stream<Defined> around(Path file, Position place) {
        return facts(file).objects().stream()
                .filter(object ->
                        object.place().start() != null && object.place().start().line() <= place.line())
                .reduce((before, after) -> after)
                .map(object -> new Defined(file, object))
                .stream();
    }

    private Stream<Use> references(NamedObject object) {
        return files.entrySet().stream()
                .flatMap(file -> file.getValue().references().stream()
                        .filter(reference -> isOf(reference, object))
                        .map(reference -> new Use(file.getKey(), reference)));
    }

    private static boolean isAt(@Nullable Position start, String name, Position place) {
        return start != null
                && start.line() == place.line()
                && start.column() <= place.column()
                && place.column() <= start.column() + name.length() + 2;
    }

    private static boolean isOf(Reference reference, NamedObject object) {
        return object.kind() == reference.kind()
                && object.name().equals(reference.name())
                && (!reference.kind().isNamespaced()
                        || object.isIn(reference.by().namespace()));
    }
}
