import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  createStreamingModel,
  type OpenAIModelOptions,
} from "../../../src/models/openai/openai-model.ts";
import type { ModelEvent, PromptMessage } from "../../../src/types/model.ts";
import { describeLanguageModelContract } from "../../contracts/language-model-contract.ts";
import {
  startOpenAIServer,
  type OpenAIServer,
} from "../../stubs/openai-server.ts";
import { collectEvents, textOf } from "../collect-events.ts";

const apiKey = "sk-test-0123456789abcdef";

describeLanguageModelContract("The OpenAI chat model", {
  async create() {
    const server = await startOpenAIServer({
      respond: () => "Hello, you too!",
    });
    const model = createStreamingModel({
      api: "chat",
      apiKey,
      baseUrl: server.url,
      model: "m",
    });
    return { model, close: () => server.close() };
  },
  async createFailing() {
    const server = await startOpenAIServer({
      respond: () => ({ status: 401 }),
    });
    const model = createStreamingModel({
      api: "chat",
      apiKey,
      baseUrl: server.url,
      model: "m",
    });
    return { model, close: () => server.close() };
  },
});

let server: OpenAIServer;
beforeEach(async () => {
  server = await startOpenAIServer();
});
afterEach(async () => {
  await server.close();
  vi.unstubAllEnvs();
  server.assertUsedUp();
});

function createModel(options: Partial<OpenAIModelOptions> = {}) {
  return createStreamingModel({
    api: "chat",
    apiKey,
    baseUrl: server.url,
    model: "gpt-test",
    maxRetries: 0,
    ...options,
  });
}

function ask(
  model = createModel(),
  messages?: readonly PromptMessage[],
): Promise<ModelEvent[]> {
  return collectEvents(model, messages === undefined ? {} : { messages });
}

describe("a request", () => {
  it("contains the prompt and asks for a stream with usage", async () => {
    server.reply("Hi");
    await ask(createModel(), [
      { role: "system", content: "Be brief." },
      { role: "user", content: "2+2?" },
      { role: "assistant", content: "4" },
      { role: "user", content: "Half \ud83d pair" },
    ]);
    expect(server.requests[0]?.body).toEqual({
      model: "gpt-test",
      stream: true,
      stream_options: { include_usage: true },
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "2+2?" },
        { role: "assistant", content: "4" },
        { role: "user", content: "Half � pair" },
      ],
    });
  });

  it("contains native tool calls and their results", async () => {
    server.reply("4");
    await ask(createModel(), [
      {
        role: "assistant",
        content: "",
        toolCalls: [{ id: "call_1", name: "calculator", arguments: "{}" }],
      },
      { role: "tool", content: "4", toolCallId: "call_1" },
    ]);
    expect(server.requests[0]?.body.messages).toEqual([
      {
        role: "assistant",
        content: "",
        tool_calls: [
          {
            id: "call_1",
            type: "function",
            function: { name: "calculator", arguments: "{}" },
          },
        ],
      },
      { role: "tool", content: "4", tool_call_id: "call_1" },
    ]);
  });

  it("contains the tools that the model may call", async () => {
    server.reply("4");
    const parameters = { type: "object", properties: {} };
    await collectEvents(createModel(), {
      tools: [{ name: "calculator", description: "Calculates.", parameters }],
    });
    expect(server.requests[0]?.body["tools"]).toEqual([
      {
        type: "function",
        function: {
          name: "calculator",
          description: "Calculates.",
          parameters,
        },
      },
    ]);
  });

  it("takes nothing from environment variables", async () => {
    vi.stubEnv("OPENAI_API_KEY", "sk-of-the-environment");
    vi.stubEnv("OPENAI_ADMIN_KEY", "sk-of-the-environment");
    vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1");
    vi.stubEnv("OPENAI_ORG_ID", "org-of-the-environment");
    vi.stubEnv("OPENAI_PROJECT_ID", "proj-of-the-environment");
    server.reply("Hi");
    await ask();
    const headers = server.requests[0]?.headers;
    expect(headers?.authorization).toBe(`Bearer ${apiKey}`);
    expect(JSON.stringify(headers)).not.toContain("of-the-environment");
  });

  it("contains extra parameters, which do not override its own fields", async () => {
    server.reply("Hi");
    await ask(
      createModel({
        extraBody: {
          enable_thinking: false,
          stream_options: { include_usage: false },
          model: "other",
          messages: [],
          prompt: "Hi",
          tools: [],
          stream: false,
          n: 2,
        },
      }),
    );
    expect(server.requests[0]?.body).toEqual({
      model: "gpt-test",
      messages: [{ role: "user", content: "Hello!" }],
      stream: true,
      stream_options: { include_usage: false },
      enable_thinking: false,
    });
  });

  it.each([400, 200])(
    "is retried without a rejected parameter, which is dropped for good (status %i)",
    async (status) => {
      const model = createModel({ extraBody: { temperature: 0 } });
      for (const name of ["temperature", "stream_options"])
        server.reply({
          status,
          body: {
            error: { code: "unsupported_parameter", param: name, status: 400 },
          },
        });
      server.reply("One");
      server.reply("Two");
      expect(textOf(await ask(model))).toBe("One");
      expect(textOf(await ask(model))).toBe("Two");
      expect(
        server.requests.map(({ body }) => [
          "temperature" in body,
          "stream_options" in body,
        ]),
      ).toEqual([
        [true, true],
        [false, true],
        [false, false],
        [false, false],
      ]);
    },
  );

  it("is not retried if the error names a field that cannot be dropped", async () => {
    server.reply({
      status: 400,
      body: { error: { message: "No such model.", param: "model" } },
    });
    await expect(ask()).rejects.toMatchObject({ kind: "unknown", status: 400 });
    expect(server.requests).toHaveLength(1);
  });
});

describe("a generation", () => {
  const never = new Promise<never>(() => {});

  it("cancels the request if the caller leaves the loop", async () => {
    server.reply({ chunks: ["One", never] });
    const { signal } = new AbortController();
    for await (const event of createModel().generate(
      { messages: [] },
      { signal },
    )) {
      expect(event).toEqual({ type: "text", text: "One" });
      break;
    }
    expect(await server.requests[0]?.ended).toBe("left");
  });

  it.each([
    { moment: "the stream hangs", reply: { chunks: [never] } },
    { moment: "there is no answer yet", reply: () => never },
    {
      moment: "an error's text hangs",
      reply: { status: 503, body: "{", isOpen: true },
    },
  ])(
    "cancels the request if the signal is aborted while $moment",
    async ({ reply }) => {
      const reason = new Error("The turn is over");
      const stop = new AbortController();
      server.reply(reply);
      const events = collectEvents(createModel(), { signal: stop.signal });
      await vi.waitUntil(() => server.requests.length === 1);
      stop.abort(reason);
      await expect(events).rejects.toBe(reason);
      expect(await server.requests[0]?.ended).toBe("left");
    },
  );

  it("stops waiting for a retry if the signal is aborted", async () => {
    const stop = new AbortController();
    server.reply({ status: 503, headers: { "retry-after": "9" } });
    const events = collectEvents(createModel({ maxRetries: 2 }), {
      signal: stop.signal,
    });
    await vi.waitUntil(() => server.requests.length === 1);
    await server.requests[0]?.ended;
    stop.abort("enough");
    await expect(events).rejects.toBe("enough");
  });

  it("cancels the request if nothing arrives for too long", async () => {
    server.reply({ chunks: ["One", never] });
    await expect(ask(createModel({ idleTimeoutMs: 50 }))).rejects.toMatchObject(
      {
        kind: "unreachable",
        cause: { message: "Nothing arrived for 50 ms." },
      },
    );
    expect(await server.requests[0]?.ended).toBe("left");
  });

  it("waits as long for the first chunk as for the response headers", async () => {
    server.reply({ chunks: [never] });
    await expect(
      ask(createModel({ timeoutMs: 500, idleTimeoutMs: 1 })),
    ).rejects.toMatchObject({
      cause: { message: "Nothing arrived for 500 ms." },
    });
  });
});
