package dev.drawbridge.driver;

import dev.drawbridge.claim.ClaimDevices;
import dev.drawbridge.claim.ClaimDevices.DeviceRequest;
import dev.drawbridge.claim.ClaimDevices.RequestBody;
import dev.drawbridge.constraint.cel.SelectorReads;
import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.Locator;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.driver.PublishedDevices.PublishedName;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.NearNames;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.resource.ClaimLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks the names in the selectors, constraints and requested capacities of one object against the devices of its
 * drivers. The driver of a request is the one that its selectors require, or that of its class.
 */
public final class SelectorNames {

    private static final int MAX_SELECTORS = 32;

    private final DriverRegistry registry;
    private final SelectorReader reader;
    private final ClassDrivers classes;
    private final ShownDevices shown;
    private final Set<FieldError> found = new LinkedHashSet<>();
    private boolean isConstrained;
    private boolean isClass;

    /** The possible drivers of each request; empty if unknown. */
    private final Map<String, Set<String>> ofRequests = new HashMap<>();

    /**
     * Checks of the names in an object.
     *
     * @param classes drivers of classes known from elsewhere, before the catalogue's
     * @param shown devices of a fleet, which take precedence over the catalogue
     */
    public SelectorNames(DriverRegistry registry, ClassDrivers classes, ShownDevices shown) {
        this.registry = registry;
        this.reader = registry.reader();
        this.classes = classes;
        this.shown = shown;
    }

    /**
     * Warnings about attributes and capacities in a claim, a template or a class that devices of its drivers do not
     * have. Stored names are not checked again.
     *
     * @param stored the stored object; null on create
     * @return warnings only: the driver may be newer than the catalogue
     */
    public List<FieldError> of(String kind, ObjectValue object, @Nullable ObjectValue stored) {
        FieldPath path = kind.equals("DeviceClass") ? FieldPath.of("spec") : ClaimDevices.path(kind);
        if (path == null
                || !(Locator.value(object, path) instanceof ObjectValue devices)
                || stored != null
                        && Locator.value(stored, path) instanceof ObjectValue before
                        && JsonEquality.same(devices, before)) {
            return List.of();
        }
        isClass = kind.equals("DeviceClass");
        if (isClass) {
            selectors(devices, path, object.object("metadata").string("name"));
        } else {
            claim(new ClaimDevices(devices, path));
        }
        return List.copyOf(found);
    }

    private void claim(ClaimDevices claim) {
        ListValue constraints = claim.value().list("constraints");
        isConstrained = constraints.size() > 0;
        for (DeviceRequest request : claim.requests(ClaimLimits.REQUESTS)) {
            request.bodies(ClaimLimits.ALTERNATIVES).forEach(this::devices);
        }
        for (int i = 0; i < Math.min(constraints.size(), ClaimLimits.REQUESTS); i++) {
            if (constraints.get(i) instanceof ObjectValue constraint) {
                for (String field : List.of("matchAttribute", "distinctAttribute")) {
                    FieldPath path = claim.path().child("constraints").index(i).child(field);
                    constraint(constraint, field, path);
                }
            }
        }
    }

    private void devices(RequestBody requested) {
        ObjectValue devices = requested.value();
        String driver = selectors(devices, requested.path(), requested.deviceClassName());
        for (String one : new LinkedHashSet<>(List.of(requested.request().name(), requested.fullName()))) {
            Set<String> drivers = ofRequests.computeIfAbsent(one, any -> new LinkedHashSet<>());
            drivers.add(driver == null ? "" : driver);
        }
        ObjectValue amounts = devices.object("capacity").object("requests");
        if (driver == null || amounts.size() == 0) {
            return;
        }
        DeviceNames names = names(driver);
        for (int i = 0; names != null && i < amounts.size(); i++) {
            String key = amounts.key(i);
            DeviceName name = DeviceName.of(true, key, driver);
            PublishedName known = names.find(name);
            if (known == null || !known.isInVersion()) {
                FieldPath path =
                        requested.path().child("capacity").child("requests").key(key);
                String problem = names.qualifiedProblem(name);
                report(ErrorType.NOT_FOUND, new Place(path, amounts.keyPosition(i)), problem, null);
            }
        }
    }

    /** Checks the selectors of a request or a class; returns the devices' driver, null if unknown. */
    private @Nullable String selectors(ObjectValue holder, FieldPath path, String className) {
        boolean isNeeded = isConstrained
                || holder.list("selectors").size() > 0
                || holder.object("capacity").has("requests");
        ListValue list = holder.list("selectors");
        List<SelectorReads> all = new ArrayList<>();
        Set<String> required = new LinkedHashSet<>();
        for (int i = 0; i < Math.min(list.size(), MAX_SELECTORS); i++) {
            SelectorReads reads = list.get(i) instanceof ObjectValue selector
                    ? reader.reads(selector.object("cel").string("expression"))
                    : SelectorReads.NONE;
            all.add(reads);
            reads.drivers().forEach(driver -> required.add(driver.name()));
        }
        Set<String> ofClass = isNeeded ? classes.of(className) : Set.of();
        String driver = required.size() == 1 ? required.iterator().next() : null;
        if (ofClass.size() == 1) {
            String own = ofClass.iterator().next();
            driver = required.isEmpty() || required.contains(own) || isNear(driver, own) ? own : driver;
        }
        DeviceNames names = driver == null ? null : names(driver);
        for (int i = 0; i < all.size(); i++) {
            Value expression = ObjectValue.orEmpty(list.get(i)).object("cel").get("expression");
            FieldPath place = path.child("selectors").index(i).child("cel").child("expression");
            if (expression != null) {
                Place one = new Place(place, expression.position());
                driver(all.get(i), driver, ofClass, one);
                for (SelectorReads.Read read : all.get(i).reads()) {
                    if (names != null) {
                        read(names, read, one);
                    } else if (driver == null) {
                        use(names(read.domain()), read, one);
                    }
                }
            }
        }
        return driver;
    }

    private record Place(FieldPath path, @Nullable Position position) {}

    private static boolean isNear(@Nullable String written, String driver) {
        return written != null && Spelling.nearest(written, List.of(driver)) != null;
    }

    /** Checks whether the required driver is one of the class's drivers, or a misspelling of a known one. */
    private void driver(SelectorReads reads, @Nullable String driver, Set<String> ofClass, Place place) {
        for (SelectorReads.Driver required : reads.drivers()) {
            String name = required.name();
            boolean canMatch = ofClass.isEmpty() || ofClass.contains(name);
            // A class may have the name of a known one: then its own selectors count.
            if (!canMatch && (!isClass || !name.equals(driver))) {
                boolean isMeant = ofClass.size() == 1;
                String advice = isMeant
                        ? "; did you mean " + ofClass.iterator().next() + "?"
                        : "; it selects " + String.join(", ", ofClass);
                String problem = "no device of the class belongs to driver " + name + advice;
                report(ErrorType.NOT_FOUND, place, problem, required.place());
            } else if (name.equals(driver)
                    && registry.entries(name).isEmpty()
                    && !shown.names().containsKey(name)
                    && !KnownDevices.isOfExample(name)) {
                String nearest = new NearNames(registry.names()).nearest(name);
                if (nearest != null) {
                    String problem = "unknown driver " + name + "; did you mean " + nearest + "?";
                    report(ErrorType.NOT_FOUND, place, problem, required.place());
                }
            }
        }
    }

    private void read(DeviceNames names, SelectorReads.Read read, Place place) {
        if (read.domain().indexOf('/') >= 0) {
            // The expression itself is reported.
            return;
        }
        DeviceName name = DeviceName.of(read);
        PublishedName known = names.find(name);
        if (known == null || !known.isInVersion()) {
            if (read.isRequired() || names.isNear(name)) {
                String problem = names.problem(name);
                report(ErrorType.NOT_FOUND, place, problem, read.place());
            }
            return;
        }
        use(names, read, place);
    }

    /** Checks the use of a known attribute; names without a domain are in that of their driver. */
    private void use(@Nullable DeviceNames names, SelectorReads.Read read, Place place) {
        PublishedName known = names == null ? null : names.find(DeviceName.of(read));
        String misuse = known == null || !known.isInVersion() ? null : DeviceNames.misuse(known, read);
        if (misuse != null) {
            report(ErrorType.INVALID, place, misuse, read.place());
        }
    }

    /** Checks an attribute that a constraint compares on the devices of several requests. */
    private void constraint(ObjectValue constraint, String field, FieldPath path) {
        if (!(constraint.get(field) instanceof StringValue text)) {
            return;
        }
        DeviceName name = DeviceName.of(false, text.value(), "");
        if (name.domain().isEmpty()) {
            return;
        }
        List<String> named = constraint.list("requests").texts();
        Set<String> reported = new HashSet<>();
        for (String request : named.isEmpty() ? ofRequests.keySet() : new LinkedHashSet<>(named)) {
            List<DeviceNames> lacking = new ArrayList<>();
            Set<String> drivers = ofRequests.getOrDefault(request, Set.of());
            for (String driver : drivers) {
                DeviceNames names = names(driver);
                PublishedName known = names == null ? null : names.find(name);
                if (names != null && (known == null || !known.isInVersion())) {
                    lacking.add(names);
                }
            }
            if (!lacking.isEmpty() && lacking.size() == drivers.size()) {
                DeviceNames nearest = lacking.stream()
                        .filter(one -> one.isOf(name.domain()))
                        .findFirst()
                        .orElse(lacking.get(0));
                String problem = nearest.qualifiedProblem(name);
                if (reported.add(problem)) {
                    report(ErrorType.NOT_FOUND, new Place(path, text.position()), problem, null);
                }
            }
        }
    }

    private @Nullable DeviceNames names(String driver) {
        DeviceNames names = registry.deviceNames(driver);
        return names != null && names.haveAll(shown) ? names : null;
    }

    private void report(ErrorType type, Place place, String detail, @Nullable Position within) {
        Demand demand = new Demand(Origin.DEVICE_ATTRIBUTE, detail);
        found.add(new FieldError(type, place.path, null, demand, place.position, within, FieldError.NO_LIMIT, null));
    }
}
