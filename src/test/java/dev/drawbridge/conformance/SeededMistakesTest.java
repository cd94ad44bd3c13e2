package dev.drawbridge.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.edit.Edit;
import dev.drawbridge.field.Origin;
import dev.drawbridge.fix.Fixed;
import dev.drawbridge.fix.Fixes;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.validation.ApiServer;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.validation.Verdict;
import dev.drawbridge.workload.PodTemplates;
import dev.drawbridge.workload.TemplateValidator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests of fixes for random mistakes in valid objects. */
class SeededMistakesTest {

    private static final YamlReader YAML = new YamlReader(ReadLimits.DEFAULT);
    private static final Validator VALIDATOR = new Validator();
    private static final Fixes FIXES = new Fixes(
            new TemplateValidator(VALIDATOR, new PodTemplates()),
            Collections.singletonList(null),
            GateSettings.ALL,
            DriverRegistry.builtIn(),
            false);
    private static final Set<String> FREE = Set.of("metadata", "opaque", "attributes", "capacity", "counters");
    private static final Set<Origin> OUTDATED = Set.of(Origin.DEPRECATED, Origin.REMOVED);
    private static final int ROUNDS = 3;

    private enum Mistake {
        MISPLACED,
        TOO_DEEP,
        MISSPELLED_NAME,
        WRONG_CASE,
        MISSPELLED_VALUE,
        QUOTED_NUMBER,
        DUPLICATE
    }

    @Test
    void unambiguousMistakesAreFixed() throws IOException {
        Map<Mistake, int[]> counts = new TreeMap<>();
        List<String> wrong = new ArrayList<>();
        new CaseReader(Path.of("src/test/resources/proof/conversions.jsonl.gz")).readLines((row, place) -> {
            for (ObjectValue valid : List.of(row.object("object"), row.object("plain"))) {
                ObjectValue object = (ObjectValue) withoutNulls(valid);
                if (isAllowed(object)) {
                    make(object, row.string("id").hashCode(), counts, wrong);
                }
            }
            return true;
        });
        int made = counts.values().stream().mapToInt(count -> count[0]).sum();
        int fixed = counts.values().stream().mapToInt(count -> count[1]).sum();
        int equal = counts.values().stream().mapToInt(count -> count[2]).sum();
        counts.forEach((kind, count) ->
                System.out.printf("%-18s made %5d  fixed %5d  equal %5d%n", kind, count[0], count[1], count[2]));
        wrong.stream().limit(5).forEach(System.out::println);
        assertThat(made).isGreaterThan(2_000);
        assertThat(fixed).isGreaterThan(made * 9 / 10);
        assertThat(equal).isGreaterThan(fixed * 95 / 100);
        assertThat(wrong).isEmpty();
    }

    private static void make(ObjectValue object, int seed, Map<Mistake, int[]> counts, List<String> wrong) {
        for (Mistake kind : Mistake.values()) {
            for (int round = 0; round < ROUNDS; round++) {
                Random random = new Random(seed * 31L + round * 7L + kind.ordinal());
                ObjectValue mistaken = (ObjectValue) mistaken(object, kind, random);
                if (mistaken == object || isAllowed(mistaken)) {
                    continue;
                }
                int[] count = counts.computeIfAbsent(kind, none -> new int[3]);
                count[0]++;
                StyledText.Style style = StyledText.Style.values()[random.nextInt(3)];
                String text = StyledText.of(mistaken, style, seed);
                Fixed fixed = FIXES.fix(text.getBytes(StandardCharsets.UTF_8));
                wrong.addAll(wrongAlone(text, mistaken, fixed));
                Value read = value(fixed.text());
                if (read instanceof ObjectValue one && isAllowed(one)) {
                    count[1]++;
                    ObjectValue meant = inVersion(object, one.string("apiVersion"));
                    boolean isEqual = JsonEquality.same(one, meant);
                    count[2] += isEqual ? 1 : 0;
                    if (!isEqual && !isHarmless(meant, one)) {
                        wrong.add(kind + " " + fixed.fixes() + "\n" + text + "\n" + fixed.text());
                    }
                }
            }
        }
    }

    /** Applied one by one, as by a person or a SARIF tool, each fix leaves fewer mistakes. */
    private static List<String> wrongAlone(String text, ObjectValue mistaken, Fixed fixed) {
        List<String> wrong = new ArrayList<>();
        int before = mistakes(mistaken);
        for (Fixed.Solved solved : fixed.solved()) {
            String alone = Edit.apply(text, solved.edits());
            boolean isFewer = value(alone) instanceof ObjectValue object && mistakes(object) < before;
            if (!solved.edits().isEmpty() && !isFewer) {
                wrong.add("alone: " + solved.mistake().fix() + "\n" + text + "\n" + alone);
            }
        }
        return wrong;
    }

    private static int mistakes(ObjectValue object) {
        Verdict verdict = verdict(object);
        return verdict.errors().size()
                + (int) verdict.warnings().stream()
                        .filter(warning -> OUTDATED.contains(warning.origin()))
                        .count();
    }

    /** The object in another version: a deprecated version is also reported. */
    private static ObjectValue inVersion(ObjectValue object, String apiVersion) {
        if (object.string("apiVersion").equals(apiVersion)) {
            return object;
        }
        ObjectValue converted = VALIDATOR
                .scheme()
                .converted(object.string("apiVersion"), object.string("kind"), object, apiVersion, null)
                .orElseThrow()
                .object();
        return converted.with(converted.indexOf("apiVersion"), new StringValue(apiVersion, null));
    }

    /** Whether the server sees the fixed object as a different one. */
    private static boolean isHarmless(ObjectValue object, ObjectValue fixed) {
        return VALIDATOR.scheme().isSame(object.string("apiVersion"), object.string("kind"), object, fixed);
    }

    private static Value value(String text) {
        return ((Document) YAML.read(text.getBytes(StandardCharsets.UTF_8)).get(0)).value();
    }

    private static boolean isAllowed(ObjectValue object) {
        return verdict(object) instanceof Verdict.Allowed;
    }

    private static Verdict verdict(ObjectValue object) {
        return VALIDATOR.validate(new ValidationRequest(
                object.string("apiVersion"),
                object.string("kind"),
                Operation.CREATE,
                object,
                null,
                new ApiServer(null, GateSettings.ALL, UnknownFields.DENY),
                null));
    }

    private static Value withoutNulls(Value value) {
        if (value instanceof ListValue list) {
            ListValue.Builder items = ListValue.at(null);
            for (int i = 0; i < list.size(); i++) {
                items.add(withoutNulls(list.get(i)));
            }
            return items.build();
        }
        if (!(value instanceof ObjectValue object)) {
            return value;
        }
        ObjectValue.Builder fields = ObjectValue.at(null);
        for (int i = 0; i < object.size(); i++) {
            if (object.has(object.key(i)) && !object.key(i).equals("status")) {
                fields.add(object.key(i), withoutNulls(object.value(i)), null);
            }
        }
        return fields.build();
    }

    /** The object with a mistake somewhere within it; unchanged if there is no place for one. */
    private static Value mistaken(Value value, Mistake kind, Random random) {
        List<Integer> inner = new ArrayList<>();
        if (value instanceof ListValue list && list.size() > 0) {
            int chosen = random.nextInt(list.size());
            Value item = mistaken(list.get(chosen), kind, random);
            ListValue.Builder items = ListValue.at(null);
            for (int i = 0; i < list.size(); i++) {
                items.add(i == chosen ? item : list.get(i));
            }
            return item == list.get(chosen) ? value : items.build();
        }
        if (!(value instanceof ObjectValue object)) {
            return value;
        }
        for (int i = 0; i < object.size(); i++) {
            boolean isContainer = object.value(i) instanceof ObjectValue || object.value(i) instanceof ListValue;
            if (isContainer && !FREE.contains(object.key(i))) {
                inner.add(i);
            }
        }
        if (!inner.isEmpty() && random.nextInt(4) > 0) {
            int chosen = inner.get(random.nextInt(inner.size()));
            Value below = mistaken(object.value(chosen), kind, random);
            if (below != object.value(chosen)) {
                return object.with(chosen, below);
            }
        }
        return object.size() == 0 ? object : here(object, kind, random);
    }

    private static ObjectValue here(ObjectValue object, Mistake kind, Random random) {
        int chosen = random.nextInt(object.size());
        String name = object.key(chosen);
        Value value = object.value(chosen);
        boolean isHead = Set.of("apiVersion", "kind", "metadata").contains(name);
        return switch (kind) {
            case MISPLACED ->
                value instanceof ObjectValue inner && inner.size() > 0 && !FREE.contains(name)
                        ? raised(object, chosen, inner, random.nextInt(inner.size()))
                        : object;
            case TOO_DEEP -> isHead ? object : lowered(object, chosen, random);
            case MISSPELLED_NAME ->
                isHead || name.length() < 5 ? object : renamed(object, chosen, misspelled(name, random));
            case WRONG_CASE -> isHead || name.length() < 3 ? object : renamed(object, chosen, recased(name, random));
            case MISSPELLED_VALUE ->
                value instanceof StringValue text
                                && Set.of("allocationMode", "operator", "effect")
                                        .contains(name)
                        ? object.with(chosen, new StringValue(misspelled(text.value(), random), null))
                        : object;
            case QUOTED_NUMBER ->
                value instanceof NumberValue number
                        ? object.with(chosen, new StringValue(number.text(), null))
                        : object;
            case DUPLICATE -> object.first(object.size()).add(name, value, null).build();
        };
    }

    private static ObjectValue raised(ObjectValue object, int chosen, ObjectValue inner, int field) {
        if (object.get(inner.key(field)) != null) {
            return object;
        }
        ObjectValue.Builder fields = ObjectValue.at(null);
        for (int i = 0; i < object.size(); i++) {
            if (i != chosen) {
                fields.add(object.key(i), object.value(i), null);
            } else if (inner.size() > 1) {
                fields.add(object.key(i), without(inner, field), null);
            }
        }
        return fields.add(inner.key(field), inner.value(field), null).build();
    }

    private static ObjectValue lowered(ObjectValue object, int chosen, Random random) {
        List<Integer> holders = new ArrayList<>();
        for (int i = 0; i < object.size(); i++) {
            if (i != chosen && object.value(i) instanceof ObjectValue && !FREE.contains(object.key(i))) {
                holders.add(i);
            }
        }
        if (holders.isEmpty()) {
            return object;
        }
        int holder = holders.get(random.nextInt(holders.size()));
        ObjectValue inner = (ObjectValue) object.value(holder);
        if (inner.get(object.key(chosen)) != null) {
            return object;
        }
        ObjectValue deeper = inner.first(inner.size())
                .add(object.key(chosen), object.value(chosen), null)
                .build();
        return without(object.with(holder, deeper), chosen);
    }

    private static ObjectValue without(ObjectValue object, int entry) {
        ObjectValue.Builder fields = ObjectValue.at(null);
        for (int i = 0; i < object.size(); i++) {
            if (i != entry) {
                fields.add(object.key(i), object.value(i), null);
            }
        }
        return fields.build();
    }

    private static ObjectValue renamed(ObjectValue object, int entry, String name) {
        ObjectValue.Builder fields = ObjectValue.at(null);
        for (int i = 0; i < object.size(); i++) {
            fields.add(i == entry ? name : object.key(i), object.value(i), null);
        }
        return fields.build();
    }

    private static String recased(String name, Random random) {
        return random.nextBoolean()
                ? name.toLowerCase(Locale.ROOT).equals(name)
                        ? name.toUpperCase(Locale.ROOT)
                        : name.toLowerCase(Locale.ROOT)
                : name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    private static String misspelled(String name, Random random) {
        if (name.length() < 4) {
            return name;
        }
        int at = 1 + random.nextInt(name.length() - 2);
        return switch (random.nextInt(3)) {
            case 0 -> name.substring(0, at) + name.substring(at + 1);
            case 1 -> name.substring(0, at) + name.charAt(at) + name.substring(at);
            default -> name.substring(0, at) + name.charAt(at + 1) + name.charAt(at) + name.substring(at + 2);
        };
    }
}
