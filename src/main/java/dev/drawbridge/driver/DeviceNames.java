package dev.drawbridge.driver;

import dev.drawbridge.constraint.cel.SelectorReads;
import dev.drawbridge.driver.PublishedDevices.PublishedName;
import dev.drawbridge.field.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The attributes and capacities of a driver's devices, if the set is closed. */
record DeviceNames(String driver, DriverVersions versions, List<PublishedName> names) {

    /** The weight of a letter of a name; a wrong field counts less, and a letter of the domain least. */
    private static final int OF_LETTER = 1000;

    private static final int OF_FIELD = 500;

    /** The domain of the attributes that Kubernetes defines for all drivers. */
    private static final String STANDARD = "resource.kubernetes.io";

    /** The names of a driver's devices; null if they may have unknown names. */
    static @Nullable DeviceNames of(String driver, List<DriverEntry> entries) {
        List<PublishedName> names = new ArrayList<>();
        DriverVersions versions = DriverVersions.ALIKE;
        for (DriverEntry entry : entries) {
            for (PublishedDevices devices : entry.devices()) {
                if (devices.isOf(driver)) {
                    if (devices.isOpen() || entry.versions().isNewer()) {
                        return null;
                    }
                    names.addAll(devices.names());
                    versions = entry.versions();
                }
            }
            if (!names.isEmpty()) {
                // The entry of a file takes precedence over a built-in one.
                break;
            }
        }
        return names.isEmpty() ? null : new DeviceNames(driver, versions, names);
    }

    /** Whether all names of the driver's devices in a fleet are known. */
    boolean haveAll(ShownDevices shown) {
        return shown.names().getOrDefault(driver, Set.of()).stream()
                .allMatch(name -> names.stream().anyMatch(one -> one.isNamed(name)));
    }

    boolean isOf(String name) {
        return driver.equals(name);
    }

    @Nullable
    PublishedName find(DeviceName name) {
        PublishedName other = null;
        for (PublishedName one : names) {
            if (one.isNamed(name)) {
                if (one.isInVersion()) {
                    return one;
                }
                other = one;
            }
        }
        return other;
    }

    String problem(DeviceName name) {
        PublishedName meant = nearest(name);
        return problem(name, meant == null ? null : meant.id().expression());
    }

    String qualifiedProblem(DeviceName name) {
        PublishedName meant = nearestOfKind(name);
        return problem(name, meant == null ? null : meant.id().qualified());
    }

    private String problem(DeviceName name, @Nullable String meant) {
        PublishedName inOther = find(name);
        if (inOther != null) {
            return "devices of " + driver + versions.suffix() + " have no " + name + "; it exists "
                    + inOther.versions();
        }
        // New standard attributes come with every release, and a driver may be newer than the catalogue.
        String what = meant == null || name.domain().equals(STANDARD)
                ? "the catalogue of " + driver + versions.suffix() + " does not have " + name
                : "devices of " + driver + " have no " + name;
        return meant == null
                ? what + "; drawbridge explain --driver " + driver + " device lists them"
                : what + "; did you mean " + meant + "?";
    }

    /** Whether a name is a misspelling of a device's, or belongs to another domain or field. */
    boolean isNear(DeviceName name) {
        Set<String> identifiers = new TreeSet<>();
        boolean isOwn = name.domain().equals(driver);
        for (PublishedName one : names) {
            if (one.id().qualified().equals(name.qualified()) && one.id().isCapacity() != name.isCapacity()) {
                return true;
            }
            isOwn |= one.id().domain().equals(name.domain());
            identifiers.add(one.id().name());
        }
        return isOwn && Spelling.nearest(name.name(), identifiers) != null;
    }

    /** The most similar name, preferably in the same field and domain. */
    @Nullable
    PublishedName nearest(DeviceName name) {
        return nearest(names, name);
    }

    private @Nullable PublishedName nearestOfKind(DeviceName name) {
        Stream<PublishedName> ofKind = names.stream().filter(one -> one.id().isCapacity() == name.isCapacity());
        return nearest(ofKind.toList(), name);
    }

    private @Nullable PublishedName nearest(List<PublishedName> among, DeviceName name) {
        PublishedName nearest = null;
        int least = Integer.MAX_VALUE;
        for (PublishedName one : among) {
            int letters = one.isInVersion() ? letters(one.prefix(), name.name()) : -1;
            int cost = OF_LETTER * letters
                    + (one.id().isCapacity() == name.isCapacity() ? 0 : OF_FIELD)
                    + Spelling.distance(one.id().domain(), name.domain());
            if (letters >= 0 && cost < least) {
                nearest = one;
                least = cost;
            }
        }
        return nearest;
    }

    /** The edit distance; -1 if it is too large for a misspelling. */
    private static int letters(String one, String written) {
        int letters = Spelling.distance(one.toLowerCase(Locale.ROOT), written.toLowerCase(Locale.ROOT));
        boolean isPart = written.length() > 2
                && (one.toLowerCase(Locale.ROOT).contains(written.toLowerCase(Locale.ROOT))
                        || one.length() > 2 && written.toLowerCase(Locale.ROOT).contains(one.toLowerCase(Locale.ROOT)));
        return letters <= Math.max(2, written.length() / 3) || isPart ? letters : -1;
    }

    /** The error in an expression's use of a value; null if none is known. */
    static @Nullable String misuse(PublishedName name, SelectorReads.Read read) {
        SelectorReads.Use use = read.use();
        return use == null || name.id().isCapacity() ? null : AttributeUse.problem(name, use);
    }
}
