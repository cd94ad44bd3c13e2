package dev.drawbridge.mutation;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The features of a recorded case: each mistake with the releases that report it, each field with the size of its value
 * if a release allows it, and the changes of an update. Two cases with the same features test the same.
 */
final class Features {

    private static final Pattern INDEX = Pattern.compile("\\[[^]]*]");

    /** Parts that several kinds and fields share. */
    private static final Pattern SHARED = Pattern.compile(
            "^\\.?(spec\\.)?(?=metadata)|^.*(?=(nodeSelector\\.|suitableNodes\\.|opaque\\.|tolerations\\[|taints?["
                    + ".\\[]|selectors\\[))"
                    + "|^\\.?(spec\\.)*(?=devices\\.(requests|constraints|config))");

    private static final int SHORT = 8;

    private final Set<String> found = new HashSet<>();
    private final String kind;
    private final String prefix;

    private Features(ObjectValue line) {
        kind = line.string("kind") + " ";
        prefix = form(line.string("apiVersion")) + " " + line.string("kind") + " " + line.string("op")
                + line.string("subresource") + " ";
    }

    /** The versions with the same rows: exact requests, flat requests, and the classes before them. */
    private static String form(String apiVersion) {
        return switch (apiVersion) {
            case "resource.k8s.io/v1", "resource.k8s.io/v1beta2" -> "exact";
            case "resource.k8s.io/v1beta1", "resource.k8s.io/v1alpha3" -> "flat";
            default -> apiVersion;
        };
    }

    /** The features of a line in a conformance file. */
    static Set<String> of(ObjectValue line) {
        Features features = new Features(line);
        features.ofCase(line);
        return features.found;
    }

    private void ofCase(ObjectValue line) {
        boolean isAllowed = false;
        List<String> denied = new ArrayList<>();
        Value object = line.get("object");
        ListValue verdicts = line.list("verdicts");
        for (int i = 0; i < verdicts.size(); i++) {
            ObjectValue verdict = (ObjectValue) verdicts.get(i);
            List<String> releases = texts(verdict.list("releases"));
            isAllowed |= verdict.isTrue("allowed");
            if (!verdict.isTrue("allowed")) {
                denied.addAll(releases);
            }
            ListValue errors = verdict.list("errors");
            for (int e = 0; e < errors.size(); e++) {
                ObjectValue error = (ObjectValue) errors.get(e);
                String field = error.string("field");
                addShape(error.string("type"), field, at(object, field));
                releases.forEach(release -> add(error.string("type"), field, release));
            }
            ListValue dropped = verdict.list("dropped");
            for (int d = 0; d < dropped.size(); d++) {
                String field = ((StringValue) dropped.get(d)).value();
                releases.forEach(release -> add("dropped", field, release));
            }
        }
        String outcome = !isAllowed ? "denied" : denied.isEmpty() ? "allowed" : "denied by " + denied;
        Value old = line.get("oldObject");
        if (old != null && object != null) {
            changes("", old, object, outcome);
        }
        if (object == null) {
            found.add(prefix + "text " + outcome + line.list("verdicts").excerpt());
        } else if (isAllowed) {
            values("", object);
        }
        if (line.string("group").equals("cel")) {
            found.add(expression(line) + " " + outcome);
        }
    }

    /** The text of a selector, whose verdict does not depend on its kind and field. */
    private static String expression(ObjectValue line) {
        ListValue selectors = line.object("object").object("spec").list("selectors");
        return selectors.size() == 1 && selectors.get(0) instanceof ObjectValue selector
                ? selector.object("cel").string("expression")
                : line.string("id");
    }

    /** The shape of a value depends only on its row; everything else also on kind and request. */
    private void addShape(String type, String path, @Nullable Value value) {
        String field = INDEX.matcher(path).replaceAll("[]");
        String shared = SHARED.matcher(field).replaceFirst("").replace(".basic", "");
        found.add((shared.length() < field.length() ? "" : kind) + type + " " + shared + " " + shape(value));
    }

    private void add(String type, String path, String rest) {
        found.add(prefix + type + " " + INDEX.matcher(path).replaceAll("[]") + " " + rest);
    }

    private void values(String path, Value value) {
        addShape("value", path, value);
        if (value instanceof ObjectValue object) {
            for (int i = 0; i < object.size(); i++) {
                values(path + "." + object.key(i), object.value(i));
            }
        } else if (value instanceof ListValue list) {
            for (int i = 0; i < Math.min(list.size(), 3); i++) {
                values(path + "[]", list.get(i));
            }
        }
    }

    private void changes(String path, @Nullable Value before, @Nullable Value after, String outcome) {
        if (before instanceof ObjectValue old && after instanceof ObjectValue now) {
            for (int i = 0; i < old.size(); i++) {
                changes(path + "." + old.key(i), old.value(i), now.get(old.key(i)), outcome);
            }
            for (int i = 0; i < now.size(); i++) {
                if (old.get(now.key(i)) == null) {
                    changes(path + "." + now.key(i), null, now.value(i), outcome);
                }
            }
        } else if (before instanceof ListValue old && after instanceof ListValue now && old.size() == now.size()) {
            for (int i = 0; i < old.size(); i++) {
                changes(path + "[]", old.get(i), now.get(i), outcome);
            }
        } else if (!shape(before).equals(shape(after))
                || before instanceof StringValue old
                        && after instanceof StringValue now
                        && !old.value().equals(now.value())) {
            add("change", path, (before == null ? "set " : after == null ? "unset " : "changed ") + outcome);
        }
    }

    /**
     * The kind and size of a value: a number itself, the length of a long text, the kinds of characters of a short one.
     */
    private static String shape(@Nullable Value value) {
        if (value instanceof StringValue text) {
            int length = text.value().length();
            return "text" + (length > SHORT ? length : kinds(text.value()));
        }
        if (value instanceof ListValue list) {
            return "list" + list.size();
        }
        if (value instanceof ObjectValue object) {
            return "object" + object.size();
        }
        return value instanceof NumberValue || value != null ? value.excerpt() : "absent";
    }

    private static String kinds(String text) {
        StringBuilder kinds = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            char kind = Character.isUpperCase(c) ? 'A' : Character.isLetter(c) ? 'a' : Character.isDigit(c) ? '0' : c;
            if (kinds.isEmpty() || kinds.charAt(kinds.length() - 1) != kind) {
                kinds.append(kind);
            }
        }
        return kinds.toString();
    }

    private static @Nullable Value at(@Nullable Value root, String path) {
        Value value = root;
        for (String step : path.split("[.\\[\\]]+")) {
            if (value instanceof ObjectValue object) {
                value = object.get(step);
            } else if (value instanceof ListValue list
                    && step.matches("\\d{1,4}")
                    && Integer.parseInt(step) < list.size()) {
                value = list.get(Integer.parseInt(step));
            } else {
                return null;
            }
        }
        return value;
    }

    private static List<String> texts(ListValue list) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            texts.add(((StringValue) list.get(i)).value());
        }
        return texts;
    }
}
