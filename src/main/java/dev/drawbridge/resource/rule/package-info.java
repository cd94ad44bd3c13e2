/** Rules across fields and for updates: one class for each rule, named as the sentence that it enforces. */
@NullMarked
package dev.drawbridge.resource.rule;

import org.jspecify.annotations.NullMarked;
