package dev.drawbridge.driver;

import dev.drawbridge.driver.PublishedDevices.PublishedName;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Completes names in a line of a manifest: DeviceClasses, drivers, and the attributes and capacities of devices. They
 * are those of a fleet if it has any, and else those of the catalogue.
 */
public final class NameCompletion {

    private static final int MAX_NAMES = 20;
    private static final int MAX_LINE = 1_000;
    private static final Pattern CLASS = Pattern.compile("\\bdeviceClassName:\\s*[\"']?([^\\s\"']*)$");
    private static final Pattern DRIVER =
            Pattern.compile("\\b(?:driver:|device\\.driver\\s*[!=]=)\\s*[\"']?([^\\s\"']*)$");
    private static final Pattern ATTRIBUTE =
            Pattern.compile("\\b(?:matchAttribute|distinctAttribute):\\s*[\"']?([^\\s\"']*)$");
    private static final Pattern EXPRESSION = Pattern.compile("\\bdevice\\.[\\w.\\[\\]\"'/-]*$");
    private static final Pattern DOUBLE_QUOTED = Pattern.compile("^[-\\s]*expression:\\s*\"");
    private static final String DEVICE = "device.";

    private final Set<String> classes = new TreeSet<>();
    private final Set<String> drivers = new TreeSet<>();
    private final Set<String> attributes = new TreeSet<>();
    private final Set<String> expressions = new TreeSet<>();

    /**
     * The names that fit the end of a line.
     *
     * @param typed the end of the line that a name replaces
     * @param names the names, at most 20; empty if the line ends with no name, or none fits
     */
    public record Completion(String typed, List<String> names) {}

    public NameCompletion(DriverRegistry registry, ShownDevices shown, Collection<String> classes) {
        this.classes.addAll(classes);
        if (classes.isEmpty()) {
            registry.entries().forEach(this::addClasses);
        }
        shown.names().forEach(this::add);
        if (shown.names().isEmpty()) {
            registry.entries().forEach(entry -> entry.devices().forEach(this::add));
        }
    }

    private void addClasses(DriverEntry entry) {
        classes.addAll(entry.deviceClasses());
        entry.devices().forEach(devices -> devices.classes().forEach(one -> classes.add(one.name())));
    }

    private void add(String driver, Set<DeviceName> names) {
        drivers.add(driver);
        names.forEach(this::add);
    }

    private void add(PublishedDevices devices) {
        drivers.addAll(devices.drivers());
        for (PublishedName name : devices.names()) {
            if (name.isInVersion() && !name.isSeries()) {
                add(name.id());
            }
        }
    }

    private void add(DeviceName name) {
        expressions.add(name.expression());
        if (!name.isCapacity()) {
            attributes.add(name.qualified());
        }
    }

    /**
     * The names that fit the end of a line; only its last 1,000 characters are read.
     *
     * @param whole the line up to where the next character would be typed
     */
    public Completion of(String whole) {
        String line = whole.substring(Math.max(0, whole.length() - MAX_LINE));
        for (Map.Entry<Pattern, Set<String>> each :
                List.of(Map.entry(CLASS, classes), Map.entry(ATTRIBUTE, attributes), Map.entry(DRIVER, drivers))) {
            Matcher matcher = each.getKey().matcher(line);
            if (matcher.find()) {
                String typed = matcher.group(1);
                return completion(typed, each.getValue().stream().filter(name -> contains(name, typed)));
            }
        }
        Matcher expression = EXPRESSION.matcher(line);
        return expression.find() ? expression(line, expression.group()) : new Completion("", List.of());
    }

    /** Completes {@code device.attributes["…"} by its beginning, and {@code device.mem} by the last name. */
    private Completion expression(String line, String typed) {
        boolean isQuoted = DOUBLE_QUOTED.matcher(line).find();
        String wanted = typed.replace('\'', '"');
        String last = wanted.substring(DEVICE.length());
        return completion(
                typed,
                expressions.stream()
                        .filter(name -> name.startsWith(wanted)
                                || last.indexOf('[') < 0 && contains(name.substring(name.lastIndexOf('.') + 1), last))
                        .map(name -> isQuoted ? name.replace('"', '\'') : name));
    }

    private static Completion completion(String typed, Stream<String> names) {
        return new Completion(
                typed,
                names.filter(name -> !name.equals(typed)).limit(MAX_NAMES).toList());
    }

    private static boolean contains(String name, String part) {
        return name.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }
}
