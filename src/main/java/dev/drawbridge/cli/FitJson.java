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
import dev.drawbridge.report.JsonObject;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Answers of {@code fit} for programs, to be written as JSON. */
final class FitJson {

    static Object of(List<FitResult> results, @Nullable FitTogether together, List<Room> rooms, Fleet fleet) {
        return new JsonObject()
                .with("nodes", fleet.nodes().size())
                .with("devices", fleet.devices())
                .with("workloads", list(results, FitJson::result))
                .with("together", together == null ? null : together(together))
                .with("more", rooms.isEmpty() ? null : list(rooms, FitJson::room));
    }

    private static Object room(Room room) {
        return named(room.workload()).with("more", room.more()).with("isLowerBound", room.isLowerBound());
    }

    private static JsonObject named(Workload workload) {
        return new JsonObject()
                .with("kind", workload.kind())
                .with("namespace", workload.namespace())
                .with("name", workload.name());
    }

    private static Object together(FitTogether together) {
        Object refused = list(
                together.refused(),
                each -> named(each.workload())
                        .with("pods", each.pods())
                        .with("refused", each.refused())
                        .with("message", each.message()));
        return new JsonObject()
                .with("fits", together.fits())
                .with("pods", together.pods())
                .with(
                        "left",
                        list(
                                together.left(),
                                left -> named(left.workload())
                                        .with("pods", left.pods())
                                        .with("left", left.left())))
                .with("refused", together.refused().isEmpty() ? null : refused)
                .with("message", together.fits() ? null : together.headline())
                .with("proof", together.proof());
    }

    private static Object result(FitResult result) {
        Workload workload = result.workload();
        Position position = workload.position();
        FitResult.Example example = result.example();
        return new JsonObject()
                .with("file", workload.file())
                .with("line", position == null ? null : position.line())
                .with("kind", workload.kind())
                .with("namespace", workload.namespace())
                .with("name", workload.name())
                .with("answer", result.answer().toString())
                .with("nodes", result.nodes())
                .with("nodesNow", result.now())
                .with("nodesWhenFreed", result.freed())
                .with("allocation", example == null ? null : allocation(example))
                .with("reasons", list(result.causes(), FitJson::cause))
                .with("hints", list(result.helpful(), FitChange::text))
                .with("changes", list(result.changes(), FitJson::change))
                .with("replicas", workload.replicas())
                .with("findings", list(result.findings(), FitJson::finding));
    }

    private static Object allocation(FitResult.Example example) {
        return new JsonObject()
                .with("node", example.node())
                .with(
                        "devices",
                        example.requests().stream()
                                .flatMap(request -> request.devices().stream().map(device -> device(request, device)))
                                .toList())
                .with("holders", example.holders());
    }

    private static Object device(FitResult.RequestDevices request, DeviceId device) {
        ContainerResource resource = request.resource();
        JsonObject object = resource == null
                ? new JsonObject().with("claim", request.claim()).with("request", request.request())
                : new JsonObject().with("container", resource.container()).with("resource", resource.resource());
        return object.with("driver", device.driver())
                .with("pool", device.pool())
                .with("device", device.device());
    }

    private static Object cause(FitCause cause) {
        return put(
                cause.field(),
                new JsonObject().with("subject", cause.text()).with("lines", list(cause.lines(), String::strip)));
    }

    private static Object change(FitChange change) {
        return new JsonObject()
                .with("change", change.text())
                .with("nodesNow", change.now())
                .with("nodesWhenFreed", change.freed());
    }

    private static Object finding(FitCause finding) {
        return put(finding.field(), new JsonObject())
                .with("message", finding.text())
                .with("missing", finding.isMissing());
    }

    private static JsonObject put(@Nullable ObjectField field, JsonObject object) {
        if (field == null) {
            return object;
        }
        Position position = field.position();
        return object.with("file", field.object().file())
                .with("path", field.object().within() + field.path())
                .with("line", position == null ? null : position.line())
                .with("column", position == null ? null : position.column());
    }

    private static <T> List<Object> list(Collection<T> items, Function<T, Object> writer) {
        return items.stream().map(writer).toList();
    }
}
