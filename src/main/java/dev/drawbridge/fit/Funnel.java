package dev.drawbridge.fit;

import dev.drawbridge.constraint.cel.DeviceProgram;
import dev.drawbridge.constraint.cel.DeviceRead;
import dev.drawbridge.constraint.content.Quantity;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Slice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The devices of each node that an alternative could have, condition after condition. */
final class Funnel {

    private static final int MAX_VALUES = 5;

    private final Allocator allocator;
    private final Alternative alternative;
    private final Map<String, List<Device>> left = new LinkedHashMap<>();
    private final List<String> lines = new ArrayList<>();
    private int failedSelector = -1;

    Funnel(Allocator allocator, List<Node> nodes, Alternative alternative) {
        this.allocator = allocator;
        this.alternative = alternative;
        DeviceClass deviceClass = allocator.fleet().classes().get(alternative.deviceClassName());
        for (Node node : nodes) {
            List<Device> devices = new ArrayList<>();
            allocator
                    .pools(node)
                    .forEach(pool -> pool.slices().stream().map(Slice::devices).forEach(devices::addAll));
            left.put(node.name(), devices);
        }
        if (deviceClass != null) {
            deviceClass.selectors().forEach(selector -> keep(allocator.selector(selector)));
        }
        lines.add(Explanation.plural(count(), "device") + " of the class");
        for (int i = 0; i < alternative.selectors().size() && count() > 0; i++) {
            select(i);
        }
        tolerate();
    }

    private void select(int index) {
        DeviceProgram selector = allocator.selector(alternative.selectors().get(index));
        List<Device> before = left.values().stream().flatMap(List::stream).toList();
        keep(selector);
        boolean isFewer = count() < before.size();
        if (isFewer && !isEnough() && failedSelector < 0) {
            failedSelector = index;
            lines.add("selectors[" + index + "] matches " + (count() == 0 ? "none" : String.valueOf(count())) + ": "
                    + selector.expression().strip());
            selector.reads().stream()
                    .filter(read -> read.name() != null)
                    .forEach(read -> lines.add("  " + read.name() + ": " + values(read, before)));
        } else if (isFewer) {
            lines.add("selectors[" + index + "] matches " + count());
        }
    }

    private void tolerate() {
        int before = count();
        Set<String> taints = new LinkedHashSet<>();
        for (Map.Entry<String, List<Device>> node : left.entrySet()) {
            List<Device> tolerated = new ArrayList<>();
            for (Device device : node.getValue()) {
                List<String> others = device.taints().stream()
                        .filter(taint -> !taint.effect().equals("None"))
                        .filter(taint -> alternative.tolerations().stream().noneMatch(each -> each.tolerates(taint)))
                        .map(taint -> taint.key() + ":" + taint.effect())
                        .toList();
                taints.addAll(others);
                if (others.isEmpty()) {
                    tolerated.add(device);
                }
            }
            node.setValue(tolerated);
        }
        if (count() < before) {
            lines.add(before - count() + " of them are tainted, and not tolerated: " + String.join(", ", taints));
        }
        int most = left.values().stream().mapToInt(List::size).max().orElse(0);
        if (count() > 0 && most < alternative.count() && !alternative.isAll()) {
            lines.add("at most " + most + " of them on one node; " + alternative.count() + " are needed");
        }
    }

    private void keep(DeviceProgram selector) {
        left.replaceAll((node, devices) -> devices.stream()
                .filter(device -> Boolean.TRUE.equals(selector.evaluate(device)))
                .toList());
    }

    int count() {
        return left.values().stream().mapToInt(List::size).sum();
    }

    boolean isEnough() {
        return left.values().stream().anyMatch(devices -> devices.size() >= Math.max(1, alternative.count()));
    }

    int most() {
        return left.values().stream().mapToInt(List::size).max().orElse(0);
    }

    /** What to say of each condition. */
    List<String> lines() {
        return lines;
    }

    /** The index of the first selector that leaves too few; -1 where none does. */
    int failedSelector() {
        return failedSelector;
    }

    /** The devices that meet all conditions. */
    List<Device> devices() {
        return left.values().stream().flatMap(List::stream).toList();
    }

    private static String values(DeviceRead read, List<Device> devices) {
        Map<String, Long> counts = devices.stream()
                .collect(Collectors.groupingBy(
                        device -> {
                            Object value = read.of(device);
                            return value == null
                                    ? "not set"
                                    : value instanceof Quantity amount ? amount.text() : value.toString();
                        },
                        LinkedHashMap::new,
                        Collectors.counting()));
        List<String> parts = counts.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .map(entry -> entry.getKey() + " on " + entry.getValue())
                .toList();
        int shown = Math.min(parts.size(), MAX_VALUES);
        return String.join(", ", parts.subList(0, shown))
                + (shown < parts.size() ? ", and " + (parts.size() - shown) + " other values" : "");
    }
}
