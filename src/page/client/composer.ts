import type { Message } from "./api.ts";
import { createAttachments } from "./attachments.ts";
import { recall, remember } from "./browser-storage.ts";
import type { NewMessage } from "./chat-session.ts";
import { findElement, write } from "./elements.ts";
import { focusOn } from "./site.ts";
import {
  MAX_MESSAGE_LENGTH,
  type MessageFile,
  type ShownFile,
} from "./wire.ts";

interface Composer {
  focus(): void;
  /** Restores a conversation's draft. */
  openDraft(conversation: number): void;
  /** Arrow up in the empty box restores this text. */
  noteSent(text: string): void;
  /** Edits a message: the next one sent replaces it. */
  edit(message: Message): void;
  showAnswering(isAnswering: boolean): void;
}

/**
 * The message box. Enter sends, Shift+Enter starts a new line, Escape stops an
 * answer.
 */
export function createComposer({
  onSend,
  onStop,
}: {
  onSend: (message: NewMessage) => void;
  onStop: () => void;
}): Composer {
  const form = findElement("composer", HTMLFormElement);
  const input = findElement("message", HTMLTextAreaElement);
  const send = findElement("send", HTMLButtonElement);
  const stop = findElement("stop", HTMLButtonElement);
  const editing = findElement("editing", HTMLElement);
  const problem = findElement("composer-problem", HTMLElement);

  write(input, (texts) => texts.composerLabel, "aria-label");
  write(input, (texts) => texts.composerHint, "placeholder");
  write(send, (texts) => texts.send, "aria-label");
  write(stop, (texts) => texts.stop, "aria-label");
  write(findElement("editing-text", HTMLElement), (texts) => texts.editing);
  const cancelEdit = findElement("cancel-edit", HTMLButtonElement);
  write(cancelEdit, (texts) => texts.cancel);
  const attachments = createAttachments({ onChange: update });
  let isAnswering = false;
  let draft = "draft-0";
  let lastSent = "";
  let edited: string | undefined;

  function isTooLong(): boolean {
    return input.value.length > MAX_MESSAGE_LENGTH;
  }

  function update(): void {
    const { files, isReading } = attachments;
    const isEmpty = input.value.trim() === "" && files.length === 0;
    send.disabled = isEmpty || isReading;
    stop.hidden = !isAnswering;
    editing.hidden = edited === undefined;
    input.setAttribute("aria-invalid", String(isTooLong()));
    write(problem, (texts, language) =>
      isTooLong()
        ? texts.tooLong(
            input.value.length.toLocaleString(language),
            MAX_MESSAGE_LENGTH.toLocaleString(language),
          )
        : "",
    );
    grow(input);
  }

  function submit(): void {
    const text = input.value.trim();
    if (send.disabled || isTooLong()) return;
    const { files } = attachments;
    const edits = edited;
    remember(draft, "");
    attachments.show([]);
    setText("", undefined);
    input.focus();
    lastSent = text;
    onSend({ text, files, edits });
  }

  function setText(text: string, edits: string | undefined): void {
    input.value = text;
    edited = edits;
    update();
  }

  /** A longer text would freeze the box: it becomes a file. */
  function recallDraft(): void {
    const text = recall(draft) ?? "";
    const isLong = text.length > MAX_MESSAGE_LENGTH;
    attachments.show([]);
    if (isLong) attachments.addText(text);
    setText(isLong ? "" : text, undefined);
  }

  function leaveEdit(): void {
    recallDraft();
    input.focus();
  }

  /**
   * Before the browser inserts a pasted or dropped text: one that the box has
   * no room for becomes a file.
   */
  function takeLongText(event: InputEvent): void {
    const { value, selectionStart, selectionEnd } = input;
    const text = event.data ?? "";
    const length = value.length - (selectionEnd - selectionStart) + text.length;
    const isPasted = text.length > 1;
    if (!isPasted || length <= MAX_MESSAGE_LENGTH) return;
    event.preventDefault();
    attachments.addText(text);
  }

  function stopAnswer(): void {
    onStop();
    // The button, which may have the focus, disappears with the answer.
    focus();
  }

  input.addEventListener("beforeinput", takeLongText);
  input.addEventListener("input", () => {
    if (edited === undefined) remember(draft, input.value);
    update();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowUp" && input.value === "" && lastSent !== "") {
      event.preventDefault();
      setText(lastSent, edited);
    }
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    submit();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  stop.addEventListener("click", stopAnswer);
  cancelEdit.addEventListener("click", leaveEdit);
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || isComposing(event)) return;
    if (edited === undefined && !isAnswering) return;
    event.preventDefault();
    if (edited !== undefined) leaveEdit();
    else stopAnswer();
  });
  send.addEventListener("click", (event) => {
    // A double click sends only once.
    if (event.detail > 1) event.preventDefault();
  });
  update();

  function focus(): void {
    // On phones, focus would open the keyboard over the text.
    if (!matchMedia("(pointer: fine)").matches) return;
    focusOn(input);
  }

  return {
    focus,
    openDraft(conversation) {
      draft = `draft-${conversation}`;
      lastSent = "";
      recallDraft();
    },
    noteSent(text) {
      lastSent = text;
    },
    edit({ id, text, files = [] }) {
      attachments.show(files.filter(hasContent));
      setText(text, id);
      input.focus();
    },
    showAnswering(value) {
      isAnswering = value;
      update();
    },
  };
}

function hasContent(file: ShownFile): file is MessageFile {
  return file.type !== undefined && file.content !== undefined;
}

/**
 * Whether an input method is composing, where Enter picks a word. Safari only
 * reports the key code 229.
 */
function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** Fits the height to the text; CSS sets the limits. */
function grow(input: HTMLTextAreaElement): void {
  if (CSS.supports("field-sizing", "content")) return;
  input.style.height = "auto";
  input.style.height = `${input.scrollHeight}px`;
}
