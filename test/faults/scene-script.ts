import { PERSON_TEXTS } from "../../src/conversation/texts/person.ts";
import { REMINDER_TEXTS } from "../../src/conversation/texts/reminders.ts";
import { textsFor } from "../../src/conversation/texts/texts.ts";
import type { RequestBody, StubReply } from "../stubs/openai-server.ts";
import { toolCalls } from "../stubs/tool-calls.ts";
import {
  nameApprovalCall,
  nameSentForApproval,
  respondToApproval,
} from "./approval-script.ts";
import type { Call } from "./script.ts";

/**
 * Script of the suite's scenes.
 *
 * - streamed: answered with a draft of two messages, which a search discards,
 *   then with one short message.
 * - refused: the model rejects it. It also rejects the retried one after its
 *   first search, until the model is another than `refusing`, which searches
 *   once more and answers.
 * - edited: answered at once.
 * - grown: answered at once, each time in other words, as no model repeats
 *   itself.
 *
 * All notes in one message are answered at once.
 */
export type SceneQuestion =
  "streamed" | "refused" | "retried" | "edited" | "grown";

/** A model that rejects some prompts. */
export const REFUSING = "refusing";

export function sceneQuestionOf(
  question: SceneQuestion,
  number: number,
): string {
  return `A ${question} question of ${number}`;
}

export function noteOf(note: number, number: number): string {
  return `Note ${note} of ${number}`;
}

export function sceneAnswerOf(
  question: "streamed" | "retried" | "edited",
  number: number,
): string {
  return `A ${question} answer for ${number}.`;
}

/** What a person of the team says. */
export function wordsOfPerson(number: number): string {
  return `Words of a person for ${number}`;
}

/** What is said to whom asks for a person. */
export const PROMISE = PERSON_TEXTS.en.promise({ waits: false, mark: "/" });

export function reminderOf(number: number): string {
  return `Tea of ${number}`;
}

/** How what is said to whom makes a reminder begins. */
const [MADE = ""] = REMINDER_TEXTS.en.made("").split("\n");

/** Summary of what has left the window. */
export function summaryOf(number: number): string {
  return `Notes about ${number}`;
}

export function answerToNotes(
  notes: readonly number[],
  number: number,
): string {
  return `An answer for ${number} to ${notes.join(", ")}`;
}

/** Finds the notes in a text of a user or the bot. */
export function notesIn(text: string): readonly number[] {
  const asked = [...text.matchAll(/^(?:\[photo\] )*Note (\d) of \d+$/gm)];
  const [, answered = ""] = /^An answer for \d+ to ([\d, ]+)$/.exec(text) ?? [];
  return asked.length > 0
    ? asked.map(([, note]) => Number(note))
    : answered.split(", ").filter(Boolean).map(Number);
}

/** `undefined` if the prompt is not a scene's. */
export function respondInScene(body: RequestBody): StubReply | undefined {
  const prompt = readScenePrompt(body);
  if (prompt === undefined) return respondToApproval(body);
  const { number, notes, question, searches } = prompt;
  if (notes.length > 0) return answerToNotes(notes, number);
  switch (question) {
    case "edited":
      return sceneAnswerOf(question, number);
    case "streamed":
      return searches === 0
        ? draftAndSearch(number)
        : sceneAnswerOf(question, number);
    case "retried":
      if (searches === 2) return sceneAnswerOf(question, number);
      return searches === 1 && body.model === REFUSING
        ? REFUSAL
        : toolCalls([searchCall(searches + 1, number)]);
    case "refused":
      return REFUSAL;
    case "grown": {
      const times = (grown.get(number) ?? 0) + 1;
      grown.set(number, times);
      return grownAnswerOf(number, times);
    }
    case "summary":
      return summaryOf(number);
    default:
      return undefined;
  }
}

/** Number of answers by conversation number. */
const grown = new Map<number, number>();
const SENTENCES = 40;
/** Half of it has at most this many; three quarters have more. */
const MOST_OF_HALF = 24;

function grownAnswerOf(number: number, times: number): string {
  return Array.from(
    { length: SENTENCES },
    (_, index) => `Sentence ${index + 1} of ${number}, said ${times} times`,
  ).join(", ");
}

/** For any way of sending: all of it, or what was appended. */
export function nameGrowing(body: string): Call | undefined {
  const [, sentence, number] =
    [...body.matchAll(/Sentence (\d+) of (\d{6})/g)].at(-1) ?? [];
  if (sentence === undefined) return undefined;
  return { number: Number(number), name: nameGrown(Number(sentence)) };
}

function nameGrown(sentences: number): string {
  if (sentences === SENTENCES) return "the whole answer";
  return sentences <= MOST_OF_HALF ? "the beginning" : "more";
}

const REFUSAL = { status: 400, body: { error: { message: "No such thing." } } };

function searchCall(search: number, number: number) {
  const query = `search ${search} of ${number}`;
  return { id: `search-${search}`, name: "search", arguments: { query } };
}

/** Half of the reply contains the draft but not the complete call. */
function draftAndSearch(number: number): StubReply {
  const call = searchCall(1, number);
  const written = `${JSON.stringify(call.arguments)}${" ".repeat(60)}`;
  const text = [1, 2].map((part) => draftOf(part, number)).join("\n\n");
  const reply = toolCalls([{ ...call, arguments: written }], {
    pieceLength: 1,
  });
  // A long text at once could be anything.
  const pieces = [text.slice(0, 100), text.slice(100)];
  return { ...reply, chunks: [...pieces, ...reply.chunks] };
}

export function nameSceneCall(body: {
  model: string;
  messages: readonly PromptMessage[];
}): Call | undefined {
  const prompt = readScenePrompt(body);
  if (prompt === undefined) return nameApprovalCall(body);
  const { number, notes, question, searches } = prompt;
  if (notes.length > 0)
    return { number, name: `model call for ${notes.join(", ")}` };
  const name = `${question} model call ${searches + 1}`;
  return {
    number,
    name: body.model === REFUSING ? `${name}, of another model` : name,
  };
}

/** `undefined` if it is not in a scene. */
export function nameSentInScene(
  text: string,
  number: number,
): string | undefined {
  const texts = textsFor({ author: { language: "en" }, text: "" });
  const answered = (["streamed", "retried", "edited"] as const).find(
    // Its sources follow.
    (question) => text.startsWith(sceneAnswerOf(question, number)),
  );
  if (answered !== undefined) return `${answered} answer`;
  const inApproval = nameSentForApproval(text, number);
  if (inApproval !== undefined) return inApproval;
  if (text.includes(`search 1 of ${number}`)) return "status";
  if (/^(This chat is now|These chats are) linked/.test(text))
    return "link answer";
  if (text === texts.stoppedEarly) return "stopped";
  // The first words of a stretch follow the notice.
  if (text.endsWith(wordsOfPerson(number))) return "person answer";
  if (text === `⏰ ${reminderOf(number)}`) return "reminder answer";
  if (text.startsWith(MADE)) return "made answer";
  if (text === PROMISE) return "promise answer";
  if (text === texts.personIsHere("/").replaceAll("*", ""))
    return "notice answer";
  // On the owner's machine, as here, the notice gives the reason.
  const notice = texts.modelFailed({ kind: "refused", said: "" });
  const [, start = notice] = /^\*\*(.+?)\*\*/.exec(notice) ?? [];
  if (text.startsWith(start)) return "refusal";
  const notes = notesIn(text);
  if (notes.length > 0) return `answer to ${notes.join(", ")}`;
  if (text === "") return "preview of nothing";
  const [, times] = /, said (\d+) times/.exec(text) ?? [];
  const whole = grownAnswerOf(number, Number(times));
  if (text === whole) return "grown answer";
  if (whole.startsWith(text)) {
    const sentences = text.match(/Sentence/g) ?? [];
    return `preview of ${nameGrown(sentences.length)}`;
  }
  const draft = [1, 2].find((part) => text.startsWith(opening(part, number)));
  return draft === undefined ? undefined : `preview ${draft}`;
}

/** One fits into a Telegram message, two do not. */
function draftOf(part: number, number: number): string {
  return `${opening(part, number)} ${`draft${part} `.repeat(400).trim()}.`;
}

function opening(part: number, number: number): string {
  return `Draft ${part} for ${number}:`;
}

interface PromptMessage {
  readonly role: string;
  readonly content?: string | null | undefined;
}

function readScenePrompt({ messages }: { messages: readonly PromptMessage[] }) {
  const asked = messages.findLastIndex(({ role }) => role === "user");
  const text = messages[asked]?.content ?? "";
  const searches = messages
    .slice(asked)
    .filter(({ role }) => role === "tool").length;
  const [, ofMessages] =
    /^The notes so far:.+question of (\d+)/s.exec(text) ?? [];
  if (ofMessages !== undefined)
    return {
      number: Number(ofMessages),
      question: "summary",
      notes: [],
      searches,
    };
  const [, question = "none", ofQuestion] =
    /^A (streamed|refused|retried|edited|grown) question of (\d+)$/.exec(
      text,
    ) ?? [];
  const [, ofNote] = /Note \d of (\d+)$/m.exec(text) ?? [];
  const number = ofQuestion ?? ofNote;
  if (number === undefined) return undefined;
  return { number: Number(number), question, notes: notesIn(text), searches };
}
