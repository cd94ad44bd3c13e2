/** Rules over several fields, and from old to new: a class a rule, named as the sentence that it enforces. */
@NullMarked
package dev.drawbridge.resource.rule;

import org.jspecify.annotations.NullMarked;
