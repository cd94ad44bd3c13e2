package dev.drawbridge.fit.cause;

/** A fact of a cause: its values are typed, and its sentence is made when a report prints it. */
public interface Fact {

    /** The sentence. One that describes the fact before it begins with two spaces. */
    String text();
}
