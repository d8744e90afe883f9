import { limitMessages } from "../conversation/accept/limit-messages.ts";
import type { Limiter } from "../limits/limiter.ts";
import type { Archive } from "../types/archive.ts";
import type { Mailbox } from "../types/mailbox.ts";
import type { Assembly } from "./assemble.ts";

/**
 * The mailbox that channels use: rejects strangers and floods before anything
 * is stored.
 */
export function createIntake(
  { bot, channels }: Pick<Assembly, "bot" | "channels">,
  {
    mailbox,
    limiter,
  }: { mailbox: Mailbox & Pick<Archive, "findTurn">; limiter: Limiter },
): Mailbox {
  return limitMessages({
    mailbox,
    findChannel: channels.find,
    access: bot.access,
    budget: bot.budget,
    limiter,
  });
}
