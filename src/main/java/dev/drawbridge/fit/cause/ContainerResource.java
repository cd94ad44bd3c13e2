package dev.drawbridge.fit.cause;

/** An extended resource that a container requests, for which the scheduler makes a request of a claim. */
public record ContainerResource(String container, String resource, long amount) {

    /** The container and resource, such as {@code container "train": nvidia.com/gpu}. */
    @Override
    public String toString() {
        return "container \"" + container + "\": " + resource;
    }
}
