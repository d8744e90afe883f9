import { createAddressParser } from "../address-parser.ts";
import * as z from "zod";

/** An interaction can be answered so long (https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages): a little less than 15 minutes. */
export const TOKEN_MS = 14.5 * 60_000;

export const parseAddress = createAddressParser("Discord", {
  /** The channel; of a thread the one that it is in. */
  chat: z.string(),
  thread: z.string().optional(),
  /** Of the interaction: the app's id, and what answers it. */
  app: z.string().optional(),
  token: z.string().optional(),
  /** Milliseconds since the epoch. */
  tokenUntil: z.number().optional(),
  /** The message whose button was pressed: the interaction has no reply of its own to be filled. */
  pressed: z.string().optional(),
});

export type DiscordAddress = ReturnType<typeof parseAddress>;
