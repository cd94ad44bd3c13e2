package dev.drawbridge.server;

import dev.drawbridge.admission.FleetRules;
import dev.drawbridge.admission.RulesInForce;
import dev.drawbridge.cluster.ClusterClient;
import dev.drawbridge.cluster.FleetWatch;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.driver.ClassDrivers;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.driver.ShownDevices;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.fit.DeviceCensus;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.input.FleetNames;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fit.input.Workloads;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.ClusterInfo;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.LiveFleet;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.reference.MissingObject;
import dev.drawbridge.reference.ReferenceKind;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.workload.PodTemplate;
import dev.drawbridge.workload.PodTemplates;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * Checks new claims and templates against the cluster's devices. Devices are watched; answers use a copy that is
 * renewed half a second after a change. There is no answer if the cluster cannot be reached, is not fully known yet, or
 * time is short.
 */
final class ClusterFleet implements FleetRules, FleetWatch.Receiver, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterFleet.class);

    /** Kinds that can be denied. Pods and controllers get only warnings: controllers would retry for ever. */
    private static final Set<String> CLAIMS = Set.of("ResourceClaim", "ResourceClaimTemplate");

    private static final Duration RECONNECT = Duration.ofSeconds(10);

    /** Failures closer together than this count as one. */
    private static final Duration QUIET = Duration.ofMinutes(1);

    /** A tenth of the minimum timeout of a webhook (AdmissionRegistration, timeoutSeconds). */
    private static final Duration LIMIT = Duration.ofMillis(100);

    /** The maximum number of devices, each about a kilobyte. */
    private static final int MAX_DEVICES = 100_000;

    private static final int MAX_LINES = 8;

    private static final PodTemplates TEMPLATES = new PodTemplates();

    private static final String CLAIM = """
            {"spec": {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "%s",
             "selectors": [{"cel": {"expression": "device.driver != ''"}}]}}]}}}
            """;

    private final DrawbridgeProperties.Fleet settings;
    private final @Nullable Path kubeconfig;
    private final Supplier<RulesInForce> rules;
    private final GateSettings gates;
    private final FleetMetrics metrics;
    private final LiveFleet live;
    private final FleetNames names = new FleetNames();
    private final AtomicLong lastFailure = new AtomicLong();

    private @Nullable ClusterClient client;
    private @Nullable FleetWatch watch;
    private long connectAfter = System.nanoTime();
    private volatile @Nullable Copy copy;
    private volatile boolean isClosed;

    /** A copy of the fleet after a number of changes. */
    private record Copy(
            long changes,
            @Nullable KubernetesRelease release,
            @Nullable Fit fit,
            ReentrantLock lock) {}

    /**
     * Creates a fleet that is not known yet.
     *
     * @param kubeconfig the kubeconfig of the cluster; null in a pod
     */
    ClusterFleet(
            DrawbridgeProperties.Fleet settings,
            @Nullable Path kubeconfig,
            Supplier<RulesInForce> rules,
            GateSettings gates,
            FleetMetrics metrics) {
        this.settings = settings;
        this.live = new LiveFleet(settings.pending());
        this.metrics = metrics;
        this.kubeconfig = kubeconfig;
        this.rules = rules;
        this.gates = gates;
    }

    /** Starts watching, or renews the copy after a change. */
    @Scheduled(fixedDelay = 500)
    void refresh() {
        FleetWatch watching = watch;
        if (watching == null) {
            connect();
        } else if (watching.isComplete()) {
            makeCopy();
        }
    }

    private void connect() {
        if (System.nanoTime() - connectAfter < 0) {
            return;
        }
        connectAfter = System.nanoTime() + RECONNECT.toNanos();
        ClusterClient made = null;
        try {
            made = ClusterClient.ofServer(kubeconfig);
            watch = made.watch(this);
            client = made;
        } catch (IOException e) {
            LOG.error("fleet: {}; trying again in {} s", e.getMessage(), RECONNECT.toSeconds());
            if (made != null) {
                made.close();
            }
        }
    }

    void makeCopy() {
        long changes = live.changes();
        KubernetesRelease inForce = rules.get().release();
        KubernetesRelease release = inForce == null ? Fit.newestKnown() : inForce;
        Copy before = copy;
        if (before != null && before.changes == changes && release == before.release) {
            return;
        }
        // Kubelets do not tell the patch of the scheduler.
        Fleet fleet = live.now().with(null, ClusterInfo.UNKNOWN);
        boolean isKnown = Fit.knows(release) && fleet.devices() <= MAX_DEVICES;
        Fit fit = isKnown ? new Fit(fleet, release, gates.in(release), LIMIT) : null;
        if (fit != null) {
            fit.prepare();
            if (before == null) {
                warmUp(fit, fleet);
            }
        }
        if (before == null || (before.fit == null) != (fit == null)) {
            String limits = isKnown
                    ? ""
                    : "; claims are not checked against them: this is Kubernetes " + release + ", and only the"
                            + " schedulers of " + Fit.knownReleases() + " and no more than " + MAX_DEVICES
                            + " devices are supported";
            LOG.info("fleet: {} nodes, {} devices{}", fleet.nodes().size(), fleet.devices(), limits);
        }
        names.read(fleet);
        copy = new Copy(changes, release, fit, new ReentrantLock());
    }

    /** Counts devices and claims. Reviews are not held up: nothing is shared with them but a core. */
    @Scheduled(fixedDelay = 10_000)
    void count() {
        Copy known = copy;
        if (known != null && known.release != null && Fit.knows(known.release)) {
            metrics.update(DeviceCensus.of(live.now(), known.release, gates.in(known.release), Instant.now()));
        }
    }

    /** Counts claims without devices, if enabled in the settings. */
    @Scheduled(fixedDelay = 30_000)
    void countPending() {
        Copy known = copy;
        if (settings.pending() && known != null && known.release != null && known.fit != null) {
            Fleet open = live.withOpenClaims().with(null, ClusterInfo.UNKNOWN);
            metrics.updatePending(PendingClaims.byCause(open, known.release, gates.in(known.release), Instant.now()));
        }
    }

    /** Computes a first answer, which takes longer than {@link #LIMIT} because it loads the classes of CEL. */
    private static void warmUp(Fit fit, Fleet fleet) {
        for (String deviceClass : fleet.classes().keySet().stream().limit(1).toList()) {
            byte[] json = CLAIM.formatted(deviceClass).getBytes(StandardCharsets.UTF_8);
            if (JsonReader.withoutPositions(ReadLimits.DEFAULT).read(json).value() instanceof ObjectValue claim) {
                Manifest manifest = new Manifest("", "", claim, "resource.k8s.io/v1", "ResourceClaim");
                fit.of(new Workload(manifest, "", "", null, FieldPath.ROOT, 1), RECONNECT);
            }
        }
    }

    @Override
    public void put(String apiVersion, String kind, ObjectValue object) {
        live.put(apiVersion, kind, object);
    }

    @Override
    public void remove(String apiVersion, String kind, ObjectValue object) {
        live.remove(apiVersion, kind, object);
    }

    /** Logs one line for many failures: a restarting API server ends every watch repeatedly. */
    @Override
    public void failed(String what, Throwable problem) {
        long now = System.nanoTime();
        long before = lastFailure.getAndSet(now);
        if (!isClosed && (before == 0 || now - before > QUIET.toNanos())) {
            LOG.warn("fleet: {}: {}; keeping the last state, and restarting the watch", what, problem.toString());
        }
    }

    @Override
    public ClassDrivers classes(DriverRegistry registry) {
        return names.classes(registry);
    }

    @Override
    public ShownDevices shown() {
        return names.shown();
    }

    @Override
    public Answer answer(ValidationRequest request) {
        Copy known = copy;
        if (known == null || known.fit == null || !(request.object() instanceof ObjectValue object)) {
            return Answer.NOTHING;
        }
        List<FieldError> missing = missing(request, object);
        if (!missing.isEmpty()) {
            return new Answer(missing, false);
        }
        Workload workload = workload(request, object);
        if (workload == null || !known.fit.concerns(workload)) {
            return Answer.NOTHING;
        }
        long start = System.nanoTime();
        try {
            if (!known.lock.tryLock(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                return Answer.NOTHING;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Answer.NOTHING;
        }
        try {
            Duration left = LIMIT.minusNanos(System.nanoTime() - start);
            return left.isNegative() ? Answer.NOTHING : answer(known.fit, workload, left);
        } finally {
            known.lock.unlock();
        }
    }

    /**
     * Missing claims and templates of new pods. Objects created just before may not be known yet; a warning is then
     * true only for a moment.
     */
    private List<FieldError> missing(ValidationRequest request, ObjectValue object) {
        if (request.request() != Operation.CREATE || CLAIMS.contains(request.kind())) {
            return List.of();
        }
        Manifest manifest = new Manifest("", "", object, request.apiVersion(), request.kind());
        List<FieldError> missing = new ArrayList<>();
        for (PodTemplate template : TEMPLATES.of(manifest)) {
            List<ObjectValue> claims = template.claims();
            for (int i = 0; i < claims.size(); i++) {
                FieldPath path = template.path().child(template.claimsField()).index(i);
                ObjectValue claim = claims.get(i);
                addMissing(ReferenceKind.CLAIM, claim, path, manifest, missing);
                addMissing(ReferenceKind.TEMPLATE, claim, path, manifest, missing);
            }
        }
        return missing;
    }

    private void addMissing(
            ReferenceKind kind, ObjectValue claim, FieldPath path, Manifest manifest, List<FieldError> missing) {
        String namespace = manifest.namespace("");
        String name = claim.string(kind.field());
        if (!name.isEmpty() && !live.has(kind.label(), Claim.key(namespace, name))) {
            String detail = MissingObject.of(kind, namespace, name).inCluster() + "; pods stay pending until it does";
            missing.add(new FieldError(ErrorType.NOT_FOUND, path.child(kind.field()), detail, kind.rule(), null));
        }
    }

    /** A claim, a template, or a new object with pods; running pods have their devices. Null for other objects. */
    private static @Nullable Workload workload(ValidationRequest request, ObjectValue object) {
        Manifest manifest = new Manifest("", "", object, request.apiVersion(), request.kind());
        if (CLAIMS.contains(request.kind())) {
            return new Workload(manifest, manifest.namespace(""), manifest.name(), null, FieldPath.ROOT, 1);
        }
        List<Workload> workloads =
                request.request() == Operation.CREATE ? Workloads.of(List.of(manifest), "") : List.of();
        return workloads.isEmpty() ? null : workloads.get(0);
    }

    private Answer answer(Fit fit, Workload workload, Duration left) {
        FitResult result = fit.of(workload, left);
        FitResult.Answer answer = result.answer();
        if (answer == FitResult.Answer.FITS || answer == FitResult.Answer.UNKNOWN) {
            return Answer.NOTHING;
        }
        Origin origin = answer.waits() ? Origin.FIT_NOW : Origin.FIT;
        List<FieldError> warnings = new ArrayList<>();
        warnings.add(new FieldError(ErrorType.INVALID, workload.claims(), result.headline("cluster"), origin, null));
        result.causes().stream()
                .flatMap(cause -> lines(cause).stream())
                .limit(MAX_LINES)
                .forEach(line -> warnings.add(new FieldError(ErrorType.INVALID, FieldPath.ROOT, line, origin, null)));
        boolean isClaim = CLAIMS.contains(workload.kind());
        return new Answer(warnings, isClaim && settings.denyImpossible() && answer == FitResult.Answer.NEVER);
    }

    /** A cause as short lines, without the name of the claim, which the request contains. */
    private static List<String> lines(FitCause cause) {
        List<String> lines = new ArrayList<>();
        cause.lines().forEach(line -> lines.add(line.strip()));
        if (cause.isInClaim() && !lines.isEmpty()) {
            lines.set(0, cause.inClaim() + ": " + lines.get(0));
        } else {
            lines.add(0, cause.inClaim());
        }
        return lines;
    }

    @Override
    public void close() {
        isClosed = true;
        if (watch != null) {
            watch.close();
        }
        if (client != null) {
            client.close();
        }
    }
}
