import { textsFor } from "../../src/conversation/texts.ts";
import type { RequestBody, StubReply } from "../stubs/openai-server.ts";
import { toolCalls } from "../stubs/tool-calls.ts";
import type { Call } from "./script.ts";

/**
 * What is said in the suite's scenes. The streamed question is answered with a draft of two messages, which is thrown away
 * for a search, and then with one short message. The refused one is none that the model takes. Notes are answered all
 * that stand in one message at once.
 */
export type SceneQuestion = "streamed" | "refused";

export function sceneQuestionOf(
  question: SceneQuestion,
  number: number,
): string {
  return `A ${question} question of ${number}`;
}

export function noteOf(note: number, number: number): string {
  return `Note ${note} of ${number}`;
}

export function streamedAnswerOf(number: number): string {
  return `A streamed answer for ${number}.`;
}

export function answerToNotes(
  notes: readonly number[],
  number: number,
): string {
  return `An answer for ${number} to ${notes.join(", ")}`;
}

/** In any text of a person or of the bot. */
export function notesIn(text: string): readonly number[] {
  const asked = [...text.matchAll(/^Note (\d) of \d+$/gm)];
  const [, answered = ""] = /^An answer for \d+ to ([\d, ]+)$/.exec(text) ?? [];
  return asked.length > 0
    ? asked.map(([, note]) => Number(note))
    : answered.split(", ").filter(Boolean).map(Number);
}

/** `undefined` where the prompt is not a scene's. */
export function respondInScene(body: RequestBody): StubReply | undefined {
  const prompt = readScenePrompt(body);
  if (prompt === undefined) return undefined;
  const { number, notes, question, isObserved } = prompt;
  if (notes.length > 0) return answerToNotes(notes, number);
  if (question === "refused")
    return { status: 400, body: { error: { message: "No such thing." } } };
  if (isObserved) return streamedAnswerOf(number);
  // Half of the reply holds the draft, and not the whole call.
  const query = JSON.stringify({ query: `search 1 of ${number}` });
  const call = { name: "search", arguments: `${query}${" ".repeat(60)}` };
  const text = [1, 2].map((part) => draftOf(part, number)).join("\n\n");
  const reply = toolCalls([call], { pieceLength: 1 });
  // Too much of a text at once might be anything.
  const pieces = [text.slice(0, 100), text.slice(100)];
  return { ...reply, chunks: [...pieces, ...reply.chunks] };
}

export function nameSceneCall(body: {
  messages: readonly PromptMessage[];
}): Call | undefined {
  const prompt = readScenePrompt(body);
  if (prompt === undefined) return undefined;
  const { number, notes, question, isObserved } = prompt;
  if (notes.length > 0)
    return { number, name: `model call for ${notes.join(", ")}` };
  return { number, name: `${question} model call ${isObserved ? 2 : 1}` };
}

/** `undefined` for what no scene says. */
export function nameSentInScene(
  text: string,
  number: number,
): string | undefined {
  const texts = textsFor({ language: "en", text: "" });
  // Its sources stand below it.
  if (text.startsWith(streamedAnswerOf(number))) return "streamed answer";
  if (text.includes(`search 1 of ${number}`)) return "status";
  if (text === texts.stoppedEarly) return "stopped";
  if (text === texts.modelRefused) return "refusal";
  const notes = notesIn(text);
  if (notes.length > 0) return `answer to ${notes.join(", ")}`;
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
  const notes = notesIn(text);
  const [, question, ofQuestion] =
    /^A (streamed|refused) question of (\d+)$/.exec(text) ?? [];
  const [, ofNote] = /^Note \d of (\d+)$/m.exec(text) ?? [];
  const number = ofQuestion ?? ofNote;
  if (number === undefined) return undefined;
  const isObserved = messages.slice(asked).some(({ role }) => role === "tool");
  return { number: Number(number), question, notes, isObserved };
}
