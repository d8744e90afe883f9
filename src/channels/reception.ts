import type { Answer, Reception, TurnAnswer } from "../channel.ts";
import type { IncomingMessage } from "../message.ts";

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

/** A platform checks an address by a text that comes back. */
export function echo(body: string): Reception {
  return take(undefined, { type: "text/plain", body });
}

export function jsonAnswer(value: unknown): Answer {
  return { type: "application/json", body: JSON.stringify(value) };
}
