package dev.drawbridge.check;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * An index of the words in YAML or JSON texts, by hash, so that texts without a name need not be read. A word consists
 * of letters, digits, dots and dashes, like Kubernetes' names.
 *
 * @param words pairs of a word's hash and a text's number, sorted
 * @param open the texts in which any word can be
 */
record WordIndex(long[] words, int[] open, int texts) {

    private static final long LOW = 0xffffffffL;
    private static final int USUAL_WORDS = 1024;

    /** The numbers of the texts in which the word may be. */
    int[] files(String word) {
        int hash = 0;
        for (int i = 0; i < word.length(); i++) {
            if (!isOfWord(word.charAt(i))) {
                return IntStream.range(0, texts).toArray();
            }
            hash = next(hash, word.charAt(i));
        }
        if (hash == 0) {
            return IntStream.range(0, texts).toArray();
        }
        long first = (long) hash << Integer.SIZE;
        int begin = Arrays.binarySearch(words, first);
        begin = begin < 0 ? -begin - 1 : begin;
        int end = begin;
        while (end < words.length && words[end] >> Integer.SIZE == hash) {
            end++;
        }
        int[] files = Arrays.copyOf(open, open.length + end - begin);
        for (int i = begin; i < end; i++) {
            files[open.length + i - begin] = (int) (words[i] & LOW);
        }
        return files;
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

    static final class Builder {

        private long[] words = new long[USUAL_WORDS];
        private int size;
        private int[] open = {};
        private int texts;

        int add(byte[] text) {
            int before = size;
            // These can write any word: an escape, a directive, a YAML tag.
            boolean canHaveAny = false;
            int hash = 0;
            byte last = 0;
            for (byte one : text) {
                if (isOfWord(one)) {
                    hash = next(hash, one);
                } else {
                    add(hash);
                    hash = 0;
                    canHaveAny |= one == '\\' || one == '%' || last == '!' && (one == '!' || one == '<');
                }
                last = one;
            }
            add(hash);
            if (canHaveAny) {
                size = before;
                open = Arrays.copyOf(open, open.length + 1);
                open[open.length - 1] = texts;
            } else {
                keepDifferent(before);
            }
            return texts++;
        }

        private void add(int hash) {
            if (hash != 0) {
                if (size == words.length) {
                    words = Arrays.copyOf(words, 2 * size);
                }
                words[size++] = (long) hash << Integer.SIZE | texts;
            }
        }

        private void keepDifferent(int from) {
            Arrays.sort(words, from, size);
            int kept = from;
            for (int i = from; i < size; i++) {
                if (i == from || words[i] != words[i - 1]) {
                    words[kept++] = words[i];
                }
            }
            size = kept;
        }

        WordIndex build() {
            Arrays.parallelSort(words, 0, size);
            return new WordIndex(Arrays.copyOf(words, size), open, texts);
        }
    }
}
