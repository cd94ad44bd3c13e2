package dev.drawbridge.edit;

/** A change that the text's form does not allow, or only with a loss; its message is a reason for the user. */
final class UnsupportedEditException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnsupportedEditException(String reason) {
        super(reason);
    }
}
