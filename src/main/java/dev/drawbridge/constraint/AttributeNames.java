package dev.drawbridge.constraint;

import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names of device attributes and capacities: a C identifier, or a DNS subdomain, '/' and a C identifier.
 *
 * <p>Source: {@code pkg/apis/resource/validation/validation.go}, validateQualifiedName,
 * validateFullyQualifiedAttributeName.
 */
public final class AttributeNames {

    /** The longest domain, in bytes: DeviceMaxDomainLength. */
    public static final int MAX_DOMAIN = 63;

    /** The longest identifier, in bytes: DeviceMaxIDLength. */
    public static final int MAX_IDENTIFIER = 32;

    /** The longest name, in bytes. */
    public static final int MAX_BYTES = MAX_DOMAIN + 1 + MAX_IDENTIFIER;

    private static final String DOMAIN = "the domain";

    // @formatter:off
    private static final Demand IDENTIFIER = new Demand(Origin.FORMAT_ATTRIBUTE_NAME,
        "must end with a C identifier: letters, digits and '_', no digit first");
    private static final Demand WITH_DOMAIN = new Demand(Origin.FORMAT_ATTRIBUTE_NAME,
        "must include a domain: DOMAIN/IDENTIFIER")
        .example("gpu.example.com/numa", "numa");
    private static final Demand DOMAIN_NOT_EMPTY = new Demand(Origin.REQUIRED, "must not be empty").ofPart(DOMAIN)
        .example("gpu.example.com/numa", "/numa");
    private static final Demand IDENTIFIER_NOT_EMPTY = new Demand(Origin.REQUIRED, "must not be empty")
        .ofPart("the identifier").example("gpu.example.com/numa", "gpu.example.com/");
    private static final Demand DOMAIN_LIMIT = new Demand(Origin.MAX_BYTES,
        "must be no more than " + MAX_DOMAIN + " bytes")
        .ofPart(DOMAIN);
    private static final Demand IDENTIFIER_LIMIT = new Demand(Origin.MAX_BYTES,
        "must be no more than " + MAX_IDENTIFIER + " bytes")
        .ofPart("the identifier");
    // @formatter:on

    /** The domain of a name with one slash must be lower case; its other rules are those of the name. */
    public static final Constraint LOWER_CASE_DOMAIN = new LowerCaseDomain();

    /** At most one slash; the other rules are those of the name. */
    public static final Constraint ONE_SLASH = new OneSlash();

    /** A name that is set must not be empty; its other rules are those of the key that it refers to. */
    public static final Constraint NOT_EMPTY = new PlainConstraint(
            new Demand(Origin.NOT_EMPTY, "must not be empty").example("numa", "''"),
            ErrorType.INVALID,
            value -> !((StringValue) value).value().isEmpty());

    private AttributeNames() {}

    /** A name with a domain; a missing domain is an error of the given type. */
    public static Constraint fullyQualified(ErrorType empty, ErrorType noIdentifier) {
        return fullyQualified(empty, noIdentifier, ErrorType.INVALID);
    }

    /**
     * A name with a domain and an identifier; the arguments are the error types for an empty domain or identifier and
     * for malformed ones.
     */
    public static Constraint fullyQualified(ErrorType empty, ErrorType noIdentifier, ErrorType noDomain) {
        return new FullyQualified(empty, noIdentifier, noDomain);
    }

    private record FullyQualified(ErrorType empty, ErrorType noIdentifier, ErrorType noDomain) implements Constraint {

        @Override
        public List<Demand> demands() {
            List<Demand> demands = new ArrayList<>(all("[^/]+/"));
            demands.add(WITH_DOMAIN);
            return demands;
        }

        @Override
        public void check(Value value, ValidationContext context) {
            String name = ((StringValue) value).value();
            if (name.isEmpty()) {
                context.report(empty, value, IDENTIFIER_NOT_EMPTY.adding("expected DOMAIN/IDENTIFIER"));
                return;
            }
            qualified(name, value, empty, noIdentifier, context);
            if (name.indexOf('/') < 0) {
                context.report(noDomain, value, WITH_DOMAIN);
            }
        }
    }

    private record LowerCaseDomain() implements Constraint {

        @Override
        public List<Demand> demands() {
            return List.of(new Demand(Origin.FORMAT_ATTRIBUTE_NAME, "must be in lower case")
                    .ofPart(DOMAIN)
                    .example("gpu.example.com/numa", "GPU.example.com/numa"));
        }

        @Override
        public void check(Value value, ValidationContext context) {
            String name = ((StringValue) value).value();
            int slash = name.indexOf('/');
            if (slash > 0 && name.indexOf('/', slash + 1) < 0) {
                reportDomain(Formats.DNS_SUBDOMAIN.problem(name.substring(0, slash)), value, context);
            }
        }
    }

    private record OneSlash() implements Constraint {

        private static final Set<String> OF_CONSTRAINTS = Set.of("matchAttribute", "distinctAttribute");

        private static final Demand MOST = new Demand(
                        Origin.FORMAT_ATTRIBUTE_NAME, "must not contain more than one slash")
                .example("gpu.example.com/numa", "gpu.example.com/numa/node");

        @Override
        public List<Demand> demands() {
            return List.of(MOST);
        }

        @Override
        public void check(Value value, ValidationContext context) {
            String name = ((StringValue) value).value();
            long slashes = name.chars().filter(each -> each == '/').count();
            if (slashes > 1) {
                boolean isOfConstraint =
                        OF_CONSTRAINTS.contains(String.valueOf(context.path().name()));
                String found = (slashes == 2 ? "has two slashes" : "has " + slashes + " slashes")
                        + ": Kubernetes 1.38 refuses it, and no device can have it";
                context.report(
                        ErrorType.INVALID,
                        value,
                        new Demand(MOST.origin(), found)
                                .adding("write DOMAIN/NAME" + (isOfConstraint ? ", or delete the constraint" : "")));
            }
        }
    }

    /** A name with an optional domain; a name with several slashes passes, as on the server. */
    public static Constraint qualified(ErrorType empty, ErrorType noIdentifier) {
        return new Qualified(empty, noIdentifier);
    }

    private record Qualified(ErrorType empty, ErrorType noIdentifier) implements Constraint {

        @Override
        public List<Demand> demands() {
            return all("([^/]+/)?");
        }

        @Override
        public void check(Value value, ValidationContext context) {
            String name = ((StringValue) value).value();
            qualified(name, value, empty, noIdentifier, context);
        }
    }

    private static List<Demand> all(String domain) {
        String identifier = "[A-Za-z_][A-Za-z0-9_]*";
        Map<String, Object> pattern = Map.of("pattern", "^(" + domain + identifier + "|.*/.*/.*)?$");
        return List.of(
                new Demand(IDENTIFIER.origin(), IDENTIFIER.sentence(), pattern)
                        .example("gpu.example.com/numa", "gpu.example.com/numa-node"),
                new Demand(Origin.FORMAT_ATTRIBUTE_NAME, "must be a DNS subdomain, in any case")
                        .ofPart(DOMAIN)
                        .example("gpu.example.com/numa", "gpu_example.com/numa"),
                DOMAIN_NOT_EMPTY,
                IDENTIFIER_NOT_EMPTY,
                DOMAIN_LIMIT,
                IDENTIFIER_LIMIT);
    }

    /** Whether this is a name with an optional domain, and with one slash at most. */
    public static boolean isQualified(String name) {
        int slash = name.indexOf('/');
        String domain = name.substring(0, Math.max(slash, 0));
        String identifier = name.substring(slash + 1);
        return !identifier.isEmpty()
                && !Limits.isLonger(identifier, MAX_IDENTIFIER)
                && isIdentifier(identifier)
                && (slash < 0 || !Limits.isLonger(domain, MAX_DOMAIN) && Formats.DRIVER_NAME.problem(domain) == null);
    }

    private static void qualified(
            String name, Value value, ErrorType empty, ErrorType noIdentifier, ValidationContext context) {
        if (isQualified(name)) {
            return;
        }
        int slash = name.indexOf('/');
        if (slash >= 0 && name.indexOf('/', slash + 1) >= 0) {
            return;
        }
        if (slash == 0) {
            context.report(empty, value, DOMAIN_NOT_EMPTY);
        } else if (slash > 0) {
            domain(name.substring(0, slash), value, context);
        }
        String identifier = name.substring(slash + 1);
        if (identifier.isEmpty()) {
            context.report(empty, value, IDENTIFIER_NOT_EMPTY);
        } else {
            identifier(identifier, value, noIdentifier, context);
        }
    }

    private static void domain(String domain, Value value, ValidationContext context) {
        if (Limits.isLonger(domain, MAX_DOMAIN)) {
            context.report(ErrorType.TOO_LONG, value, DOMAIN_LIMIT);
        }
        reportDomain(Formats.DRIVER_NAME.problem(domain), value, context);
    }

    private static void reportDomain(@Nullable String problem, Value value, ValidationContext context) {
        if (problem != null) {
            context.report(ErrorType.INVALID, value, new Demand(Origin.FORMAT_ATTRIBUTE_NAME, DOMAIN + " " + problem));
        }
    }

    private static boolean isIdentifier(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isLetter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
            if (!isLetter && (i == 0 || c < '0' || c > '9')) {
                return false;
            }
        }
        return true;
    }

    private static void identifier(String identifier, Value value, ErrorType noIdentifier, ValidationContext context) {
        if (Limits.isLonger(identifier, MAX_IDENTIFIER)) {
            context.report(ErrorType.TOO_LONG, value, IDENTIFIER_LIMIT);
        }
        if (!isIdentifier(identifier)) {
            context.report(noIdentifier, value, IDENTIFIER);
        }
    }
}
