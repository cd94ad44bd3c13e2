package dev.drawbridge.fit;

import dev.drawbridge.fit.input.PodCount;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fit.plugin.PluginUse;
import dev.drawbridge.fit.plugin.RunningPods;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Pod;
import dev.drawbridge.fleet.PodGroups;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Decides whether workloads that fit alone fit at the same time: all pods, by priority, then in their order. */
final class Together {

    private final ScheduledFleet scheduled;
    private final Function<Workload, FitResult.Answer> alone;
    private final @Nullable QuotaRefusals quotas;
    private final List<Entry> entries = new ArrayList<>();

    /** The pods of each group that are not scheduled whatever is placed. */
    private final Map<String, Long> lost = new LinkedHashMap<>();

    /** Running pods of the workloads that use device plugins. */
    private final Set<Pod> ownPods = new HashSet<>();

    /** A workload to place: how many of its pods are not running yet, and the claims of its running pods. */
    private record Entry(Workload workload, Question question, FitResult.Answer answer, long pods, Set<Claim> held) {

        boolean fitsNow() {
            return answer == FitResult.Answer.FITS;
        }

        long placed(Placement placement) {
            return placement.place(question, pods, workload.kind().equals("DaemonSet") ? occupied() : null);
        }

        /** The nodes on which a pod of the workload runs: those of its claims, or of its use of device plugins. */
        private List<Node> occupied() {
            Predicate<Pod> isOwn = RunningPods.areOf(workload);
            List<Node> occupied = new ArrayList<>();
            question.nodes().stream()
                    .filter(node -> node.pods().stream().anyMatch(isOwn))
                    .forEach(occupied::add);
            held.stream()
                    .flatMap(claim -> Stream.ofNullable(claim.nodes()))
                    .map(nodes ->
                            question.nodes().stream().filter(nodes::matches).toList())
                    .filter(nodes -> nodes.size() == 1)
                    .forEach(occupied::addAll);
            return occupied;
        }
    }

    /** A decision for these workloads, which ignores ResourceQuotas if they are null. */
    Together(
            ScheduledFleet scheduled,
            List<Workload> workloads,
            Function<Workload, FitResult.Answer> alone,
            @Nullable QuotaRefusals quotas) {
        this.scheduled = scheduled;
        this.alone = alone;
        this.quotas = quotas;
        if (quotas != null) {
            workloads.stream().filter(this::isCreated).forEach(one -> quotas.addClaims(new Question(scheduled, one)));
        }
        // The scheduler takes pods of higher priority first.
        workloads.stream()
                .sorted(Comparator.comparing(
                                (Workload one) -> scheduled.fleet().sources().priority(one.pod()))
                        .reversed())
                .forEach(this::add);
    }

    /** Whether the API server accepts the workload, as far as its quotas are ignored. */
    private boolean isCreated(Workload workload) {
        return alone.apply(workload) != FitResult.Answer.INVALID;
    }

    private void add(Workload workload) {
        FitResult.Answer answer = alone.apply(workload);
        boolean fits = answer == FitResult.Answer.FITS || answer == FitResult.Answer.FITS_WHEN_FREED;
        String group = scheduled.group(workload);
        if (!fits && answer != FitResult.Answer.UNKNOWN) {
            lost.merge(group, PodCount.of(workload, 1), Long::sum);
        }
        if (!fits && (quotas == null || !isCreated(workload))) {
            return;
        }
        Question question = new Question(scheduled, workload);
        long wanted = PodCount.of(workload, question.nodesWithoutClaims());
        if (wanted > 0) {
            Map<String, List<Claim>> withClaims = scheduled.runningPods().of(workload);
            Set<Claim> held = new LinkedHashSet<>();
            withClaims.values().forEach(held::addAll);
            Set<String> running = new HashSet<>(withClaims.keySet());
            if (question.mayUseDevicePlugin()) {
                scheduled.fleet().nodes().stream()
                        .flatMap(node -> node.pods().stream())
                        .filter(RunningPods.areOf(workload))
                        .forEach(pod -> {
                            ownPods.add(pod);
                            running.add(pod.name());
                        });
            }
            long refused = quotas == null ? 0 : quotas.refused(question, wanted, running);
            if (fits) {
                lost.merge(group, refused, Long::sum);
                entries.add(
                        new Entry(workload, question, answer, Math.max(0, wanted - running.size() - refused), held));
            }
        }
    }

    FitTogether decide() {
        FitTogether now = placed(scheduled.fleet().claims(), pod -> true, Entry::fitsNow);
        boolean isFreed = now.left().isEmpty() && entries.stream().allMatch(Entry::fitsNow);
        if (isFreed || now.isCutShort()) {
            return now;
        }
        Set<Claim> held = new LinkedHashSet<>();
        entries.forEach(entry -> {
            held.addAll(entry.held());
            entry.question().pod().claims().stream()
                    .filter(claim -> claim.allocation() != null)
                    .forEach(held::add);
        });
        FitTogether freed = placed(List.copyOf(held), ownPods::contains, entry -> true);
        if (freed.left().isEmpty()) {
            return now;
        }
        String proof = proof();
        FitTogether shown = now.left().isEmpty() ? freed : now;
        FitTogether.When when = shown == freed ? FitTogether.When.WHEN_FREED : FitTogether.When.ALWAYS;
        return new FitTogether(
                shown.pods(), shown.left(), when, proof, shown.isCutShort(), now.taken(), shown.refused());
    }

    /** The number of further pods of a workload that fit after those of all workloads, up to a limit. */
    Room room(Workload workload, long most) {
        Placement placement = placement(scheduled.fleet().claims(), pod -> true);
        boolean isLeft = left(placement, Entry::fitsNow).stream().anyMatch(left -> left.workload() == workload);
        if (isLeft || alone.apply(workload) != FitResult.Answer.FITS) {
            return new Room(workload, 0, isLeft && placement.isOutOfTime());
        }
        Question question = new Question(scheduled, workload);
        long allowed = quotas == null ? most : quotas.created(question, most);
        long more = placement.place(question, allowed, null);
        return new Room(workload, more, more == most || placement.isOutOfTime());
    }

    private Placement placement(List<Claim> held, Predicate<Pod> running) {
        return new Placement(scheduled.now().with(held), new PluginUse(running), scheduled.limit());
    }

    private FitTogether placed(List<Claim> held, Predicate<Pod> running, Predicate<Entry> isMeant) {
        Placement placement = placement(held, running);
        List<FitTogether.Left> left = left(placement, isMeant);
        long pods = entries.stream().filter(isMeant).mapToLong(Entry::pods).sum();
        boolean isCutShort = !left.isEmpty() && placement.isOutOfTime();
        List<FitTogether.Refused> refused = quotas == null ? List.of() : quotas.all();
        long all =
                pods + refused.stream().mapToLong(FitTogether.Refused::refused).sum();
        return new FitTogether(all, left, FitTogether.When.NOW, null, isCutShort, placement.taken(), refused);
    }

    /** Places these entries, the pods of a group one after the other; a gang that fits only in part is left out. */
    private List<FitTogether.Left> left(Placement placement, Predicate<Entry> isMeant) {
        PodGroups groups = scheduled.fleet().sources().podGroups();
        Map<Object, List<Entry>> units = new LinkedHashMap<>();
        for (Entry entry : entries) {
            String group = scheduled.group(entry.workload());
            units.computeIfAbsent(group.isEmpty() ? entry : group, unit -> new ArrayList<>())
                    .add(entry);
        }
        List<FitTogether.Left> left = new ArrayList<>();
        units.forEach((unit, members) -> {
            placement.begin();
            String group = scheduled.group(members.get(0).workload());
            long without = lost.getOrDefault(group, 0L);
            List<Long> placed = new ArrayList<>();
            for (Entry entry : members) {
                placed.add(isMeant.test(entry) ? entry.placed(placement) : 0);
                without += entry.pods() - placed.get(placed.size() - 1);
            }
            boolean isIncomplete = groups.isIncomplete(group, without) && !placement.isOutOfTime();
            if (isIncomplete) {
                placement.undo();
            }
            String gang = isIncomplete ? " (" + groups.needs(group) + ")" : "";
            for (int i = 0; i < members.size(); i++) {
                Entry entry = members.get(i);
                long more = entry.pods() - (isIncomplete ? 0 : placed.get(i));
                if (isMeant.test(entry) && more > 0) {
                    left.add(new FitTogether.Left(entry.workload(), entry.pods(), more, gang));
                }
            }
        });
        return left;
    }

    private @Nullable String proof() {
        CountingProof proof = new CountingProof(scheduled);
        entries.forEach(entry -> proof.add(entry.question(), entry.pods(), entry.held()));
        return proof.sentence();
    }
}
