package dev.drawbridge.check;

import dev.drawbridge.report.Finding;
import java.io.IOException;
import java.util.List;

/**
 * Findings that no object has by itself: they follow from several objects of the input. Part of the stage of findings;
 * a new source is a class that implements this, and an entry in the list in {@link Checker}.
 */
interface InputFindings {

    /**
     * The findings for the input. A finding that the base already has is {@linkplain Finding#asKnown known}. Fails if
     * something that belongs to the input, such as a fleet, cannot be read.
     */
    List<Finding> of(WholeInput input) throws IOException;
}
