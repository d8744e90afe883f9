import { expect, it } from "vitest";
import * as z from "zod";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import { DEPLOYMENT_SECRET } from "../fixtures/secrets.ts";
import { startCallbackReceiver } from "../stubs/callback-receiver.ts";
import { startOAuthServer } from "../stubs/oauth-server.ts";
import { startOpenAIServer } from "../stubs/openai-server.ts";
import { startTelegramServer } from "../stubs/telegram-server.ts";
import { createApiClient } from "./api-client.ts";
import { closeAfterAll } from "./close-after-all.ts";
import { modelVariables, telegramVariables } from "./stub-variables.ts";
import { createTelegramPerson } from "./telegram-person.ts";
import { eventually, startParley } from "./wrangler-dev.ts";

const OPERATOR_KEY = "key-of-the-operator-in-these-tests";

const telegram = await startTelegramServer();
const model = await startOpenAIServer();
const receiver = await startCallbackReceiver();
const shop = await startOAuthServer();
const dev = await startParley({
  variables: {
    ...modelVariables(model),
    ...telegramVariables(telegram),
    TELEGRAM_STREAMING: "off",
    ADMIN_API_KEY: OPERATOR_KEY,
    PARLEY_SECRET: DEPLOYMENT_SECRET,
    PUBLIC_URL: "https://bot.example",
    EVENTS_URL: `${receiver.url}/events`,
    EVENTS_SIGNING_SECRET: `whsec_${btoa("secret-of-the-events-in-tests")}`,
    MCP_SERVERS: JSON.stringify({ shop: { url: shop.url, auth: "person" } }),
  },
});
closeAfterAll(dev, telegram, model, receiver, shop);

const meet = (id: number) =>
  createTelegramPerson({ id, telegram, url: dev.url });
const lastPrompt = () => JSON.stringify(model.requests.at(-1)?.body.messages);

it("a person is asked for, replies, and hands back, and events tell it", async () => {
  const ada = meet(51);
  const handOver = async (what: string, body = {}): Promise<void> => {
    const response = await fetch(
      `${dev.url}/admin/conversations/telegram%3A51/${what}`,
      {
        method: "POST",
        headers: {
          authorization: `Bearer ${OPERATOR_KEY}`,
          "content-type": "application/json",
        },
        body: JSON.stringify(body),
      },
    );
    expect(response.ok).toBe(true);
  };
  await ada.say("/human A refund for order 17");
  const reply = { id: "r1", text: "Anna here. I refund it." };
  await handOver("replies", reply);
  const said = await ada.next(1);
  expect(said.text).toContain(reply.text);
  const calls = model.requests.length;
  await ada.write("Thank you, Anna!");
  // Answered in its turn, when those words have been left to Anna.
  await ada.say("/whoami");
  await handOver("hand-back");
  model.reply(finalAnswer("Anna has refunded it."));
  expect((await ada.say("Is it done?")).text).toBe("Anna has refunded it.");
  expect(model.requests.length).toBe(calls + 1);
  expect(lastPrompt()).toMatch(/I refund it.+Thank you, Anna!/s);
  const events = await eventually("the last event", () => {
    const all = receiver.received.map(({ body }) =>
      Event.parse(JSON.parse(body)),
    );
    const own = all.filter(({ data }) => data.conversation === "telegram:51");
    return own.length < 11 ? undefined : own;
  });
  const types = events
    .toSorted((one, other) => one.data.sequence - other.data.sequence)
    .map(({ type }) => type);
  expect(types).toHaveLength(11);
  // A reply is seen before it is noted, so what comes next may be noted first.
  expect(types.filter((type) => type !== "message.replied")).toEqual([
    "message.received",
    "conversation.needs_human",
    "conversation.taken",
    "message.received",
    "message.received",
    "conversation.returned",
    "message.received",
  ]);
});

const Event = z.object({
  type: z.string(),
  data: z.object({ conversation: z.string(), sequence: z.number() }),
});

it("two linked chats are one conversation until they part", async () => {
  const [phone, desk] = [meet(61), meet(62)];
  model.reply(finalAnswer("Hello, Lai Lai."));
  await phone.say("I am Lai Lai");
  const offer = await desk.say("/link");
  const [, code = ""] = /link (\w{4}-\w{4})/.exec(offer.text) ?? [];
  await phone.say(`/link ${code} yes`);
  await eventually("the other chat's notice", () => desk.shown()[1]);
  model.reply(finalAnswer("You are Lai Lai."));
  expect((await desk.say("Who am I?")).text).toBe("You are Lai Lai.");
  expect(lastPrompt()).toContain("I am Lai Lai");
  await desk.say("/unlink");
  model.reply(finalAnswer("I do not know."));
  await desk.say("Who am I now?");
  expect(lastPrompt()).not.toContain("I am Lai Lai");
});

it("a reminder arrives at its time, by chat and by API, once", async () => {
  const ada = meet(71);
  const api = createApiClient(dev.url);
  const soon = new Date(Date.now() + 4_000).toISOString();
  const made = await ada.say(`/reminders add ${soon} Tea`);
  expect(made.text).toContain("Tea");
  const scheduled = {
    conversation: "order-17",
    id: "delivery-17",
    text: "Your parcel arrives today.",
    at: soon,
  };
  for (let time = 0; time < 2; time++) {
    const body = JSON.stringify(scheduled);
    const sent = await api.call("/v1/scheduled-messages", {
      method: "POST",
      body,
    });
    expect(sent.ok).toBe(true);
  }
  expect((await ada.next(1)).text).toBe("⏰ Tea");
  const { messages } = await eventually("the message", async () => {
    const found = await api.conversation("order-17");
    return found.messages.length > 0 ? found : undefined;
  });
  expect(messages.map(({ role, text }) => `${role}: ${text}`)).toEqual([
    `assistant: ${scheduled.text}`,
  ]);
  expect((await ada.say("/reminders")).text).not.toContain("Tea\n");
  expect(ada.shown()).toHaveLength(3);
});

it("a person signs in to a tool server, and their turn goes on", async () => {
  const ada = meet(81);
  model.reply(action("shop__sign_in", {}));
  const asked = await ada.say("Where is my order A-17?");
  const link = JSON.stringify(asked).match(
    /https:\/\/bot\.example(\/oauth\/sign-in\/[\da-f]{48})/,
  );
  const begun = await fetch(`${dev.url}${link?.[1]}`, {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin" },
  });
  const cookie = begun.headers.get("set-cookie")?.split(";")[0] ?? "";
  const [, away = ""] = /<a href="([^"]+)"/.exec(await begun.text()) ?? [];
  const page = await fetch(away.replaceAll("&amp;", "&"), {
    redirect: "manual",
  });
  const back = new URL(page.headers.get("location") ?? "");
  model.reply(action("shop__find_order", { number: "A-17" }));
  model.reply(finalAnswer("It was sent on Monday."));
  const shown = ada.shown().length;
  await fetch(`${dev.url}${back.pathname}${back.search}`, {
    headers: { cookie },
  });
  await eventually("the answer", () =>
    ada
      .shown()
      .slice(shown)
      .find(({ text }) => text === "It was sent on Monday."),
  );
  expect(lastPrompt()).toContain("sent on Monday");
});
