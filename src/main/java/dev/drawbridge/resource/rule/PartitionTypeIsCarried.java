package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * If a slice names the attribute with the partition type, all devices that consume counters have it, as a string.
 * Source: validatePartitionTypeAttribute, since Kubernetes 1.37.
 *
 * @param name devices are not checked if the name violates one of these constraints
 */
public record PartitionTypeIsCarried(List<Constraint> name) implements ObjectRule {

    private static final String FIELD = "partitionTypeAttribute";

    // @formatter:off
    private static final Demand CONSUMED = new Demand(Origin.PARTITION_TYPE, FIELD,
        "must not be set if no device consumes counters")
        .dependingOn("devices.consumesCounters")
        .example(consuming("{string: 1g.10gb}"), "{partitionTypeAttribute: gpu.example.com/mig, devices: []}");
    private static final Demand CARRIED = new Demand(Origin.PARTITION_TYPE, "devices.attributes",
        "is required because the device consumes counters")
        .dependingOn(FIELD, "devices.consumesCounters")
        .example(consuming("{string: 1g.10gb}"),
            "{partitionTypeAttribute: gpu.example.com/mig, devices: [{name: mig-0, consumesCounters: [{}]}]}");
    private static final Demand TEXT = new Demand(Origin.PARTITION_TYPE, "devices.attributes",
        "must be a string, since it is the partition type")
        .dependingOn(FIELD).example(consuming("{string: 1g.10gb}"), consuming("{int: 1}"));
    // @formatter:on

    private static String consuming(String attribute) {
        return "{partitionTypeAttribute: gpu.example.com/mig, devices: [{name: mig-0, consumesCounters: [{}],"
                + " attributes: {gpu.example.com/mig: " + attribute + "}}]}";
    }

    @Override
    public List<Demand> demands() {
        return List.of(CONSUMED, CARRIED, TEXT);
    }

    @Override
    public void check(ObjectValue spec, @Nullable ObjectValue old, ValidationContext context) {
        if (!(spec.get(FIELD) instanceof StringValue text)) {
            return;
        }
        ListValue devices = spec.list("devices");
        if (DeviceBody.all(devices)
                .allMatch(device -> device.list("consumesCounters").size() == 0)) {
            context.report(ErrorType.INVALID, text, CONSUMED, FIELD);
            return;
        }
        ValidationContext aside = new ValidationContext(null);
        name.forEach(constraint -> constraint.check(text, aside));
        if (!aside.errors().isEmpty()) {
            return;
        }
        String own = spec.string("driver") + "/";
        String bare = text.value().startsWith(own) ? text.value().substring(own.length()) : text.value();
        for (int i = 0; i < devices.size(); i++) {
            ObjectValue device = DeviceBody.of(devices.get(i));
            if (device.list("consumesCounters").size() > 0) {
                ValidationContext body = DeviceBody.at(devices, i, context.at("devices"));
                ValidationContext attribute = body.at("attributes").atKey(text.value());
                carried(device.object("attributes"), text.value(), bare, attribute);
            }
        }
    }

    private static void carried(ObjectValue attributes, String name, String bare, ValidationContext context) {
        Value attribute = attributes.get(attributes.get(name) == null ? bare : name);
        if (attribute == null) {
            context.report(ErrorType.REQUIRED, null, CARRIED);
        } else if (!(attribute instanceof ObjectValue object && object.has("string"))) {
            context.report(ErrorType.INVALID, null, TEXT);
        }
    }
}
