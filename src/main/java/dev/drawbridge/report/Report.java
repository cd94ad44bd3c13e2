package dev.drawbridge.report;

import java.util.List;

/**
 * A run and what it found.
 *
 * @param findings what was found, in the order of files and lines
 * @param objects every object that was validated, with what each release says
 * @param releases the releases that were validated against; one where none was named
 * @param summary what the run checked
 */
public record Report(List<Finding> findings, List<Validated> objects, List<String> releases, Summary summary) {

    /**
     * A validated object.
     *
     * @param file its file
     * @param line its first line
     * @param object the object
     * @param verdicts what each of the releases says, in their order
     */
    public record Validated(String file, int line, ObjectReference object, List<Answer> verdicts) {

        /** Whether a release has rules for it. */
        public boolean isChecked() {
            for (Answer answer : verdicts) {
                if (answer != Answer.UNCHECKED) {
                    return true;
                }
            }
            return false;
        }
    }

    /** What a release says to an object. */
    public enum Answer {
        /** It takes it. */
        ALLOWED("ok"),
        /** It refuses it. */
        REFUSED("refused"),
        /** It does not serve the version. */
        NOT_SERVED("-"),
        /** It is not known: the object is a pod, or makes pods, and the release's rules for these are not. */
        UNCHECKED("?");

        private final String text;

        Answer(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
