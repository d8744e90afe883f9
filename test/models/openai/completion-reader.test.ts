import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createStreamingModel } from "../../../src/models/openai/openai-model.ts";
import type { ModelEvent } from "../../../src/prompt.ts";
import {
  type OpenAIServer,
  startOpenAIServer,
} from "../../stubs/openai-server.ts";
import { collectEvents } from "../collect-events.ts";

const usage = { inputTokens: 12, cachedInputTokens: 0, outputTokens: 5 };

let server: OpenAIServer;
beforeEach(async () => {
  server = await startOpenAIServer();
});
afterEach(() => server.close());

function ask(): Promise<ModelEvent[]> {
  return collectEvents(
    createStreamingModel({
      api: "chat",
      apiKey: "sk-test",
      baseUrl: server.url,
      model: "m",
    }),
  );
}

describe("reading the stream", () => {
  it("hands on text as it comes, then the finish reason and usage", async () => {
    server.reply({ chunks: ["Hel", "lo ", "你好"] });
    expect(await ask()).toEqual([
      { type: "text", text: "Hel" },
      { type: "text", text: "lo " },
      { type: "text", text: "你好" },
      { type: "finish", reason: "stop", usage },
    ]);
  });

  it("passes over lists, which some servers send as content while they reason", async () => {
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

  it("counts the tokens that the provider read from its cache", async () => {
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

  it("does without [DONE] when there is a finish reason", async () => {
    server.reply({ chunks: ["Hi"], end: "close" });
    expect((await ask()).at(-1)).toMatchObject({ reason: "stop", usage });
  });

  it("finishes without usage when the connection breaks behind the finish reason", async () => {
    server.reply({ chunks: ["Hi"], usage: null, end: "cut" });
    expect((await ask()).at(-1)).toEqual({ type: "finish", reason: "stop" });
  });
});

describe("native tool calls", () => {
  it("may have their arguments as an object, and ids that are no text", async () => {
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

  it("come in pieces, the first with id and name", async () => {
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
