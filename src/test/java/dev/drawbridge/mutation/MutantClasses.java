package dev.drawbridge.mutation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A second copy of Drawbridge's classes, with those of the mutant's file from its changed source; libraries are shared.
 */
final class MutantClasses extends ClassLoader {

    private static final String OURS = "dev.drawbridge.";

    private final Map<String, byte[]> mutated;

    private MutantClasses(Map<String, byte[]> mutated) {
        super(MutantClasses.class.getClassLoader());
        this.mutated = mutated;
    }

    /** The mutant's classes; empty if its source does not compile. */
    static Optional<MutantClasses> compile(Mutant mutant) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        try (StandardJavaFileManager standard = compiler.getStandardFileManager(problems, null, null)) {
            Output output = new Output(standard);
            Source source = new Source(mutant, mutant.applied(Files.readString(mutant.file())));
            List<String> options = List.of("-proc:none", "-cp", System.getProperty("java.class.path"));
            boolean compiles = compiler.getTask(null, output, problems, options, null, List.of(source))
                    .call();
            return compiles ? Optional.of(new MutantClasses(output.classes())) : Optional.empty();
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = mutated.get(name);
        if (bytes == null) {
            bytes = unchanged(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    private byte[] unchanged(String name) throws ClassNotFoundException {
        try (InputStream stream = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (stream == null) {
                throw new ClassNotFoundException(name);
            }
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(Mutant mutant, String text) {
            super(URI.create("string:///" + mutant.file().getFileName()), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class Output extends ForwardingJavaFileManager<StandardJavaFileManager> {

        private final Map<String, ByteArrayOutputStream> written = new HashMap<>();

        Output(StandardJavaFileManager standard) {
            super(standard);
        }

        Map<String, byte[]> classes() {
            Map<String, byte[]> classes = new HashMap<>();
            written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
            return classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                JavaFileManager.Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("bytes:///" + name), kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    written.put(name, bytes);
                    return bytes;
                }
            };
        }
    }
}
