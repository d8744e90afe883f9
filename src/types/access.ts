import type { ChannelName } from "./message.ts";

/**
 * Who may use the bot on a channel: everybody, or the listed people and all
 * members of the listed chats.
 */
export type Access =
  | "everybody"
  | { readonly people: readonly string[]; readonly chats: readonly string[] };

/** By channel. Nobody may use a channel without a rule. */
export type AccessRules = Readonly<Partial<Record<ChannelName, Access>>>;
