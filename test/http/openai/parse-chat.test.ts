import { describe, expect, it } from "vitest";
import { nameOf } from "../../../src/http/api/ids.ts";
import { readChat } from "../../../src/http/openai/parse-chat.ts";
import { Identifier } from "../../../src/http/schemas/fields.ts";

const HI = [{ role: "user", content: "Hi" }];

function read(body: object, headers: Record<string, string> = {}) {
  const request = new Request("https://parley.example/", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ model: "parley", messages: HI, ...body }),
  });
  return readChat(request, { caller: "shop", createId: () => "chatcmpl-new" });
}

async function chatOf(body: object, headers?: Record<string, string>) {
  const reading = await read(body, headers);
  if (reading.kind === "refused") throw new Error(reading.problem.detail);
  return reading.value;
}

describe("the conversation of a completion", () => {
  it("is named by the header, else by the metadata, else by the user", async () => {
    const label = { metadata: { conversation: "label" }, user: "ada" };
    const all = await chatOf(label, { "x-conversation-id": "header" });
    expect(all.message.conversation).toBe("webhook:shop:header");
    expect(all.message.author.id).toBe("ada");
    const two = await chatOf(label, { "x-conversation-id": "" });
    expect(two.message.conversation).toBe("webhook:shop:label");
    const one = await chatOf({ user: "ada" });
    expect(one).toMatchObject({
      kind: "named",
      message: {
        id: "chatcmpl-new",
        conversation: "webhook:shop:ada",
      },
    });
  });

  it("may be named in any script", async () => {
    const name = encodeURIComponent("订单 17");
    const { message } = await chatOf({}, { "x-conversation-id": name });
    expect(message.conversation).toBe("webhook:shop:订单 17");
  });

  it("is temporary without a name, and kept for an Idempotency-Key", async () => {
    expect(await chatOf({})).toMatchObject({
      kind: "passing",
      message: { conversation: "webhook:shop:chatcmpl-new" },
    });
    const keyed = { "idempotency-key": "order-17" };
    expect(await chatOf({}, keyed)).toMatchObject({
      kind: "keyed",
      message: {
        id: "order-17",
        conversation: "webhook:shop:chatcmpl-key-order-17",
      },
    });
  });
});

describe("the conversation of a long key", () => {
  const nameFor = async (key: string) => {
    const { message } = await chatOf({}, { "idempotency-key": key });
    return nameOf(message);
  };

  it("has a name by which it can be read and deleted", async () => {
    for (const length of [100, 101, 128])
      expect(
        Identifier.safeParse(await nameFor("k".repeat(length))),
      ).toMatchObject({ success: true });
  });

  it("differs from that of any other key", async () => {
    const key = "k".repeat(127);
    expect(await nameFor(`${key}1`)).toBe(await nameFor(`${key}1`));
    expect(await nameFor(`${key}1`)).not.toBe(await nameFor(`${key}2`));
  });
});

describe("the messages of a completion", () => {
  const messages = [
    { role: "system", content: "Be brief." },
    { role: "user", content: "One?" },
    { role: "assistant", content: null, tool_calls: [] },
    { role: "tool", tool_call_id: "1", content: [{ type: "text", text: "1" }] },
    { role: "assistant", content: "One." },
    { role: "developer", content: [{ type: "text", text: "Be kind." }] },
    {
      role: "user",
      content: [
        { type: "text", text: "Two?" },
        { type: "text", text: "Three?" },
      ],
    },
  ];

  it("are the question, its instructions, and what came before", async () => {
    const { message } = await chatOf({ messages });
    expect(message).toMatchObject({
      text: "Two?\nThree?",
      isOnly: true,
      instructions: "Be brief.\n\nBe kind.",
      preceding: [
        { role: "user", text: "One?" },
        { role: "assistant", text: "One." },
      ],
    });
  });

  it("before the last one are ignored if the conversation has a name", async () => {
    const { message } = await chatOf({ messages, user: "ada" });
    expect(message.preceding).toBeUndefined();
    expect(message.isOnly).toBeUndefined();
    expect(message.instructions).toBe("Be brief.\n\nBe kind.");
  });

  it("before the last one may have had images, which the model is told", async () => {
    const image_url = { url: `data:image/png;base64,${"A".repeat(1_900_000)}` };
    const content = [
      { type: "text", text: "Look:" },
      { type: "image_url", image_url },
    ];
    const earlier = { role: "user", content };
    const { message } = await chatOf({ messages: [earlier, ...HI] });
    expect(message.preceding).toEqual([
      {
        role: "user",
        text: "Look:\n[an image or a file, which you cannot see]",
      },
    ]);
  });

  it("before the last one may have refused in a part of its own", async () => {
    const content = [{ type: "refusal", refusal: "I cannot say." }];
    const earlier = { role: "assistant", content };
    const { message } = await chatOf({ messages: [...HI, earlier, ...HI] });
    expect(message.preceding?.at(-1)?.text).toBe("I cannot say.");
  });

  it("are the newest 200 of many", async () => {
    const many = Array.from({ length: 300 }, (_, at) => ({
      role: at % 2 === 0 ? "user" : "assistant",
      content: String(at),
    }));
    const { message } = await chatOf({ messages: [...many, ...HI] });
    expect(message.preceding).toHaveLength(200);
    expect(message.preceding?.at(-1)?.text).toBe("299");
  });
});

describe("a request for a completion", () => {
  it("may have other fields of OpenAI's API, which are ignored", async () => {
    const chat = await chatOf({
      temperature: 1.5,
      max_tokens: 10,
      tools: [{ type: "function" }],
      n: 1,
      stop: null,
      user: null,
      metadata: null,
      stream: null,
      stream_options: null,
    });
    expect(chat).toMatchObject({ isStreamed: false, includesUsage: false });
  });

  it.each([
    ["without messages", { messages: undefined }, "/messages"],
    ["with no message", { messages: [] }, "/messages"],
    ["of an unknown role", { messages: [{ role: "x" }] }, "/messages/0/role"],
    [
      "with an assistant message last",
      { messages: [...HI, { role: "assistant", content: "Hi" }] },
      "/messages/1/role",
    ],
    [
      "with an empty question",
      { messages: [{ role: "user", content: " " }] },
      "/messages/0/content",
    ],
    [
      "with an image",
      {
        messages: [
          { role: "user", content: [{ type: "image_url", image_url: {} }] },
        ],
      },
      "/messages/0/content",
    ],
    [
      "with instructions over the limit",
      { messages: [{ role: "system", content: "x".repeat(8_001) }, ...HI] },
      "/messages",
    ],
    [
      "with a recording next to a text",
      {
        messages: [
          {
            role: "user",
            content: [{ type: "text", text: "Hi" }, { type: "input_audio" }],
          },
        ],
      },
      "/messages/0/content",
    ],
    [
      "with a part of another type that has a text",
      { messages: [{ role: "user", content: [{ type: "file", text: "Hi" }] }] },
      "/messages/0/content",
    ],
    [
      "with a part without a text",
      { messages: [{ role: "user", content: [{ type: "text" }] }, ...HI] },
      "/messages/0/content",
    ],
    [
      "with a tool message last",
      { messages: [...HI, { role: "tool", tool_call_id: "1" }] },
      "/messages/1/role",
    ],
    [
      "with instructions only",
      { messages: [{ role: "system", content: "Hi" }] },
      "/messages/0/role",
    ],
    [
      "with too long a question",
      { messages: [{ role: "user", content: "x".repeat(32_001) }] },
      "/messages/0/content",
    ],
    [
      "with a lone surrogate",
      { messages: [{ role: "user", content: "a\ud83d" }] },
      "/messages/0/content",
    ],
    [
      "with NUL in its instructions",
      { messages: [{ role: "system", content: "a\0" }, ...HI] },
      "/messages",
    ],
    ["for two answers", { n: 2 }, "/n"],
    ["with a stream that is no boolean", { stream: "yes" }, "/stream"],
    ["with a user that is no name", { user: " " }, "/user"],
    [
      "with a label that is not a valid name",
      { metadata: { conversation: "a\nb" } },
      "/metadata/conversation",
    ],
  ])("%s is rejected with a pointer to the fault", async (_, body, pointer) => {
    expect(await read(body)).toMatchObject({
      kind: "refused",
      problem: { slug: "invalid-fields", errors: [{ pointer }] },
    });
  });

  it("is rejected if its header is not a valid name", async () => {
    expect(await read({}, { "x-conversation-id": ".." })).toMatchObject({
      kind: "refused",
      problem: { status: 400, slug: "invalid-header" },
    });
  });
});
