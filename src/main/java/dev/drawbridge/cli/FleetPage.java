package dev.drawbridge.cli;

import dev.drawbridge.field.Printable;
import dev.drawbridge.field.PrintedTable;
import dev.drawbridge.fit.FleetClasses;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.CounterConsumption;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.DeviceState;
import dev.drawbridge.fleet.DeviceStates;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetSummary;
import dev.drawbridge.fleet.PoolState;
import dev.drawbridge.fleet.SharedCounters;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.fleet.Taint;
import dev.drawbridge.page.HtmlPage;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.report.JsonTree;
import dev.drawbridge.report.Summary;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A fleet as a page. Texts are in it once, in {@code texts}; everything else refers to them by number, so that 8,000
 * devices take less than 3 MB.
 */
final class FleetPage {

    private final Fleet fleet;
    private final FleetClasses classes;
    private final Map<String, Integer> texts = new LinkedHashMap<>();
    private final Map<DeviceId, List<Claim>> holders = new HashMap<>();
    private final Map<DeviceId, List<String>> planned;
    private final Map<String, List<Object>> cards = new TreeMap<>();
    private final List<Object> counters = new ArrayList<>();
    private final DeviceStates states;
    private final Map<String, Map<DeviceState, Integer>> counts = new TreeMap<>();
    private final List<List<Object>> notFree = new ArrayList<>();

    FleetPage(Fleet fleet, FleetClasses classes, Map<DeviceId, List<String>> planned) {
        this.fleet = fleet;
        this.classes = classes;
        this.planned = planned;
        states = new DeviceStates(fleet);
        for (Claim claim : fleet.claims()) {
            claim.held()
                    .forEach(device -> holders.computeIfAbsent(device.id(), id -> new ArrayList<>())
                            .add(claim));
        }
        fleet.nodes().forEach(node -> cards.put(node.name(), new ArrayList<>()));
        PoolState.of(fleet).forEach(this::add);
    }

    void write(FleetSummary summary, List<PrintedTable> shown, String read, PrintWriter out) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("classes", classes.names());
        root.put(
                "states",
                Arrays.stream(DeviceState.values()).map(DeviceState::toString).toList());
        List<Object> nodes = new ArrayList<>();
        cards.forEach((name, devices) -> nodes.add(List.of(name, devices)));
        root.put("counters", counters);
        root.put("cards", nodes);
        root.put("texts", texts.keySet());
        List<PrintedTable> tables = new ArrayList<>(
                shown.stream().filter(table -> !table.rows().isEmpty()).toList());
        root.put("tables", tables.stream().map(PrintedTable::data).toList());
        tables.add(nodes());
        tables.add(new PrintedTable(
                "Devices that are not free",
                List.of("node", "device", "state", "held by", "taints", "problem"),
                notFree));
        new HtmlPage("fleet", "Drawbridge: fleet", List.of(size(fleet, summary), read), tables)
                .write(JsonTree.compact(root), out);
    }

    /** What a fleet has, without zeros: {@code 2 nodes, 16 devices, 1 class}. */
    static String size(Fleet fleet, FleetSummary summary) {
        List<String> counts = Summary.counts(
                Printable.count(summary.nodes(), "node"),
                Printable.count(summary.devices(), "device"),
                Printable.count(fleet.classes().size(), "class"),
                Printable.count(fleet.claims().size(), "claim"));
        return (summary.devices() == 0 ? "no devices" + (counts.isEmpty() ? "" : "; ") : "")
                + String.join(", ", counts);
    }

    private PrintedTable nodes() {
        List<String> columns = new ArrayList<>(List.of("node", "devices"));
        for (DeviceState state : DeviceState.values()) {
            columns.add(state.toString());
        }
        List<List<Object>> rows = new ArrayList<>();
        cards.keySet().forEach(node -> {
            Map<DeviceState, Integer> byState = counts.getOrDefault(node, Map.of());
            List<Object> row = new ArrayList<>(List.of(
                    node, byState.values().stream().mapToInt(count -> count).sum()));
            for (DeviceState state : DeviceState.values()) {
                row.add(byState.getOrDefault(state, 0));
            }
            rows.add(row);
        });
        return new PrintedTable("nodes", columns, rows);
    }

    private void add(PoolState pool) {
        String problem = pool.problem();
        Map<String, Integer> sets = counterSets(pool);
        for (Slice slice : pool.slices()) {
            for (Device device : slice.devices()) {
                String card = card(slice, device, pool);
                DeviceState state = states.of(device.id());
                String cause = state == DeviceState.BLOCKED ? lacking(device) : problem;
                counts.computeIfAbsent(card, any -> new EnumMap<>(DeviceState.class))
                        .merge(state, 1, Integer::sum);
                cards.computeIfAbsent(card, any -> new ArrayList<>()).add(device(device, state, cause, sets));
                if (state != DeviceState.FREE) {
                    notFree.add(List.of(
                            card,
                            device.id(),
                            state,
                            String.join("; ", holders(device)),
                            String.join(", ", taints(device)),
                            cause == null ? "" : cause));
                }
            }
        }
    }

    /** The counters that leave too little for a device. */
    private String lacking(Device device) {
        Map<String, String> bySet = states.lackingCounters(device.id()).stream()
                .collect(Collectors.toMap(
                        SharedCounters.Use::set,
                        use -> use.counter() + " " + use.used().text() + " of "
                                + use.all().text(),
                        (one, other) -> one + ", " + other,
                        TreeMap::new));
        return bySet.entrySet().stream()
                .map(each -> "in use of " + each.getKey() + ": " + each.getValue())
                .collect(Collectors.joining("; "));
    }

    /** The node of a device; of one for several nodes, its pool. */
    private static String card(Slice slice, Device device, PoolState pool) {
        String node = slice.nodesOf(device).nodeName();
        return node.isEmpty() ? pool.id() + " (several nodes)" : node;
    }

    /** Driver, pool, name, state, classes, attributes, capacities, taints, holders, problem, counter sets, planned. */
    private Object device(Device device, DeviceState state, @Nullable String problem, Map<String, Integer> sets) {
        List<String> attributes = new ArrayList<>();
        device.attributes().forEach((name, value) -> attributes.add(name + "=" + value));
        List<String> capacities = new ArrayList<>();
        device.capacity()
                .forEach((name, amount) ->
                        capacities.add(name + "=" + amount.value().text()));
        Set<Integer> consumed = new LinkedHashSet<>();
        for (CounterConsumption each : device.consumesCounters()) {
            Integer set = sets.get(each.counterSet());
            if (set != null) {
                consumed.add(set);
            }
        }
        return List.of(
                text(device.id().driver()),
                text(device.id().pool()),
                text(device.id().device()),
                state.ordinal(),
                classes.of(device).stream().map(this::text).toList(),
                sorted(attributes),
                sorted(capacities),
                taints(device).stream().map(this::text).toList(),
                holders(device).stream().map(this::text).toList(),
                problem == null ? List.of() : List.of(text(problem)),
                consumed,
                planned.getOrDefault(device.id(), List.of()).stream()
                        .map(this::text)
                        .toList());
    }

    /** The numbers of texts in alphabetical order, so that a fleet always has the same page. */
    private List<Integer> sorted(List<String> unordered) {
        return unordered.stream().sorted().map(this::text).toList();
    }

    private static List<String> taints(Device device) {
        return device.taints().stream().map(Taint::toString).toList();
    }

    private List<String> holders(Device device) {
        return holders.getOrDefault(device.id(), List.of()).stream()
                .map(FleetPage::holder)
                .toList();
    }

    private static String holder(Claim claim) {
        Set<String> pods = claim.pods();
        return claim + (pods.isEmpty() ? "" : ", used by " + String.join(", ", pods));
    }

    /** Adds the counter sets of a pool; returns their numbers by name. */
    private Map<String, Integer> counterSets(PoolState pool) {
        Map<String, List<Object>> sets = new LinkedHashMap<>();
        pool.slices().forEach(slice -> slice.sharedCounters().forEach(set -> sets.put(set.name(), new ArrayList<>())));
        new SharedCounters(pool, holders.keySet())
                .all().stream()
                        .filter(use -> use.all().sign() > 0)
                        .sorted(Comparator.comparing(SharedCounters.Use::counter))
                        .forEach(use -> sets.computeIfAbsent(use.set(), any -> new ArrayList<>())
                                .add(List.of(
                                        use.counter(),
                                        use.used().text(),
                                        use.all().text(),
                                        percent(use.used(), use.all()))));
        Map<String, Integer> numbers = new HashMap<>();
        sets.forEach((name, bars) -> {
            numbers.put(name, counters.size());
            counters.add(List.of(name, bars));
        });
        return numbers;
    }

    private static int percent(Quantity part, Quantity all) {
        return (int) Math.round(100 * part.approximately() / all.approximately());
    }

    private int text(String text) {
        return texts.computeIfAbsent(text, any -> texts.size());
    }
}
