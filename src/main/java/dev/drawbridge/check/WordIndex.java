package dev.drawbridge.check;

import java.util.Arrays;

/**
 * The words of a text of YAML or JSON, by their hashes: a name that is none of them is not in the text, which need not
 * be read then. A word is letters, digits, dots and dashes, as names of Kubernetes are.
 */
final class WordIndex {

    private static final int USUAL_WORDS = 64;

    private int[] hashes = new int[USUAL_WORDS];
    private int size;

    /** Whether there is what can write any word: an escape, a directive, a tag of YAML's own. */
    private final boolean canHaveAny;

    WordIndex(byte[] text) {
        boolean any = false;
        int hash = 0;
        byte last = 0;
        for (byte one : text) {
            if (isOfWord(one)) {
                hash = next(hash, one);
            } else {
                add(hash);
                hash = 0;
                any |= one == '\\' || one == '%' || last == '!' && (one == '!' || one == '<');
            }
            last = one;
        }
        add(hash);
        canHaveAny = any;
    }

    private void add(int hash) {
        if (hash != 0) {
            if (size == hashes.length) {
                hashes = Arrays.copyOf(hashes, 2 * size);
            }
            hashes[size++] = hash;
        }
    }

    private static boolean isOfWord(int one) {
        return one >= 'a' && one <= 'z'
                || one >= '0' && one <= '9'
                || one == '-'
                || one == '.'
                || one >= 'A' && one <= 'Z';
    }

    private static int next(int hash, int one) {
        return 31 * hash + one;
    }

    /** Whether the name may be in the text. */
    boolean mayHave(String name) {
        int hash = 0;
        for (int i = 0; i < name.length(); i++) {
            if (!isOfWord(name.charAt(i))) {
                return true;
            }
            hash = next(hash, name.charAt(i));
        }
        if (canHaveAny || hash == 0) {
            return true;
        }
        for (int i = 0; i < size; i++) {
            if (hashes[i] == hash) {
                return true;
            }
        }
        return false;
    }
}
