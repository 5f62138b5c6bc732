package dev.alkdev.operations.hub;

import java.nio.file.Path;

/**
 * The PEM files a hub shows who it is with. Immutable; threads may share it.
 *
 * @param certificate the chain, the hub's own certificate first
 * @param key the private key, PKCS#8
 * @see PemTls
 */
public record TlsConfig(Path certificate, Path key) {}
