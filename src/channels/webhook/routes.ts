import { type Context, Hono } from "hono";
import type { IncomingMessage } from "../../message.ts";
import type { Archive, MessageIndex } from "../../archive.ts";
import type { CallbackQueue } from "../../callback-queue.ts";
import type { Mailbox } from "../../ports.ts";
import type { Turn } from "../../turn.ts";
import { type CallerStreams, NOT_STREAMED } from "../caller-streams.ts";
import { streamTurn } from "../event-stream.ts";
import { type CallerRate, limitRate } from "../limit-rate.ts";
import type { StreamPlace } from "../open-streams.ts";
import { problemResponse } from "../problem-response.ts";
import { refuseUnknownParameters } from "../refuse-unknown-parameters.ts";
import { toReplyBody } from "../reply-body.ts";
import { failedTurn, FORGOTTEN, UNKNOWN_MESSAGE } from "../turn-problems.ts";
import { waitForTurn } from "../wait-for-turn.ts";
import type { CallbackAcceptance } from "./callbacks/accept-callback.ts";
import { callbackOf } from "./callbacks/callback-of.ts";
import { acceptMessage } from "./accept-message.ts";
import { admit, type CallerCheck } from "./admit.ts";
import { type Preference, readPreference } from "./read-preference.ts";
import { createConversationRoutes } from "./conversation-routes.ts";
import type { CallerVariables } from "./caller-variables.ts";
import { createDeliveryRoutes } from "./delivery-routes.ts";
import { createMessageRoutes } from "./message-routes.ts";
import type { AcceptedMessage } from "./schemas/accepted-message.ts";
import { nameOf } from "./name-of.ts";
import { readMessage } from "./read-message.ts";

/** `/v1`: send messages, look at turns, export and forget conversations. */
export function createWebhookRoutes({
  callerCheck,
  mailbox,
  archive,
  index,
  callerRate,
  callerStreams,
  callbacks,
}: {
  callerCheck: CallerCheck;
  mailbox: Mailbox;
  archive: Archive;
  index: MessageIndex;
  callerRate: CallerRate;
  callerStreams: CallerStreams;
  callbacks: {
    readonly accept: CallbackAcceptance;
    readonly queue: CallbackQueue;
  };
}): Hono<CallerVariables> {
  const routes = new Hono<CallerVariables>();

  routes.post(
    "/messages",
    admit(callerCheck, { takesSignatures: true }),
    limitRate(callerRate),
    refuseUnknownParameters(),
    async (context) => {
      const { caller, signed } = context.var;
      const reception = await readMessage(context.req.raw, {
        caller,
        signed,
        acceptCallback: callbacks.accept,
      });
      if (reception.kind === "refused")
        return problemResponse(reception.problem);
      const [message] = reception.messages;
      if (message === undefined) return problemResponse(UNKNOWN_MESSAGE);

      const preference = readPreference(context.req.raw.headers, {
        hasCallback: callbackOf(message.replyTo) !== undefined,
      });
      const opening =
        preference.kind === "events"
          ? await callerStreams.open(caller)
          : NOT_STREAMED;
      if (opening.kind === "refused") return problemResponse(opening.problem);
      await using place = opening.place;
      const stores = { mailbox, archive, index };
      const acceptance = await acceptMessage(message, { caller, ...stores });
      if (acceptance.kind === "refused")
        return problemResponse(acceptance.problem);
      const { turn } = acceptance;
      return await answer(context, { message, turn, preference, place });
    },
  );

  /** Answers in the way that the caller prefers. */
  const answer = async (
    context: Context,
    {
      message,
      turn,
      preference,
      place,
    }: {
      message: IncomingMessage;
      turn: Turn;
      preference: Preference;
      place: StreamPlace;
    },
  ): Promise<Response> => {
    const conversation = nameOf(message);
    const statusUrl = new URL(
      `/v1/messages/${encodeURIComponent(message.id)}`,
      context.req.url,
    ).href;
    context.header("location", statusUrl);
    if (preference.applied !== undefined)
      context.header("preference-applied", preference.applied);
    if (preference.kind === "events")
      return streamTurn(context, {
        mailbox,
        turn: message,
        conversation,
        place,
      });
    if (preference.kind === "wait") {
      const { timeoutMs } = preference;
      const end = await waitForTurn({
        mailbox,
        turn: message,
        timeoutMs,
        signal: context.req.raw.signal,
      });
      if (end?.type === "forgotten") return problemResponse(FORGOTTEN);
      if (end?.turn.status === "failed")
        return problemResponse(failedTurn(end.turn));
      if (end !== undefined)
        return context.json(toReplyBody(end.turn, conversation));
    }
    return context.json(
      {
        ...toReplyBody(turn, conversation),
        status_url: statusUrl,
      } satisfies AcceptedMessage,
      202,
      { "retry-after": "1" },
    );
  };

  routes.use(
    "*",
    admit(callerCheck, { takesSignatures: false }),
    limitRate(callerRate),
  );
  routes.route(
    "/messages",
    createMessageRoutes({ mailbox, archive, index, callerStreams }),
  );
  routes.route(
    "/messages",
    createDeliveryRoutes({ archive, index, callbacks: callbacks.queue }),
  );
  routes.route(
    "/conversations",
    createConversationRoutes({ archive, index, callbacks: callbacks.queue }),
  );

  return routes;
}
