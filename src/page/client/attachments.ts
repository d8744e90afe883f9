import { findBot } from "./bot.ts";
import { findElement, write } from "./elements.ts";
import { renderFile } from "./file-chip.ts";
import { createQueue } from "./follow-turn.ts";
import { readFile } from "./read-file.ts";
import { toTextFile } from "./text-file.ts";
import type { FileProblem } from "./texts-english.ts";
import { MAX_FILES, MAX_TOTAL_BYTES, type MessageFile } from "./wire.ts";

/** Total length of the base64 contents. */
const MAX_LENGTH = (MAX_TOTAL_BYTES * 4) / 3;

/** The files of the next message. */
export interface Attachments {
  readonly files: readonly MessageFile[];
  /** Whether some are still being read. */
  readonly isReading: boolean;
  show(files: readonly MessageFile[]): void;
  /** Adds a text that is too long for the message box. */
  addText(text: string): void;
}

/** Accepts files chosen by the button, pasted, or dropped on the chat. */
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
  /** Reads files one after another, to keep their order. */
  const inOrder = createQueue();

  write(button, (texts) => texts.attach, "aria-label");
  write(picker, (texts) => texts.attach, "aria-label");
  write(list, (texts) => texts.attachments, "aria-label");

  function show(next: readonly MessageFile[]): void {
    files = next;
    list.replaceChildren(
      ...files.map((file) => renderFile(file, () => remove(file))),
    );
    showProblem(undefined, "");
    onChange();
  }

  function remove(file: MessageFile): void {
    show(files.filter((other) => other !== file));
    button.focus();
  }

  function showProblem(kind: FileProblem | undefined, name: string): void {
    write(problem, (texts) =>
      kind === undefined ? "" : texts.fileProblems[kind](name),
    );
  }

  /** @param note shown for a file that is added */
  function add(chosen: readonly File[], note?: FileProblem): void {
    reading += chosen.length;
    onChange();
    for (const file of chosen)
      void inOrder(async () => {
        const read = await readFile(file, takes);
        reading -= 1;
        if (read.kind === "refused") showProblem(read.problem, file.name);
        else if (!hasRoom(read.file)) showProblem("tooMany", file.name);
        else {
          show([...files, read.file]);
          if (note !== undefined) showProblem(note, read.file.name);
        }
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
    // Choosing the same file again must fire `change`.
    picker.value = "";
  });
  chat.addEventListener("paste", (event) => {
    const pasted = [...(event.clipboardData?.files ?? [])];
    // Office programs copy text along with a picture of it.
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
    addText(text) {
      const { file, isCut } = toTextFile(text);
      add([file], isCut ? "cut" : undefined);
    },
  };
}
