package dev.drawbridge.fleet;

import java.util.Collection;
import java.util.List;

/**
 * A request of a claim.
 *
 * @param alternatives the alternatives in order of preference; an exact request has one, without a name of its own
 * @param isPrioritized whether it is a list of alternatives ({@code firstAvailable})
 */
public record Request(String name, List<Alternative> alternatives, boolean isPrioritized) {

    /** The name of an alternative in allocation results: {@code request/alternative}, or that of an exact request. */
    public String fullName(Alternative alternative) {
        return isPrioritized ? name + "/" + alternative.name() : name;
    }

    /** Whether the {@code requests} of a constraint or configuration include it; an empty list includes all. */
    public boolean isNamedIn(Collection<String> requests, Alternative alternative) {
        return requests.isEmpty() || requests.contains(name) || requests.contains(fullName(alternative));
    }
}
