import { escapeMarkdown, shorten } from "../text.ts";
import type { AgentAction } from "../turn.ts";
import type { Texts } from "./texts/texts.ts";
import type { ProgressEvent } from "./turn-events.ts";

/** What a reply that is being written has to show so far. */
export interface ProgressText {
  note(event: ProgressEvent): void;
  /** Markdown; empty while there is nothing new to show. */
  read(): { readonly text: string; readonly isAnswer: boolean };
  /** Milliseconds until the answer is shown; `undefined` while there is nothing of it to read. */
  waitMs(): number | undefined;
}

/** An answer's first words are collected for so long: the next come a second later, and a short answer is sent whole. */
const COLLECT_MS = 100;
/** How much of a tool's input is shown, in UTF-16 units. */
const MAX_INPUT = 100;

/** The answer once its first words are there; until then the tools that run, a line each. */
export function createProgressText(
  texts: Texts,
  { now = Date.now } = {},
): ProgressText {
  const running = new Map<number, string>();
  let answer = "";
  let readableAt: number | undefined;
  const waitMs = (): number | undefined =>
    readableAt === undefined
      ? undefined
      : Math.max(readableAt + COLLECT_MS - now(), 0);
  return {
    note(event) {
      switch (event.type) {
        case "action":
          // What the model wrote before it was no answer.
          answer = "";
          readableAt = undefined;
          running.set(event.index, describeAction(event.action, texts));
          return;
        case "step":
          running.delete(event.index);
          return;
        case "delta":
          if (event.offset === 0) readableAt = undefined;
          answer = answer.slice(0, event.offset) + event.text;
          if (readableAt === undefined && isReadable(answer))
            readableAt = now();
          return;
        case "waiting":
        case "end":
        case "forgotten":
      }
    },
    waitMs,
    read: () =>
      waitMs() === 0
        ? { text: answer, isAnswer: true }
        : { text: [...running.values()].join("\n"), isAnswer: false },
  };
}

/** Whether there is a word or a number: a list's mark, or the beginning of a code block, says nothing yet. */
function isReadable(markdown: string): boolean {
  return /[\p{L}\p{N}]/u.test(markdown.replace(OPENING_FENCE, ""));
}

const OPENING_FENCE = /^\s*(?:`{3,}|~{3,}).*/;

/** One line, in which nothing is Markdown: the input comes from the model. */
function describeAction({ tool, input }: AgentAction, texts: Texts): string {
  const text = mainText(input).trim().replace(/\s+/g, " ");
  const line = texts.working({ tool, input: shorten(text, MAX_INPUT) });
  return escapeMarkdown(line);
}

/** What a person would call the input: the text itself, or that of the first field that has some. */
function mainText(input: unknown): string {
  if (typeof input === "string") return input.slice(0, 2 * MAX_INPUT);
  if (typeof input !== "object" || input === null) return "";
  return mainText(
    Object.values(input).find((value) => typeof value === "string"),
  );
}
