import type * as z from "zod";
import type { IncomingMessage } from "../../message.ts";
import type { Reception } from "../../channel.ts";
import type { MessageIndex } from "../../archive.ts";
import { createProfileReader, readBotId } from "./bot-identity.ts";
import { createChatMoves } from "./chat-moves.ts";
import { explainFailure } from "./explain-failure.ts";
import {
  parseUpdate,
  type Update,
  type UpdateReading,
} from "./parse-update.ts";
import type { TelegramAccess } from "./telegram-api.ts";

/** Makes of an update what there is to deliver. Throws what the index throws: then Telegram sends the update again. */
export type UpdateReceiver = (
  update: z.infer<typeof Update>,
) => Promise<Reception>;

/**
 * Asks Telegram for the bot's profile where a group's message may or may not mean the bot. While Telegram does not say,
 * such updates are refused: it keeps them, and sends them again.
 */
export function createUpdateReceiver({
  index,
  ...access
}: TelegramAccess & { index: MessageIndex }): UpdateReceiver {
  const id = readBotId(access.token);
  const readProfile = createProfileReader(access);
  const moves = createChatMoves(index);

  async function read(update: z.infer<typeof Update>): Promise<UpdateReading> {
    const reading = parseUpdate(update, { id });
    return reading.kind === "needs-profile"
      ? parseUpdate(update, { id, profile: await readProfile() })
      : reading;
  }

  return async (update) => {
    let reading: UpdateReading;
    try {
      reading = await read(update);
    } catch (error) {
      const reason = explainFailure(error, access.token);
      log({ event: "bot's profile not read", reason });
      return LATER;
    }
    switch (reading.kind) {
      case "message":
        return deliver([await moves.bringHome(reading.message)]);
      case "moved":
        await moves.note(reading);
        return deliver([]);
      case "unreadable":
        // Refused, it would come again for a day and hold back all other messages of its chat.
        log({ event: "update not read", update: update.update_id });
        return deliver([]);
      case "ignored":
      case "needs-profile":
        return deliver([]);
    }
  };
}

const LATER: Reception = {
  kind: "refused",
  problem: {
    status: 503,
    slug: "telegram-unreachable",
    title: "It is not known yet whether this message is for the bot",
    detail:
      "Telegram did not say what the bot is called. Send the update again later.",
    retryAfterSeconds: 10,
  },
};

function deliver(messages: readonly IncomingMessage[]): Reception {
  return { kind: "messages", messages };
}

function log(entry: Readonly<Record<string, unknown>>): void {
  console.error(JSON.stringify(entry));
}
