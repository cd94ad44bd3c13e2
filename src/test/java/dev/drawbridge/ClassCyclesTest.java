package dev.drawbridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Classes of a package have no cycles, so that each can be read before its users; the exceptions become fewer. */
class ClassCyclesTest {

    /** The classes that are still in a cycle, by their package: 9. A class that has left its cycle leaves the list. */
    private static final Map<String, Set<String>> LEFT = Map.of(
            "document", Set.of("ListValue", "ObjectValue"),
            "document.yaml", Set.of("YamlKeySearch", "YamlToken"),
            "edit", Set.of("BlockEntries", "FlowEntries", "ValueEdits"),
            "server", Set.of("ReviewExchange", "ReviewThreads"));

    @Test
    void onlyTheListedClassesAreInCycles() {
        Map<String, Set<String>> uses = new TreeMap<>();
        for (JavaClass type : ArchitectureTest.PROGRAM) {
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                String user = topLevel(type);
                String used = topLevel(dependency.getTargetClass());
                boolean isInPackage =
                        type.getPackageName().equals(dependency.getTargetClass().getPackageName());
                if (isInPackage && !user.equals(used)) {
                    uses.computeIfAbsent(user, none -> new TreeSet<>()).add(used);
                }
            }
        }
        Map<String, Set<String>> inCycles = new TreeMap<>();
        for (String type : uses.keySet()) {
            if (reached(type, uses).contains(type)) {
                int dot = type.lastIndexOf('.');
                inCycles.computeIfAbsent(type.substring("dev.drawbridge.".length(), dot), none -> new TreeSet<>())
                        .add(type.substring(dot + 1));
            }
        }
        assertThat(inCycles).isEqualTo(new HashMap<>(LEFT));
    }

    private static String topLevel(JavaClass type) {
        return type.getName().replaceFirst("\\$.*", "");
    }

    /** The classes that a class uses, directly or not. */
    private static Set<String> reached(String type, Map<String, Set<String>> uses) {
        Set<String> reached = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>(uses.getOrDefault(type, Set.of()));
        while (!open.isEmpty()) {
            String next = open.remove();
            if (reached.add(next)) {
                open.addAll(uses.getOrDefault(next, Set.of()));
            }
        }
        return reached;
    }
}
