import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCompletionReader } from "../../../src/models/openai/completion-reader.ts";
import { createStreamingModel } from "../../../src/models/openai/openai-model.ts";
import type { ModelEvent } from "../../../src/types/model.ts";
import {
  startOpenAIServer,
  type OpenAIServer,
} from "../../stubs/openai-server.ts";
import { collectEvents } from "../collect-events.ts";

const usage = { inputTokens: 12, cachedInputTokens: 0, outputTokens: 5 };

let server: OpenAIServer;
beforeEach(async () => {
  server = await startOpenAIServer();
});
afterEach(() => server.close());

function createModel(options: { fetch?: typeof globalThis.fetch } = {}) {
  return createStreamingModel({
    api: "chat",
    apiKey: "sk-test",
    baseUrl: server.url,
    model: "m",
    ...options,
  });
}

function ask(): Promise<ModelEvent[]> {
  return collectEvents(createModel());
}

describe("reading the stream", () => {
  it("streams text, then the finish reason and usage", async () => {
    const rest = Promise.withResolvers<void>();
    server.reply({ chunks: ["Hello ", rest.promise, "你好"] });
    const events: ModelEvent[] = [];
    const { signal } = new AbortController();
    const prompt = { messages: [] };
    for await (const event of createModel().generate(prompt, { signal })) {
      events.push(event);
      rest.resolve();
    }
    expect(events).toEqual([
      { type: "text", text: "Hello " },
      { type: "text", text: "你好" },
      { type: "finish", reason: "stop", usage },
    ]);
  });

  it("merges texts between calls that arrive together", async () => {
    const call = { index: 0, id: "a", function: { name: "f", arguments: "" } };
    const chunks = [
      { content: "Let me " },
      { content: "see." },
      { tool_calls: [call] },
      { content: "So" },
      { content: "!" },
    ].map((delta) => ({ choices: [{ delta }] }));
    const data = [...chunks, { error: { message: "Overloaded", code: 503 } }];
    const body = data.map((one) => `data: ${JSON.stringify(one)}\n\n`).join("");
    const model = createModel({ fetch: async () => new Response(body) });
    const events: ModelEvent[] = [];
    const { signal } = new AbortController();
    const asking = (async () => {
      for await (const event of model.generate({ messages: [] }, { signal }))
        events.push(event);
    })();
    await expect(asking).rejects.toMatchObject({ kind: "unreachable" });
    expect(events).toEqual([
      { type: "text", text: "Let me see." },
      { type: "tool-call", index: 0, id: "a", name: "f", arguments: "" },
      { type: "text", text: "So!" },
    ]);
  });

  it("ignores lists, which some servers send as content while they reason", async () => {
    server.reply({
      chunks: [
        { delta: { content: [{ type: "thinking" }] } },
        { chunk: {} },
        "Hello",
      ],
    });
    expect(await ask()).toEqual([
      { type: "text", text: "Hello" },
      { type: "finish", reason: "stop", usage },
    ]);
  });

  it.each([
    ["stop", "stop"],
    ["length", "length"],
    ["tool_calls", "tool-calls"],
    ["function_call", "tool-calls"],
    ["content_filter", "filtered"],
    ["eos", "unknown"],
    [null, "unknown"],
  ])("maps the finish reason %s to %s", async (finishReason, reason) => {
    server.reply({ chunks: ["Hi"], finishReason });
    expect((await ask()).at(-1)).toEqual({ type: "finish", reason, usage });
  });

  it("reports cached input tokens", async () => {
    server.reply({
      chunks: ["Hi"],
      usage: {
        prompt_tokens: 2048,
        completion_tokens: 7,
        prompt_tokens_details: { cached_tokens: 1920 },
      },
    });
    expect((await ask()).at(-1)).toMatchObject({
      usage: { inputTokens: 2048, cachedInputTokens: 1920, outputTokens: 7 },
    });
  });

  it("accepts a missing [DONE] after a finish reason", async () => {
    server.reply({ chunks: ["Hi"], end: "close" });
    expect((await ask()).at(-1)).toMatchObject({ reason: "stop", usage });
  });

  it("finishes without usage if the connection breaks after the finish reason", async () => {
    server.reply({ chunks: ["Hi"], usage: null, end: "cut" });
    expect((await ask()).at(-1)).toEqual({ type: "finish", reason: "stop" });
  });
});

describe("native tool calls", () => {
  it("may have arguments as an object and an id that is no string", async () => {
    const call = { name: "search", arguments: { query: "Ada" } };
    server.reply({
      chunks: [{ delta: { tool_calls: [{ id: 7, function: call }] } }],
      finishReason: "tool_calls",
    });
    expect((await ask())[0]).toEqual({
      type: "tool-call",
      index: 0,
      id: "call_1",
      name: "search",
      arguments: '{"query":"Ada"}',
    });
  });

  it("arrive in chunks, of which the first has the id and the name", async () => {
    server.reply({
      chunks: [
        toolCall({ index: 0, id: "call_a", name: "search", arguments: "" }),
        toolCall({ index: 0, arguments: '{"query":' }),
        toolCall({ index: 0, arguments: '"Ada"}' }),
        toolCall({
          index: 1,
          id: "call_b",
          name: "calculator",
          arguments: "{}",
        }),
      ],
      finishReason: "tool_calls",
    });
    expect(await ask()).toEqual([
      {
        type: "tool-call",
        index: 0,
        id: "call_a",
        name: "search",
        arguments: "",
      },
      { type: "tool-call", index: 0, arguments: '{"query":' },
      { type: "tool-call", index: 0, arguments: '"Ada"}' },
      {
        type: "tool-call",
        index: 1,
        id: "call_b",
        name: "calculator",
        arguments: "{}",
      },
      { type: "finish", reason: "tool-calls", usage },
    ]);
  });
});

function toolCall({
  index,
  id,
  ...call
}: {
  index: number;
  id?: string;
  name?: string;
  arguments: string;
}) {
  return { delta: { tool_calls: [{ index, id, function: call }] } };
}

/** Reads one stream event with tool-call chunks. */
function read(pieces: readonly object[]) {
  const chunk = { choices: [{ delta: { tool_calls: pieces } }] };
  return createCompletionReader({ model: "m" })
    .read({ data: JSON.stringify(chunk) })
    .flatMap((event) => (event.type === "tool-call" ? [event] : []));
}

function whole(name: string, place: { index?: number; id?: string | null }) {
  return { ...place, function: { name, arguments: "{}" } };
}

it("joins chunks with the same index", () => {
  expect(
    read([
      { index: 0, id: "a", function: { name: "search", arguments: '{"q' } },
      { index: 0, function: { arguments: '":1}' } },
      { index: 0, function: null },
    ]),
  ).toEqual([
    { type: "tool-call", index: 0, id: "a", name: "search", arguments: '{"q' },
    { type: "tool-call", index: 0, arguments: '":1}' },
    { type: "tool-call", index: 0, arguments: "" },
  ]);
});

it("recognises one call even if a server repeats its id and name or sends a new id per chunk", () => {
  expect(
    read([
      whole("search", { index: 0, id: "a" }),
      whole("search", { index: 0, id: "a" }),
      { index: 0, id: "b", function: { arguments: "{}" } },
      { index: 0, id: "", function: { name: "", arguments: "{}" } },
    ]).map(({ index }) => index),
  ).toEqual([0, 0, 0, 0]);
});

it.each([
  ["no index", [whole("one", { id: "a" }), whole("two", { id: "b" })]],
  [
    "the same index for all calls",
    [whole("one", { index: 0, id: "a" }), whole("two", { index: 0, id: "b" })],
  ],
])("distinguishes calls with %s", (_case, pieces) => {
  expect(read(pieces)).toMatchObject([
    { index: 0, id: "a", name: "one" },
    { index: 1, id: "b", name: "two" },
  ]);
});

it.each([
  ["empty", "", ["call_1", "call_2", "call_3"]],
  ["missing", null, ["call_1", "call_2", "call_3"]],
  ["repeated", "a", ["a", "a_1", "a_2"]],
])("gives every call a unique id if ids are %s", (_case, id, ids) => {
  const calls = read([0, 1, 2].map((index) => whole("search", { index, id })));
  expect(calls.map((call) => call.id)).toEqual(ids);
});

it("replaces an endless call id", () => {
  const [call] = read([whole("search", { index: 0, id: "a".repeat(10_000) })]);
  expect(call?.id).toBe("call_1");
});

it.each([
  ["the same id", (index: number) => ({ index, id: "a" })],
  ["ids of their own", (index: number) => ({ index, id: `id-${index}` })],
])("reads calls with %s in linear time", (_, place) => {
  const pieces = Array.from({ length: 100_000 }, (_each, index) =>
    whole("search", place(index)),
  );
  // Quadratic time would take minutes.
  expect(new Set(read(pieces).map(({ id }) => id)).size).toBe(100_000);
});

it("keeps a call's opaque data, in whichever chunk it arrives", () => {
  const signature = { google: { thought_signature: "abc" } };
  expect(
    read([
      { ...whole("one", { id: "a" }), extra_content: signature },
      { ...whole("two", { id: "b" }), extra_content: null },
      { extra_content: signature },
    ]),
  ).toEqual([
    {
      type: "tool-call",
      index: 0,
      id: "a",
      name: "one",
      arguments: "{}",
      extra: signature,
    },
    { type: "tool-call", index: 1, id: "b", name: "two", arguments: "{}" },
    { type: "tool-call", index: 1, arguments: "", extra: signature },
  ]);
});
