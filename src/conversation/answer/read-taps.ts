import type { AnswerToPause, IncomingMessage } from "../../types/message.ts";
import type { PauseAnswer } from "../../types/pause.ts";
import { GO_ON_WORDS } from "../state/pauses/pauses.ts";
import { textsFor, type Texts } from "../texts/texts.ts";

/** An answer for which there is a button. */
export type Tapped = Exclude<PauseAnswer, { kind: "say" }>;

/** The commands of buttons below a question. Nobody needs to know them. */
const WORDS: ReadonlyMap<string, Tapped["kind"]> = new Map([
  ["approve", "approve"],
  ["同意", "approve"],
  ["refuse", "refuse"],
  ["拒绝", "refuse"],
  ["拒絕", "refuse"],
  ["choose", "choose"],
  ["选择", "choose"],
  ["選擇", "choose"],
  ...GO_ON_WORDS.map((word) => [word, "go-on"] as const),
]);

/** In unambiguous characters, so that a person can type it. */
const LETTERS = "23456789abcdefghijkmnpqrstuvwxyz";
const CODE_LENGTH = 6;
const CODE = "[2-9a-km-np-z]{6}";
const MARKS = String.raw`[^\p{L}\p{N}]`;

/** 30 random bits; enough, since few questions wait and only few may answer. */
export function createPauseCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(CODE_LENGTH));
  return Array.from(bytes, (byte) => LETTERS[byte % 32]).join("");
}

/** The command of a button that answers a question. */
export function answerCommand(code: string, answer: Tapped): string {
  switch (answer.kind) {
    case "go-on":
      return `continue ${code}`;
    case "choose":
      return `choose ${code} ${answer.number}`;
    case "approve":
    case "refuse":
      return `${answer.kind} ${code}`;
  }
}

const TYPED = new RegExp(
  `^${MARKS}*(?:(${[...WORDS.keys()].join("|")})${MARKS}+)?(${CODE})(?:${MARKS}+([1-9]))?${MARKS}*$`,
  "iu",
);

/**
 * The message of a button below a question, as if its author had said it: the
 * agent is to read it. Also one that is nothing but an answer with its code; a
 * sentence with a code is none, nor is an edited message: the original may have
 * been one. Other messages stay as they are.
 */
export function asWritten(message: IncomingMessage): IncomingMessage {
  const { command, ...rest } = message;
  const texts = textsFor(message);
  if (command === undefined) {
    const typed = readTyped(message, texts);
    return typed === undefined ? message : { ...message, answers: typed };
  }
  const kind = WORDS.get(command.name);
  if (kind === undefined) return message;
  const [code = "", number] = command.argument.split(" ");
  const answers = toAnswer(kind, { code, number, texts });
  return { ...rest, text: answers.said, answers };
}

function readTyped(
  { text, isEdit, attachments, forwarded }: IncomingMessage,
  texts: Texts,
): AnswerToPause | undefined {
  if (isEdit || attachments.length > 0 || forwarded !== undefined)
    return undefined;
  const [, word = "approve", code = "", number] = TYPED.exec(text) ?? [];
  const kind = WORDS.get(word.toLowerCase());
  return code === "" || kind === undefined
    ? undefined
    : {
        ...toAnswer(kind, { code: code.toLowerCase(), number, texts }),
        isTyped: true,
      };
}

function toAnswer(
  kind: Tapped["kind"],
  {
    code,
    number = "1",
    texts: { approval, goOn },
  }: { code: string; number: string | undefined; texts: Texts },
): AnswerToPause {
  switch (kind) {
    case "approve":
      return { code, answer: { kind }, said: approval.run };
    case "refuse":
      return { code, answer: { kind }, said: approval.doNotRun };
    case "choose":
      return { code, answer: { kind, number: Number(number) }, said: number };
    case "go-on":
      return { code, answer: { kind }, said: goOn.text };
  }
}

/** Whether a line may answer a question with its code. */
export function isBareAnswer(line: string): boolean {
  return TYPED.test(line);
}
