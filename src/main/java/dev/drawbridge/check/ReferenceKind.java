package dev.drawbridge.check;

import dev.drawbridge.field.Origin;

/** The kind of object that a reference names. */
enum ReferenceKind {
    CLAIM("ResourceClaim", Origin.UNKNOWN_CLAIM),
    TEMPLATE("ResourceClaimTemplate", Origin.UNKNOWN_CLAIM_TEMPLATE),
    CLASS("DeviceClass", Origin.UNKNOWN_DEVICE_CLASS),

    /** A driver, which is not an object; ResourceSlices name it. */
    DRIVER("driver", Origin.UNKNOWN_DRIVER);

    private final String label;
    private final Origin rule;

    ReferenceKind(String label, Origin rule) {
        this.label = label;
        this.rule = rule;
    }

    /** The kind, as messages name it. */
    String label() {
        return label;
    }

    /** The kind of the objects that define such a name. */
    String definedBy() {
        return this == DRIVER ? "ResourceSlice" : label;
    }

    /** The rule that such a name leads to something. */
    Origin rule() {
        return rule;
    }

    /** Whether an object of the kind is in a namespace. */
    boolean isNamespaced() {
        return this == CLAIM || this == TEMPLATE;
    }
}
