package dev.alkdev.operations.scan;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The header of a class file, so that the class need not be loaded.
 *
 * @param above what it extends and implements; names with slashes
 * @param words the texts in its constants, descriptors of annotations among them
 */
record ClassHeader(Set<String> above, Set<String> words) {
    private static final int UTF8 = 1;
    private static final int CLASS = 7;

    /**
     * Reads a class file.
     *
     * @throws IOException if it is none
     */
    static ClassHeader of(byte[] content) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(content));
        if (in.readInt() != 0xCAFEBABE) {
            throw new IOException("it is not a class file");
        }
        in.readInt();
        int count = in.readUnsignedShort();
        Map<Integer, String> texts = new HashMap<>();
        Map<Integer, Integer> classes = new HashMap<>();
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case UTF8 -> texts.put(i, in.readUTF());
                case CLASS -> classes.put(i, in.readUnsignedShort());
                default -> in.skipNBytes(size(tag));
            }
            // Numbers of 64 bits take two places.
            i += tag == 5 || tag == 6 ? 1 : 0;
        }
        in.skipNBytes(4);
        Set<String> above = new HashSet<>();
        above.add(texts.getOrDefault(classes.get(in.readUnsignedShort()), ""));
        int interfaces = in.readUnsignedShort();
        for (int i = 0; i < interfaces; i++) {
            above.add(texts.getOrDefault(classes.get(in.readUnsignedShort()), ""));
        }
        return new ClassHeader(above, Set.copyOf(texts.values()));
    }

    private static int size(int tag) throws IOException {
        return switch (tag) {
            case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
            case 5, 6 -> 8;
            case 8, 16, 19, 20 -> 2;
            case 15 -> 3;
            default -> throw new IOException("it has a constant of the unknown kind " + tag);
        };
    }
}
