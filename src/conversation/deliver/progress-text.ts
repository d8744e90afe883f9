import { escapeMarkdown, shorten } from "../../text/text.ts";
import type { AgentAction } from "../../types/turn.ts";
import type { Texts } from "../texts/texts.ts";
import type { ProgressEvent } from "../turn-events.ts";

/**
 * Delay that collects an answer's first words: the next update is a second
 * later, and a short answer appears at once.
 */
const COLLECT_MS = 100;
/** Maximum length of a tool's input, in UTF-16 units. */
const MAX_INPUT = 100;

/**
 * Shows the tools that run, one per line, then the answer once its first words
 * are there.
 */
export function createProgressText(texts: Texts) {
  const running = new Map<number, string>();
  let answer = "";
  let isSilent = false;
  let readableAt: number | undefined;
  /**
   * Milliseconds until the answer is shown; `undefined` if it has no readable
   * text yet.
   */
  const waitMs = (): number | undefined =>
    readableAt === undefined
      ? undefined
      : Math.max(readableAt + COLLECT_MS - Date.now(), 0);
  return {
    /** Nothing has come from the model for a while. */
    noteSilence(): void {
      isSilent = true;
    },
    note(event: ProgressEvent): void {
      isSilent = false;
      switch (event.type) {
        case "action":
          // What the model wrote before was not the answer.
          answer = "";
          readableAt = undefined;
          running.set(event.index, describeAction(event.action, texts));
          return;
        case "step":
          running.delete(event.index);
          return;
        case "delta":
          answer = answer.slice(0, event.offset) + event.text;
          if (readableAt === undefined && isReadable(answer))
            readableAt = Date.now();
      }
    },
    waitMs,
    /** Markdown; empty if there is nothing to show yet. */
    read: () =>
      waitMs() === 0
        ? { text: answer, isAnswer: true }
        : {
            text: isSilent
              ? texts.stillWaiting
              : [...running.values()].join("\n"),
            isAnswer: false,
          },
  };
}

/**
 * Whether there is a word or a number yet, not just a list marker or the start
 * of a code block.
 */
function isReadable(markdown: string): boolean {
  return /[\p{L}\p{N}]/u.test(markdown.replace(OPENING_FENCE, ""));
}

const OPENING_FENCE = /^\s*(?:`{3,}|~{3,}).*/;

/** One line of escaped Markdown: the input comes from the model. */
function describeAction({ tool, input }: AgentAction, texts: Texts): string {
  const text = mainText(input).trim().replace(/\s+/g, " ");
  const line = texts.working({ tool, input: shorten(text, MAX_INPUT) });
  return escapeMarkdown(line);
}

/**
 * The part of an input that matters most: the text itself, or the first text
 * field.
 */
function mainText(input: unknown): string {
  const isObject = typeof input === "object" && input !== null;
  const values: unknown[] = isObject ? Object.values(input) : [input];
  return values.find((value) => typeof value === "string") ?? "";
}
