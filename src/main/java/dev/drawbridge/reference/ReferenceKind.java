package dev.drawbridge.reference;

import dev.drawbridge.field.Origin;

/** The kind of object that a reference names. */
public enum ReferenceKind {
    CLAIM("ResourceClaim", "resourceClaimName", Origin.UNKNOWN_CLAIM),
    TEMPLATE("ResourceClaimTemplate", "resourceClaimTemplateName", Origin.UNKNOWN_CLAIM_TEMPLATE),
    CLASS("DeviceClass", "deviceClassName", Origin.UNKNOWN_DEVICE_CLASS),

    /** A class of v1alpha2. */
    RESOURCE_CLASS("ResourceClass", "resourceClassName", Origin.UNKNOWN_DEVICE_CLASS),

    /** An extended resource, which is not an object; a DeviceClass provides it, or a device plugin. */
    RESOURCE("extended resource", "extendedResourceName", Origin.UNKNOWN_DEVICE_CLASS),

    /** A driver, which is not an object; ResourceSlices name it. */
    DRIVER("driver", "driver", Origin.UNKNOWN_DRIVER);

    private final String label;
    private final String field;
    private final Origin rule;

    ReferenceKind(String label, String field, Origin rule) {
        this.label = label;
        this.field = field;
        this.rule = rule;
    }

    /** The kind, as messages name it. */
    public String label() {
        return label;
    }

    /** The field that names such an object. */
    public String field() {
        return field;
    }

    /** The kind of the objects that define such a name. */
    public String definedBy() {
        return this == DRIVER ? "ResourceSlice" : label;
    }

    /** The rule that such a name leads to something. */
    public Origin rule() {
        return rule;
    }

    public boolean isObject() {
        return this != DRIVER && this != RESOURCE;
    }

    public boolean isNamespaced() {
        return this == CLAIM || this == TEMPLATE;
    }
}
