package dev.drawbridge.mutation;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * {@code mvn -Pmutation -DskipTests verify}: changes the source of the rules in COUNT places, one at a time and chosen
 * by SEED, and prints the mutants that are not detected by the reviewed {@link Tables}, a recorded verdict of the
 * repository or a test of the rules. If the shared recordings are present, it prints which of them would have detected
 * such a mutant; {@link ProofSelection} adds the cases in {@code needed.txt}. Fails if fewer than 97 % are detected.
 * Arguments: COUNT SEED, and the folders or files to mutate (default: the tables).
 */
final class MutationRun {

    private static final Path SOURCES = Path.of("src/main/java/dev/drawbridge");
    private static final List<String> TABLES = List.of(
            "resource",
            "constraint/AttributeNames.java",
            "constraint/Enums.java",
            "constraint/Formats.java",
            "constraint/Limits.java",
            "constraint/Maps.java",
            "constraint/Numbers.java",
            "constraint/OpaqueParameters.java",
            "constraint/Unions.java",
            "constraint/Uniqueness.java",
            "constraint/cel/CallCosts.java",
            "constraint/cel/SelectorLanguage.java",
            "document/ReadLimits.java",
            "schema/FeatureGate.java");
    /** Not a table but the lookup of one, mostly caches. */
    private static final String LOOKUP = "RuleBook.java";

    private static final double BAR = 0.97;
    private static final int SECONDS = 600;
    private static final int STEP = 20;
    private static final Path RECORDINGS = Path.of("../shared/conformance");

    private enum Outcome {
        /** Detected by the reviewed tables. */
        TABLES,
        /** Detected only by a recorded verdict. */
        VERDICT,
        /** Detected only by a test of the rules or their documentation. */
        TEST,
        /** Not detected, except by a recording outside the repository. */
        MISSED,
        /** Not detected: no recorded verdict changes. */
        SURVIVED,
        DOES_NOT_COMPILE
    }

    private MutationRun() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int count = Integer.parseInt(arguments[0]);
        long seed = Long.parseLong(arguments[1]);
        List<String> places = arguments.length > 2 ? List.of(arguments).subList(2, arguments.length) : TABLES;
        List<Mutant> mutants = new ArrayList<>();
        for (String place : places) {
            mutants.addAll(mutants(SOURCES.resolve(place)));
        }
        Collections.shuffle(mutants, new Random(seed));
        System.out.println(mutants.size() + " mutants; " + count + " of them, seed " + seed);
        System.exit(run(mutants, count) >= BAR ? 0 : 1);
    }

    private static List<Mutant> mutants(Path place) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(place)) {
            files = found.filter(file -> file.toString().endsWith(".java") && !file.endsWith(LOOKUP))
                    .sorted()
                    .toList();
        }
        List<Mutant> mutants = new ArrayList<>();
        for (Path file : files) {
            mutants.addAll(MutantScanner.of(file));
        }
        return mutants;
    }

    /** The share of detected mutants. */
    private static double run(List<Mutant> mutants, int count) throws InterruptedException {
        ExecutorService workers =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        Map<Mutant, Outcome> outcomes = Collections.synchronizedMap(new LinkedHashMap<>());
        AtomicInteger compiled = new AtomicInteger();
        for (Mutant mutant : mutants) {
            workers.execute(() -> {
                if (compiled.get() >= count) {
                    return;
                }
                Outcome outcome = outcome(mutant);
                if (outcome != Outcome.DOES_NOT_COMPILE) {
                    outcomes.put(mutant, outcome);
                    int done = compiled.incrementAndGet();
                    if (outcome == Outcome.SURVIVED) {
                        System.out.println("survived: " + mutant);
                    }
                    if (done % STEP == 0) {
                        System.out.println(done + " done");
                    }
                }
            });
        }
        workers.shutdown();
        workers.awaitTermination(1, TimeUnit.DAYS);
        long byVerdict = count(outcomes, Outcome.VERDICT);
        long byTables = count(outcomes, Outcome.TABLES);
        long byTest = count(outcomes, Outcome.TEST);
        double share = (double) (byVerdict + byTables + byTest) / outcomes.size();
        System.out.printf(
                Locale.ROOT,
                "%d mutants: %d noticed by the reviewed tables, %d by a recorded verdict, %d by another test, %d"
                        + " missed, %d survived: %.1f %% noticed%n",
                outcomes.size(),
                byTables,
                byVerdict,
                byTest,
                count(outcomes, Outcome.MISSED),
                count(outcomes, Outcome.SURVIVED),
                100 * share);
        return share;
    }

    private static long count(Map<Mutant, Outcome> outcomes, Outcome outcome) {
        return outcomes.values().stream().filter(outcome::equals).count();
    }

    private static Outcome outcome(Mutant mutant) {
        try {
            Optional<MutantClasses> classes = MutantClasses.compile(mutant);
            if (classes.isEmpty()) {
                return Outcome.DOES_NOT_COMPILE;
            }
            // The tables are first, since verdicts take many seconds.
            if (!difference(tables(classes.get())).isEmpty()) {
                return Outcome.TABLES;
            }
            if (!difference(proof(classes.get(), Proof.FOLDER)).isEmpty()) {
                return Outcome.VERDICT;
            }
            if (!difference(new UnitTests(classes.get())).isEmpty()) {
                return Outcome.TEST;
            }
            String difference = Files.exists(RECORDINGS) ? difference(proof(classes.get(), RECORDINGS)) : "";
            if (difference.isEmpty()) {
                return Outcome.SURVIVED;
            }
            System.out.println("missed: " + mutant + " by " + difference);
            return Outcome.MISSED;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(mutant.toString(), e);
        }
    }

    /** The detected difference. A mutant that cannot be loaded, crashes or does not end also counts as detected. */
    private static String difference(Callable<String> check) throws InterruptedException {
        ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
            Thread daemon = new Thread(task);
            daemon.setDaemon(true);
            return daemon;
        });
        Future<String> difference = thread.submit(check);
        try {
            return difference.get(SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return e.toString();
        } finally {
            thread.shutdownNow();
        }
    }

    private static Callable<String> proof(MutantClasses classes, Path folder) {
        return () -> {
            try {
                Class<?> proof = classes.loadClass(Proof.class.getName());
                return ((Supplier<?>) proof.getConstructor(Path.class).newInstance(folder))
                        .get()
                        .toString();
            } catch (InvocationTargetException e) {
                return e.toString();
            }
        };
    }

    private static Callable<String> tables(MutantClasses classes) {
        return () -> ((Supplier<?>) classes.loadClass(Tables.class.getName())
                        .getConstructor()
                        .newInstance())
                .get()
                .toString();
    }
}
