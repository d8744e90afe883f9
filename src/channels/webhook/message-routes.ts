import { Hono } from "hono";
import type { Archive, MessageIndex } from "../../archive.ts";
import type { Mailbox } from "../../ports.ts";
import type { CallerStreams } from "../caller-streams.ts";
import { streamTurn } from "../event-stream.ts";
import { problemResponse } from "../problem-response.ts";
import { refuseUnknownParameters } from "../refuse-unknown-parameters.ts";
import { toReplyBody } from "../reply-body.ts";
import { FORGOTTEN, refusalOfStop, UNKNOWN_MESSAGE } from "../turn-problems.ts";
import { waitForTurn } from "../wait-for-turn.ts";
import { checkId } from "./check-id.ts";
import type { CallerVariables } from "./caller-variables.ts";
import { findOwnTurn } from "./find-own-turn.ts";
import { nameOf } from "./name-of.ts";
import { readPreference } from "./read-preference.ts";

/** Whoever stops a turn gets what there is of its answer; it comes within a second. */
const STOP_WAIT_MS = 5_000;

/** `/v1/messages/{id}`, for a caller that is known: look at turns, and stop them. */
export function createMessageRoutes({
  mailbox,
  archive,
  index,
  callerStreams,
}: {
  mailbox: Mailbox;
  archive: Archive;
  index: MessageIndex;
  callerStreams: CallerStreams;
}): Hono<CallerVariables> {
  const routes = new Hono<CallerVariables>();

  routes.use("/:id/*", checkId(UNKNOWN_MESSAGE), refuseUnknownParameters());

  routes.get("/:id", async (context) => {
    const id = context.req.param("id");
    const message = { owner: context.var.caller, id };
    const turn = await findOwnTurn(message, { archive, index });
    if (turn === undefined) return problemResponse(UNKNOWN_MESSAGE);
    if (readPreference(context.req.raw.headers).kind === "events") {
      const opening = await callerStreams.open(context.var.caller);
      if (opening.kind === "refused") return problemResponse(opening.problem);
      await using place = opening.place;
      return streamTurn(context, {
        mailbox,
        turn: turn.message,
        conversation: nameOf(turn.message),
        place,
      });
    }
    return context.json(toReplyBody(turn, nameOf(turn.message)));
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
      timeoutMs: STOP_WAIT_MS,
      signal: context.req.raw.signal,
    });
    if (end?.type === "forgotten") return problemResponse(FORGOTTEN);
    const turn = end?.turn ?? stopping.turn;
    const isOver = end !== undefined;
    return context.json(toReplyBody(turn, nameOf(message)), isOver ? 200 : 202);
  });

  return routes;
}
