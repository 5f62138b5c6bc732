package dev.alkdev.operations.examples.notes;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.Operation;
import dev.alkdev.operations.OperationRegistry;

import java.util.List;

/** The notebook as operations. */
final class NoteOperations {
    private static final String NOT_FOUND = "NOTE_NOT_FOUND";
    private static final String FULL = "NOTEBOOK_FULL";

    private final Notebook notebook;
    private final Runnable changed;

    /**
     * The operations of a notebook.
     *
     * @param changed is run when a note comes or goes
     */
    NoteOperations(Notebook notebook, Runnable changed) {
        this.notebook = notebook;
        this.changed = changed;
    }

    record NewNote(String title, String text) {}

    record Words(String words) {}

    record NoteId(int id) {}

    record Notes(List<Note> notes) {}

    void addTo(OperationRegistry registry) {
        registry.register(
                Operation.mutation("notes.add", NewNote.class, Note.class)
                        .describedAs("Writes a note")
                        .fails(ErrorSpec.of(FULL, "There are as many notes as there may be"))
                        .handledBy((input, context) -> add(input)));
        registry.register(
                Operation.query("notes.list", Void.class, Notes.class)
                        .describedAs("Lists all notes")
                        .handledBy((input, context) -> new Notes(notebook.all())));
        registry.register(
                Operation.query("notes.find", Words.class, Notes.class)
                        .describedAs("Finds notes by words in their title or text")
                        .handledBy(
                                (input, context) -> new Notes(notebook.mentioning(input.words()))));
        registry.register(
                Operation.mutation("notes.remove", NoteId.class, Void.class)
                        .describedAs("Throws a note away")
                        .fails(ErrorSpec.of(NOT_FOUND, "There is no such note"))
                        .handledBy((input, context) -> remove(input.id())));
    }

    private Note add(NewNote input) {
        if (notebook.isFull()) {
            throw new CallException(FULL, "the notebook has " + Notebook.MOST + " notes already");
        }
        Note note = notebook.add(input.title(), input.text());
        changed.run();
        return note;
    }

    private Void remove(int id) {
        if (!notebook.remove(id)) {
            throw new CallException(NOT_FOUND, "there is no note " + id);
        }
        changed.run();
        return null;
    }
}
