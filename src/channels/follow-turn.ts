import type { Context } from "hono";
import { keepAlive, openEventStream } from "./event-stream.ts";
import { STREAM_MS, type StreamPlace } from "./limits.ts";
import { keepRunning } from "./platform-context.ts";
import { failedTurn, FORGOTTEN, toProblemBody } from "./problems.ts";
import { toReplyBody, toStepBody } from "./reply-body.ts";
import { readEventId, resumeEvents } from "./resume-events.ts";
import type {
  DeltaEvent,
  ErrorEvent,
  StepEvent,
  WaitingEvent,
} from "./schemas/event-bodies.ts";
import { createTimeLimit } from "../abort.ts";
import type { Problem } from "../channel.ts";
import { describeFailure } from "../describe-failure.ts";
import type { Mailbox, TurnReference } from "../ports.ts";
import type { TurnEvent } from "../turn.ts";

const BROKEN: Problem = {
  status: 502,
  slug: "stream-broken",
  title: "The events broke off",
  detail:
    "The message is stored and will be answered. Ask for its events again, or for its status.",
};

/** How long a browser waits before it comes back on its own. */
const RETRY_MS = 1_000;

/**
 * Server-sent events of a turn: `step`, `delta`, `waiting`, then `reply` or `error`. Whoever comes back with the id of the
 * last one that it has (`Last-Event-ID`) gets what is new; with that of the turn's last event, 204, at which an
 * `EventSource` gives up. Comments keep the connection open while the model is silent. Closing the connection ends nothing
 * but the events. Where the request is aborted while somebody still listens, since the platform's time for it is over, or the
 * stream is as old as streams may get, the last event is an `error` that says so. Events are taken as fast as they are read: a slow reader has none queue up here.
 */
export function streamTurn(
  context: Context,
  {
    mailbox,
    turn,
    conversation,
    place,
  }: {
    mailbox: Mailbox;
    turn: TurnReference;
    conversation: string;
    place: StreamPlace;
  },
): Response {
  const from = readEventId(context.req.header("last-event-id"), turn.id);
  context.header("cache-control", "no-store");
  if (from?.isEnd) return context.body(null, 204);
  const leave = place.take();
  const { promise: end, resolve } = Promise.withResolvers<void>();
  keepRunning(context, end);
  return openEventStream(context, async (stream) => {
    const controller = new AbortController();
    stream.onAbort(() => controller.abort());
    using limit = createTimeLimit({
      ms: STREAM_MS,
      signal: controller.signal,
      stop: context.req.raw.signal,
    });
    const { signal } = limit;
    const tell = resumeEvents({ message: turn.id, from });
    const send = async (event: TurnEvent): Promise<void> => {
      for (const news of tell(event))
        await stream.writeSSE({
          id: news.id,
          ...toServerSentEvent(news.event, conversation),
        });
    };
    await stream.write(`retry: ${RETRY_MS}\n\n`);
    using _ = keepAlive((comment) => stream.write(comment));
    try {
      let last: TurnEvent | undefined;
      for await (const event of mailbox.watch(turn, { signal })) {
        last = event;
        await send(event);
      }
      // The turn was forgotten before it could be watched.
      if (last?.type !== "end" && last?.type !== "forgotten")
        await send({ type: "forgotten" });
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
      await leave();
      resolve();
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

/** Waits for a turn's last event; `undefined` when it has not come within that time, or cannot be waited for. Does not throw. */
export async function waitForTurn({
  mailbox,
  turn,
  timeoutMs,
  signal,
}: {
  mailbox: Mailbox;
  turn: TurnReference;
  timeoutMs: number;
  /** Of the caller, who may leave. */
  signal: AbortSignal;
}): Promise<Extract<TurnEvent, { type: "end" | "forgotten" }> | undefined> {
  using limit = createTimeLimit({ ms: timeoutMs, signal });
  try {
    for await (const event of mailbox.watch(turn, { signal: limit.signal })) {
      if (event.type === "end" || event.type === "forgotten") return event;
    }
  } catch (error) {
    // The caller left, or the events broke off: the message is stored all the same, and can be asked for later.
    if (!limit.signal.aborted)
      console.error(
        JSON.stringify({
          event: "waiting broke off",
          turn: turn.id,
          ...describeFailure(error),
        }),
      );
  }
  return undefined;
}
