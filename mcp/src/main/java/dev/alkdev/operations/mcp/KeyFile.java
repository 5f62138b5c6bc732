package dev.alkdev.operations.mcp;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A random key in a file that only its owner can read, created when it is first needed. Sessions
 * signed with it hold after a restart.
 */
final class KeyFile {
    private static final Logger LOG = LoggerFactory.getLogger(McpGateway.class);
    private static final int KEY_BYTES = 32;
    private static final int LONGEST = 4_096;
    private static final Set<PosixFilePermission> OWNER_ONLY =
            PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> OWNER_FOLDER =
            PosixFilePermissions.fromString("rwx------");

    private final Path file;

    KeyFile(Path file) {
        this.file = file;
    }

    /** Returns the key; empty, with a warning, if the file cannot be used. */
    Optional<String> read() {
        try {
            return Optional.of(content());
        } catch (IOException | RuntimeException e) {
            LOG.warn(
                    "MCP sessions end with this process, because the key file cannot be used: {}:"
                            + " {}. Set 'key' of the gateway, or fix the file",
                    file,
                    e.toString());
            return Optional.empty();
        }
    }

    private String content() throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            create();
        }
        checkPrivate();
        if (Files.size(file) > LONGEST) {
            throw new IOException("the file is too long for a key");
        }
        String key = Files.readString(file).strip();
        if (key.getBytes(StandardCharsets.UTF_8).length < KEY_BYTES) {
            throw new IOException("the key should have at least " + KEY_BYTES + " bytes");
        }
        return key;
    }

    /** The whole file appears at once, whoever else creates it at the same time. */
    private void create() throws IOException {
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
        Files.createDirectories(folder, attributes(folder, OWNER_FOLDER));
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        Path draft = Files.createTempFile(folder, "key", "", attributes(folder, OWNER_ONLY));
        try {
            Files.writeString(draft, Signer.encode(key));
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException other) {
            LOG.debug("Another process created {}", file);
        } finally {
            Files.delete(draft);
        }
    }

    private static FileAttribute<?>[] attributes(Path folder, Set<PosixFilePermission> given) {
        boolean isPosix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
        return isPosix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(given)}
                : new FileAttribute<?>[0];
    }

    private void checkPrivate() throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("it is no regular file");
        }
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")
                && !OWNER_ONLY.containsAll(
                        Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS))) {
            throw new IOException("others can read it; its mode should be 600");
        }
    }
}
