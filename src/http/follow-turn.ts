import type { Context } from "hono";
import type { SSEMessage } from "hono/streaming";
import type { Mailbox, TurnReference } from "../types/mailbox.ts";
import type { Problem } from "../types/problem.ts";
import { isTurnEnd, type TurnEvent } from "../types/turn.ts";
import { streamEvents } from "./event-stream.ts";
import { failedTurn, FORGOTTEN, toProblemBody } from "./problems.ts";
import { toReplyBody, toStepBody } from "./reply-body.ts";
import type {
  DeltaEvent,
  ErrorEvent,
  ReplyBody,
  StepEvent,
  WaitingEvent,
} from "./schemas/bodies.ts";
import type { StreamPlace } from "./stream-place.ts";

export const STREAM_BROKEN: Problem = {
  status: 502,
  slug: "stream-broken",
  title: "The event stream broke off",
  detail:
    "The message is stored and will be answered. Reconnect to the event stream, or poll the status.",
};

/** Delay before an `EventSource` reconnects. */
const RETRY_MS = 1_000;

/**
 * Streams a turn as server-sent events: `step`, `delta`, `waiting`, then
 * `reply` or `error`. `Last-Event-ID` leaves out the steps that the client has,
 * while the answer's text comes again; after the last event the response is 204,
 * which stops an `EventSource`. If the stream breaks off, its last event is an
 * `error`.
 */
export function streamTurn(
  context: Context,
  {
    mailbox,
    turn,
    place,
  }: {
    mailbox: Pick<Mailbox, "watch">;
    turn: TurnReference;
    place: StreamPlace;
  },
): Response {
  const from = parseEventId(context.req.header("last-event-id"), turn.id);
  context.header("cache-control", "no-store");
  if (from?.isEnd) return context.body(null, 204);
  return streamEvents(context, {
    turn: turn.id,
    place,
    broken: toMessage("error", toProblemBody(STREAM_BROKEN)),
    async write(stream, signal) {
      let steps = from?.steps ?? 0;
      const send = async (event: TurnEvent): Promise<void> => {
        if (event.type === "step" && event.index < steps) return;
        if (event.type === "step") steps = event.index + 1;
        const id = formatEventId({ steps, isEnd: isTurnEnd(event) }, turn.id);
        await stream.writeSSE({ id, ...(await toServerSentEvent(event)) });
      };
      await stream.write(`retry: ${RETRY_MS}\n\n`);
      let last: TurnEvent | undefined;
      for await (const event of mailbox.watch(turn, { signal })) {
        last = event;
        await send(event);
      }
      // The turn was forgotten before the watch began.
      if (last === undefined || !isTurnEnd(last))
        await send({ type: "forgotten" });
    },
  });
}

async function toServerSentEvent(event: TurnEvent): Promise<SSEMessage> {
  switch (event.type) {
    case "step": {
      const { index, step } = event;
      return toMessage("step", { index, ...toStepBody(step) });
    }
    case "delta": {
      const { offset, text } = event;
      return toMessage("delta", { offset, text });
    }
    case "waiting":
      return toMessage("waiting", {
        retry_seconds: Math.ceil(event.delayMs / 1000),
      });
    case "forgotten":
      return toMessage("error", toProblemBody(FORGOTTEN));
    case "end": {
      const { turn } = event;
      if (turn.status !== "failed")
        return toMessage("reply", toReplyBody(turn));
      const problem = toProblemBody(await failedTurn(turn));
      return toMessage("error", { ...problem, id: turn.id });
    }
  }
}

interface EventBodies {
  readonly step: StepEvent;
  readonly delta: DeltaEvent;
  readonly waiting: WaitingEvent;
  readonly reply: ReplyBody;
  readonly error: ErrorEvent;
}

function toMessage<Name extends keyof EventBodies>(
  event: Name,
  data: EventBodies[Name],
): SSEMessage {
  return { event, data: JSON.stringify(data) };
}

/** Which of a turn's events a client has received. */
interface EventPosition {
  /** Number of completed steps. */
  readonly steps: number;
  /** All of them, the last one included. */
  readonly isEnd: boolean;
}

/**
 * For `Last-Event-ID`: `<steps>-<tag of the message>`, plus `-end` after the
 * last event. The tag detects ids of other messages.
 */
export function formatEventId(
  { steps, isEnd }: EventPosition,
  message: string,
): string {
  return `${steps}-${tagOf(message)}${isEnd ? "-end" : ""}`;
}

/**
 * Returns `undefined` unless the id belongs to this message; such a client
 * starts from the beginning.
 */
export function parseEventId(
  id: string | undefined,
  message: string,
): EventPosition | undefined {
  const [, steps, tag, end] =
    /^(\d{1,4})-([\da-f]{1,8})(-end)?$/.exec(id ?? "") ?? [];
  return tag === tagOf(message)
    ? { steps: Number(steps), isEnd: end !== undefined }
    : undefined;
}

/** FNV-1a of 32 bits. */
function tagOf(message: string): string {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(message))
    value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value.toString(16);
}
