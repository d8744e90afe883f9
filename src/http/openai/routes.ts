import { Hono, type Context } from "hono";
import { logError } from "../../runtime/log.ts";
import type { Archive } from "../../types/archive.ts";
import type { IncomingMessage } from "../../types/message.ts";
import type { Problem } from "../../types/problem.ts";
import { authenticate, type CallerVariables } from "../api/authenticate.ts";
import type { ApiRoutesOptions } from "../api/routes.ts";
import {
  deliverMessage,
  findDifferences,
  takeMessage,
} from "../api/take-message.ts";
import { limitRate, openStream } from "../limit-requests.ts";
import { keepRunning } from "../platform-context.ts";
import { problemResponse } from "../problems.ts";
import { NOT_COUNTED } from "../stream-place.ts";
import { waitForTurn } from "../wait-for-turn.ts";
import {
  answerOf,
  explainProblems,
  MODEL,
  toCompletion,
  UNANSWERED,
} from "./completion.ts";
import { readChat, type Chat } from "./parse-chat.ts";
import type { Model, ModelList } from "./schemas.ts";
import { streamCompletion } from "./stream-completion.ts";

/** Timeout of OpenAI's own clients, after which they retry. */
const CLIENT_TIMEOUT_MS = 10 * 60_000;

export const PARLEY: Model = {
  id: MODEL,
  object: "model",
  created: 0,
  owned_by: "parley",
};

export const UNKNOWN_MODEL: Problem = {
  status: 404,
  slug: "unknown-model",
  title: "Model not found",
  detail: `The only model here is ${MODEL}.`,
};

/**
 * `/openai/v1`: the HTTP API for clients of OpenAI's Chat Completions, with the
 * keys and conversations of `/v1`.
 */
export function createOpenAIRoutes({
  callerCheck,
  mailbox,
  archive,
  index,
  callerLimits,
}: Omit<
  ApiRoutesOptions,
  "callbacks" | "schedules" | "timeZone"
>): Hono<CallerVariables> {
  const routes = new Hono<CallerVariables>();

  routes.use(
    "*",
    explainProblems(),
    authenticate(callerCheck, { takesSignatures: false }),
    limitRate(callerLimits),
  );

  routes.get("/models", (context) =>
    context.json({ object: "list", data: [PARLEY] } satisfies ModelList),
  );
  routes.get("/models/:id", (context) =>
    context.req.param("id") === MODEL
      ? context.json(PARLEY)
      : problemResponse(UNKNOWN_MODEL),
  );

  routes.post("/chat/completions", async (context) => {
    const { caller } = context.var;
    const reading = await readChat(context.req.raw, { caller });
    if (reading.kind === "refused") return problemResponse(reading.problem);
    const { headers } = context.req.raw;
    const chat = await recognise(reading.value, { headers, archive });
    const { message } = chat;
    const opening = chat.isStreamed
      ? await openStream(callerLimits, caller)
      : NOT_COUNTED;
    if (opening.kind === "refused") return problemResponse(opening.problem);
    await using place = opening.place;
    const acceptance = await (chat.kind === "passing"
      ? deliverMessage(message, { mailbox })
      : takeMessage(message, { caller, mailbox, archive, index }));
    if (acceptance.kind === "refused")
      return problemResponse(acceptance.problem);
    const { turn } = acceptance;

    if (chat.isStreamed) {
      const cleanUp = ({ hasLeft }: { hasLeft: boolean }): Promise<void> =>
        cleanUpAfter(chat, { stops: hasLeft, mailbox, archive });
      return streamCompletion(context, { chat, turn, mailbox, place, cleanUp });
    }
    const work = complete(context, { chat, mailbox, archive });
    keepRunning(context, work);
    return await work;
  });

  return routes;
}

type Parts = Pick<ApiRoutesOptions, "mailbox" | "archive">;

/**
 * Waits for the answer. If the client leaves, a named conversation still gets
 * it.
 */
async function complete(
  context: Context,
  { chat, mailbox, archive }: Parts & { chat: Chat },
): Promise<Response> {
  try {
    const end = await waitForTurn({
      mailbox,
      turn: chat.message,
      waitMs: CLIENT_TIMEOUT_MS,
      signal: context.req.raw.signal,
    });
    if (end.type === "open") return problemResponse(UNANSWERED);
    const answer = await answerOf(end);
    return answer.kind === "answered"
      ? context.json(toCompletion(answer.turn))
      : problemResponse(answer.problem);
  } finally {
    await cleanUpAfter(chat, { stops: false, mailbox, archive });
  }
}

/**
 * Deletes a passing chat. If the client has left a stream (`stops`), stops the
 * turn unless the client can return for it. Never throws.
 */
async function cleanUpAfter(
  { kind, mayReturn, message: { id, conversation } }: Chat,
  { stops, mailbox, archive }: Parts & { stops: boolean },
): Promise<void> {
  try {
    if (kind === "passing") await archive.forget(conversation);
    else if (stops && !mayReturn) await mailbox.stop({ conversation, id });
  } catch (error) {
    logError("chat not cleaned up", { turn: id, error });
  }
}

/** Gives a retried message the id of its first attempt. */
async function recognise(
  chat: Chat,
  { headers, archive }: { headers: Headers; archive: Archive },
): Promise<Chat> {
  if (chat.kind !== "named" || headers.has("idempotency-key")) return chat;
  const { message } = chat;
  const id = await findRepeated(headers, { message, archive });
  return id === undefined ? chat : { ...chat, message: { ...message, id } };
}

/**
 * Id of a retried message's first attempt, if the newest turn has the same
 * message. OpenAI's clients send no id to recognise it by.
 */
async function findRepeated(
  headers: Headers,
  { message, archive }: { message: IncomingMessage; archive: Archive },
): Promise<string | undefined> {
  if (!/^[1-9]\d?$/.test(headers.get("x-stainless-retry-count") ?? ""))
    return undefined;
  const { conversation } = message;
  const record = await archive.read(conversation, { newest: 1 });
  const id = record?.openTurns.at(-1)?.id ?? record?.messages.at(-1)?.turn;
  if (id === undefined) return undefined;
  const turn = await archive.findTurn({ conversation, id });
  return turn !== undefined &&
    turn.status !== "failed" &&
    Date.now() - turn.acceptedAt < CLIENT_TIMEOUT_MS &&
    findDifferences(turn.message, message).length === 0
    ? id
    : undefined;
}
