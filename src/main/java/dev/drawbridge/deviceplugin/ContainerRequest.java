package dev.drawbridge.deviceplugin;

import dev.drawbridge.constraint.Formats;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Position;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An extended resource that a container requests.
 *
 * @param list the field of the pod that has the container, such as {@code initContainers}
 * @param amount the quantity; 0 if it is not a whole number
 */
record ContainerRequest(
        String list,
        int index,
        String container,
        String resource,
        int amount,
        @Nullable Position position) {

    static final List<String> CONTAINERS = List.of("initContainers", "containers");

    /** The requests of a pod specification's containers, each resource once per container. */
    static List<ContainerRequest> of(ObjectValue spec) {
        List<ContainerRequest> requests = new ArrayList<>();
        for (String list : CONTAINERS) {
            spec.list(list).forEachObject((i, container) -> add(list, i, container, requests));
        }
        return requests;
    }

    private static void add(String list, int index, ObjectValue container, List<ContainerRequest> into) {
        Map<String, ContainerRequest> found = new LinkedHashMap<>();
        for (String field : List.of("limits", "requests")) {
            ObjectValue amounts = container.object("resources").object(field);
            for (int i = 0; i < amounts.size(); i++) {
                String name = amounts.key(i);
                Value amount = amounts.value(i);
                if (Formats.EXTENDED_RESOURCE_NAME.problem(name) == null
                        && !StringValue.ofScalar(amount).equals("0")) {
                    found.putIfAbsent(
                            name,
                            new ContainerRequest(
                                    list,
                                    index,
                                    container.string("name"),
                                    name,
                                    amount(amount),
                                    amounts.keyPosition(i)));
                }
            }
        }
        into.addAll(found.values());
    }

    private static int amount(Value value) {
        String text = StringValue.ofScalar(value);
        return text.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(text) : 0;
    }
}
