import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { MemoryBody } from "../../../types/page.ts";
import { texts } from "../current-texts.ts";
import { Button } from "../parts/elements.tsx";
import { focusComposer, memoryEditor } from "../state/page-state.ts";

/** What the bot remembers of a conversation, note by note. */
export function MemoryDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = memoryEditor.opened.value !== undefined;
  const { value: memory } = memoryEditor.memory;
  const { value: problem } = memoryEditor.problem;
  const words = texts.value.memory;
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const onClose = () => {
    memoryEditor.close();
    focusComposer();
  };
  return (
    <dialog
      ref={dialog}
      id="memory"
      class="memory"
      aria-labelledby="memory-title"
      onClose={onClose}
      // It closes the dialog alone; nobody else should hear the key.
      onKeyDown={(event) => event.key === "Escape" && event.stopPropagation()}
    >
      <h2 id="memory-title">{words.title}</h2>
      <p class="hint">
        {memory?.notes.length === 0 ? words.none : words.about}
      </p>
      <p role="status" class="field-problem">
        {problem && words.problems[problem]}
      </p>
      <ol>
        {memory?.notes.map((note) => (
          <NoteItem key={`${note.number} ${note.text}`} {...note} />
        ))}
      </ol>
      <Button onClick={() => dialog.current?.close()}>{words.close}</Button>
    </dialog>
  );
}

type Note = MemoryBody["notes"][number];

function NoteItem({ number, text }: Note) {
  const isEditing = useSignal(false);
  const words = texts.value.memory;
  if (isEditing.value)
    return (
      <NoteForm
        {...{ number, text }}
        onDone={() => (isEditing.value = false)}
      />
    );
  return (
    <li>
      <p dir="auto">{text}</p>
      <Button
        class="quiet small"
        aria-label={words.changeNote(number)}
        onClick={() => (isEditing.value = true)}
      >
        {words.change}
      </Button>
      <Button
        class="quiet small"
        aria-label={words.deleteNote(number)}
        onClick={() => void memoryEditor.edit(number)}
      >
        {words.delete}
      </Button>
    </li>
  );
}

const MAX_NOTE_LENGTH = 1_000;

function NoteForm({ number, text, onDone }: Note & { onDone: () => void }) {
  const box = useRef<HTMLTextAreaElement>(null);
  const words = texts.value.memory;
  useLayoutEffect(() => box.current?.focus(), []);
  const save = async () => {
    const next = box.current?.value.trim() ?? "";
    if (next !== "" && next !== text) {
      await memoryEditor.edit(number, next);
      if (memoryEditor.problem.value !== undefined) return;
    }
    onDone();
  };
  return (
    <li>
      <textarea
        ref={box}
        rows={3}
        maxlength={MAX_NOTE_LENGTH}
        dir="auto"
        aria-label={words.changeNote(number)}
        defaultValue={text}
      />
      <Button class="small" onClick={() => void save()}>
        {words.save}
      </Button>
      <Button class="quiet small" onClick={onDone}>
        {texts.value.cancel}
      </Button>
    </li>
  );
}
