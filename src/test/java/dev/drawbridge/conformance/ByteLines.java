package dev.drawbridge.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The lines of a recording, plain or gzip, as bytes: decoding the characters of 800 MB would take longest. */
public final class ByteLines implements AutoCloseable {

    private static final int GZIP_MAGIC = 0x1f;

    private final InputStream bytes;
    private byte[] buffer = new byte[1 << 16];
    private int begin;
    private int end;

    public ByteLines(Path file) throws IOException {
        PushbackInputStream raw = new PushbackInputStream(Files.newInputStream(file));
        int first = raw.read();
        if (first >= 0) {
            raw.unread(first);
        }
        bytes = first == GZIP_MAGIC ? new GZIPInputStream(raw, 1 << 16) : raw;
    }

    /** The next line without its end; null after the last one. */
    public byte @Nullable [] next() throws IOException {
        int i = begin;
        while (true) {
            for (; i < end; i++) {
                if (buffer[i] == '\n') {
                    byte[] line = Arrays.copyOfRange(buffer, begin, i);
                    begin = i + 1;
                    return line;
                }
            }
            byte[] kept = end - begin > buffer.length / 2 ? new byte[2 * buffer.length] : buffer;
            System.arraycopy(buffer, begin, kept, 0, end - begin);
            buffer = kept;
            end -= begin;
            i = end;
            begin = 0;
            int read = bytes.read(buffer, end, buffer.length - end);
            if (read < 0) {
                byte[] last = Arrays.copyOf(buffer, end);
                end = 0;
                return last.length == 0 ? null : last;
            }
            end += read;
        }
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }
}
