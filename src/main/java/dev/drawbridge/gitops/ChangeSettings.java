package dev.drawbridge.gitops;

import dev.drawbridge.check.CheckSettings;

/**
 * How a change is validated.
 *
 * @param check the release, gates, namespace and severities
 * @param allowsRecreate whether a change that needs to delete and create an object again is a warning
 * @param showsAll whether what the base had already is shown, though it fails nothing
 */
public record ChangeSettings(CheckSettings check, boolean allowsRecreate, boolean showsAll) {}
