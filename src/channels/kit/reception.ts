import { logError, logWarning } from "../../runtime/log.ts";
import type { Answer, Reception, TurnAnswer } from "../../types/channel.ts";
import type { IncomingMessage } from "../../types/message.ts";
import type { ParsedEvents } from "./parse-events.ts";

/** Accepts a request, with its message if there is one to answer. */
export function accept(
  message: IncomingMessage | undefined,
  answer?: Answer | TurnAnswer,
): Reception {
  return {
    kind: "messages",
    messages: message === undefined ? [] : [message],
    ...(answer !== undefined && { answer }),
  };
}

/**
 * Accepts a request with several events, and logs malformed and outdated ones.
 */
export function acceptAll(
  { messages, malformed, outdated }: ParsedEvents,
  event: SignedEvent,
): Reception {
  if (malformed > 0) logMalformed(event);
  if (outdated > 0)
    logWarning(`${event.what} not taken`, {
      reason: "older than the ids of messages are kept",
      events: outdated,
    });
  return { kind: "messages", messages };
}

interface SignedEvent {
  /** e.g. `Slack event` */
  readonly what: string;
  /** The platform. */
  readonly by: string;
}

/**
 * Logs a malformed event with a valid signature. Accept it nevertheless: the
 * platform would only retry it.
 */
export function logMalformed({ what, by }: SignedEvent): void {
  logError(`${what} not read`, { reason: `not as ${by} describes it` });
}

/** Echoes the text with which a platform verifies a webhook's address. */
export function echo(body: string): Reception {
  return accept(undefined, { type: "text/plain", body });
}

export function jsonAnswer(value: unknown): Answer {
  return { type: "application/json", body: JSON.stringify(value) };
}
