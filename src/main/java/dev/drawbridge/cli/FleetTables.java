package dev.drawbridge.cli;

import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.PrintedTable;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.Room;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fleet.DeviceHolders;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetSummary;
import dev.drawbridge.manifest.Manifest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * Tables of the holders of devices, by group, and of the number of further claims of each template that fit.
 *
 * @param fleet with the taints of its DeviceTaintRules
 * @param limit the time for a decision; counting the claims of all templates takes a few times as long at most
 */
record FleetTables(Fleet fleet, FleetScheduler scheduler, DeviceHolders holders, boolean isWide, Duration limit) {

    private static final String TEMPLATE = "template";

    private static final long MAX_CLAIMS = 1_000;

    /** The time for all templates, in multiples of the limit of one decision. */
    private static final int MAX_DECISIONS = 6;

    /** The table of each group; without groups those of the wide summary. */
    List<PrintedTable> of(List<String> groups) {
        List<PrintedTable> tables = new ArrayList<>();
        for (String group : groups.isEmpty() ? List.of("node", "claim", TEMPLATE) : groups) {
            tables.add(
                    switch (group) {
                        case TEMPLATE -> templates();
                        case "node" -> FleetSummary.nodes(fleet, holders.table(DeviceHolders.Group.NODE, isWide));
                        default -> holders.table(DeviceHolders.Group.valueOf(group.toUpperCase(Locale.ROOT)), isWide);
                    });
        }
        return tables;
    }

    private PrintedTable templates() {
        Fit fit = scheduler.fit(fleet.withTaintRules(List.of()), limit);
        List<List<Object>> rows = new ArrayList<>();
        Duration total = limit.multipliedBy(MAX_DECISIONS);
        long end = System.nanoTime() + total.toNanos();
        new TreeMap<>(fleet.templates()).forEach((key, object) -> {
            if (System.nanoTime() - end >= 0) {
                rows.add(List.of(
                        key, "", "not counted within " + total.toSeconds() + " s for all templates; set --time-limit"));
                return;
            }
            int slash = key.indexOf('/');
            Manifest manifest = new Manifest("", "", object, object.string("apiVersion"), "ResourceClaimTemplate");
            Workload workload =
                    new Workload(manifest, key.substring(0, slash), key.substring(slash + 1), null, FieldPath.ROOT, 1);
            FitResult.Answer answer = fit.answer(workload);
            Room room = fit.room(workload, List.of(), MAX_CLAIMS);
            rows.add(List.of(
                    key, (int) room.more(), answer + (room.isLowerBound() ? "; counted to " + room.more() : "")));
        });
        return new PrintedTable("byTemplate", List.of(TEMPLATE, "more", "answer"), rows);
    }
}
