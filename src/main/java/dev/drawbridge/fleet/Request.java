package dev.drawbridge.fleet;

import java.util.List;

/**
 * A request of a claim.
 *
 * @param alternatives what satisfies it, the preferred ones first; of an exact request one, without a name of its own
 * @param isPrioritized whether it is a list of alternatives ({@code firstAvailable})
 */
public record Request(String name, List<Alternative> alternatives, boolean isPrioritized) {}
