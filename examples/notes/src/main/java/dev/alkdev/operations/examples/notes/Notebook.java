package dev.alkdev.operations.examples.notes;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Notes in memory, for as long as the process lives. Threads may share it. */
final class Notebook {
    static final int MOST = 1_000;

    private final ConcurrentSkipListMap<Integer, Note> notes = new ConcurrentSkipListMap<>();
    private final AtomicInteger last = new AtomicInteger();

    /** A notebook with two notes to begin with. */
    static Notebook withExamples() {
        Notebook notebook = new Notebook();
        notebook.add("Welcome", "These notes are kept by an MCP server, a process of its own.");
        notebook.add("Try", "Search for 'note' at /mcp/search, or read the resource note://1.");
        return notebook;
    }

    boolean isFull() {
        return notes.size() >= MOST;
    }

    Note add(String title, String text) {
        Note note = new Note(last.incrementAndGet(), title, text);
        notes.put(note.id(), note);
        return note;
    }

    List<Note> all() {
        return List.copyOf(notes.values());
    }

    Optional<Note> find(int id) {
        return Optional.ofNullable(notes.get(id));
    }

    /** The notes that have words in their title or text, in any case. */
    List<Note> mentioning(String words) {
        String wanted = words.toLowerCase(Locale.ROOT);
        return notes.values().stream()
                .filter(
                        note ->
                                (note.title() + " " + note.text())
                                        .toLowerCase(Locale.ROOT)
                                        .contains(wanted))
                .toList();
    }

    boolean remove(int id) {
        return notes.remove(id) != null;
    }
}
