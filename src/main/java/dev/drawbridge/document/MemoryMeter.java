package dev.drawbridge.document;

import tools.jackson.core.exc.StreamConstraintsException;

/**
 * Counts the heap that the values of one text use, in bytes, as a 64-bit Java with compressed references lays them out.
 * Small values take twenty times the bytes of their text, so the text's length is not a measure.
 */
final class MemoryMeter {

    private static final int LIST = 24;
    private static final int OBJECT = 40;
    private static final int SCALAR = 16;

    /** A String, its array, and the references to it. */
    private static final int TEXT = 48;

    /** The places that an entry takes in its parent, which doubles its room as it grows. */
    private static final int ENTRY = 12;

    private static final int FIRST_ENTRIES = 64;

    private final long max;
    private long used;

    MemoryMeter(long max) {
        this.max = max;
    }

    /** The text needs more than it may. */
    @SuppressWarnings("serial")
    static final class Exceeded extends StreamConstraintsException {

        Exceeded(String reason) {
            super(reason);
        }
    }

    void object() {
        take(OBJECT + ENTRY);
    }

    void list() {
        take(LIST + ENTRY);
    }

    void scalar() {
        take(SCALAR + ENTRY);
    }

    void text(String text) {
        take(SCALAR + TEXT + ENTRY + text.length());
    }

    /**
     * Counts a key. The first entry of an object allocates room for four. Repeated names are shared; long names are
     * rarely repeated.
     */
    void key(String key, int entry) {
        take(ENTRY + (entry == 0 ? FIRST_ENTRIES : 0) + (key.length() > FIRST_ENTRIES ? key.length() : 0));
    }

    private void take(long bytes) {
        used += bytes;
        if (used > max) {
            throw new Exceeded("its values need more than " + max + " bytes of memory");
        }
    }
}
