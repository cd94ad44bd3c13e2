/**
 * A certificate authority and the serving certificate that it signs, for a webhook: {@link
 * dev.drawbridge.certs.WebhookCertificates} is the door. Only the JDK and Bouncy Castle come in here.
 */
@NullMarked
package dev.drawbridge.certs;

import org.jspecify.annotations.NullMarked;
