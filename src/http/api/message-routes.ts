import { Hono, type Context, type Handler } from "hono";
import type { Archive, MessageIndex } from "../../types/archive.ts";
import type { Mailbox } from "../../types/mailbox.ts";
import type { Turn } from "../../types/turn.ts";
import type { CallbackAcceptance } from "../callbacks/callback-policy.ts";
import { streamTurn } from "../follow-turn.ts";
import { openStream, type CallerLimits } from "../limit-requests.ts";
import {
  failedTurn,
  FORGOTTEN,
  problemResponse,
  refusalOfStop,
  UNKNOWN_MESSAGE,
} from "../problems.ts";
import { refuseParameters } from "../query.ts";
import { toReplyBody } from "../reply-body.ts";
import type { AcceptedMessage } from "../schemas/bodies.ts";
import { NOT_COUNTED, type StreamPlace } from "../stream-place.ts";
import { waitForTurn } from "../wait-for-turn.ts";
import type { CallerVariables } from "./authenticate.ts";
import type { ConversationStores } from "./forget-conversation.ts";
import { checkId } from "./ids.ts";
import {
  parsePreference,
  readMessage,
  type Preference,
} from "./message-request.ts";
import { takeMessage } from "./take-message.ts";

export interface MessageRoutesOptions extends ConversationStores {
  readonly mailbox: Mailbox;
  readonly callerLimits: CallerLimits;
}

/** A stopped turn ends within about a second, with its partial answer. */
const STOP_WAIT_MS = 5_000;

/** `POST /v1/messages`. */
export function sendMessage({
  acceptCallback,
  callerLimits,
  ...stores
}: MessageRoutesOptions & {
  readonly acceptCallback: CallbackAcceptance;
}): Handler<CallerVariables> {
  return async (context) => {
    const { caller, signed } = context.var;
    const request = context.req.raw;
    const reading = await readMessage(request, {
      caller,
      signed,
      acceptCallback,
    });
    if (reading.kind === "refused") return problemResponse(reading.problem);
    const message = reading.value;
    const preference = parsePreference(request.headers, {
      hasCallback: message.callbackUrl !== undefined,
    });
    const opening =
      preference.kind === "events"
        ? await openStream(callerLimits, caller)
        : NOT_COUNTED;
    if (opening.kind === "refused") return problemResponse(opening.problem);
    await using place = opening.place;
    const acceptance = await takeMessage(message, { caller, ...stores });
    if (acceptance.kind === "refused")
      return problemResponse(acceptance.problem);
    const { mailbox, archive } = stores;
    const { turn } = acceptance;
    return await answer(context, { turn, preference, mailbox, archive, place });
  };
}

async function answer(
  context: Context,
  {
    turn,
    preference,
    mailbox,
    archive,
    place,
  }: {
    turn: Turn;
    preference: Preference;
    mailbox: Mailbox;
    archive: Pick<Archive, "findTurn">;
    place: StreamPlace;
  },
): Promise<Response> {
  const { message } = turn;
  const path = `/v1/messages/${encodeURIComponent(message.id)}`;
  const statusUrl = new URL(path, context.req.url).href;
  context.header("location", statusUrl);
  const accept = (
    known: Turn,
    reason?: AcceptedMessage["waiting_for"],
  ): Response => {
    const body: AcceptedMessage = {
      ...toReplyBody(known),
      status_url: statusUrl,
      ...(reason && { waiting_for: reason }),
    };
    return context.json(body, 202, { "retry-after": "1" });
  };
  if (preference.applied !== undefined)
    context.header("preference-applied", preference.applied);
  if (preference.kind === "events")
    return streamTurn(context, { mailbox, turn: message, place });
  if (preference.kind === "wait") {
    const end = await waitForTurn({
      mailbox,
      turn: message,
      waitMs: preference.timeoutMs,
      signal: context.req.raw.signal,
    });
    if (end.type === "forgotten") return problemResponse(FORGOTTEN);
    if (end.type === "end")
      return end.turn.status === "failed"
        ? problemResponse(await failedTurn(end.turn))
        : context.json(toReplyBody(end.turn));
    const latest = (await archive.findTurn(message)) ?? turn;
    return accept(latest, waitingFor(latest, end));
  }
  return accept(turn);
}

function waitingFor(
  { status }: Turn,
  { isRetried }: { isRetried: boolean },
): AcceptedMessage["waiting_for"] {
  if (isRetried) return "model";
  return status === "accepted" ? "earlier-messages" : "answer";
}

/** `/v1/messages/{id}`: show, stream and stop turns. */
export function createMessageRoutes({
  mailbox,
  archive,
  index,
  callerLimits,
}: MessageRoutesOptions): Hono<CallerVariables> {
  const routes = new Hono<CallerVariables>();

  routes.use("/:id/*", checkId(UNKNOWN_MESSAGE), refuseParameters());

  routes.get("/:id", async (context) => {
    const { caller: owner } = context.var;
    const id = context.req.param("id");
    const turn = await findOwnTurn({ owner, id }, { archive, index });
    if (turn === undefined) return problemResponse(UNKNOWN_MESSAGE);
    const { message } = turn;
    if (parsePreference(context.req.raw.headers).kind !== "events")
      return context.json(toReplyBody(turn));
    const opening = await openStream(callerLimits, owner);
    if (opening.kind === "refused") return problemResponse(opening.problem);
    await using place = opening.place;
    return streamTurn(context, { mailbox, turn: message, place });
  });

  routes.delete("/:id", async (context) => {
    const id = context.req.param("id");
    const conversation = await index.find({ owner: context.var.caller, id });
    if (conversation === undefined) return problemResponse(UNKNOWN_MESSAGE);
    const stopping = await mailbox.stop({ conversation, id });
    if (stopping.kind !== "stopping")
      return problemResponse(refusalOfStop(stopping));
    const { message } = stopping.turn;
    const end = await waitForTurn({
      mailbox,
      turn: message,
      waitMs: STOP_WAIT_MS,
      signal: context.req.raw.signal,
    });
    if (end.type === "forgotten") return problemResponse(FORGOTTEN);
    const turn = end.type === "end" ? end.turn : stopping.turn;
    const status = end.type === "end" ? 200 : 202;
    return context.json(toReplyBody(turn), status);
  });

  return routes;
}

/** `undefined` if the message is not the caller's, or was forgotten. */
export async function findOwnTurn(
  { owner, id }: { owner: string; id: string },
  {
    archive,
    index,
  }: {
    archive: Pick<Archive, "findTurn">;
    index: Pick<MessageIndex, "find">;
  },
): Promise<Turn | undefined> {
  const conversation = await index.find({ owner, id });
  return conversation === undefined
    ? undefined
    : archive.findTurn({ conversation, id });
}
