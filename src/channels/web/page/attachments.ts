import { findBot } from "./bot.ts";
import { findElement, write } from "./elements.ts";
import { renderFile } from "./file-chip.ts";
import type { FileProblem } from "./texts-english.ts";
import type { MessageFile } from "./wire.ts";
import { createQueue } from "./follow-turn.ts";
import { readFile } from "./read-file.ts";

/** Of one message; the server takes no more. */
const MAX_FILES = 4;
/** Of base64, all together. */
const MAX_LENGTH = 2_600_000;

/** The files that go with the next message. */
export interface Attachments {
  readonly files: readonly MessageFile[];
  /** Some are still being read. */
  readonly isReading: boolean;
  show(files: readonly MessageFile[]): void;
}

/** Takes files by a button, pasted, and dropped anywhere on the chat. */
export function createAttachments({
  onChange,
}: {
  onChange: () => void;
}): Attachments {
  const { takes } = findBot();
  const button = findElement("attach", HTMLButtonElement);
  const picker = findElement("file", HTMLInputElement);
  const list = findElement("attachments", HTMLElement);
  const problem = findElement("file-problem", HTMLElement);
  const chat = findElement("chat", HTMLElement);
  let files: readonly MessageFile[] = [];
  let reading = 0;
  /** So that they stay in order. */
  const inOrder = createQueue();

  write(button, (texts) => texts.attach, "aria-label");
  write(picker, (texts) => texts.attach, "aria-label");
  write(list, (texts) => texts.attachments, "aria-label");

  function show(next: readonly MessageFile[]): void {
    files = next;
    list.replaceChildren(
      ...files.map((file) => renderFile(file, () => remove(file))),
    );
    tell(undefined, "");
    onChange();
  }

  function remove(file: MessageFile): void {
    show(files.filter((other) => other !== file));
    button.focus();
  }

  function tell(what: FileProblem | undefined, name: string): void {
    write(problem, (texts) =>
      what === undefined ? "" : texts.fileProblems[what](name),
    );
  }

  function add(chosen: readonly File[]): void {
    reading += chosen.length;
    onChange();
    for (const file of chosen)
      void inOrder(async () => {
        const read = await readFile(file, takes);
        reading -= 1;
        if (read.kind === "refused") tell(read.problem, file.name);
        else if (!hasRoom(read.file)) tell("tooMany", file.name);
        else show([...files, read.file]);
        onChange();
      });
  }

  function hasRoom({ content }: MessageFile): boolean {
    const length = files.reduce((sum, file) => sum + file.content.length, 0);
    return files.length < MAX_FILES && length + content.length <= MAX_LENGTH;
  }

  button.addEventListener("click", () => picker.click());
  picker.addEventListener("change", () => {
    add([...(picker.files ?? [])]);
    // The same file again is a change, too.
    picker.value = "";
  });
  chat.addEventListener("paste", (event) => {
    const pasted = [...(event.clipboardData?.files ?? [])];
    // What an office program copies is text, with a picture of it.
    const hasText = event.clipboardData?.types.includes("text/plain") === true;
    if (pasted.length === 0 || hasText) return;
    event.preventDefault();
    add(pasted);
  });
  chat.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files") !== true) return;
    event.preventDefault();
    chat.classList.add("dropping");
  });
  chat.addEventListener("dragleave", () => chat.classList.remove("dropping"));
  chat.addEventListener("drop", (event) => {
    chat.classList.remove("dropping");
    const dropped = [...(event.dataTransfer?.files ?? [])];
    if (dropped.length === 0) return;
    event.preventDefault();
    add(dropped);
  });

  return {
    get files() {
      return files;
    },
    get isReading() {
      return reading > 0;
    },
    show,
  };
}
