package dev.drawbridge.bench;

import dev.drawbridge.TrustedAuthority;
import dev.drawbridge.admission.AdmissionHandler;
import dev.drawbridge.admission.AdmissionOutcome;
import dev.drawbridge.admission.AdmissionOutcome.Answered;
import dev.drawbridge.admission.AdmissionOutcome.TooLarge;
import dev.drawbridge.admission.DriverRules;
import dev.drawbridge.driver.DriverRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ContainerNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Sends mutated reviews to a running webhook, and compares each response with a direct call of the engine: status, uid,
 * verdict and causes. Prints the number of responses by status and their latencies. The first tenth, or 20,000, warm
 * the server up.
 */
public final class MutatedReviews {

    private static final int CLIENTS = 8;
    private static final int MAX_WARM_UP = 20_000;
    private static final int RAW = 100;
    private static final List<String> PARTS = List.of("/request/object", "/request/object", "/request/oldObject");
    private static final int MAX_MILLIS = 20_000;
    private static final byte[][] TOKENS = tokens(
            "null",
            "true",
            "-1",
            "0",
            "1e999",
            "99999999999999999999",
            "\"\"",
            "\"a\"",
            "[]",
            "{}",
            "[{}]",
            "\"\\u0000\"",
            "12.5",
            "{\"a\":1,\"a\":2}");

    private final HttpClient client;
    private final URI uri;
    private final List<byte[]> bodies;
    private final List<JsonNode> trees;
    private final JsonMapper json = JsonMapper.shared();
    private final AtomicLongArray statuses = new AtomicLongArray(600);
    private final AtomicLongArray millis = new AtomicLongArray(MAX_MILLIS + 1);
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong different = new AtomicLong();
    private final AdmissionHandler handler =
            Reviews.handler(new DriverRules(DriverRegistry.builtIn(), DriverRules.DriverMode.ENFORCE));

    private MutatedReviews(int port, Path tls, List<byte[]> bodies) throws GeneralSecurityException, IOException {
        this.uri = URI.create("https://localhost:" + port + "/validate?timeout=10s");
        this.bodies = bodies;
        this.trees = bodies.stream().map(json::readTree).toList();
        this.client = HttpClient.newBuilder()
                .sslContext(TrustedAuthority.context(tls.resolve("ca.crt")))
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }

    /**
     * Runs it; exit code 1 if a response differs, fails or is late.
     *
     * @param args the port, the folder of the certificates, the number of reviews, a seed, and files with a review in
     *     each, or in each line's {@code body}
     */
    public static void main(String[] args) throws Exception {
        List<byte[]> bodies = new ArrayList<>();
        for (String name : List.of("small", "full", "slice")) {
            bodies.add(Reviews.of(name).getBytes(StandardCharsets.UTF_8));
        }
        for (int i = 4; i < args.length; i++) {
            addBodies(Path.of(args[i]), bodies);
        }
        MutatedReviews run = new MutatedReviews(Integer.parseInt(args[0]), Path.of(args[1]), bodies);
        System.exit(run.send(Long.parseLong(args[2]), Long.parseLong(args[3])) ? 0 : 1);
    }

    private static void addBodies(Path file, List<byte[]> bodies) throws IOException {
        if (!file.toString().endsWith(".jsonl")) {
            bodies.add(Files.readAllBytes(file));
            return;
        }
        for (String line : Files.readAllLines(file)) {
            JsonNode body = JsonMapper.shared().readTree(line).get("body");
            bodies.add((body.isString() ? body.asString() : body.toString()).getBytes(StandardCharsets.UTF_8));
        }
    }

    private static byte[][] tokens(String... texts) {
        byte[][] tokens = new byte[texts.length][];
        for (int i = 0; i < texts.length; i++) {
            tokens[i] = texts[i].getBytes(StandardCharsets.UTF_8);
        }
        return tokens;
    }

    private boolean send(long count, long seed) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < CLIENTS; i++) {
            SplittableRandom own = random.split();
            Thread thread = new Thread(() -> send(count, own));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(bodies.size() + " reviews mutated " + count + " times, seed " + seed);
        for (int status = 0; status < statuses.length(); status++) {
            if (statuses.get(status) > 0) {
                System.out.println("  " + (status == 0 ? "no answer" : status) + ": " + statuses.get(status));
            }
        }
        System.out.println("  p50 " + quantile(0.5) + " ms, p99 " + quantile(0.99) + " ms, p99.99 " + quantile(0.9999)
                + " ms, max " + quantile(1) + " ms");
        System.out.println("  other than the engine's: " + different.get());
        boolean fails = different.get() > 0 || statuses.get(0) > 0;
        for (int status = 500; status < statuses.length(); status++) {
            fails |= statuses.get(status) > 0;
        }
        return !fails;
    }

    private int quantile(double share) {
        long all = 0;
        for (int i = 0; i <= MAX_MILLIS; i++) {
            all += millis.get(i);
        }
        long seen = 0;
        for (int i = 0; i < MAX_MILLIS; i++) {
            seen += millis.get(i);
            if (seen >= share * all) {
                return i;
            }
        }
        return MAX_MILLIS;
    }

    private void send(long count, SplittableRandom random) {
        long number = sent.incrementAndGet();
        while (number <= count) {
            byte[] body = mutated(random);
            AdmissionOutcome expected = handler.handle(body, () -> false);
            String problem = problem(body, expected, number > Math.min(MAX_WARM_UP, count / 10));
            if (problem != null && different.incrementAndGet() <= 20) {
                System.out.println(problem + "\n    " + new String(body, StandardCharsets.UTF_8));
            }
            number = sent.incrementAndGet();
        }
    }

    /** The difference of the webhook's response; null if there is none. */
    private @Nullable String problem(byte[] body, AdmissionOutcome expected, boolean isWarm) {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(body))
                .build();
        long start = System.nanoTime();
        HttpResponse<byte[]> response;
        try {
            response = client.send(request, BodyHandlers.ofByteArray());
        } catch (IOException e) {
            statuses.incrementAndGet(0);
            return "no answer: " + e;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (isWarm) {
            millis.incrementAndGet((int) Math.min(MAX_MILLIS, (System.nanoTime() - start) / 1_000_000));
        }
        statuses.incrementAndGet(response.statusCode());
        if (!(expected instanceof Answered answered)) {
            int status = expected instanceof TooLarge ? 413 : 400;
            return response.statusCode() == status ? null : response.statusCode() + " instead of " + status;
        }
        if (response.statusCode() != 200) {
            return response.statusCode() + " instead of 200";
        }
        JsonNode direct = json.readTree(json.writeValueAsBytes(answered.review()));
        JsonNode actual = json.readTree(response.body());
        return actual.equals(direct) ? null : actual + "\n    instead of " + direct;
    }

    /**
     * One of the reviews with one to four changes: of its objects, or, one in {@link #RAW}, of the review around them
     * or of its bytes. An invalid review closes the connection, and handshakes would take all the time.
     */
    private byte[] mutated(SplittableRandom random) {
        int chosen = random.nextInt(bodies.size());
        if (random.nextInt(RAW) == 0) {
            return mutated(bodies.get(chosen), random);
        }
        JsonNode body = trees.get(chosen).deepCopy();
        for (int i = random.nextInt(4); i >= 0; i--) {
            JsonNode part = random.nextInt(RAW) == 0 ? body : body.at(PARTS.get(random.nextInt(PARTS.size())));
            List<ContainerNode<?>> places = places(part);
            if (!places.isEmpty()) {
                change(places.get(random.nextInt(places.size())), random);
            }
        }
        return json.writeValueAsBytes(body);
    }

    /** The non-empty objects and lists. */
    private static List<ContainerNode<?>> places(JsonNode body) {
        List<ContainerNode<?>> places = new ArrayList<>();
        if (body instanceof ContainerNode<?> container && !container.isEmpty()) {
            places.add(container);
            container.forEach(child -> {
                if (child instanceof ContainerNode<?>) {
                    places.addAll(places(child));
                }
            });
        }
        return places;
    }

    /** Removes, adds or replaces a value: a token, a changed text, or a part of another review. */
    private void change(ContainerNode<?> place, SplittableRandom random) {
        JsonNode value = value(random);
        if (place instanceof ArrayNode list) {
            int index = random.nextInt(list.size());
            switch (random.nextInt(4)) {
                case 0 -> list.remove(index);
                case 1 -> list.add(list.get(index).deepCopy());
                case 2 -> list.insert(index, value);
                default -> list.set(index, changed(list.get(index), value, random));
            }
        } else if (place instanceof ObjectNode object) {
            List<String> names = List.copyOf(object.propertyNames());
            String name = names.get(random.nextInt(names.size()));
            switch (random.nextInt(4)) {
                case 0 -> object.remove(name);
                case 1 -> object.set(name + "x", object.get(name));
                default -> object.set(name, changed(object.get(name), value, random));
            }
        }
    }

    private static JsonNode changed(JsonNode old, JsonNode other, SplittableRandom random) {
        if (!old.isString() || old.asString().isEmpty() || random.nextBoolean()) {
            return other;
        }
        String text = old.asString();
        int at = random.nextInt(text.length());
        char one = (char) (random.nextInt(4) == 0 ? random.nextInt(0x3000) : 32 + random.nextInt(95));
        return StringNode.valueOf(text.substring(0, at) + one + text.substring(at + random.nextInt(2)));
    }

    private JsonNode value(SplittableRandom random) {
        if (random.nextBoolean()) {
            return json.readTree(TOKENS[random.nextInt(TOKENS.length)]);
        }
        List<ContainerNode<?>> others = places(trees.get(random.nextInt(trees.size())));
        return others.get(random.nextInt(others.size())).deepCopy();
    }

    private byte[] mutated(byte[] body, SplittableRandom random) {
        int from = random.nextInt(body.length + 1);
        int to = Math.min(body.length, from + random.nextInt(64));
        byte[] other = bodies.get(random.nextInt(bodies.size()));
        int begin = random.nextInt(other.length);
        byte[] part = Arrays.copyOfRange(other, begin, Math.min(other.length, begin + random.nextInt(64)));
        return switch (random.nextInt(3)) {
            case 0 -> joined(body, from, new byte[] {(byte) random.nextInt(256)}, Math.min(body.length, from + 1));
            case 1 -> joined(body, from, new byte[0], to);
            default -> joined(body, from, part, to);
        };
    }

    private static byte[] joined(byte[] body, int until, byte[] middle, int from) {
        ByteArrayOutputStream all = new ByteArrayOutputStream(body.length + middle.length);
        all.write(body, 0, until);
        all.writeBytes(middle);
        all.write(body, from, body.length - from);
        return all.toByteArray();
    }
}
