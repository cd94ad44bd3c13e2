/**
 * A certificate authority and the serving certificate that it signs, for a webhook: {@link
 * dev.drawbridge.certs.WebhookCertificates} is the entry point. Imports only the JDK and Bouncy Castle.
 */
@NullMarked
package dev.drawbridge.certs;

import org.jspecify.annotations.NullMarked;
