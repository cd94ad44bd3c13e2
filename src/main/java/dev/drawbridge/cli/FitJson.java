package dev.drawbridge.cli;

import dev.drawbridge.field.Position;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.FitTogether;
import dev.drawbridge.fit.Room;
import dev.drawbridge.fit.cause.ContainerResource;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.cause.FitChange;
import dev.drawbridge.fit.cause.ObjectField;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Fleet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Answers of {@code fit} for programs, to be written as JSON. */
final class FitJson {

    private FitJson() {}

    static Object of(List<FitResult> results, @Nullable FitTogether together, List<Room> rooms, Fleet fleet) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("nodes", fleet.nodes().size());
        root.put("devices", fleet.devices());
        root.put("workloads", list(results, FitJson::result));
        if (together != null) {
            root.put("together", together(together));
        }
        if (!rooms.isEmpty()) {
            root.put("more", list(rooms, FitJson::room));
        }
        return root;
    }

    private static Object room(Room room) {
        Map<String, Object> object = named(room.workload());
        object.put("more", room.more());
        object.put("isLowerBound", room.isLowerBound());
        return object;
    }

    private static Map<String, Object> named(Workload workload) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("kind", workload.kind());
        object.put("namespace", workload.namespace());
        object.put("name", workload.name());
        return object;
    }

    private static Object together(FitTogether together) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("fits", together.fits());
        object.put("pods", together.pods());
        object.put("left", list(together.left(), left -> {
            Map<String, Object> one = named(left.workload());
            one.put("pods", left.pods());
            one.put("left", left.left());
            return one;
        }));
        if (!together.refused().isEmpty()) {
            object.put("refused", list(together.refused(), refused -> {
                Map<String, Object> one = named(refused.workload());
                one.put("pods", refused.pods());
                one.put("refused", refused.refused());
                one.put("message", refused.message());
                return one;
            }));
        }
        if (!together.fits()) {
            object.put("message", together.headline());
        }
        if (together.proof() != null) {
            object.put("proof", together.proof());
        }
        return object;
    }

    private static Object result(FitResult result) {
        Workload workload = result.workload();
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("file", workload.file());
        if (workload.position() != null) {
            object.put("line", workload.position().line());
        }
        object.put("kind", workload.kind());
        object.put("namespace", workload.namespace());
        object.put("name", workload.name());
        object.put("answer", result.answer().toString());
        object.put("nodes", result.nodes());
        object.put("nodesNow", list(result.now(), name -> name));
        object.put("nodesWhenFreed", list(result.freed(), name -> name));
        FitResult.Example example = result.example();
        if (example != null) {
            Map<String, Object> allocation = new LinkedHashMap<>();
            allocation.put("node", example.node());
            allocation.put(
                    "devices",
                    example.requests().stream()
                            .flatMap(request -> request.devices().stream().map(device -> device(request, device)))
                            .toList());
            allocation.put("holders", list(example.holders(), name -> name));
            object.put("allocation", allocation);
        }
        object.put("reasons", list(result.causes(), FitJson::cause));
        object.put("hints", list(result.helpful(), FitChange::text));
        object.put("changes", list(result.changes(), FitJson::change));
        object.put("replicas", workload.replicas());
        object.put("findings", list(result.findings(), FitJson::finding));
        return object;
    }

    private static Object device(FitResult.RequestDevices request, DeviceId device) {
        Map<String, Object> object = new LinkedHashMap<>();
        ContainerResource resource = request.resource();
        if (resource == null) {
            object.put("claim", request.claim());
            object.put("request", request.request());
        } else {
            object.put("container", resource.container());
            object.put("resource", resource.resource());
        }
        object.put("driver", device.driver());
        object.put("pool", device.pool());
        object.put("device", device.device());
        return object;
    }

    private static Object cause(FitCause cause) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("subject", cause.text());
        object.put("lines", list(cause.lines(), line -> line.strip()));
        ObjectField field = cause.field();
        if (field != null) {
            object.put("file", field.object().file());
            put(field, object);
        }
        return object;
    }

    private static Object change(FitChange change) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("change", change.text());
        object.put("nodesNow", change.now());
        object.put("nodesWhenFreed", change.freed());
        return object;
    }

    private static Object finding(FitCause finding) {
        Map<String, Object> object = new LinkedHashMap<>();
        ObjectField field = finding.field();
        if (field != null) {
            put(field, object);
        }
        object.put("message", finding.text());
        object.put("missing", finding.isMissing());
        return object;
    }

    private static void put(ObjectField field, Map<String, Object> object) {
        object.put("path", field.object().within() + field.path());
        Position position = field.position();
        if (position != null) {
            object.put("line", position.line());
            object.put("column", position.column());
        }
    }

    private static <T> List<Object> list(List<T> items, Function<T, Object> writer) {
        return items.stream().map(writer).toList();
    }
}
