import { escapeMarkdown, shorten } from "../text.ts";
import type { AgentAction } from "../turn.ts";
import type { Texts } from "./texts/texts.ts";
import type { ProgressEvent } from "./turn-events.ts";

/** What a reply that is being written has to show so far. */
export interface ProgressText {
  note(event: ProgressEvent): void;
  /** Markdown; empty while there is nothing new to show. */
  read(): { readonly text: string; readonly isAnswer: boolean };
  /** Milliseconds until the answer is shown in any case; `undefined` where it is shown already, or there is none yet. */
  patienceMs(): number | undefined;
}

/** A text without the end of a sentence is shown from this length on, in UTF-16 units. */
const MAX_UNSHOWN = 200;
/** Nor is it waited for longer than this: people see that an answer comes. */
const MAX_UNSHOWN_MS = 300;
/** How much of a tool's input is shown, in UTF-16 units. */
const MAX_INPUT = 100;

/** The answer once a sentence of it is there, or it was written for a while; until then the tools that run, a line each. */
export function createProgressText(
  texts: Texts,
  { now = Date.now } = {},
): ProgressText {
  const running = new Map<number, string>();
  let answer = "";
  let isReadable = false;
  /** When the answer began. */
  let beganAt = 0;
  const patienceMs = (): number | undefined =>
    isReadable || answer.trim() === ""
      ? undefined
      : Math.max(beganAt + MAX_UNSHOWN_MS - now(), 0);
  return {
    note(event) {
      switch (event.type) {
        case "action":
          // What the model wrote before it was no answer.
          answer = "";
          isReadable = false;
          running.set(event.index, describeAction(event.action, texts));
          return;
        case "step":
          running.delete(event.index);
          return;
        case "delta":
          if (event.offset === 0) beganAt = now();
          answer = answer.slice(0, event.offset) + event.text;
          isReadable = (isReadable && event.offset > 0) || hasSentence(answer);
          return;
        case "waiting":
        case "end":
        case "forgotten":
      }
    },
    patienceMs,
    read() {
      isReadable ||= patienceMs() === 0;
      return isReadable
        ? { text: answer, isAnswer: true }
        : { text: [...running.values()].join("\n"), isAnswer: false };
    },
  };
}

/** The end of a line, or of a sentence: a number at a line's beginning is an item's, and ends none. */
const SENTENCE_END =
  /(?<!(?:^|\n)\s*\d+)[.!?…]["'”’)\]*_]*\s|[。！？；]|\S\s*\n/;

function hasSentence(text: string): boolean {
  return text.length > MAX_UNSHOWN || SENTENCE_END.test(text);
}

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
