import { describe, expect, it } from "vitest";
import {
  createTelegramPress,
  createTelegramUpdate,
} from "../fixtures/telegram-updates.ts";
import { recordAttack } from "../security/record-attack.ts";
import type { TelegramUpdate } from "../stubs/telegram-methods.ts";
import { startTelegramServer } from "../stubs/telegram-server.ts";
import { closeAfterAll } from "./close-after-all.ts";
import { TELEGRAM_SECRET, telegramVariables } from "./stub-variables.ts";
import { startParley } from "./wrangler-dev.ts";

let lastUpdate = 900;

const telegram = await startTelegramServer();
const dev = await startParley({
  variables: {
    ...telegramVariables(telegram),
    TELEGRAM_STREAMING: "off",
    TELEGRAM_ALLOWED_USERS: "42",
  },
});
closeAfterAll(dev, telegram);

/** Returns the API call in the response. */
const post = async (update: TelegramUpdate): Promise<unknown> => {
  const response = await fetch(`${dev.url}/telegram/webhook`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-telegram-bot-api-secret-token": TELEGRAM_SECRET,
    },
    body: JSON.stringify(update),
  });
  expect(response.status).toBe(200);
  return response.json();
};

/** Posts a text and returns the bot's next message. */
async function say(text: string) {
  const before = telegram.sent.length;
  await post(createTelegramUpdate({ id: ++lastUpdate, text }));
  return (await telegram.waitForSent(before + 1))[before];
}

/**
 * Presses a button of the bot's newest message; the press is delivered several
 * times.
 */
async function press(label: string, from = {}) {
  const below = telegram.sent.at(-1);
  const [, data] =
    below?.buttons?.flat().find(([shown]) => shown === label) ?? [];
  if (data === undefined) throw new Error(`There is no button ${label}.`);
  const id = ++lastUpdate;
  const message = { message_id: below?.id };
  const update = createTelegramPress({ id, data, from, message });
  const call = {
    method: "answerCallbackQuery",
    callback_query_id: `press-${id}`,
  };
  expect(await Promise.all([update, update, update].map(post))).toEqual([
    call,
    call,
    call,
  ]);
}

const newest = () => telegram.sent.at(-1);

describe("a stranger", () => {
  it("gets one notice a minute for any number of messages", async ({
    task,
  }) => {
    const person = { id: 77, is_bot: false, first_name: "Eve" };
    const chat = { id: 77, type: "private" };
    for (let index = 0; index < 60; index++)
      await post(
        createTelegramUpdate({
          id: ++lastUpdate,
          text: index % 2 === 0 ? "Hello" : "/help",
          message: { from: person, chat },
        }),
      );
    await say("/help");
    const refusals = telegram.sent.filter((sent) => sent.chat === chat.id);
    // The clock's minute may change meanwhile.
    const got = refusals.length;
    recordAttack(task, "strangersOnTelegram", { got, allowed: 2 });
    expect(refusals[0]?.text).toContain("77");
  });
});

describe("the commands", () => {
  it("show the steps of the last answer, and the user's identity", async () => {
    expect((await say("12.5% of 80.16 * 3"))?.text).toContain("30.06");
    expect((await say("/why"))?.text).toMatch(
      /^上一个回答用了 1 步：\n\n1\. calculator .*\n30\.06/,
    );
    expect((await say("/whoami"))?.text).toContain("你是 Mei Lin (@meilin)");
  });

  it("show, export and delete memory by buttons", async () => {
    const shown = await say("/memory");
    expect(shown?.text).toContain("我保存了我们的 2 条消息");
    await press("导出");
    await telegram.waitUntil((sent) => sent.at(-1)?.file !== undefined);
    const exported = telegram.sent.at(-1)?.file?.content ?? "";
    expect(JSON.parse(exported).messages).toMatchObject([
      { role: "user", text: "12.5% of 80.16 * 3" },
      { role: "assistant", text: expect.stringContaining("30.06") },
    ]);

    await say("/memory");
    const before = telegram.sent.length;
    await press("清除");
    await telegram.waitUntil(
      () => newest()?.text.includes("确定要清除全部对话吗？") === true,
    );
    await press("是，清除");
    await telegram.waitUntil(
      () => newest()?.text.startsWith("我们的对话已清除") === true,
    );
    expect(newest()).not.toHaveProperty("buttons");
    expect(telegram.sent).toHaveLength(before);
    expect(telegram.sent.filter(({ file }) => file)).toHaveLength(1);
    expect((await say("/memory"))?.text).toBe("我没有保存任何对话消息。");
  });

  it("ignore a button pressed by someone who is not allowed", async () => {
    await say("My name is Mei");
    await say("/memory");
    const before = telegram.sent.length;
    await press("清除", { id: 43, language_code: "en" });
    const notice = (await telegram.waitForSent(before + 1))[before];
    expect(notice?.text).toContain("send its owner your id: 43");
    expect((await say("/memory"))?.text).toContain("我保存了我们的 2 条消息");
  });
});
