package dev.drawbridge.edit;

/** A change that the text's form does not allow, or only with a loss; its message is a reason for the user. */
@SuppressWarnings("serial")
final class UnsupportedEditException extends RuntimeException {

    UnsupportedEditException(String reason) {
        super(reason);
    }
}
