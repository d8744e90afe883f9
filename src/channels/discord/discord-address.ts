import * as z from "zod";
import { createAddressParser } from "../kit/address-parser.ts";

/**
 * An interaction's token is valid for 15 minutes; this leaves a margin
 * (https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages).
 */
export const TOKEN_MS = 14.5 * 60_000;

export const parseAddress = createAddressParser("Discord", {
  /** The channel; for a thread, its parent. */
  chat: z.string(),
  thread: z.string().optional(),
  /** The app's id. */
  app: z.string().optional(),
  /** The interaction's token. */
  token: z.string().optional(),
  tokenUntil: z.number().optional(),
  /** The message whose button was pressed. A press has no deferred reply. */
  pressed: z.string().optional(),
});

export type DiscordAddress = ReturnType<typeof parseAddress>;
