import { createTelegramUpdate } from "../fixtures/telegram-updates.ts";
import type { SentMessage } from "../stubs/telegram-chats.ts";
import type { TelegramServer } from "../stubs/telegram-server.ts";
import { TELEGRAM_SECRET } from "./stub-variables.ts";
import { eventually } from "./wrangler-dev.ts";

let lastUpdate = 900;

/** Somebody who writes to the bot in their private chat, in English. */
export function createTelegramPerson({
  id,
  telegram,
  url,
}: {
  id: number;
  telegram: TelegramServer;
  /** Of Parley. */
  url: string;
}) {
  const shown = () => telegram.sent.filter(({ chat }) => chat === id);
  const from = { id, is_bot: false, first_name: "Ada", language_code: "en" };
  const chat = { id, first_name: "Ada", type: "private" };

  const write = async (text: string): Promise<void> => {
    const update = createTelegramUpdate({
      id: ++lastUpdate,
      text,
      message: { from, chat },
    });
    const response = await fetch(`${url}/telegram/webhook`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-telegram-bot-api-secret-token": TELEGRAM_SECRET,
      },
      body: JSON.stringify(update),
    });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
  };
  const next = (after: number): Promise<SentMessage> =>
    eventually(`message ${after + 1} in ${id}`, () => shown()[after]);

  return {
    shown,
    write,
    /** The bot's message after so many in the chat. */
    next,
    /** Returns the bot's next message. */
    async say(text: string): Promise<SentMessage> {
      const before = shown().length;
      await write(text);
      return next(before);
    },
  };
}
