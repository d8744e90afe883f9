import { describe, expect, it } from "vitest";
import { readMessage } from "../../../src/http/api/message-request.ts";
import {
  findDifferences,
  takeMessage,
} from "../../../src/http/api/take-message.ts";
import { readChat } from "../../../src/http/openai/parse-chat.ts";
import type { Reading } from "../../../src/http/problems.ts";
import type { IncomingMessage } from "../../../src/types/message.ts";
import { createConversationsArchive } from "../../fakes/conversations-archive.ts";
import { createMessageIndex } from "../../fakes/message-index.ts";

const never = (): never => {
  throw new Error("Not asked for here.");
};

function post(body: object): Request {
  return new Request("https://parley.example/", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

function valueOf<Value>(reading: Reading<Value>): Value {
  if (reading.kind === "refused") throw new Error(reading.problem.detail);
  return reading.value;
}

async function sendToApi(changes: object): Promise<IncomingMessage> {
  const hook = "https://hooks.example.com/a";
  const body = { conversation: "1", id: "m1", text: "1+1", callback_url: hook };
  const reading = await readMessage(post({ ...body, ...changes }), {
    caller: "shop",
    signed: undefined,
    acceptCallback: async (url) => ({ kind: "accepted", url }),
  });
  return valueOf(reading);
}

const USER = { role: "user", content: "1+1" };
const SYSTEM = { role: "system", content: "Be brief." };

async function sendToOpenAI(changes: object): Promise<IncomingMessage> {
  const body = { model: "parley", messages: [SYSTEM, USER, USER] };
  const reading = await readChat(post({ ...body, ...changes }), {
    caller: "shop",
    createId: () => "m1",
  });
  return valueOf(reading).message;
}

describe("a message sent again under its id", () => {
  it.each([
    ["/text", { text: "1+2" }],
    ["/user", { user: "mei" }],
    ["/time_zone", { time_zone: "Asia/Shanghai" }],
    ["/metadata", { metadata: { a: "1" } }],
    ["/callback_url", { callback_url: "https://hooks.example.com/b" }],
    ["/callback_url", { callback_url: undefined }],
  ])(
    "to the API is another message with another %s",
    async (pointer, change) => {
      const differences = findDifferences(
        await sendToApi({}),
        await sendToApi(change),
      );
      expect(differences).toEqual([pointer]);
    },
  );

  it.each([
    ["/text", { messages: [SYSTEM, USER, { role: "user", content: "1+2" }] }],
    ["/instructions", { messages: [USER, USER] }],
    ["/messages", { messages: [SYSTEM, USER] }],
    ["/response_format", { response_format: { type: "json_object" } }],
    ["/metadata", { metadata: { a: "1" } }],
  ])(
    "to the OpenAI API is another message with another %s",
    async (pointer, change) => {
      const differences = findDifferences(
        await sendToOpenAI({}),
        await sendToOpenAI(change),
      );
      expect(differences).toEqual([pointer]);
    },
  );

  it("is the same whatever the order of its metadata", async () => {
    const [one, other] = [
      { a: "1", b: "2" },
      { b: "2", a: "1" },
    ];
    const differences = findDifferences(
      await sendToApi({ metadata: one }),
      await sendToApi({ metadata: other }),
    );
    expect(differences).toEqual([]);
  });
});

it("compares the text as it was sent, before a code was taken out of it", async () => {
  const sent = await sendToApi({ text: "approve 7k2m9q" });
  const stored = { ...sent, text: "Run it once", sent: sent.text };
  expect(findDifferences(stored, sent)).toEqual([]);
  const other = await sendToApi({ text: "refuse 7k2m9q" });
  expect(findDifferences(stored, other)).toEqual(["/text"]);
});

it("a message that is refused leaves no conversation in the list", async () => {
  const index = createMessageIndex();
  const { archive } = createConversationsArchive();
  const message = await sendToApi({});
  const acceptance = await takeMessage(message, {
    caller: "shop",
    mailbox: {
      deliver: async () => ({ kind: "full", limit: 1 }),
      stop: never,
      retry: never,
      watch: never,
    },
    archive,
    index,
  });
  expect(acceptance).toMatchObject({ problem: { slug: "conversation-busy" } });
  const query = { owner: "shop", prefix: "webhook:shop:", limit: 9 };
  expect(await index.list(query)).toEqual([]);
  expect(await index.find({ owner: "shop", id: message.id })).toBeUndefined();
});
