/** Signing in with a browser: sessions in cookies, by tokens or by OpenID Connect. */
@NullMarked
package dev.alkdev.operations.signin;

import org.jspecify.annotations.NullMarked;
