package dev.drawbridge.driver;

import dev.drawbridge.claim.ClaimDevices;
import dev.drawbridge.claim.ClaimDevices.DeviceRequest;
import dev.drawbridge.constraint.cel.ValueProgram;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.resource.ClaimLimits;
import dev.drawbridge.validation.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a claim with their configurations, validated together by their drivers. Lists above the API's limit
 * are read up to it.
 */
final class RequestConfigs {

    private final DriverRegistry registry;
    private final ClaimDevices claim;
    private final List<Config> configs = new ArrayList<>();
    private final List<FieldError> errors = new ArrayList<>();
    private final List<FieldError> warnings = new ArrayList<>();

    private static final class Config {

        private final FieldPath path;
        private final String driver;
        private final List<String> requests;
        private final Set<String> names;
        private final ObjectValue parameters;

        /** The values as rules read them; null until first used. */
        private @Nullable Map<String, Object> plain;

        Config(FieldPath path, String driver, List<String> requests, ObjectValue parameters) {
            this.path = path;
            this.driver = driver;
            this.requests = requests;
            this.names = Set.copyOf(requests);
            this.parameters = parameters;
        }

        boolean isFor(String request) {
            int slash = request.indexOf('/');
            return names.isEmpty()
                    || names.contains(request)
                    || slash > 0 && names.contains(request.substring(0, slash));
        }

        boolean isOfSameKind(Config other) {
            return driver.equals(other.driver)
                    && parameters.string("apiVersion").equals(other.parameters.string("apiVersion"))
                    && parameters.string("kind").equals(other.parameters.string("kind"));
        }

        Map<String, Object> plain() {
            Map<String, Object> known = plain;
            if (known == null) {
                known = Map.of("requests", requests, "parameters", ValueProgram.plain(parameters, null));
                plain = known;
            }
            return known;
        }
    }

    RequestConfigs(DriverRegistry registry, ClaimDevices claim) {
        this.registry = registry;
        this.claim = claim;
        ListValue list = claim.value().list("config");
        for (int i = 0; i < Math.min(list.size(), ClaimLimits.REQUESTS); i++) {
            if (list.get(i) instanceof ObjectValue config
                    && config.object("opaque").get("parameters") instanceof ObjectValue parameters) {
                configs.add(new Config(
                        claim.path().child("config").index(i),
                        config.object("opaque").string("driver"),
                        config.list("requests").texts(),
                        parameters));
            }
        }
    }

    Verdict validate() {
        for (DeviceRequest request : claim.requests(ClaimLimits.REQUESTS)) {
            request.bodies(ClaimLimits.ALTERNATIVES)
                    .forEach(body -> devices(body.fullName(), body.value(), body.path()));
        }
        return Verdict.of(errors, warnings);
    }

    private void devices(String name, ObjectValue request, FieldPath place) {
        List<Config> own = configs.stream().filter(config -> config.isFor(name)).toList();
        for (int i = 1; i < own.size(); i++) {
            Config config = own.get(i);
            own.subList(0, i).stream()
                    .filter(config::isOfSameKind)
                    .findFirst()
                    .ifPresent(first -> twice(first, config, name));
        }
        Set<String> drivers = new LinkedHashSet<>();
        own.forEach(config -> drivers.add(config.driver));
        registry.driversWithRequestRules(request.string("deviceClassName")).forEach(drivers::add);
        for (String driver : drivers) {
            for (DriverEntry entry : registry.entries(driver)) {
                rules(entry, driver, request, place, own);
            }
        }
    }

    private void twice(Config first, Config config, String request) {
        FieldPath place = config.path.child("opaque").child("parameters");
        if (warnings.stream().anyMatch(warning -> warning.path().equals(place))) {
            return;
        }
        String kind = config.parameters.string("kind");
        String detail = "request " + request + " has " + (kind.isEmpty() ? "parameters" : kind) + " of " + config.driver
                + " from " + first.path + " already; name different requests, or remove one";
        warnings.add(new FieldError(
                ErrorType.DUPLICATE, place, detail, Origin.DRIVER_PARAMETERS, config.parameters.position()));
    }

    private void rules(DriverEntry entry, String driver, ObjectValue request, FieldPath place, List<Config> own) {
        if (entry.parameters().requestRules().isEmpty()) {
            return;
        }
        List<Object> ofDriver = new ArrayList<>();
        for (Config config : own) {
            if (config.driver.equals(driver)) {
                ofDriver.add(config.plain());
            }
        }
        Map<String, Object> self = new LinkedHashMap<>();
        self.put("request", ValueProgram.plain(request, null));
        self.put("configs", ofDriver);
        for (ParameterRule rule : entry.parameters().requestRules().broken(self)) {
            (rule.isWarning() ? warnings : errors).add(broken(rule, driver, request, place));
        }
    }

    private static FieldError broken(ParameterRule rule, String driver, ObjectValue request, FieldPath place) {
        boolean isOfField = !rule.field().isEmpty();
        String field = isOfField ? rule.field().get(0) : "deviceClassName";
        Value value = request.get(field);
        return new FieldError(
                ErrorType.INVALID,
                isOfField ? place.child(field) : place,
                isOfField && value != null ? value.excerpt() : null,
                rule.message() + " (" + driver + ")",
                Origin.DRIVER_PARAMETERS,
                value == null ? request.position() : value.position());
    }
}
