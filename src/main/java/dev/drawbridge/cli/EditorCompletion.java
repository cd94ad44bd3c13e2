package dev.drawbridge.cli;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.driver.NameCompletion;
import dev.drawbridge.explain.Manual;
import dev.drawbridge.lsp.Workspace.Checked;
import dev.drawbridge.lsp.Workspace.Name;
import dev.drawbridge.lsp.Workspace.Names;
import dev.drawbridge.reference.NamedObject;
import dev.drawbridge.reference.Reference;
import dev.drawbridge.reference.ReferenceFacts;
import dev.drawbridge.reference.ReferenceKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Completes what is typed: names of the workspace, of devices and of CEL, and the fields of the schema. */
final class EditorCompletion {

    private static final int MAX_LINE = 1_000;
    private static final Pattern REQUEST = Pattern.compile("\\brequest: *[\"']?([\\w/-]*)$");
    private static final Pattern REQUESTS = Pattern.compile("\\brequests: *\\[(?:[^\\]{]*[, ])?[\"']?([\\w/-]*)$");
    private static final Pattern WORD = Pattern.compile("[\\w.]*$");

    /** The names that may stand at the end of a text. */
    Names names(Path file, String before, Checked known, EditorFolder.Rules rules) {
        FieldCompletion.Place place = FieldCompletion.Place.of(before);
        Names requests = requests(file, before, place, known);
        if (requests != null) {
            return requests;
        }
        for (ReferenceKind kind : ReferenceKind.values()) {
            if (kind.field().equals(place.key()) && kind.isObject()) {
                List<Name> found = known.names().values().stream()
                        .flatMap(facts -> facts.objects().stream())
                        .filter(object -> object.kind() == kind)
                        .map(NamedObject::name)
                        .distinct()
                        .sorted()
                        .map(name -> new Name(name, kind.label() + " of this workspace"))
                        .toList();
                if (!found.isEmpty() || kind != ReferenceKind.CLASS) {
                    return new Names(place.typed(), found);
                }
            }
        }
        NameCompletion.Completion devices = rules.devices().of(before.substring(before.lastIndexOf('\n') + 1));
        if (!devices.names().isEmpty()) {
            return new Names(
                    devices.typed(),
                    devices.names().stream().map(name -> new Name(name, "")).toList());
        }
        return place.isAt("cel", "expression")
                ? selector(before, rules.settings().target())
                : FieldCompletion.of(before, rules.settings().drivers());
    }

    /** The names of requests where a container, a constraint or a configuration names one; null for other places. */
    private static @Nullable Names requests(Path file, String before, FieldCompletion.Place place, Checked known) {
        ReferenceFacts own = known.names().getOrDefault(file, ReferenceFacts.NONE);
        String line = lastLine(before);
        Matcher used = REQUEST.matcher(line);
        if (used.find()) {
            return requests(
                    used.group(1),
                    known.names().values().stream()
                            .flatMap(facts -> facts.objects().stream())
                            .filter(object -> own.references().stream().anyMatch(one -> isOf(one, object))));
        }
        Matcher listed = REQUESTS.matcher(line);
        boolean isListed = listed.find();
        if (!isListed && !place.isAt("constraints", "requests") && !place.isAt("config", "requests")) {
            return null;
        }
        long number = before.chars().filter(one -> one == '\n').count() + 1;
        Stream<NamedObject> last = own.objects().stream()
                .filter(object ->
                        object.place().start() != null && object.place().start().line() <= number)
                .reduce((one, other) -> other)
                .stream();
        return requests(isListed ? listed.group(1) : place.typed(), last);
    }

    private static Names requests(String typed, Stream<NamedObject> claims) {
        List<Name> names = claims.flatMap(claim -> claim.requests().stream()
                        .map(request ->
                                new Name(request, "request of " + claim.kind().label() + " " + claim.name())))
                .distinct()
                .toList();
        return new Names(typed, names);
    }

    static boolean isOf(Reference reference, NamedObject object) {
        return reference.kind() == object.kind() && reference.name().equals(object.name());
    }

    private static String lastLine(String before) {
        String line = before.substring(before.lastIndexOf('\n') + 1);
        return line.substring(Math.max(0, line.length() - MAX_LINE));
    }

    /** The variables and functions of CEL in every release; of a value, such as one in parentheses, its functions. */
    private static Names selector(String before, CheckSettings.Target target) {
        List<Set<String>> languages = target.validates().stream()
                .map(release -> Manual.celNames(release, target.gates()))
                .toList();
        Matcher word = WORD.matcher(lastLine(before));
        String typed = word.find() ? word.group() : "";
        List<String> names = languages.stream()
                .flatMap(Set::stream)
                .distinct()
                .filter(name -> languages.stream().allMatch(language -> language.contains(name)))
                .toList();
        List<Name> whole = typed.startsWith(".") ? List.of() : startingWith(typed, typed, names);
        String last = typed.substring(typed.lastIndexOf('.') + 1);
        return whole.isEmpty() ? new Names(last, startingWith("." + last, last, names)) : new Names(typed, whole);
    }

    /** The names of variables and functions that start with a text, or of functions of a value after a dot. */
    private static List<Name> startingWith(String start, String typed, List<String> names) {
        return names.stream()
                .filter(name -> name.startsWith(start) && name.startsWith(".") == start.startsWith("."))
                .map(name -> new Name(name.substring(start.length() - typed.length()), "CEL"))
                .toList();
    }
}
