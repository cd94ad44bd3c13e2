package dev.drawbridge.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.driver.PublishedDevices.PublishedName;
import dev.drawbridge.field.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** For selectors on known drivers, a misspelled name is corrected and valid ones have no finding. */
class MutatedSelectorsTest extends DriverTest {

    private static final int SELECTORS = 500;
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";

    private final DriverRegistry registry = DriverRegistry.builtIn();

    private record Selector(String driver, PublishedName known, DeviceName name) {

        Selector named(DeviceName other) {
            return new Selector(driver, known, other);
        }

        String expression() {
            return "device.driver == \"" + driver + "\" && " + name.expression() + test();
        }

        private String test() {
            if (name.isCapacity()) {
                return ".compareTo(quantity(\"1Gi\")) >= 0";
            }
            if (known.types().contains("version")) {
                return ".isGreaterThan(semver(\"1.0.0\"))";
            }
            if (known.types().contains("bool")) {
                return " == true";
            }
            if (known.types().contains("int")) {
                return " <= 3";
            }
            return " == \""
                    + (known.values().texts().isEmpty()
                            ? "x"
                            : known.values().texts().get(0)) + "\"";
        }
    }

    private List<Selector> selectors() {
        List<Selector> all = new ArrayList<>();
        for (DriverEntry entry : registry.entries()) {
            for (PublishedDevices devices : entry.devices()) {
                for (PublishedName name : devices.isOpen() ? List.<PublishedName>of() : devices.names()) {
                    all.add(new Selector(
                            devices.drivers().get(0),
                            name,
                            named(name.id(), name.id().name().replace("*", "0"))));
                }
            }
        }
        return all;
    }

    private static DeviceName named(DeviceName other, String name) {
        return new DeviceName(other.isCapacity(), other.domain(), name);
    }

    private static @Nullable Selector mutated(Selector from, Random random) {
        DeviceName name = from.name;
        if (random.nextInt(8) == 0) {
            return from.named(new DeviceName(!name.isCapacity(), name.domain(), name.name()));
        }
        if (random.nextInt(4) == 0) {
            String domain = random.nextInt(3) == 0
                            && name.domain().indexOf('.') != name.domain().lastIndexOf('.')
                    ? name.domain().substring(name.domain().indexOf('.') + 1)
                    : typo(name.domain(), random);
            return from.named(new DeviceName(name.isCapacity(), domain, name.name()));
        }
        String identifier = typo(name.name(), random);
        return identifier.matches("[A-Za-z_][A-Za-z0-9_]*") ? from.named(named(name, identifier)) : null;
    }

    private static String typo(String text, Random random) {
        int at = random.nextInt(text.length());
        char other = LETTERS.charAt(random.nextInt(LETTERS.length()));
        char letter = text.charAt(at);
        return switch (random.nextInt(5)) {
            case 0 -> text.substring(0, at) + text.substring(at + 1);
            case 1 -> text.substring(0, at) + letter + text.substring(at);
            case 2 -> text.substring(0, at) + other + text.substring(at + 1);
            case 3 ->
                at + 1 < text.length()
                        ? text.substring(0, at) + text.charAt(at + 1) + letter + text.substring(at + 2)
                        : text + other;
            default ->
                text.substring(0, at)
                        + (Character.isUpperCase(letter)
                                ? Character.toLowerCase(letter)
                                : Character.toUpperCase(letter))
                        + text.substring(at + 1);
        };
    }

    private List<String> warnings(Selector selector) {
        String deviceClass =
                "{metadata: {name: mine}, spec: {selectors: [{cel: {expression: '" + selector.expression() + "'}}]}}";
        return new SelectorNames(registry, registry.classes(), ShownDevices.NONE)
                .of("DeviceClass", object(deviceClass), null).stream()
                        .map(FieldError::detail)
                        .toList();
    }

    @Test
    void rightNameIsSuggestedFirst() {
        Random random = new Random(49);
        List<Selector> right = selectors();
        List<String> missed = new ArrayList<>();
        int mutated = 0;
        while (mutated < SELECTORS) {
            Selector from = right.get(random.nextInt(right.size()));
            Selector selector = mutated(from, random);
            boolean isKnown = selector == null
                    || right.stream()
                            .anyMatch(other ->
                                    other.driver.equals(selector.driver) && other.known.isNamed(selector.name));
            if (isKnown) {
                continue;
            }
            mutated++;
            List<String> warnings = warnings(selector);
            if (warnings.size() != 1
                    || !warnings.get(0)
                            .contains("did you mean " + from.known.id().expression() + "?")) {
                missed.add(from.known.id().qualified() + ": " + selector.expression() + " => " + warnings);
            }
        }

        assertThat(missed).as("of %d", SELECTORS).hasSizeLessThanOrEqualTo(SELECTORS / 20);
    }

    @Test
    void rightSelectorsAreSilent() {
        assertThat(selectors().stream().filter(selector -> selector.known.isInVersion()))
                .hasSizeGreaterThan(150)
                .allSatisfy(selector -> assertThat(warnings(selector)).isEmpty());
    }
}
