import * as z from "zod";
import type { ReceivedCallback } from "../stubs/callback-receiver.ts";
import type { RelayedRequest } from "./relay.ts";
import type { Call } from "./script.ts";

/** Where the receiver takes the events of all conversations. */
export const EVENTS_PATH = "/events";

/** An event as the receiver got it. */
export interface ToldEvent {
  /** Of its chat. */
  readonly number: number;
  /** Its `webhook-id`. */
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
}

const Body = z.object({
  type: z.string(),
  data: z.object({
    conversation: z.string().transform((name) => Number(name.split(":")[1])),
    sequence: z.number(),
  }),
});

export function readEvent({ headers, body }: ReceivedCallback): ToldEvent {
  const { type, data } = Body.parse(JSON.parse(body));
  const { conversation: number, sequence } = data;
  return { number, id: String(headers["webhook-id"]), type, sequence };
}

/** The variables with which Parley tells of its events. */
export function eventVariables(receiverUrl: string): Record<string, string> {
  return {
    EVENTS_URL: `${receiverUrl}${EVENTS_PATH}`,
    EVENTS_SIGNING_SECRET: `whsec_${btoa("secret-of-the-suite-of-faults")}`,
  };
}

/** `undefined` for what is no event. */
export function nameEvent({ path, body }: RelayedRequest): Call | undefined {
  if (path !== EVENTS_PATH) return undefined;
  const { type, data } = Body.parse(JSON.parse(body));
  return { number: data.conversation, name: `event ${type}` };
}
