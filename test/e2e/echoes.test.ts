import { expect, it } from "vitest";
import { finalAnswer } from "../fakes/create-agent.ts";
import { createMetaRequest } from "../fixtures/meta-requests.ts";
import { startMessengerChats } from "../stubs/chats/meta-chats.ts";
import type { GraphServer } from "../stubs/graph-server.ts";
import { startOpenAIServer } from "../stubs/openai-server.ts";
import { closeAfterAll } from "./close-after-all.ts";
import { modelVariables } from "./stub-variables.ts";
import { eventually, startParley } from "./wrangler-dev.ts";

const CHAT = 165;
const KEY = "operator-of-these-end-to-end-tests-0001";

const page = await startMessengerChats();
const model = await startOpenAIServer();
const dev = await startParley({
  variables: {
    ...modelVariables(model),
    ...page.variables(page.server.url),
    ADMIN_API_KEY: KEY,
    PARLEY_SECRET: "secret-of-these-end-to-end-tests-00001",
  },
});
closeAfterAll(dev, model, page.server);

async function post(request: Request): Promise<number> {
  const { headers } = request;
  const body = await request.text();
  const init = { method: "POST", headers, body };
  return (await fetch(`${dev.url}/messenger/webhook`, init)).status;
}

/** What Meta sends if a message was sent as the page. */
function createEcho(message: object, signature?: string): Request {
  const event = {
    sender: { id: "1" },
    recipient: { id: `${CHAT}` },
    timestamp: Date.now(),
    message: { is_echo: true, ...message },
  };
  const body = { object: "page", entry: [{ id: "1", messaging: [event] }] };
  return createMetaRequest("messenger", JSON.stringify(body), signature);
}

async function read(): Promise<{
  person: { name: string } | null;
  messages: { text: string; operator?: string }[];
}> {
  const response = await fetch(
    `${dev.url}/console/api/conversations/messenger:${CHAT}`,
    { headers: { authorization: `Bearer ${KEY}` } },
  );
  return response.json() as ReturnType<typeof read>;
}

it("leaves a Messenger conversation to who answers as the page, until it is handed back, and takes nothing of its own for theirs", async () => {
  const say = async (id: number, text: string) =>
    post(await page.deliver({ id, text, chat: CHAT }));
  const untilShown = (text: string) =>
    page.server.waitUntil(() => page.shown(CHAT).includes(text));

  model.reply(finalAnswer("We have kites."));
  await say(1, "What do you have?");
  await untilShown("We have kites.");
  const sent = (page.server as GraphServer).shown.at(-1)?.["message"];
  expect(
    await post(createEcho({ mid: "m_1", app_id: 1, ...(sent as object) })),
  ).toBe(200);
  expect((await read()).person).toBeNull();

  const words = { mid: "m_90", text: "Anna here: red ones, too." };
  expect(await post(createEcho(words, "sha256=" + "0".repeat(64)))).toBe(401);
  expect((await read()).person).toBeNull();
  expect(await post(createEcho(words))).toBe(200);
  expect(await post(createEcho(words))).toBe(200);
  expect((await read()).person).toMatchObject({ name: "app:messenger" });
  await say(2, "How much?");
  const { messages } = await eventually(
    "the message that is left",
    async () => {
      const record = await read();
      return record.messages.length === 4 ? record : undefined;
    },
  );
  expect(messages.slice(2)).toMatchObject([
    { text: "Anna here: red ones, too.", operator: "app:messenger" },
    { text: "How much?", is_for_person: true },
  ]);
  expect(page.shown(CHAT)).toEqual(["We have kites."]);
  expect(model.requests).toHaveLength(1);

  await say(3, "/bot");
  await page.server.waitUntil(() => page.shown(CHAT).length === 2);
  model.reply(finalAnswer("Ten euros."));
  await say(4, "How much are they?");
  await untilShown("Ten euros.");
  expect(JSON.stringify(model.requests.at(-1)?.body)).toMatch(
    /a person of the team wrote.*red ones, too/,
  );
});
