/**
 * Ports of functions of Go and of Kubernetes' own libraries, whose results differ in Java and affect verdicts. Each
 * class names the package and the functions that it follows; {@code src/test/resources/ports} has Go's answers,
 * recorded by {@code src/test/go/ports}. This package depends only on the JDK.
 *
 * <p>More ports are in other packages: {@link dev.drawbridge.document.yaml}, and the costs and regular expressions of
 * {@link dev.drawbridge.constraint.cel}. The recorded answers of the first two are {@code src/test/resources/proof}.
 */
@NullMarked
package dev.drawbridge.port;

import org.jspecify.annotations.NullMarked;
