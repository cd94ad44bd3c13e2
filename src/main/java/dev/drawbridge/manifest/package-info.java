/**
 * Manifests: reads files, folders and streams of YAML and JSON into objects, before any validation. The entry point is
 * {@link dev.drawbridge.manifest.ManifestReader}.
 */
@NullMarked
package dev.drawbridge.manifest;

import org.jspecify.annotations.NullMarked;
