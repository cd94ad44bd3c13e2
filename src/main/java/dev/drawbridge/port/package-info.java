/**
 * Ports of functions of Go and of Kubernetes' own libraries, where Java's answer differs and the verdict needs Go's.
 * Each class names the package and the functions that it follows; {@code src/test/resources/ports} has Go's answers,
 * recorded by {@code src/test/go/ports}. Only the JDK is known here, and nothing of the product.
 *
 * <p>Two more ports are packages of their own: {@link dev.drawbridge.document.yaml} and the costs of {@link
 * dev.drawbridge.constraint.cel}. Their recorded answers are {@code src/test/resources/proof}.
 */
@NullMarked
package dev.drawbridge.port;

import org.jspecify.annotations.NullMarked;
