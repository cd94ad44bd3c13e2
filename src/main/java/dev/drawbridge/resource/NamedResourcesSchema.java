package dev.drawbridge.resource;

import static dev.drawbridge.constraint.Formats.DNS_SUBDOMAIN;
import static dev.drawbridge.constraint.Formats.SEMANTIC_VERSION;
import static dev.drawbridge.constraint.Uniqueness.uniqueBy;
import static dev.drawbridge.field.ErrorType.INVALID;
import static dev.drawbridge.field.ErrorType.REQUIRED;
import static dev.drawbridge.resource.KindSchema.kind;
import static dev.drawbridge.resource.NameTypes.DRIVER;
import static dev.drawbridge.resource.ObjectMetaSchema.CLUSTER_OBJECT_META;
import static dev.drawbridge.schema.UpdateTag.IMMUTABLE;
import static dev.drawbridge.schema.Vocabulary.*;

import dev.drawbridge.constraint.Unions;
import dev.drawbridge.schema.ObjectSchema;

/**
 * Rules of {@code resource.k8s.io/v1alpha2} ResourceSlice, with which Kubernetes 1.30 began structured parameters.
 * Source: {@code k8s.io/api/resource/v1alpha2/{types,namedresources}.go}, validated by {@code
 * pkg/apis/resource/validation/validation.go} and {@code pkg/apis/resource/structured/namedresources/validation}.
 */
final class NamedResourcesSchema {

    // @formatter:off
    private static final ObjectSchema INT_SLICE = object("NamedResourcesIntSlice",
        optional("ints",           listOf(INT64)));

    private static final ObjectSchema STRING_SLICE = object("NamedResourcesStringSlice",
        optional("strings",        listOf(STRING)));

    private static final ObjectSchema ATTRIBUTE = object("NamedResourcesAttribute",
        required("name",           STRING.with(DNS_SUBDOMAIN))      .missing(INVALID),
        optional("quantity",       QUANTITY)                          .pointer(),
        optional("bool",           BOOL)                              .pointer(),
        optional("int",            INT64)                             .pointer(),
        optional("intSlice",       INT_SLICE)                         .pointer(),
        optional("string",         STRING)                            .pointer(),
        optional("stringSlice",    STRING_SLICE)                      .pointer(),
        optional("version",        STRING.with(SEMANTIC_VERSION))   .pointer())
        .rule(Unions.exactlyOneOf("quantity", "bool", "int", "intSlice", "string", "stringSlice", "version"));

    private static final ObjectSchema INSTANCE = object("NamedResourcesInstance",
        required("name",           STRING.with(DNS_SUBDOMAIN))      .missing(INVALID),
        optional("attributes",     listOf(ATTRIBUTE).with(uniqueBy("name"))));

    private static final ObjectSchema NAMED_RESOURCES = object("NamedResourcesResources",
        optional("instances",      listOf(INSTANCE).with(uniqueBy("name"))));

    static final ObjectSchema RESOURCE_SLICE = kind("ResourceSlice", CLUSTER_OBJECT_META,
        optional("nodeName",       STRING.with(DNS_SUBDOMAIN))      .update(IMMUTABLE),
        required("driverName",     DRIVER)                            .missing(REQUIRED, INVALID).update(IMMUTABLE),
        optional("namedResources", NAMED_RESOURCES)                   .pointer())
        .rule(Unions.exactlyOneOf("namedResources"));
    // @formatter:on
}
