import { useLayoutEffect, useRef } from "preact/hooks";
import { MAX_MESSAGE_LENGTH } from "../../../types/message.ts";
import { findBot } from "../bot.ts";
import { texts } from "../current-texts.ts";
import { Button, Icon } from "../parts/elements.tsx";
import { isComposing } from "../parts/is-composing.ts";
import { language } from "../parts/language.tsx";
import { chat, draft, focusComposer } from "../state/page-state.ts";
import { AttachButton, AttachedFiles } from "./attached-files.tsx";
import { RecordButton } from "./record-button.tsx";

const { attachments } = draft;

/**
 * The message box. Enter sends, Shift+Enter starts a new line, Escape stops an
 * answer.
 */
export function Composer() {
  const words = texts.value;
  const { kind, name = "" } = attachments.problem.value ?? {};
  useLayoutEffect(() => addEventListener("keydown", stopByEscape), []);
  return (
    <>
      <p id="editing" class="editing" hidden={draft.edits.value === undefined}>
        <span>{words.editing}</span>
        <Button class="quiet small" onClick={cancelEdit}>
          {words.cancel}
        </Button>
      </p>
      <AttachedFiles attachments={attachments} />
      <form
        id="composer"
        class="composer"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <AttachButton attachments={attachments} />
        {findBot().takes.speech && <RecordButton attachments={attachments} />}
        <MessageBox />
        <Button
          id="stop"
          class="stop"
          aria-label={words.stop}
          hidden={!chat.isAnswering.value}
          onClick={stopAnswer}
        >
          <Icon path="M5 5h6v6H5z" look="square" />
        </Button>
        <button
          id="send"
          class="send"
          aria-label={words.send}
          disabled={!draft.canSend.value}
          // A double click sends only once.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
        >
          <Icon path="M8 13V3M3.5 7.5 8 3l4.5 4.5" />
        </button>
      </form>
      <p id="composer-problem" class="field-problem" role="status">
        {draft.isTooLong.value && describeLength()}
      </p>
      <p id="file-problem" class="field-problem" role="status">
        {kind && words.fileProblems[kind](name)}
      </p>
    </>
  );
}

function describeLength(): string {
  const [length = "", limit = ""] = [
    draft.text.value.length,
    MAX_MESSAGE_LENGTH,
  ].map((count) => count.toLocaleString(language.value));
  return texts.value.tooLong(length, limit);
}

function MessageBox() {
  const box = useRef<HTMLTextAreaElement>(null);
  const text = draft.text.value;
  useLayoutEffect(() => {
    if (box.current !== null) grow(box.current);
  }, [text]);
  return (
    <textarea
      ref={box}
      id="message"
      rows={1}
      enterkeyhint="send"
      autocomplete="off"
      dir="auto"
      aria-label={texts.value.composerLabel}
      aria-describedby="composer-problem"
      aria-invalid={draft.isTooLong.value}
      placeholder={texts.value.composerHint}
      value={text}
      onBeforeInput={takeLongText}
      onInput={({ currentTarget }) => draft.write(currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}

/**
 * Before the browser inserts a pasted or dropped text: one that the box has no
 * room for becomes a file.
 */
function takeLongText(
  event: InputEvent & { currentTarget: HTMLTextAreaElement },
): void {
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  const added = event.data ?? "";
  const kept = value.length - (selectionEnd - selectionStart);
  const isPasted = added.length > 1;
  if (!isPasted || kept + added.length <= MAX_MESSAGE_LENGTH) return;
  event.preventDefault();
  attachments.addText(added);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.key === "ArrowUp" && draft.recallSent()) event.preventDefault();
  if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
  event.preventDefault();
  submit();
}

function stopByEscape(event: KeyboardEvent): void {
  if (event.key !== "Escape" || isComposing(event)) return;
  const isEditing = draft.edits.value !== undefined;
  if (!isEditing && !chat.isAnswering.value) return;
  event.preventDefault();
  if (isEditing) cancelEdit();
  else stopAnswer();
}

function submit(): void {
  draft.send();
  document.getElementById("message")?.focus();
}

function cancelEdit(): void {
  draft.cancelEdit();
  document.getElementById("message")?.focus();
}

function stopAnswer(): void {
  chat.stopAnswer();
  // The button, which may have the focus, disappears with the answer.
  focusComposer();
}

/** Fits the height to the text; CSS sets the limits. */
function grow(input: HTMLTextAreaElement): void {
  if (CSS.supports("field-sizing", "content")) return;
  input.style.height = "auto";
  input.style.height = `${input.scrollHeight}px`;
}
