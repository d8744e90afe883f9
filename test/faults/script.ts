import { textsFor } from "../../src/conversation/texts/texts.ts";
import { createTelegramUpdate } from "../fixtures/telegram-updates.ts";
import type { RequestBody, StubReply } from "../stubs/openai-server.ts";
import type { SearchService } from "../stubs/search-server.ts";
import type { TelegramUpdate } from "../stubs/telegram-methods.ts";
import { toolCalls } from "../stubs/tool-calls.ts";
import type { RelayedRequest } from "./relay.ts";
import {
  nameGrowing,
  nameSceneCall,
  nameSentInScene,
  respondInScene,
} from "./scene-script.ts";
import * as z from "zod";

/**
 * What is said in the suite's conversations. Each has a number of six digits, which is its chat and its person, and is in
 * every text and every query, so that the servers know whose request they see.
 */
export type Question = "long" | "quick" | "pair";

/** A request of a conversation to a server, by what it is for. */
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
  /** Further fields. */
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

/** What a person gets for the long question. */
export const LONG_REPLY = ["part 1", "part 2", "part 3"];

/** The long answer's paragraphs; Telegram takes one in a message, and no two. */
export function paragraphsOf(number: number): readonly string[] {
  return ["1", "2", "3"].map(
    (part) =>
      `Part ${part} for ${number}: ${`word${part} `.repeat(500).trim()}.`,
  );
}

/** The pair's paragraphs: Discord takes one in a message, and no two; others take both. */
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
 * Answers the long question with two searches side by side, a sum, and then a text of three messages. The quick one is
 * answered at once, and so is the one for a pair.
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

/** Which call of a model a request is: by what its prompt holds, so that the same call made again has the same name. */
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

/** What it sends: `edit: ` and a message's new text, `draft: ` and what is drafted, or `removal`. */
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

/** To a chat platform, whatever its requests look like: the part that is in it, or how far an answer has grown. */
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

/** To the endpoint of the conversation; not the question whether it wants callbacks. */
export function nameCallback({ path, body }: RelayedRequest): Call | undefined {
  if (body.includes('"challenge"')) return undefined;
  return { number: Number(path.slice(1)), name: "callback" };
}

const NAMES_BEFORE: Readonly<Record<string, string>> = {
  editMessageText: "edit: ",
  sendMessageDraft: "draft: ",
};

/** What a person has got, by its place in the script; something else is told as it is. */
export function nameSent(text: string, number: number): string {
  for (const paragraphs of [paragraphsOf(number), pairOf(number)]) {
    const part = paragraphs.findIndex((each) => text.startsWith(each));
    if (part !== -1) return `part ${part + 1}`;
  }
  // What leaves the window is noted below it.
  const [paragraph] = text.split("\n\n");
  if (paragraph === answerOf("quick", number)) return "quick answer";
  if (text === textsFor({ author: { language: "en" }, text: "" }).failed)
    return "notice";
  return (
    nameSentInScene(text, number) ?? `something else: ${text.slice(0, 100)}`
  );
}

/** With pictures there is a text. */
const Content = z.union([
  z.string(),
  z
    .array(z.looseObject({ text: z.string().default("") }))
    .transform((pieces) => pieces.map(({ text }) => text).join("")),
]);
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
    /^A (long|quick|pair) question of (\d+)$/.exec(
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
