/**
 * Manifests: files, folders and streams of YAML and JSON, and the objects in them. Comes before any judgement; the door
 * is {@link dev.drawbridge.manifest.ManifestReader}.
 */
@NullMarked
package dev.drawbridge.manifest;

import org.jspecify.annotations.NullMarked;
