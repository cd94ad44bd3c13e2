/** Benchmarks (JMH), run by {@code mvn -Pbench verify}; not part of the product. */
@NullMarked
package dev.drawbridge.bench;

import org.jspecify.annotations.NullMarked;
