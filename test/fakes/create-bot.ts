import type { Bot } from "../../src/conversation/bot.ts";
import { PARLEY } from "../../src/types/identity.ts";
import { EVERYBODY } from "../fixtures/access.ts";

/**
 * A bot open to everybody that trusts nothing and answers each message
 * separately.
 */
export function createBot(own: Pick<Bot, "agent"> & Partial<Bot>): Bot {
  return {
    access: EVERYBODY,
    merge: "off",
    retryMs: 120_000,
    handoverSilenceMs: 3_600_000,
    timeZone: "UTC",
    media: { takesImages: false },
    trust: { linkHosts: [], unaskedTools: [], approvers: "asker" },
    identity: PARLEY,
    privacy: { retentionDays: 0, operatorsSee: "none" },
    isDemo: false,
    isDevelopment: false,
    maxReplyTokens: 8_000,
    maxHistoryTokens: 6_000,
    memoryStrategy: "window",
    ...own,
  };
}
