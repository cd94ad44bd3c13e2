package dev.drawbridge.cli;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.validation.Validator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;
import org.junit.jupiter.api.Test;

/** Counts what a check of the README's first file does: a finding is made once, with its fix. */
class CheckWorkTest {

    private static final String FILE = "deploy/try/claim-template.yaml";

    @Test
    void fileIsReadOnceAndItsObjectsAreValidatedOnceWithAndOnceWithoutTheirFixes() throws Exception {
        Calls.CALLS.clear();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Class<?> cli = new CountingClasses().loadClass("dev.drawbridge.cli.Cli");
        cli.getMethod("run", String[].class, PrintStream.class, PrintStream.class)
                .invoke(
                        null,
                        new String[] {"check", FILE},
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        System.err);

        assertThat(out.toString(StandardCharsets.UTF_8)).contains("[fixable]");
        // Two objects, of which one has suggestions: at most two of each are allowed.
        assertThat(Calls.of("validate")).hasSizeBetween(2, 4);
        assertThat(Calls.of("text")).filteredOn(FILE::equals).hasSize(1);
    }

    /** The counted calls, by the name of the method. */
    public static final class Calls {

        static final Map<String, List<String>> CALLS = new ConcurrentHashMap<>();

        /** Counts a call. */
        public static void add(String method, Object argument) {
            String text = argument instanceof Path ? argument.toString() : "";
            CALLS.computeIfAbsent(method, none -> new CopyOnWriteArrayList<>()).add(text);
        }

        static List<String> of(String method) {
            return CALLS.getOrDefault(method, List.of());
        }
    }

    /** The advice in each counted method. */
    public static final class Counting {

        @Advice.OnMethodEnter
        static void enter(@Advice.Origin("#m") String method, @Advice.Argument(0) Object argument) {
            Calls.add(method, argument);
        }
    }

    /** The classes of Drawbridge, loaded again with counters in two methods. */
    private static final class CountingClasses extends ClassLoader {

        private static final String OURS = "dev.drawbridge.";

        private final ClassFileLocator files = ClassFileLocator.ForClassLoader.of(CheckWorkTest.class.getClassLoader());

        CountingClasses() {
            super(CheckWorkTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(OURS) || name.startsWith(CheckWorkTest.class.getName())) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                if (known != null) {
                    return known;
                }
                byte[] bytes = bytes(name);
                return defineClass(name, bytes, 0, bytes.length);
            }
        }

        private byte[] bytes(String name) throws ClassNotFoundException {
            if (name.equals(Validator.class.getName())) {
                return counting(
                        name, Advice.to(Counting.class).on(named("validate").and(takesArguments(2))));
            }
            if (name.equals(ReadLimits.class.getName())) {
                return counting(name, Advice.to(Counting.class).on(named("text").and(takesArgument(0, Path.class))));
            }
            try (InputStream stream = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (stream == null) {
                    throw new ClassNotFoundException(name);
                }
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        private byte[] counting(String name, AsmVisitorWrapper advice) {
            TypePool types = TypePool.Default.of(files);
            return new ByteBuddy()
                    .redefine(types.describe(name).resolve(), files)
                    .visit(advice)
                    .make()
                    .getBytes();
        }
    }
}
