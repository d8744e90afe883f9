import { signal } from "@preact/signals";
import {
  MAX_FILES,
  MAX_TOTAL_BYTES,
  type AcceptedFiles,
} from "../../../types/page.ts";
import type { MessageFile, ShownFile } from "../api.ts";
import { createQueue } from "../parts/scheduling.ts";
import { readFile } from "../read-file.ts";
import type { FileProblem } from "../texts-english.ts";

/** Total length of the base64 contents. */
const MAX_LENGTH = (MAX_TOTAL_BYTES * 4) / 3;

/** The files of the next message. */
export type Attachments = ReturnType<typeof createAttachments>;

export function createAttachments(takes: AcceptedFiles) {
  const files = signal<readonly ShownFile[]>([]);
  /** How many are still being read. */
  const reading = signal(0);
  /** Why a file was not added. */
  const problem = signal<
    { readonly kind: FileProblem; readonly name: string } | undefined
  >(undefined);
  /** Reads files one after another, to keep their order. */
  const inOrder = createQueue();
  /** Counts the drafts that were opened. */
  let opened = 0;

  /** Those of another draft: files that are being read for this one are not. */
  function open(next: readonly ShownFile[]): void {
    opened += 1;
    reading.value = 0;
    show(next);
  }

  function show(next: readonly ShownFile[]): void {
    files.value = next;
    problem.value = undefined;
  }

  function add(chosen: readonly File[]): void {
    const own = opened;
    problem.value = undefined;
    reading.value += chosen.length;
    for (const file of chosen)
      void inOrder(async () => {
        const { name } = file;
        const read = await readFile(file, takes);
        if (own !== opened) return;
        if (read.kind === "refused")
          problem.value = { kind: read.problem, name };
        else if (!hasRoom(read.file)) problem.value = { kind: "tooMany", name };
        else files.value = [...files.value, read.file];
        reading.value -= 1;
      });
  }

  function hasRoom({ content }: MessageFile): boolean {
    const present = files.value;
    const length = present.reduce(
      (sum, file) => sum + (file.content ?? "").length,
      0,
    );
    return present.length < MAX_FILES && length + content.length <= MAX_LENGTH;
  }

  return {
    files,
    reading,
    problem,
    open,
    show,
    add,
    /** Adds a text that is too long for the message box. */
    addText(text: string) {
      add([new File([text], "pasted-text.txt", { type: "text/plain" })]);
    },
  };
}
