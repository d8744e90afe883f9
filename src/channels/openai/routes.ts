import { type Context, Hono } from "hono";
import type { Archive, MessageIndex } from "../../archive.ts";
import type { Problem } from "../../channel.ts";
import { describeFailure } from "../../describe-failure.ts";
import type { Mailbox } from "../../ports.ts";
import { type CallerStreams, NOT_STREAMED } from "../caller-streams.ts";
import { keepRunning } from "../keep-running.ts";
import { type CallerRate, limitRate } from "../limit-rate.ts";
import { problemResponse } from "../problem-response.ts";
import { waitForTurn } from "../wait-for-turn.ts";
import { acceptMessage, deliverMessage } from "../webhook/accept-message.ts";
import { admit, type CallerCheck } from "../webhook/admit.ts";
import type { CallerVariables } from "../webhook/caller-variables.ts";
import { explainProblems } from "./explain-problems.ts";
import { findRepeated } from "./find-repeated.ts";
import { judgeEnd } from "./judge-end.ts";
import { type Chat, readChat } from "./read-chat.ts";
import type { Model, ModelList } from "./schemas/model.ts";
import { streamCompletion } from "./stream-completion.ts";
import { MODEL, toCompletion } from "./to-completion.ts";
import { UNANSWERED } from "./unanswered.ts";

/** As long as OpenAI's own clients wait. */
const WAIT_MS = 10 * 60_000;

const PARLEY: Model = {
  id: MODEL,
  object: "model",
  created: 0,
  owned_by: "parley",
};

const UNKNOWN_MODEL: Problem = {
  status: 404,
  slug: "unknown-model",
  title: "There is no such model",
  detail: `There is one model here: ${MODEL}.`,
};

/** `/openai/v1`: the HTTP channel for clients of OpenAI's Chat Completions, with the same keys and conversations as `/v1`. */
export function createOpenAIRoutes({
  callerCheck,
  mailbox,
  archive,
  index,
  callerRate,
  callerStreams,
}: {
  callerCheck: CallerCheck;
  mailbox: Mailbox;
  archive: Archive;
  index: MessageIndex;
  callerRate: CallerRate;
  callerStreams: CallerStreams;
}): Hono<CallerVariables> {
  const routes = new Hono<CallerVariables>();

  routes.use(
    "*",
    explainProblems(),
    admit(callerCheck, { takesSignatures: false }),
    limitRate(callerRate),
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
    const chat = await recognise(context.req.raw.headers, reading.chat);
    const { message } = chat;
    const opening = chat.isStreamed
      ? await callerStreams.open(caller)
      : NOT_STREAMED;
    if (opening.kind === "refused") return problemResponse(opening.problem);
    await using place = opening.place;
    const acceptance = await (chat.kind === "passing"
      ? deliverMessage(message, { mailbox })
      : acceptMessage(message, { caller, mailbox, archive, index }));
    if (acceptance.kind === "refused")
      return problemResponse(acceptance.problem);
    const { turn } = acceptance;

    if (chat.isStreamed) {
      const tidy = ({ hasLeft }: { hasLeft: boolean }): Promise<void> =>
        tidyUp(chat, { stops: hasLeft });
      return streamCompletion(context, { chat, turn, mailbox, place, tidy });
    }
    const work = complete(context, chat);
    keepRunning(context, work);
    return await work;
  });

  const recognise = async (headers: Headers, chat: Chat): Promise<Chat> => {
    if (chat.kind !== "named" || headers.has("idempotency-key")) return chat;
    const { message } = chat;
    const id = await findRepeated(headers, { message, archive });
    return id === undefined ? chat : { ...chat, message: { ...message, id } };
  };

  /** Who leaves before the answer is there may come back for it, where the conversation has a name. */
  const complete = async (context: Context, chat: Chat): Promise<Response> => {
    try {
      const end = await waitForTurn({
        mailbox,
        turn: chat.message,
        timeoutMs: WAIT_MS,
        signal: context.req.raw.signal,
      });
      if (end === undefined) return problemResponse(UNANSWERED);
      const judgement = judgeEnd(end);
      return judgement.kind === "answered"
        ? context.json(toCompletion(judgement.turn))
        : problemResponse(judgement.problem);
    } finally {
      await tidyUp(chat, { stops: false });
    }
  };

  /** Leaves nothing of a chat that passes. Whoever leaves a stream has pressed "stop", or cannot see it any more. Never throws. */
  const tidyUp = async (
    { kind, mayReturn, message: { id, conversation } }: Chat,
    { stops }: { stops: boolean },
  ): Promise<void> => {
    try {
      if (kind === "passing") await archive.forget(conversation);
      else if (stops && !mayReturn) await mailbox.stop({ conversation, id });
    } catch (error) {
      const event = "chat not tidied up";
      console.error(
        JSON.stringify({ event, turn: id, ...describeFailure(error) }),
      );
    }
  };

  return routes;
}
