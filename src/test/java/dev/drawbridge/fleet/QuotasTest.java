package dev.drawbridge.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.port.Quantity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Claims and pods as Kubernetes' own evaluators count them, and the refusals of CheckRequest.
 *
 * <p>Source: recorded from {@code pkg/quota/v1/evaluator/core} and {@code
 * k8s.io/apiserver/pkg/admission/plugin/resourcequota} 1.37.1; each line has the objects and Kubernetes' answers.
 */
class QuotasTest {

    private static final JsonReader JSON = JsonReader.withoutPositions(ReadLimits.DEFAULT);

    @Test
    void countsAndRefusesAsKubernetes() throws IOException {
        try (InputStream recorded =
                Objects.requireNonNull(QuotasTest.class.getResourceAsStream("/quotas/1.37.jsonl"))) {
            List<String> lines = new String(recorded.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();

            assertThat(lines)
                    .hasSizeGreaterThan(30)
                    .flatMap(QuotasTest::differences)
                    .isEmpty();
        }
    }

    /** Where a situation is decided differently. */
    static List<String> differences(String line) {
        ObjectValue situation = (ObjectValue) ((Document) JSON.read(line.getBytes(StandardCharsets.UTF_8))).value();
        QuotaUsage usages = new QuotaUsage(
                situation.list("classes").objects().stream()
                        .map(DeviceClass::of)
                        .toList(),
                true);
        Quotas quotas = new Quotas(situation.list("quotas").objects().stream()
                .map(quota -> Quota.unused(namespace(quota), quota))
                .toList());
        List<ObjectValue> objects = situation.list("objects").objects();
        List<ObjectValue> counted = situation.list("usage").objects();
        List<String> refused = situation.list("refused").texts();
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < objects.size(); i++) {
            ObjectValue spec = objects.get(i).object("spec");
            boolean isPod = objects.get(i).string("kind").equals("Pod");
            Map<String, Quantity> usage = isPod ? usages.ofPod(spec) : usages.ofClaim(spec);
            usage.keySet().removeIf(QuotaUsage::isRequiredOfContainers); // not recorded
            Map<String, Quantity> expected = new TreeMap<>(Fields.amounts(counted.get(i)));
            expected.values().removeIf(amount -> amount.sign() == 0);
            if (!usage.equals(expected)) {
                differences.add(situation.string("id") + " " + i + ": " + texts(usage) + " not " + texts(expected));
            }
            String message = quotas.count(namespace(objects.get(i)), isPod ? spec : null, usage, 1, false)
                    .refusal();
            String theirs = refused.get(i).replaceFirst(".* is forbidden: ", "");
            if (!theirs.equals(message == null ? "" : message)) {
                differences.add(situation.string("id") + " " + i + ": " + message + " not " + theirs);
            }
        }
        return differences;
    }

    private static String namespace(ObjectValue object) {
        return object.object("metadata").string("namespace");
    }

    private static Map<String, String> texts(Map<String, Quantity> amounts) {
        Map<String, String> texts = new TreeMap<>();
        amounts.forEach((name, amount) -> texts.put(name, amount.decimals()));
        return texts;
    }
}
