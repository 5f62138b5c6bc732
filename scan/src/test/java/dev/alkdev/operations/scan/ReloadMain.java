package dev.alkdev.operations.scan;

import dev.alkdev.operations.OperationRegistry;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Changes a file, reloads and calls it many times, in a small heap; prints what is left. */
final class ReloadMain {
    private ReloadMain() {}

    /**
     * Begins.
     *
     * @param arguments folder and number of reloads
     */
    public static void main(String[] arguments) throws InterruptedException {
        ScanFolder folder = new ScanFolder(Path.of(arguments[0]));
        int reloads = Integer.parseInt(arguments[1]);
        OperationRegistry registry = OperationRegistry.create();
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        List<ClassLoader> last = new ArrayList<>();
        ScanOptions options =
                ScanOptions.defaults()
                        .withInstances(
                                type -> {
                                    last.clear();
                                    last.add(type.getClassLoader());
                                    loaders.add(new WeakReference<>(type.getClassLoader()));
                                    return Instances.create(type);
                                });
        try (ScanSource source =
                new ScanSource("reload", new FolderScan(folder.path(), options), null)) {
            folder.write("Large.java", large(0));
            source.start(registry);
            for (int i = 1; i <= reloads; i++) {
                folder.write("Large.java", large(i));
                source.reload();
                String answer =
                        registry.execute("large.get", Map.of("item", Map.of("id", "x")))
                                .data()
                                .path("text")
                                .asString();
                if (!answer.equals(i + " x")) {
                    throw new IllegalStateException(answer + source.status());
                }
            }
        }
        last.clear();
        for (int i = 0; i < 50 && alive(loaders) > 0; i++) {
            System.gc();
            Thread.sleep(20);
        }
        System.out.println("alive " + alive(loaders) + " of " + loaders.size());
    }

    private static long alive(List<WeakReference<ClassLoader>> loaders) {
        return loaders.stream().filter(each -> each.get() != null).count();
    }

    /** Each version has a megabyte in a static field. */
    private static String large(int version) {
        return """
        import dev.alkdev.operations.code.*;
        import java.util.List;
        @Operations("large") class Large {
            static final byte[] STATE = new byte[1 << 20];
            record Item(String id) {}
            enum Color { RED, GREEN }
            record Answer(String text, List<Item> items, Color color) {}
            @Query Answer get(@Param("item") Item item) {
                return new Answer("%d " + item.id(), List.of(item), Color.RED);
            }
        }
        """
                .formatted(version);
    }
}
