package dev.drawbridge.document;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A file of the program itself, on the class path. */
public final class BundledFile {

    private BundledFile() {}

    /** The bytes of the file with an absolute path. */
    public static byte[] bytes(String path) {
        try (InputStream input = BundledFile.class.getResourceAsStream(path)) {
            if (input == null) {
                throw new IllegalStateException("no resource " + path);
            }
            return input.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The objects of all JSON files with this path: Spring Boot has some, and the program its own.
     *
     * @throws UncheckedIOException if one cannot be read
     */
    public static List<ObjectValue> objects(String path) {
        JsonReader json = JsonReader.withoutPositions(ReadLimits.DEFAULT);
        List<ObjectValue> objects = new ArrayList<>();
        try {
            for (URL url : Collections.list(BundledFile.class.getClassLoader().getResources(path))) {
                try (InputStream in = url.openStream()) {
                    objects.add((ObjectValue) json.read(in.readAllBytes()).value());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(path + " cannot be read", e);
        }
        return objects;
    }

    /** The text of the file with an absolute path. */
    public static String text(String path) {
        return new String(bytes(path), StandardCharsets.UTF_8);
    }
}
