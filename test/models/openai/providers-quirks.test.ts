import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  createStreamingModel,
  type OpenAIModelOptions,
} from "../../../src/models/openai/openai-model.ts";
import type { LanguageModel, PromptMessage } from "../../../src/types/model.ts";
import type { ToolCall } from "../../../src/types/turn.ts";
import {
  startOpenAIServer,
  type OpenAIServer,
  type StubReply,
} from "../../stubs/openai-server.ts";
import { toolCalls } from "../../stubs/tool-calls.ts";
import { collectEvents, textOf } from "../collect-events.ts";

const apiKey = "sk-test-0123456789abcdef";
const tools = [
  { name: "search", description: "Looks up.", parameters: { type: "object" } },
];
const conversation: PromptMessage[] = [
  { role: "user", content: "Hi" },
  { role: "assistant", content: "Hello" },
  { role: "user", content: "How are you?" },
];

vi.spyOn(console, "warn");

let server: OpenAIServer;
beforeEach(async () => {
  server = await startOpenAIServer();
});
afterEach(async () => {
  await server.close();
  server.assertUsedUp();
});

function createModel(options: Partial<OpenAIModelOptions> = {}): LanguageModel {
  return createStreamingModel({
    api: "chat",
    apiKey,
    baseUrl: server.url,
    model: "m",
    maxRetries: 0,
    ...options,
  });
}

/** The events of a reply. */
async function read(reply: StubReply) {
  server.reply(reply);
  const events = await collectEvents(createModel());
  return { text: textOf(events), events, finish: events.at(-1) };
}

function refusal(message: string, status = 400): StubReply {
  return { status, body: { error: { message, param: null, code: null } } };
}

function sentBodies(): readonly Readonly<Record<string, unknown>>[] {
  return server.requests.map(({ body }) => body);
}

/** The tool calls of a reply, with their chunks joined. */
async function readCalls(reply: StubReply): Promise<ToolCall[]> {
  const { events } = await read(reply);
  const calls: ToolCall[] = [];
  for (const event of events) {
    if (event.type !== "tool-call") continue;
    const { index, id = "", name = "", arguments: written, extra } = event;
    const call = calls[index] ?? { id, name, arguments: "" };
    calls[index] = {
      ...call,
      arguments: call.arguments + written,
      ...(extra !== undefined && { extra }),
    };
  }
  return calls;
}

/**
 * Sends calls and their results back; returns the assistant message as sent.
 */
async function sendBack(calls: readonly ToolCall[], content = "") {
  server.reply("Done");
  await collectEvents(createModel(), {
    messages: [
      { role: "user", content: "Hi" },
      { role: "assistant", content, toolCalls: calls },
      ...calls.map(({ id }) => ({
        role: "tool" as const,
        content: "Found",
        toolCallId: id,
      })),
    ],
  });
  return server.requests.at(-1)?.body.messages[1];
}

describe("providers' quirks: DashScope", () => {
  it("is called below the path of a workspace's own URL", async () => {
    server.reply("Hi");
    const { origin } = new URL(server.url);
    const baseUrl = `${origin}/compatible-mode/v1`;
    await collectEvents(createModel({ baseUrl }));
    expect(server.requests[0]?.path).toBe(
      "/compatible-mode/v1/chat/completions",
    );
  });

  it("sends its reasoning in separate fields, which are not shown", async () => {
    const { text } = await read({
      chunks: [
        { delta: { content: null, reasoning_content: "They greet me." } },
        { delta: { content: "", reasoning: "So I greet them." } },
        "Hello",
      ],
    });
    expect(text).toBe("Hello");
  });

  it("accepts its own parameters", async () => {
    server.reply("Hi");
    const extraBody = { enable_thinking: false, thinking_budget: 100 };
    await collectEvents(createModel({ extraBody }));
    expect(sentBodies()[0]).toMatchObject(extraBody);
  });

  it("requires a content with tool calls, neither missing nor null", async () => {
    const call = { id: "a", name: "search", arguments: "{}" };
    expect(await sendBack([call])).toMatchObject({ content: "" });
  });
});

describe("providers' quirks: DeepSeek", () => {
  const missing =
    "The `reasoning_content` in the thinking mode must be passed back to the API.";

  it("reports cached tokens in its own field", async () => {
    const { finish } = await read({
      chunks: ["Hi"],
      usage: {
        prompt_tokens: 2048,
        completion_tokens: 7,
        prompt_cache_hit_tokens: 1920,
      },
    });
    expect(finish).toMatchObject({
      usage: { inputTokens: 2048, cachedInputTokens: 1920, outputTokens: 7 },
    });
  });

  it("R1 gets no reasoning of earlier replies, which it rejects", async () => {
    server.reply({ chunks: [{ delta: { reasoning_content: "Hm." } }, "Hi"] });
    server.reply("Fine");
    const model = createModel();
    await collectEvents(model);
    await collectEvents(model, { messages: conversation });
    expect(JSON.stringify(sentBodies())).not.toContain("reasoning");
  });

  it("V4 gets empty reasoning with each assistant message after it required it", async () => {
    server.reply(refusal(missing));
    server.reply("Fine");
    server.reply("Still fine");
    const model = createModel();
    for (const answer of ["Fine", "Still fine"]) {
      const events = await collectEvents(model, { messages: conversation });
      expect(textOf(events)).toBe(answer);
    }
    expect(
      server.requests.map(
        ({ body }) => body.messages[1]?.["reasoning_content"],
      ),
    ).toEqual([undefined, "", ""]);
  });

  it("V4 Pro gets blank reasoning after it rejected an empty one", async () => {
    server.reply(refusal(missing));
    server.reply(refusal(missing));
    server.reply("Fine");
    const events = await collectEvents(createModel(), {
      messages: conversation,
    });
    expect(textOf(events)).toBe("Fine");
    expect(server.requests[2]?.body.messages[1]).toMatchObject({
      reasoning_content: " ",
    });
  });
});

describe("providers' quirks: Ollama", () => {
  it("gets any key, but no tool_choice, n, user, logit_bias or logprobs", async () => {
    server.reply("Hi");
    await collectEvents(createModel({ apiKey: "none" }), { tools });
    expect(server.requests[0]?.headers.authorization).toBe("Bearer none");
    expect(Object.keys(sentBodies()[0] ?? {}).toSorted()).toEqual([
      "messages",
      "model",
      "stream",
      "stream_options",
      "tools",
    ]);
  });

  it("rejects tools for some models; the log names the setting", async () => {
    server.reply(
      refusal("registry.ollama.ai/library/m does not support tools"),
    );
    await expect(collectEvents(createModel(), { tools })).rejects.toMatchObject(
      {
        kind: "refused",
        cause: {
          message: expect.stringContaining("AGENT_STYLE=conversational-react"),
        },
      },
    );
    expect(server.requests).toHaveLength(1);
  });
});

describe("providers' quirks: Groq", () => {
  it("sends the usage in its own field", async () => {
    const usage = { prompt_tokens: 1, completion_tokens: 2 };
    const { finish } = await read({
      chunks: ["Hi", { chunk: { x_groq: { usage } } }],
      usage: null,
    });
    expect(finish).toMatchObject({
      usage: { inputTokens: 1, cachedInputTokens: 0, outputTokens: 2 },
    });
  });

  it("rejects unknown fields, which are then omitted", async () => {
    server.reply(refusal("property 'thinking' is unsupported"));
    server.reply("Hi");
    const model = createModel({
      extraBody: { thinking: { type: "disabled" } },
    });
    expect(textOf(await collectEvents(model))).toBe("Hi");
    expect(sentBodies()[1]).not.toHaveProperty("thinking");
  });
});

describe("providers' quirks: OpenRouter", () => {
  it("sends comments while it works", async () => {
    const { text } = await read({
      chunks: [{ raw: ": OPENROUTER PROCESSING\n\n" }, "Hi"],
    });
    expect(text).toBe("Hi");
  });

  it("sends errors in mid-stream, after a status of 200", async () => {
    const error = { code: 502, message: "Upstream gone" };
    server.reply({ chunks: ["Hal", { chunk: { error } }] });
    await expect(collectEvents(createModel())).rejects.toMatchObject({
      kind: "unreachable",
      status: 502,
    });
  });
});

describe("providers' quirks: Gemini", () => {
  const signature = { google: { thought_signature: "EjQKMgEMOdbH" } };
  const call = { name: "search", arguments: { query: "Ada" } };

  it("requires its signatures back with their calls", async () => {
    const calls = await readCalls(
      toolCalls([{ ...call, extra: { extra_content: signature } }, call]),
    );
    expect(await sendBack(calls)).toMatchObject({
      tool_calls: [{ extra_content: signature }, { id: "call_2" }],
    });
    expect(JSON.stringify(sentBodies()).match(/extra_content/g)).toHaveLength(
      1,
    );
  });

  it("sends calls without an index, signatures in separate chunks, and ends with stop", async () => {
    const piece = (part: object) => ({ delta: { tool_calls: [part] } });
    const whole = { name: "search", arguments: "{}" };
    const reply = {
      chunks: [
        piece({ id: "a", function: whole }),
        piece({ extra_content: signature }),
        piece({ id: "b", function: whole }),
      ],
      finishReason: "stop",
    };
    expect(await readCalls(reply)).toEqual([
      { id: "a", ...whole, extra: signature },
      { id: "b", ...whole },
    ]);
    expect((await read(reply)).finish).toMatchObject({ reason: "tool-calls" });
  });
});

describe("providers' quirks: Azure", () => {
  /** A model at an Azure URL, answered by the stub. */
  function createAzureModel(path: string): LanguageModel {
    const azure = "https://acme.openai.azure.com";
    const { origin } = new URL(server.url);
    return createModel({
      baseUrl: `${azure}${path}`,
      fetch: (input, init) =>
        fetch(new Request(input).url.replace(azure, origin), init),
    });
  }

  it.each([
    ["/openai/v1", "/openai/v1/chat/completions"],
    [
      "/openai/deployments/chat?api-version=2024-10-21",
      "/openai/deployments/chat/chat/completions?api-version=2024-10-21",
    ],
  ])("gets the key in its own header at %s", async (path, asked) => {
    server.reply("Hi");
    await collectEvents(createAzureModel(path));
    expect(server.requests[0]).toMatchObject({
      path: asked,
      headers: { "api-key": apiKey },
    });
  });

  it("is the only provider that gets the key in that header", async () => {
    server.reply("Hi");
    await collectEvents(createModel());
    expect(server.requests[0]?.headers).not.toHaveProperty("api-key");
  });

  it("starts with a chunk without choices", async () => {
    const { text } = await read({
      chunks: [{ chunk: { choices: [], prompt_filter_results: [] } }, "Hi"],
    });
    expect(text).toBe("Hi");
  });

  it("ends filtered answers with its own finish reason", async () => {
    const { finish } = await read({
      chunks: ["Hal"],
      finishReason: "content_filter",
    });
    expect(finish).toMatchObject({ reason: "filtered" });
  });
});

describe("providers' quirks: vLLM", () => {
  it("gets alternating roles, as chat templates require", async () => {
    server.reply("4");
    await collectEvents(createModel(), {
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "2+2?" },
        { role: "assistant", content: "I calculate." },
        { role: "observation", content: "4" },
        { role: "user", content: "Answer now." },
      ],
    });
    expect(server.requests[0]?.body.messages).toEqual([
      { role: "system", content: "Be brief." },
      { role: "user", content: "2+2?" },
      { role: "assistant", content: "I calculate." },
      { role: "user", content: "4\n\nAnswer now." },
    ]);
  });

  it("needs a flag for tools; the log names it", async () => {
    server.reply(
      refusal(
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      ),
    );
    await expect(collectEvents(createModel(), { tools })).rejects.toMatchObject(
      {
        kind: "refused",
        cause: {
          message: expect.stringMatching(/or enable it on the server\.$/),
        },
      },
    );
    expect(server.requests).toHaveLength(1);
  });

  it("rejects a field in old versions with an echo of all; only that field is omitted", async () => {
    server.reply({
      status: 400,
      body: {
        object: "error",
        message:
          "[{'type': 'extra_forbidden', 'loc': ('body', 'stream_options'), 'msg': 'Extra inputs are not permitted', 'input': {'top_k': 5}}]",
      },
    });
    server.reply("Hi");
    await collectEvents(createModel({ extraBody: { top_k: 5 } }));
    expect(sentBodies()[1]).toMatchObject({ top_k: 5 });
    expect(sentBodies()[1]).not.toHaveProperty("stream_options");
  });
});

describe("providers' quirks: Mistral", () => {
  it("rejects fields with HTTP 422; they are omitted", async () => {
    const loc = ["body", "stream_options"];
    const detail = [{ type: "extra_forbidden", loc }];
    server.reply({ status: 422, body: { detail } });
    server.reply("Hi");
    expect(textOf(await collectEvents(createModel()))).toBe("Hi");
    expect(sentBodies()[1]).not.toHaveProperty("stream_options");
  });
});

describe("providers' quirks: OpenAI's reasoning models", () => {
  it("accept the answer's limit only under its newer name", async () => {
    server.reply(
      refusal(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      ),
    );
    server.reply("Hi");
    await collectEvents(createModel({ extraBody: { max_tokens: 500 } }));
    expect(sentBodies()[1]).toMatchObject({ max_completion_tokens: 500 });
    expect(sentBodies()[1]).not.toHaveProperty("max_tokens");
  });

  it("accept only one temperature, which is omitted", async () => {
    const error = { code: "unsupported_value", param: "temperature" };
    server.reply({ status: 400, body: { error } });
    server.reply("Hi");
    await collectEvents(createModel({ extraBody: { temperature: 0 } }));
    expect(sentBodies()[1]).not.toHaveProperty("temperature");
  });
});

describe("providers' quirks: many servers", () => {
  it("get no parameters that only OpenAI supports", async () => {
    server.reply("Hi");
    await collectEvents(createModel());
    expect(Object.keys(sentBodies()[0] ?? {}).toSorted()).toEqual([
      "messages",
      "model",
      "stream",
      "stream_options",
    ]);
  });

  it.each([null, {}, { prompt_tokens: "many" }])(
    "send missing or invalid usage: %j",
    async (usage) => {
      const { finish } = await read({ chunks: ["Hi"], usage });
      expect(finish).toEqual({ type: "finish", reason: "stop" });
    },
  );

  it("send no finish reason", async () => {
    const { finish } = await read({ chunks: ["Hi"], finishReason: null });
    expect(finish).toMatchObject({ reason: "unknown" });
  });

  it.each(["", "call_0"])("give all tool calls the same id: %j", async (id) => {
    const call = { name: "search", arguments: {}, id };
    const ids = (await readCalls(toolCalls([call, call]))).map((one) => one.id);
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain("");
  });

  it("send content that is empty, null or missing", async () => {
    const { events } = await read({
      chunks: [
        { delta: { role: "assistant", content: "" } },
        { delta: { content: null } },
        { delta: {} },
        { chunk: { choices: [{ index: 0, finish_reason: null }] } },
        "Hi",
      ],
    });
    expect(events.map(({ type }) => type)).toEqual(["text", "finish"]);
  });
});
