/** Runs the fuzz targets, which are next to the code that they test. */
@NullMarked
package dev.drawbridge.fuzz;

import org.jspecify.annotations.NullMarked;
