import { createTelegramApi, type TelegramAccess } from "./telegram-api.ts";

/** Who the bot is on Telegram. */
export interface BotIdentity {
  readonly id: number;
  /** What only Telegram knows; left out until it is needed. */
  readonly profile?: BotProfile;
}

export interface BotProfile {
  /** Without `@`. */
  readonly username: string;
  /** Its privacy mode is off: in groups it sees what is not meant for it. */
  readonly seesAllMessages: boolean;
}

/** Telegram waits for the answer to its update. */
const TIMEOUT_SECONDS = 10;

/** The token begins with the bot's id: `123456:ABC`. */
export function readBotId(token: string): number {
  return Number.parseInt(token, 10);
}

/**
 * Asks Telegram once for as long as the function lives, unless that fails: throws grammY's errors then, and those of the
 * network may hold the token. The answer is kept and not the promise: on Workers a request cannot wait for what another
 * one has begun.
 */
export function createProfileReader(
  access: TelegramAccess,
): () => Promise<BotProfile> {
  let known: BotProfile | undefined;
  return async () => {
    if (known !== undefined) return known;
    const { signal } = new AbortController();
    const api = createTelegramApi({
      ...access,
      signal,
      timeoutSeconds: TIMEOUT_SECONDS,
    });
    const { username, can_read_all_group_messages } = await api.getMe();
    known = { username, seesAllMessages: can_read_all_group_messages };
    return known;
  };
}
