import { textsFor } from "../../src/conversation/texts/texts.ts";
import type { RequestBody, StubReply } from "../stubs/openai-server.ts";
import { toolCalls } from "../stubs/tool-calls.ts";
import type { Call } from "./script.ts";

/**
 * What is said in the suite's scenes. The streamed question is answered with a draft of two messages, which is thrown away
 * for a search, and then with one short message. The refused one is none that the model takes; nor is the retried one once
 * a search is done, until there is another model than `refusing`: that searches once more, and answers. The edited one
 * is answered at once. The grown one is, too, each time in other words: no model repeats itself. All notes in one message are answered at
 * once.
 */
export type SceneQuestion =
  "streamed" | "refused" | "retried" | "edited" | "grown";

/** A model that does not take what others take. */
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

/** Of whatever has left the window. */
export function summaryOf(number: number): string {
  return `Notes about ${number}`;
}

export function answerToNotes(
  notes: readonly number[],
  number: number,
): string {
  return `An answer for ${number} to ${notes.join(", ")}`;
}

/** In any text of a person or of the bot. */
export function notesIn(text: string): readonly number[] {
  const asked = [...text.matchAll(/^(?:\[photo\] )*Note (\d) of \d+$/gm)];
  const [, answered = ""] = /^An answer for \d+ to ([\d, ]+)$/.exec(text) ?? [];
  return asked.length > 0
    ? asked.map(([, note]) => Number(note))
    : answered.split(", ").filter(Boolean).map(Number);
}

/** `undefined` where the prompt is not a scene's. */
export function respondInScene(body: RequestBody): StubReply | undefined {
  const prompt = readScenePrompt(body);
  if (prompt === undefined) return undefined;
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

/** How often each number's was answered. */
const grown = new Map<number, number>();
const SENTENCES = 40;
/** Half of it has no more, and three quarters have some more. */
const MOST_OF_HALF = 24;

function grownAnswerOf(number: number, times: number): string {
  return Array.from(
    { length: SENTENCES },
    (_, index) => `Sentence ${index + 1} of ${number}, said ${times} times`,
  ).join(", ");
}

/** In whatever way it is sent: all of it, or what was appended. */
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

/** Half of the reply holds the draft, and not the whole call. */
function draftAndSearch(number: number): StubReply {
  const call = searchCall(1, number);
  const written = `${JSON.stringify(call.arguments)}${" ".repeat(60)}`;
  const text = [1, 2].map((part) => draftOf(part, number)).join("\n\n");
  const reply = toolCalls([{ ...call, arguments: written }], {
    pieceLength: 1,
  });
  // Too much of a text at once might be anything.
  const pieces = [text.slice(0, 100), text.slice(100)];
  return { ...reply, chunks: [...pieces, ...reply.chunks] };
}

export function nameSceneCall(body: {
  model: string;
  messages: readonly PromptMessage[];
}): Call | undefined {
  const prompt = readScenePrompt(body);
  if (prompt === undefined) return undefined;
  const { number, notes, question, searches } = prompt;
  if (notes.length > 0)
    return { number, name: `model call for ${notes.join(", ")}` };
  const name = `${question} model call ${searches + 1}`;
  return {
    number,
    name: body.model === REFUSING ? `${name}, of another model` : name,
  };
}

/** `undefined` for what no scene says. */
export function nameSentInScene(
  text: string,
  number: number,
): string | undefined {
  const texts = textsFor({ author: { language: "en" }, text: "" });
  const answered = (["streamed", "retried", "edited"] as const).find(
    // Its sources stand below it.
    (question) => text.startsWith(sceneAnswerOf(question, number)),
  );
  if (answered !== undefined) return `${answered} answer`;
  if (text.includes(`search 1 of ${number}`)) return "status";
  if (text === texts.stoppedEarly) return "stopped";
  // On the owner's own machine, as here, the notice says why.
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

/** Telegram takes one in a message, and no two. */
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
