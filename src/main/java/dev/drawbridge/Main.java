package dev.drawbridge;

import dev.drawbridge.conformance.Conformance;
import dev.drawbridge.conformance.ConformanceResult;
import java.nio.file.Path;
import java.util.Set;

public final class Main {
    public static void main(String[] args) throws Exception {
        ConformanceResult r = new ConformanceResult();
        for (String a : args) new Conformance(Set.of()).compare(Path.of(a), r);
        r.rows().forEach(System.out::println);
        r.differences().forEach(System.out::println);
    }
}
