import { createAddressParser } from "../address-parser.ts";
import * as z from "zod";

export const parseAddress = createAddressParser("Slack", {
  chat: z.string(),
  user: z.string(),
  team: z.string().optional(),
  thread: z.string().optional(),
  /** Of a slash command: who has written it sees the answer, and nobody else. */
  response: z.string().optional(),
  /** Milliseconds since the epoch. */
  responseUntil: z.number().optional(),
  /** The slash command's own name: `/parley`. */
  slash: z.string().optional(),
});

export type SlackAddress = ReturnType<typeof parseAddress>;
