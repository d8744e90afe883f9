import type { Message } from "./api.ts";
import { createAttachments } from "./attachments.ts";
import { recall, remember } from "./browser-storage.ts";
import type { Written } from "./chat-session.ts";
import { findElement, write } from "./elements.ts";
import {
  MAX_MESSAGE_LENGTH,
  type MessageFile,
  type ShownFile,
} from "./wire.ts";

export interface Composer {
  focus(): void;
  /** Brings back what was written for a conversation and not sent. */
  openDraft(conversation: number): void;
  /** Arrow up in the empty box brings this back. */
  noteSent(text: string): void;
  /** Replaces that message with what is written next. */
  edit(message: Message): void;
  showAnswering(isAnswering: boolean): void;
}

/** The box in which a message is written. Enter sends it, Shift+Enter begins a new line, Escape stops an answer. */
export function createComposer({
  onSend,
  onStop,
}: {
  onSend: (message: Written) => void;
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

  function leaveEdit(): void {
    attachments.show([]);
    setText(recall(draft) ?? "", undefined);
    input.focus();
  }

  function stopAnswer(): void {
    onStop();
    // The button goes out with the answer; the focus must not go with it.
    focus();
  }

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
    if (edited !== undefined) leaveEdit();
    else if (isAnswering) stopAnswer();
  });
  send.addEventListener("click", (event) => {
    // The second click of two was meant for sending.
    if (event.detail > 1) event.preventDefault();
  });
  update();

  function focus(): void {
    // On a phone the focus would open the keyboard over what there is to read.
    if (matchMedia("(pointer: fine)").matches) input.focus();
  }

  return {
    focus,
    openDraft(conversation) {
      draft = `draft-${conversation}`;
      lastSent = "";
      attachments.show([]);
      setText(recall(draft) ?? "", undefined);
    },
    noteSent(text) {
      lastSent = text;
    },
    edit({ id, text, files = [] }) {
      attachments.show(files.filter(isHere));
      setText(text, id);
      input.focus();
    },
    showAnswering(value) {
      isAnswering = value;
      update();
    },
  };
}

function isHere(file: ShownFile): file is MessageFile {
  return file.type !== undefined && file.content !== undefined;
}

/** Whether the key belongs to an input method, where Enter picks a word. Safari tells only by the key code 229. */
function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** As tall as its text; the style sheet sets the limits. */
function grow(input: HTMLTextAreaElement): void {
  if (CSS.supports("field-sizing", "content")) return;
  input.style.height = "auto";
  input.style.height = `${input.scrollHeight}px`;
}
