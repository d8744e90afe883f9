import { DeliveryError } from "../../errors.ts";
import type { ReplyAddress } from "../../message.ts";
import * as z from "zod";

const Address = z.object({
  chat: z.string(),
  user: z.string(),
  team: z.string().optional(),
  thread: z.string().optional(),
  /** Of a slash command: who has written it sees the answer, and nobody else. */
  response: z.string().optional(),
  /** Milliseconds since the epoch. */
  responseUntil: z.number().optional(),
});

export type SlackAddress = z.infer<typeof Address>;

export function parseAddress(to: ReplyAddress): SlackAddress {
  const parsed = Address.safeParse(to);
  if (parsed.success) return parsed.data;
  throw new DeliveryError({
    kind: "refused",
    reason: "the address is not one of Slack's",
  });
}
