/**
 * Access tokens of OAuth authorization servers: JSON Web Tokens (RFC 9068), verified with the keys
 * that their issuer publishes. {@link dev.alkdev.operations.jwt.JwtAuthenticator} is an
 * authenticator for the gateways.
 */
@NullMarked
package dev.alkdev.operations.jwt;

import org.jspecify.annotations.NullMarked;
