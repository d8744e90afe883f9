import type { IncomingMessage } from "../../message.ts";
import type { Reception } from "../../channel.ts";
import type { MessageIndex } from "../../archive.ts";
import { createProfileReader, readBotId } from "./bot-identity.ts";
import { createChatMoves } from "./chat-moves.ts";
import { explainFailure } from "./explain-failure.ts";
import { parseUpdate, type UpdateReading } from "./parse-update.ts";
import type { UpdateBody } from "./read-update.ts";
import type { TelegramAccess } from "./telegram-api.ts";
import { findUnreadMessage, withoutContent } from "./unread-message.ts";

/** How long Telegram is asked to send an update again that may mean the bot. Nobody waits for an answer much longer. */
const MAX_WAIT_MS = 600_000;

/** Makes of an update what there is to deliver. Throws what the index throws: then Telegram sends the update again. */
export type UpdateReceiver = (body: UpdateBody) => Promise<Reception>;

/**
 * Asks Telegram for the bot's profile where a group's message may or may not mean the bot. While Telegram does not say,
 * such updates are refused for some minutes: it keeps them, and sends them again. Every other update is taken, also one that
 * cannot be read: refused, it would come again for a day and hold back all other messages of its chat.
 */
export function createUpdateReceiver({
  index,
  now = Date.now,
  ...access
}: TelegramAccess & {
  index: MessageIndex;
  now?: () => number;
}): UpdateReceiver {
  const id = readBotId(access.token);
  const readProfile = createProfileReader(access);
  const moves = createChatMoves(index);

  async function read({
    update,
  }: UpdateBody): Promise<UpdateReading | "later"> {
    if (update === undefined) return { kind: "unreadable" };
    const reading = parseUpdate(update, { id });
    if (reading.kind !== "needs-profile") return reading;
    try {
      return parseUpdate(update, { id, profile: await readProfile() });
    } catch (error) {
      const reason = explainFailure(error, access.token);
      log({ event: "bot's profile not read", reason });
      return now() - reading.sentAt < MAX_WAIT_MS ? "later" : reading;
    }
  }

  const deliver = async (
    message: IncomingMessage | undefined,
  ): Promise<Reception> => ({
    kind: "messages",
    messages: message === undefined ? [] : [await moves.bringHome(message)],
  });

  return async (body) => {
    const reading = await read(body);
    if (reading === "later") return LATER;
    const { isTooLarge, size, text } = body;
    const note = (reason: string) =>
      log({
        event: "update not read",
        update: body.update?.update_id,
        size,
        reason,
      });
    switch (reading.kind) {
      case "message":
        if (isTooLarge) note("too large");
        return deliver(
          isTooLarge ? withoutContent(reading.message) : reading.message,
        );
      case "moved":
        await moves.note(reading);
        return deliver(undefined);
      case "unreadable":
        note(isTooLarge ? "too large" : "not as the Bot API describes it");
        return deliver(
          findUnreadMessage(text, isTooLarge ? "too-large" : "unknown-form"),
        );
      case "needs-profile":
        note("it is not known whether it is for the bot");
        return deliver(undefined);
      case "ignored":
        return deliver(undefined);
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

function log(entry: Readonly<Record<string, unknown>>): void {
  console.error(JSON.stringify(entry));
}
