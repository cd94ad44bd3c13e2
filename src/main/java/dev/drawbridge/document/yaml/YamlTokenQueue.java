package dev.drawbridge.document.yaml;

import java.util.Arrays;

/** Tokens in the order of the text; one may be put before others that came earlier. */
final class YamlTokenQueue {

    private static final int FIRST_TOKENS = 16;

    private YamlToken[] tokens = new YamlToken[FIRST_TOKENS];
    private int first;
    private int end;

    boolean isEmpty() {
        return first == end;
    }

    YamlToken first() {
        return tokens[first];
    }

    void removeFirst() {
        first++;
        if (first == end) {
            first = 0;
            end = 0;
        }
    }

    void add(YamlToken token) {
        insert(end, token);
    }

    void insert(int place, YamlToken token) {
        if (end == tokens.length) {
            tokens = Arrays.copyOf(tokens, 2 * end);
        }
        System.arraycopy(tokens, place, tokens, place + 1, end - place);
        tokens[place] = token;
        end++;
    }

    int end() {
        return end;
    }

    /** The position of the token; the end if it has left the queue. */
    int placeOf(YamlToken token) {
        int place = end - 1;
        while (place >= first && tokens[place] != token) {
            place--;
        }
        return place < first ? end : place;
    }
}
