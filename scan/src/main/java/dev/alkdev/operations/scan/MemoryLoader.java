package dev.alkdev.operations.scan;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;

/**
 * Loads the classes of one file from memory, so that the file may be changed and deleted at any
 * time. It is freed with the last object of its classes.
 */
final class MemoryLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final Map<String, byte[]> files;
    private final boolean ownFirst;

    /**
     * A loader.
     *
     * @param files by their paths, such as {@code com/acme/Shop.class}
     * @param ownFirst whether a class of its own hides one of the parent with the same name
     */
    MemoryLoader(String name, ClassLoader parent, Map<String, byte[]> files, boolean ownFirst) {
        super(name, parent);
        this.files = Map.copyOf(files);
        this.ownFirst = ownFirst;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!ownFirst || !files.containsKey(path(name))) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] content = files.get(path(name));
        if (content == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, content, 0, content.length);
    }

    private static String path(String className) {
        return className.replace('.', '/') + ".class";
    }

    @Override
    protected @Nullable URL findResource(String name) {
        byte[] content = files.get(name);
        if (content == null) {
            return null;
        }
        try {
            return URL.of(new URI("memory", null, "/" + name, null), new Content(content));
        } catch (URISyntaxException | MalformedURLException e) {
            return null;
        }
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        URL found = findResource(name);
        return Collections.enumeration(found == null ? List.of() : List.of(found));
    }

    /** Opens what is in memory. */
    private static final class Content extends URLStreamHandler {
        private final byte[] content;

        private Content(byte[] content) {
            this.content = content;
        }

        @Override
        protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
                @Override
                public void connect() {
                    connected = true;
                }

                @Override
                public InputStream getInputStream() throws IOException {
                    return new ByteArrayInputStream(content);
                }

                @Override
                public long getContentLengthLong() {
                    return content.length;
                }
            };
        }
    }
}
