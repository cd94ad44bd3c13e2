package dev.drawbridge.conformance;

/** A mistake as the API server names it: type and field. */
record RecordedError(String type, String field) implements Comparable<RecordedError> {

    @Override
    public int compareTo(RecordedError other) {
        int byField = field.compareTo(other.field);
        return byField != 0 ? byField : type.compareTo(other.type);
    }

    @Override
    public String toString() {
        return type + " " + field;
    }
}
