package dev.drawbridge.cluster;

import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.ReducedStateItemStore;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A watch on the objects that make up a fleet. It keeps only the name and resourceVersion of each. */
public final class FleetWatch implements AutoCloseable {

    /** Receives changes; called from threads of the client. */
    public interface Receiver {

        /** Receives a new or changed object. */
        void put(String apiVersion, String kind, ObjectValue object);

        /** Receives a deleted object. */
        void remove(String apiVersion, String kind, ObjectValue object);

        /** Receives an unreadable object or answer; the watch continues. */
        void failed(String what, Throwable problem);
    }

    private final KubernetesSerialization serialization;
    private final Receiver receiver;
    private final Map<SharedIndexInformer<GenericKubernetesResource>, Events> informers = new LinkedHashMap<>();
    private boolean isComplete;

    FleetWatch(KubernetesClient client, List<ServedResource> resources, Receiver receiver) {
        this.serialization = client.getKubernetesSerialization();
        this.receiver = receiver;
        for (ServedResource resource : resources) {
            Events ofResource = new Events(resource);
            SharedIndexInformer<GenericKubernetesResource> informer = client.genericKubernetesResources(
                            resource.context())
                    .inAnyNamespace()
                    .runnableInformer(0)
                    .removeNamespaceIndex()
                    .itemStore(new ReducedStateItemStore<>(
                            ReducedStateItemStore.NAME_KEY_STATE, GenericKubernetesResource.class, serialization))
                    .addEventHandler(ofResource)
                    .exceptionHandler((isStarted, problem) -> {
                        receiver.failed(resource.plural(), problem);
                        return true;
                    });
            informers.put(informer, ofResource);
            informer.start();
        }
    }

    /**
     * Whether all objects that existed at the start have been passed to the receiver, which is later than the client
     * knows them.
     */
    public synchronized boolean isComplete() {
        isComplete = isComplete
                || informers.entrySet().stream()
                        .allMatch(each -> each.getKey().hasSynced()
                                && each.getValue().objects.get()
                                        >= each.getKey().getStore().listKeys().size());
        return isComplete;
    }

    private final class Events implements ResourceEventHandler<GenericKubernetesResource> {

        private final ServedResource resource;
        private final AtomicInteger objects = new AtomicInteger();

        Events(ServedResource resource) {
            this.resource = resource;
        }

        @Override
        public void onAdd(GenericKubernetesResource object) {
            pass(object, false);
            objects.incrementAndGet();
        }

        @Override
        public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource object) {
            pass(object, false);
        }

        @Override
        public void onDelete(GenericKubernetesResource object, boolean isFinalStateUnknown) {
            pass(object, true);
            objects.decrementAndGet();
        }

        private void pass(GenericKubernetesResource object, boolean isGone) {
            try {
                ObjectValue value = object(serialization.asJson(object));
                if (isGone) {
                    receiver.remove(resource.apiVersion(), resource.kind(), value);
                } else {
                    receiver.put(resource.apiVersion(), resource.kind(), value);
                }
            } catch (IOException | RuntimeException e) {
                receiver.failed(resource.kind() + " " + object.getMetadata().getName(), e);
            }
        }
    }

    static ObjectValue object(String json) throws IOException {
        ReadResult result = JsonReader.withoutPositions(ReadLimits.DEFAULT).read(json.getBytes(StandardCharsets.UTF_8));
        if (result.value() instanceof ObjectValue object) {
            return object;
        }
        throw new IOException("the answer is not a JSON object");
    }

    @Override
    public void close() {
        informers.keySet().forEach(SharedIndexInformer::stop);
    }
}
