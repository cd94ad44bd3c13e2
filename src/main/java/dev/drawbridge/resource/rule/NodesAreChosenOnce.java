package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.OneDemand;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.JsonEquality;
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
 * A slice, or a device that chooses for itself, is on one node, on those of a selector, on all, or leaves the choice to
 * its devices: exactly one of them. Source: validateResourceSliceSpec, validateDevice.
 */
public record NodesAreChosenOnce(List<String> choices) implements OneDemand {

    /** The rule over these fields: a string that is not empty, {@code true}, or an object. */
    public NodesAreChosenOnce(String... choices) {
        this(List.of(choices));
    }

    @Override
    public Demand demand() {
        return new Demand(Origin.UNION, "must have exactly one of " + String.join(", ", choices))
                .dependingOn(choices.toArray(String[]::new))
                .example("{nodeName: node-1}", "{nodeName: node-1, allNodes: true}");
    }

    @Override
    public void check(ObjectValue object, @Nullable ObjectValue old, ValidationContext context) {
        ObjectValue body = DeviceBody.of(object);
        List<String> chosen =
                choices.stream().filter(choice -> isChosen(body.get(choice))).toList();

        if (chosen.isEmpty()) {
            context.report(ErrorType.REQUIRED, null, demand());
        } else if (chosen.size() > 1) {
            context.report(ErrorType.INVALID, null, demand().adding("has " + String.join(" and ", chosen)));
        }
    }

    private static boolean isChosen(@Nullable Value value) {
        return value instanceof ObjectValue
                || value instanceof BooleanValue bool && bool.value()
                || value instanceof StringValue text && !text.value().isEmpty();
    }

    /**
     * Devices that an update leaves as they are stored are validated again only for their nodes, and only if it changes
     * who chooses them. Source: validateResourceSliceSpec, since Kubernetes 1.38.
     *
     * @param ofDevice the rule of a device that chooses its nodes
     */
    public record KeptDevicesChooseNodes(ObjectRule ofDevice) implements ObjectRule {

        private static final String CHOICE = "perDeviceNodeSelection";

        @Override
        public List<Demand> demands() {
            String without = "devices: [{name: gpu-0}]}";
            String with = "devices: [{name: gpu-0, nodeName: node-1}]}";
            String chosen = "{" + CHOICE + ": true, ";
            return List.of(
                    ofDevice.demands().get(0).at("devices").example(chosen + with, chosen + without, "{" + without),
                    PlainRule.DEVICE_CHOOSES_NO_NODES
                            .demands()
                            .get(0)
                            .at("devices")
                            .example("{" + without, "{" + with, chosen + with));
        }

        @Override
        public void check(ObjectValue spec, @Nullable ObjectValue old, ValidationContext context) {
            ListValue devices = spec.list("devices");
            boolean isKept = old != null
                    && spec.isTrue(CHOICE) != old.isTrue(CHOICE)
                    && JsonEquality.same(devices, old.list("devices"));
            ObjectRule rule = spec.isTrue(CHOICE) ? ofDevice : PlainRule.DEVICE_CHOOSES_NO_NODES;
            ValidationContext at = context.at("devices");
            for (int i = 0; isKept && i < devices.size(); i++) {
                rule.check(ObjectValue.orEmpty(devices.get(i)), null, at.at(i));
            }
        }
    }
}
