package dev.drawbridge.constraint;

import dev.drawbridge.constraint.content.DnsNames;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Names of device attributes and capacities: a C identifier, or a DNS subdomain, '/' and a C identifier.
 *
 * <p>Source: {@code pkg/apis/resource/validation/validation.go}, validateQualifiedName, validateFullyQualifiedAttributeName.
 */
public final class AttributeNames {

    private static final Pattern C_IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final String ORIGIN = "format=attribute-name";

    private AttributeNames() {}

    /** A name that must have a domain of at most this many bytes, and an identifier of at most this many; an empty part and what is no identifier are the given errors. */
    public static Constraint fullyQualified(int maxDomain, int maxIdentifier, ErrorType empty, ErrorType noIdentifier) {
        return (value, place) -> {
            String name = ((StringValue) value).value();
            if (name.isEmpty()) {
                place.report(empty, value, "must be DOMAIN/IDENTIFIER", "required");
                return;
            }
            qualified(name, value, maxDomain, maxIdentifier, empty, noIdentifier, place);
            if (name.indexOf('/') < 0) {
                place.report(ErrorType.INVALID, value, "must include a domain: DOMAIN/IDENTIFIER", ORIGIN);
            }
        };
    }

    private static void qualified(
            String name,
            Value value,
            int maxDomain,
            int maxIdentifier,
            ErrorType empty,
            ErrorType noIdentifier,
            Place place) {
        String[] parts = name.split("/", -1);
        if (parts.length == 2) {
            if (parts[0].isEmpty()) {
                place.report(empty, value, "the domain must not be empty", "required");
            } else {
                domain(parts[0], value, maxDomain, place);
            }
        }
        if (parts.length <= 2) {
            String identifier = parts[parts.length - 1];
            if (identifier.isEmpty()) {
                place.report(empty, value, "the identifier must not be empty", "required");
            } else {
                identifier(identifier, value, maxIdentifier, noIdentifier, place);
            }
        }
    }

    private static void domain(String domain, Value value, int max, Place place) {
        if (domain.getBytes(StandardCharsets.UTF_8).length > max) {
            place.report(ErrorType.TOO_LONG, value, "the domain must be at most " + max + " bytes", "maxBytes");
        }
        String problem = DnsNames.subdomain(domain);
        if (problem != null) {
            place.report(ErrorType.INVALID, value, "the domain " + problem, ORIGIN);
        }
    }

    private static void identifier(String identifier, Value value, int max, ErrorType noIdentifier, Place place) {
        if (identifier.getBytes(StandardCharsets.UTF_8).length > max) {
            place.report(ErrorType.TOO_LONG, value, "the identifier must be at most " + max + " bytes", "maxBytes");
        }
        if (!C_IDENTIFIER.matcher(identifier).matches()) {
            place.report(
                    noIdentifier,
                    value,
                    "must end with a C identifier: letters, digits and '_', no digit first",
                    ORIGIN);
        }
    }
}
