import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { describeFailure } from "../describe-failure.ts";
import type { Problem } from "../channel.ts";
import type { Mailbox, TurnReference } from "../ports.ts";
import type { TurnEvent } from "../turn.ts";
import { toProblemBody } from "./problem-response.ts";
import type {
  DeltaEvent,
  ErrorEvent,
  StepEvent,
  WaitingEvent,
} from "./schemas/event-bodies.ts";
import { toReplyBody, toStepBody } from "./reply-body.ts";
import { failedTurn, FORGOTTEN } from "./turn-problems.ts";

const HEARTBEAT_MS = 15_000;

const BROKEN: Problem = {
  status: 502,
  slug: "stream-broken",
  title: "The events broke off",
  detail:
    "The message is stored and will be answered. Ask for its events again, or for its status.",
};

/**
 * Server-sent events of a turn: `step`, `delta`, `waiting`, then `reply` or `error`. Comments keep the connection open while the
 * model is silent. Closing the connection ends nothing but the events. Where the request is aborted while somebody still listens, since the
 * platform's time for it is over, the last event is an `error` that says so.
 */
export function streamTurn(
  context: Context,
  {
    mailbox,
    turn,
    conversation,
  }: { mailbox: Mailbox; turn: TurnReference; conversation: string },
): Response {
  context.header("cache-control", "no-store");
  context.header("x-accel-buffering", "no");
  return streamSSE(context, async (stream) => {
    const controller = new AbortController();
    stream.onAbort(() => controller.abort());
    const signal = AbortSignal.any([controller.signal, context.req.raw.signal]);
    const heartbeat = setInterval(
      () => void stream.write(": still here\n\n"),
      HEARTBEAT_MS,
    );
    try {
      let last: TurnEvent | undefined;
      for await (const event of mailbox.watch(turn, { signal })) {
        last = event;
        await stream.writeSSE(toServerSentEvent(event, conversation));
      }
      // The turn was forgotten before it could be watched.
      if (last?.type !== "end" && last?.type !== "forgotten")
        await stream.writeSSE(
          toServerSentEvent({ type: "forgotten" }, conversation),
        );
    } catch (error) {
      if (stream.aborted) return;
      if (!signal.aborted)
        console.error(
          JSON.stringify({
            event: "events broke off",
            turn: turn.id,
            ...describeFailure(error),
          }),
        );
      await stream.writeSSE({
        event: "error",
        data: JSON.stringify(toProblemBody(BROKEN)),
      });
    } finally {
      clearInterval(heartbeat);
    }
  });
}

function toServerSentEvent(
  event: TurnEvent,
  conversation: string,
): { event: string; data: string } {
  switch (event.type) {
    case "step":
      return {
        event: "step",
        data: JSON.stringify({
          index: event.index,
          ...toStepBody(event.step),
        } satisfies StepEvent),
      };
    case "delta":
      return {
        event: "delta",
        data: JSON.stringify({
          offset: event.offset,
          text: event.text,
        } satisfies DeltaEvent),
      };
    case "waiting": {
      const data: WaitingEvent = {
        retry_seconds: Math.ceil(event.delayMs / 1000),
      };
      return { event: "waiting", data: JSON.stringify(data) };
    }
    case "forgotten":
      return { event: "error", data: JSON.stringify(toProblemBody(FORGOTTEN)) };
    case "end":
      return event.turn.status === "failed"
        ? {
            event: "error",
            data: JSON.stringify({
              ...toProblemBody(failedTurn(event.turn)),
              id: event.turn.id,
            } satisfies ErrorEvent),
          }
        : {
            event: "reply",
            data: JSON.stringify(toReplyBody(event.turn, conversation)),
          };
  }
}
