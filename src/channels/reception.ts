import type { Answer, Reception, TurnAnswer } from "../channel.ts";
import { logError } from "../log.ts";
import type { IncomingMessage } from "../message.ts";
import type { ParsedEvents } from "./parse-events.ts";

/** A request is taken, with the message in it where there is one to answer. */
export function take(
  message: IncomingMessage | undefined,
  answer?: Answer | TurnAnswer,
): Reception {
  return {
    kind: "messages",
    messages: message === undefined ? [] : [message],
    ...(answer !== undefined && { answer }),
  };
}

/** The same for a request with several events. */
export function takeAll(
  { messages, unread }: ParsedEvents,
  described: Described,
): Reception {
  if (unread > 0) logUnread(described);
  return { kind: "messages", messages };
}

/** What a request holds, and who describes it. */
interface Described {
  /** e.g. `Slack event` */
  readonly what: string;
  readonly by: string;
}

/** For what a platform has signed, and nobody can read. It is taken all the same: refused, it would only come again. */
export function logUnread({ what, by }: Described): void {
  logError(`${what} not read`, { reason: `not as ${by} describes it` });
}

/** A platform checks an address by a text that comes back. */
export function echo(body: string): Reception {
  return take(undefined, { type: "text/plain", body });
}

export function jsonAnswer(value: unknown): Answer {
  return { type: "application/json", body: JSON.stringify(value) };
}
