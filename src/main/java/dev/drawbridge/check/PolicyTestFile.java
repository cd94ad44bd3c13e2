package dev.drawbridge.check;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.Locator;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.policy.AdmissionRequest;
import dev.drawbridge.policy.AdmissionRequest.GroupVersion;
import dev.drawbridge.policy.AdmissionRequest.Place;
import dev.drawbridge.policy.AdmissionRequest.Sender;
import dev.drawbridge.policy.AdmissionRequest.User;
import dev.drawbridge.policy.CustomResources;
import dev.drawbridge.policy.Decoding;
import dev.drawbridge.policy.DefinitionError;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file of tests of admission policies. An object in it is written there, or in a file that it names from its folder.
 * Problems of a file are an {@link IOException} with file and position.
 */
record PolicyTestFile(Path file, ObjectValue root) {

    private static final List<String> OPERATIONS = List.of("", "CREATE", "UPDATE", "DELETE");

    static PolicyTestFile read(Path file) throws IOException {
        List<Manifest> documents = documents(file);
        PolicyTestFile read = new PolicyTestFile(
                file, documents.isEmpty() ? ObjectValue.EMPTY : documents.get(0).object());
        for (DefinitionError error : Decoding.errorsOfTests(read.root)) {
            throw read.wrong(Locator.ofKey(read.root, error.path()), error.path() + ": " + error.text());
        }
        ListValue cases = read.root.list("cases");
        if (cases.size() == 0 || cases.objects().size() < cases.size()) {
            throw read.wrong(read.root.position(), "cases: expected a list of objects");
        }
        return read;
    }

    private static List<Manifest> documents(Path file) throws IOException {
        String name = ManifestFiles.name(file);
        ManifestFile read = new ManifestReader().read(name, ReadLimits.DEFAULT.text(file));
        for (Unreadable bad : read.unreadable()) {
            throw new IOException(name + (bad.position() == null ? "" : ":" + bad.position()) + ": " + bad.reason());
        }
        return read.manifests();
    }

    /** The name of the file, for findings. */
    String name() {
        return ManifestFiles.name(file);
    }

    IOException wrong(@Nullable Position position, String message) {
        return new IOException(name() + (position == null ? "" : ":" + position) + ": " + message);
    }

    /** The objects of a value: files, or the objects themselves; one or a list of them. */
    List<Manifest> manifests(@Nullable Value value, String key) throws IOException {
        if (value instanceof StringValue path) {
            List<Manifest> all = new ArrayList<>();
            try {
                String found = file.resolveSibling(path.value()).normalize().toString();
                for (Path one : new ManifestFiles(List.of()).of(List.of(found))) {
                    all.addAll(documents(one));
                }
            } catch (NoSuchFileException missing) {
                throw (IOException) wrong(path.position(), key + ": no such file: " + path.value())
                        .initCause(missing);
            }
            return all;
        }
        if (value instanceof ObjectValue object) {
            if (object.string("apiVersion").isEmpty() || object.string("kind").isEmpty()) {
                throw wrong(object.position(), key + ": expected an object with apiVersion and kind");
            }
            return List.of(new Manifest(name(), "", object, object.string("apiVersion"), object.string("kind")));
        }
        List<Manifest> all = new ArrayList<>();
        if (value instanceof ListValue list) {
            for (Value item : list.items()) {
                all.addAll(manifests(item, key));
            }
        }
        return all;
    }

    private @Nullable ObjectValue one(@Nullable Value value, String key) throws IOException {
        List<Manifest> all = manifests(value, key);
        if (all.size() > 1) {
            throw wrong(value == null ? null : value.position(), key + ": expected one object, found " + all.size());
        }
        return all.isEmpty() ? null : all.get(0).object();
    }

    /** The objects of a case, or else of all cases. */
    List<Manifest> ofCase(ObjectValue test, String key) throws IOException {
        return manifests(shared(test, key), key);
    }

    private @Nullable Value shared(ObjectValue test, String key) {
        return test.has(key) ? test.get(key) : root.get(key);
    }

    AdmissionRequest request(ObjectValue test, CustomResources resources) throws IOException {
        ObjectValue object = one(test.get("object"), "object");
        ObjectValue old = one(test.get("oldObject"), "oldObject");
        ObjectValue about = object == null ? old : object;
        if (about == null) {
            throw wrong(test.position(), "expected object or oldObject");
        }
        ObjectValue namespaceObject = one(shared(test, "namespace"), "namespace");
        String kind = about.string("kind");
        String apiVersion = about.string("apiVersion");
        ObjectValue metadata = about.object("metadata");
        String namespace = metadata.string("namespace");
        String given = ObjectValue.orEmpty(namespaceObject).object("metadata").string("name");
        if (namespace.isEmpty()) {
            namespace = given.isEmpty() ? "default" : given;
        }
        boolean isNamespaced = resources.isNamespaced(apiVersion, kind);
        String name = metadata.string("name");
        String operation = test.string("operation");
        if (!OPERATIONS.contains(operation)) {
            throw wrong(test.position(), "operation: expected CREATE, UPDATE or DELETE");
        }
        return new AdmissionRequest(
                !operation.isEmpty() ? operation : old == null ? "CREATE" : object == null ? "DELETE" : "UPDATE",
                new Place(
                        GroupVersion.parse(apiVersion),
                        kind,
                        resources.resource(apiVersion, kind),
                        test.string("subresource"),
                        isNamespaced ? namespace : "",
                        name.isEmpty() ? metadata.string("generateName") + "xxxxx" : name),
                new Sender(user(test), test.isTrue("dryRun"), options(test)),
                object,
                old,
                isNamespaced && namespaceObject != null && namespace.equals(given)
                        ? PolicyFindings.stored(namespaceObject)
                        : null);
    }

    private static Map<String, Object> options(ObjectValue test) {
        Map<String, Object> options = new HashMap<>();
        ObjectValue given = test.object("options");
        given.forEach((key, value) -> options.put(key, given.string(key)));
        return options;
    }

    private @Nullable User user(ObjectValue test) {
        if (!(shared(test, "user") instanceof ObjectValue user)) {
            return null;
        }
        Map<String, List<String>> extra = new HashMap<>();
        ObjectValue given = user.object("extra");
        given.forEach((key, value) -> extra.put(key, given.list(key).texts()));
        User named = User.named(user.string("username"), user.list("groups").texts());
        return new User(named.name(), user.string("uid"), named.groups(), extra);
    }
}
