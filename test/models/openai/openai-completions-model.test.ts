import { afterEach, beforeEach, expect, it } from "vitest";
import { createOpenAICompletionsModel } from "../../../src/models/openai/openai-completions-model.ts";
import type { OpenAIModelOptions } from "../../../src/models/openai/streaming-model.ts";
import { describeLanguageModelContract } from "../../contracts/language-model-contract.ts";
import {
  type OpenAIServer,
  startOpenAIServer,
  type StubReply,
} from "../../stubs/openai-server.ts";
import { collectEvents, textOf } from "../collect-events.ts";

async function setUp(reply: StubReply) {
  const stub = await startOpenAIServer({ respond: () => reply });
  const model = createOpenAICompletionsModel({
    apiKey: "sk-test",
    baseUrl: stub.url,
    model: "m",
  });
  return { model, close: () => stub.close() };
}

describeLanguageModelContract("The OpenAI completions model", {
  create: () => setUp("Hello, you too!"),
  createFailing: () => setUp({ status: 401 }),
});

let server: OpenAIServer;
beforeEach(async () => {
  server = await startOpenAIServer();
});
afterEach(async () => {
  await server.close();
  server.assertUsedUp();
});

function createModel(options: Partial<OpenAIModelOptions> = {}) {
  return createOpenAICompletionsModel({
    apiKey: "sk-test",
    baseUrl: server.url,
    model: "base-test",
    maxRetries: 0,
    ...options,
  });
}

it("sends the prompt as one text, with room for an answer, and stops before the other's part", async () => {
  server.reply("Hi");
  await collectEvents(createModel(), {
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hello!" },
    ],
  });
  expect(server.requests[0]?.path).toBe("/v1/completions");
  expect(server.requests[0]?.body).toEqual({
    model: "base-test",
    prompt: "Be brief.\n\nUser: Hello!\nAssistant:",
    stream: true,
    max_tokens: 1024,
    stop: ["\nObservation:", "\nUser:"],
    stream_options: { include_usage: true },
    messages: [],
  });
});

it("hands on text as it comes, with its first blank, then the finish reason and usage", async () => {
  server.reply({
    chunks: [" Thought:", " I calculate."],
    usage: {
      prompt_tokens: 2048,
      completion_tokens: 7,
      prompt_tokens_details: { cached_tokens: 1920 },
    },
  });
  expect(await collectEvents(createModel())).toEqual([
    { type: "text", text: " Thought:" },
    { type: "text", text: " I calculate." },
    {
      type: "finish",
      reason: "stop",
      usage: { inputTokens: 2048, cachedInputTokens: 1920, outputTokens: 7 },
    },
  ]);
});

it("tells when the text was cut off at its limit", async () => {
  server.reply({ chunks: ["Hi"], finishReason: "length", usage: null });
  expect((await collectEvents(createModel())).at(-1)).toEqual({
    type: "finish",
    reason: "length",
  });
});

it("leaves its limit and its stops to the operator", async () => {
  server.reply("Hi");
  await collectEvents(
    createModel({ extraBody: { max_tokens: 300, stop: ["###"] } }),
  );
  expect(server.requests[0]?.body).toMatchObject({
    max_tokens: 300,
    stop: ["###"],
  });
});

it("does without parameters that the server refuses", async () => {
  for (const name of ["stop", "stream_options"])
    server.reply({
      status: 400,
      body: { error: { message: `Unknown field '${name}'` } },
    });
  server.reply("Hi");
  expect(textOf(await collectEvents(createModel()))).toBe("Hi");
  expect(Object.keys(server.requests[2]?.body ?? {})).not.toContain("stop");
});

it("refuses native tools, and says what to set", async () => {
  const tools = [{ name: "a", description: "A", parameters: {} }];
  await expect(collectEvents(createModel(), { tools })).rejects.toMatchObject({
    kind: "refused",
    cause: { message: expect.stringContaining("OPENAI_API=chat") },
  });
  expect(server.requests).toHaveLength(0);
});
