import * as z from "zod";
import { textsFor } from "../../src/conversation/texts/texts.ts";
import { withoutTime } from "../fakes/without-time.ts";
import { createTelegramUpdate } from "../fixtures/telegram-updates.ts";
import type { RequestBody, StubReply } from "../stubs/openai-server.ts";
import type { SearchService } from "../stubs/search-server.ts";
import type { TelegramUpdate } from "../stubs/telegram-methods.ts";
import { toolCalls } from "../stubs/tool-calls.ts";
import { nameEvent } from "./events.ts";
import type { RelayedRequest } from "./relay.ts";
import {
  nameGrowing,
  nameSceneCall,
  nameSentInScene,
  respondInScene,
} from "./scene-script.ts";

/**
 * Script of the suite's conversations. Each has a six-digit number, which is
 * its chat and its user and appears in every text and query, so that the
 * servers can attribute requests.
 */
export type Question = "long" | "quick" | "pair";

/** A conversation's request to a server, named by its purpose. */
export interface Call {
  readonly number: number;
  readonly name: string;
}

export function questionOf(question: Question, number: number): string {
  return `A ${question} question of ${number}`;
}

export function updateOf({
  id,
  number,
  question,
}: {
  id: number;
  number: number;
  question: Question;
}): TelegramUpdate {
  return updateWith({ id, number, text: questionOf(question, number) });
}

export function updateWith({
  id,
  number,
  text,
  message = {},
}: {
  id: number;
  number: number;
  text: string;
  /** Additional fields. */
  message?: Readonly<Record<string, unknown>>;
}): TelegramUpdate & { readonly message: Record<string, unknown> } {
  return createTelegramUpdate({
    id,
    text,
    message: {
      from: {
        id: number,
        is_bot: false,
        first_name: "Mei",
        language_code: "en",
      },
      chat: { id: number, first_name: "Mei", type: "private" },
      ...message,
    },
  });
}

/** The messages that answer the long question. */
export const LONG_REPLY = ["part 1", "part 2", "part 3"];

/**
 * The long answer's paragraphs; one fits into a Telegram message, two do not.
 */
export function paragraphsOf(number: number): readonly string[] {
  return ["1", "2", "3"].map(
    (part) =>
      `Part ${part} for ${number}: ${`word${part} `.repeat(500).trim()}.`,
  );
}

/**
 * The pair's paragraphs: on Discord one fits into a message, two do not;
 * elsewhere both do.
 */
function pairOf(number: number): readonly string[] {
  return ["1", "2"].map(
    (part) =>
      `Half ${part} for ${number}: ${`half${part} `.repeat(200).trim()}.`,
  );
}

export function answerOf(question: Question, number: number): string {
  if (question === "quick") return `A quick answer for ${number}.`;
  const paragraphs =
    question === "long" ? paragraphsOf(number) : pairOf(number);
  return paragraphs.join("\n\n");
}

/**
 * Answers the long question with two parallel searches, a sum, and then a text
 * of three messages; the quick one and the pair at once.
 */
export function respond(body: RequestBody): StubReply {
  const inScene = respondInScene(body);
  if (inScene !== undefined) return inScene;
  const { number, question, observed } = readPrompt(body);
  if (question !== "long") return answerOf(question, number);
  if (!observed.has("search-1"))
    return toolCalls(
      ["1", "2"].map((id) => ({
        id: `search-${id}`,
        name: "search",
        arguments: { query: `search ${id} of ${number}` },
      })),
    );
  if (!observed.has("sum"))
    return toolCalls([
      { id: "sum", name: "calculator", arguments: { expression: "6*7" } },
    ]);
  return answerOf("long", number);
}

/** A SearXNG that finds one page for every query. */
export const searchService: SearchService = ({ parameters }) => {
  const query = parameters.get("q") ?? "";
  const url = `https://example.org/${encodeURIComponent(query)}`;
  const results = [{ title: query, url, content: `About ${query}.` }];
  return { body: { query, results } };
};

/**
 * Names a model call by the contents of its prompt, so that a repeated call has
 * the same name.
 */
export function nameModelCall({ body }: RelayedRequest): Call | undefined {
  const parsed = Prompt.safeParse(JSON.parse(body));
  if (!parsed.success) return undefined;
  const inScene = nameSceneCall(parsed.data);
  if (inScene !== undefined) return inScene;
  const { number, question, observed } = readPrompt(parsed.data);
  const names: Readonly<Record<number, string>> = {
    0: "model call 1",
    2: "model call 2",
    3: "model call 3",
  };
  const name =
    question === "long" ? names[observed.size] : `${question} model call`;
  return { number, name: name ?? "model call too many" };
}

export function nameSearch({ path }: RelayedRequest): Call | undefined {
  const query = new URL(path, "http://localhost").searchParams.get("q") ?? "";
  const [, name, number] = /^(search \d) of (\d+)$/.exec(query) ?? [];
  return name === undefined ? undefined : { number: Number(number), name };
}

/**
 * Names a sending: `edit: ` and a message's new text, `draft: ` and its text,
 * or `removal`.
 */
export function nameSending({ path, body }: RelayedRequest): Call | undefined {
  const [, method] =
    /\/(sendMessage|sendMessageDraft|editMessageText|deleteMessage)$/.exec(
      path,
    ) ?? [];
  if (method === undefined) return undefined;
  const { chat_id: number, text } = Sending.parse(JSON.parse(body));
  if (text === undefined) return { number, name: "removal" };
  const name = nameSent(text, number);
  return { number, name: `${NAMES_BEFORE[method] ?? ""}${name}` };
}

/**
 * Names a request to any chat platform by the part it contains, or by how far
 * an answer has grown.
 */
export function nameChatSending({
  path,
  body,
}: RelayedRequest): Call | undefined {
  const [, part, number] = /Half (\d) for (\d{6}):/.exec(body) ?? [];
  if (part !== undefined)
    return { number: Number(number), name: `part ${part}` };
  const [, chat] = /"channel":"D(\d{6})"/.exec(body) ?? [];
  return path.endsWith("/chat.startStream")
    ? { number: Number(chat), name: "the stream's opening" }
    : nameGrowing(body);
}

/** Names a request to the conversation's callback endpoint, or an event. */
export function nameCallback(request: RelayedRequest): Call {
  const number = Number(request.path.slice(1));
  return nameEvent(request) ?? { number, name: "callback" };
}

const NAMES_BEFORE: Readonly<Record<string, string>> = {
  editMessageText: "edit: ",
  sendMessageDraft: "draft: ",
};

/**
 * Names a message by its place in the script; returns other texts unchanged.
 */
export function nameSent(text: string, number: number): string {
  for (const paragraphs of [paragraphsOf(number), pairOf(number)]) {
    const part = paragraphs.findIndex((each) => text.startsWith(each));
    if (part !== -1) return `part ${part + 1}`;
  }
  // A note about messages leaving the window may follow it.
  const [paragraph] = text.split("\n\n");
  if (paragraph === answerOf("quick", number)) return "quick answer";
  if (text === textsFor({ author: { language: "en" }, text: "" }).failed)
    return "notice";
  return (
    nameSentInScene(text, number) ?? `something else: ${text.slice(0, 100)}`
  );
}

/** Pictures come with a text; the time of the message ends it. */
const Content = z
  .union([
    z.string(),
    z
      .array(z.looseObject({ text: z.string().default("") }))
      .transform((pieces) => pieces.map(({ text }) => text).join("")),
  ])
  .transform(withoutTime);
const Prompt = z.object({
  model: z.string(),
  messages: z.array(
    z.looseObject({
      role: z.string(),
      content: Content.nullish(),
      tool_call_id: z.string().optional(),
    }),
  ),
});
const Sending = z.object({
  chat_id: z.coerce.number(),
  text: z.string().optional(),
});

function readPrompt(body: unknown) {
  const { messages } = Prompt.parse(body);
  const asked = messages.findLastIndex(({ role }) => role === "user");
  const [, question, number] =
    /(?:^|\n\n)A (long|quick|pair) question of (\d+)$/.exec(
      // Messages that nobody answered are part of it.
      messages[asked]?.content ?? "",
    ) ?? [];
  const observed = messages
    .slice(asked)
    .flatMap(({ tool_call_id: id }) => (id === undefined ? [] : [id]));
  return {
    question: question as Question,
    number: Number(number),
    observed: new Set(observed),
  };
}
