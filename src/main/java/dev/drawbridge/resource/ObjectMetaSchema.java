package dev.drawbridge.resource;

import static dev.drawbridge.constraint.Formats.*;
import static dev.drawbridge.field.ErrorType.INVALID;
import static dev.drawbridge.schema.Availability.*;
import static dev.drawbridge.schema.KubernetesRelease.*;
import static dev.drawbridge.schema.Operation.*;
import static dev.drawbridge.schema.UpdateTag.*;
import static dev.drawbridge.schema.Vocabulary.*;

import dev.drawbridge.constraint.Limits;
import dev.drawbridge.constraint.Maps;
import dev.drawbridge.resource.rule.FinalizersAreQualified;
import dev.drawbridge.resource.rule.NameOrGenerateNameIsSet;
import dev.drawbridge.resource.rule.PlainRule;
import dev.drawbridge.schema.FieldRow;
import dev.drawbridge.schema.ListType;
import dev.drawbridge.schema.MapType;
import dev.drawbridge.schema.ObjectSchema;

/**
 * Rules of {@code metadata}, the same in every kind and version of the group. Source: {@code
 * k8s.io/apimachinery/pkg/apis/meta/v1}, ObjectMeta, validated by {@code pkg/api/validation/objectmeta.go} and, before
 * it, by {@code pkg/registry/rest}, which overwrites server-owned fields. An update of the status keeps the stored
 * labels, annotations, owners, finalizers and deletion.
 */
final class ObjectMetaSchema {

    // @formatter:off
    private static final ObjectSchema OWNER_REFERENCE = object("OwnerReference",
        required("apiVersion",         STRING.with(API_VERSION))                       .missing(until(K8S_1_36), INVALID),
        required("kind",               STRING)                                           .missing(until(K8S_1_36), INVALID),
        required("name",               STRING)                                           .missing(until(K8S_1_36), INVALID),
        required("uid",                STRING)                                           .missing(until(K8S_1_36), INVALID),
        optional("controller",         BOOL)                                             .pointer(),
        optional("blockOwnerDeletion", BOOL)                                             .pointer());

    /** The server's field manager drops malformed entries in silence before anything is validated: only JSON types count. */
    private static final ObjectSchema MANAGED_FIELDS_ENTRY = object("ManagedFieldsEntry",
        optional("manager",            STRING),
        optional("operation",          STRING),
        optional("apiVersion",         STRING),
        optional("time",               TIME)                                             .pointer(),
        optional("fieldsType",         STRING),
        optional("fieldsV1",           RAW)                                              .pointer(),
        optional("subresource",        STRING));

    private static final MapType LABELS = mapOf(STRING).with(Maps.keysAre(QUALIFIED_NAME)).with(Maps.valuesAre(LABEL_VALUE));

    private static final MapType ANNOTATIONS = mapOf(STRING).with(Maps.keysAre(ANNOTATION_KEY)).with(Limits.maxTotalBytes(256 * KIB));

    private static final ListType OWNER_REFERENCES = listOf(OWNER_REFERENCE).keyedBy("uid")
        .with(PlainRule.NO_EVENT_AMONG_OWNERS, until(K8S_1_36))
        .with(PlainRule.NO_EVENT_IS_OWNER, since(K8S_1_37))
        .with(PlainRule.AT_MOST_ONE_OWNER_IS_CONTROLLER);

    private static final ListType MANAGED_FIELDS = listOf(MANAGED_FIELDS_ENTRY);

    private static final FieldRow NAME =
        optional("name",                       STRING.with(DNS_SUBDOMAIN, on(CREATE, UPDATE))
                                                       .with(PATH_SEGMENT, on(UPDATE_STATUS)))      .update(IMMUTABLE);

    /** The name, for kinds whose updates validate it only as a URL path segment. */
    private static final FieldRow NEW_NAME =
        optional("name",                       STRING.with(DNS_SUBDOMAIN, on(CREATE))
                                                       .with(PATH_SEGMENT, on(UPDATE, UPDATE_STATUS))) .update(IMMUTABLE);

    private static final FieldRow GENERATE_NAME =
        optional("generateName",               STRING.with(DNS_SUBDOMAIN_PREFIX, on(CREATE, UPDATE))
                                                       .with(PATH_SEGMENT_PREFIX, on(UPDATE_STATUS)));

    /** The generateName, for kinds whose updates validate it only as the prefix of a URL path segment. */
    private static final FieldRow NEW_GENERATE_NAME =
        optional("generateName",               STRING.with(DNS_SUBDOMAIN_PREFIX, on(CREATE))
                                                       .with(PATH_SEGMENT_PREFIX, on(UPDATE, UPDATE_STATUS)));

    private static final FieldRow GENERATION =
        optional("generation",                 INT64.min(0))                            .on(CREATE);

    /** The namespace; an object without one goes to the request's, which is kubectl's default here. */
    private static final FieldRow NAMESPACE =
        optional("namespace",                  STRING.with(DNS_LABEL))                 .defaultsTo("default").update(IMMUTABLE);

    /** The server clears it before it looks. */
    private static final FieldRow NO_NAMESPACE =
        optional("namespace",                  STRING);

    static final ObjectSchema OBJECT_META = objectMeta(NAME, GENERATE_NAME, NAMESPACE, GENERATION);
    static final ObjectSchema CLUSTER_OBJECT_META = objectMeta(NAME, GENERATE_NAME, NO_NAMESPACE, GENERATION);

    /**
     * The metadata of DeviceClass, whose strategy sets the generation, and whose generateName is unchecked since names
     * became declarative.
     */
    static final ObjectSchema DEVICE_CLASS_META = objectMeta(
        optional("name",                       STRING.with(DNS_SUBDOMAIN, on(CREATE))
                                                       .with(DNS_SUBDOMAIN, on(UPDATE).and(until(K8S_1_34)))
                                                       .with(PATH_SEGMENT, on(UPDATE).and(since(K8S_1_35))))  .update(IMMUTABLE),
        optional("generateName",               STRING.with(DNS_SUBDOMAIN_PREFIX, on(CREATE, UPDATE).and(until(K8S_1_34)))
                                                       .with(PATH_SEGMENT_PREFIX, on(UPDATE).and(since(K8S_1_35)))),
        NO_NAMESPACE,
        optional("generation",                 INT64));

    /**
     * The metadata of kinds whose strategy sets the generation, such as ResourceSlice, and whose updates do not
     * validate generateName.
     */
    static final ObjectSchema GENERATED_META = objectMeta(
        NEW_NAME,
        NEW_GENERATE_NAME,
        NO_NAMESPACE,
        optional("generation",                 INT64));

    /** The metadata of ResourcePoolStatusRequest, whose updates do not validate generateName. */
    static final ObjectSchema REQUEST_META = objectMeta(NEW_NAME, NEW_GENERATE_NAME, NO_NAMESPACE, GENERATION);

    private static ObjectSchema objectMeta(FieldRow name, FieldRow generateName, FieldRow namespace, FieldRow generation) {
        return object("ObjectMeta",
            name,
            generateName,
            namespace,
            optional("selfLink",                   STRING),
            optional("uid",                        STRING)                                   .update(NO_SET, NO_MODIFY),
            optional("resourceVersion",            STRING),
            generation,
            optional("creationTimestamp",          TIME),
            optional("deletionTimestamp",          TIME)                                     .pointer().update(NO_SET).on(CREATE, UPDATE),
            optional("deletionGracePeriodSeconds", INT64)                                    .pointer().update(NO_SET, NO_MODIFY),
            optional("labels",                     LABELS)                                   .on(CREATE, UPDATE),
            optional("annotations",                ANNOTATIONS)                              .on(CREATE, UPDATE),
            optional("ownerReferences",            OWNER_REFERENCES)                         .on(CREATE, UPDATE),
            optional("finalizers",                 listOf(STRING))                           .on(CREATE, UPDATE),
            optional("managedFields",              MANAGED_FIELDS))
            .rule(new NameOrGenerateNameIsSet())
            .rule(new FinalizersAreQualified(), on(CREATE, UPDATE))
            .rule(PlainRule.NO_FINALIZER_ADDED_WHILE_DELETING, on(CREATE, UPDATE));
    }

    /** The metadata that a template copies into its claims: only labels and annotations. */
    static final ObjectSchema TEMPLATE_META = object("ObjectMeta",
        forbidden("name",                       STRING),
        forbidden("generateName",               STRING),
        forbidden("namespace",                  STRING),
        forbidden("selfLink",                   STRING),
        forbidden("uid",                        STRING),
        forbidden("resourceVersion",            STRING),
        forbidden("generation",                 INT64),
        forbidden("creationTimestamp",          TIME),
        forbidden("deletionTimestamp",          TIME)                                    .pointer(),
        forbidden("deletionGracePeriodSeconds", INT64)                                   .pointer(),
        optional("labels",                      LABELS),
        optional("annotations",                 ANNOTATIONS),
        forbidden("ownerReferences",            listOf(OWNER_REFERENCE)),
        forbidden("finalizers",                 listOf(STRING)),
        forbidden("managedFields",              MANAGED_FIELDS));
    // @formatter:on
}
