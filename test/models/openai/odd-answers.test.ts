import { describe, expect, it, vi } from "vitest";
import {
  createStreamingModel,
  type OpenAIModelOptions,
} from "../../../src/models/openai/openai-model.ts";
import { collectEvents, textOf } from "../collect-events.ts";

const warn = vi.spyOn(console, "warn");

/** Asks a server that answers every request with this body and status. */
function ask(
  body: string,
  {
    status = 200,
    ...options
  }: { status?: number } & Partial<OpenAIModelOptions> = {},
) {
  return collectEvents(
    createStreamingModel({
      api: "chat",
      apiKey: "sk-test-0123456789abcdef",
      model: "m",
      maxRetries: 0,
      fetch: async () => new Response(body, { status }),
      ...options,
    }),
  );
}

function stream(...events: readonly (object | string)[]): string {
  return events
    .map((event) =>
      typeof event === "string"
        ? `${event}\n\n`
        : `data: ${JSON.stringify(event)}\n\n`,
    )
    .join("");
}

function chunk(delta: object, finish_reason: string | null = null): object {
  return { choices: [{ index: 0, delta, finish_reason }] };
}

const stop = chunk({}, "stop");
const usage = { prompt_tokens: 9, completion_tokens: 3 };

describe("a healthy answer is whole in spite of", () => {
  it.each<[string, string]>([
    ["null as data", stream(chunk({ content: "Hel" }), "data: null")],
    ["a number as data", stream(chunk({ content: "Hel" }), "data: 42")],
    ["text as data", stream(chunk({ content: "Hel" }), "data: keep-alive")],
    ["a list as data", stream(chunk({ content: "Hel" }), "data: []")],
    ["no choices", stream(chunk({ content: "Hel" }), { choices: null })],
    ["wrong choices", stream(chunk({ content: "Hel" }), { choices: "none" })],
    [
      "an event of another kind",
      stream(chunk({ content: "Hel" }), "event: ping\ndata: {}"),
    ],
    [
      "an empty error text",
      stream({ ...chunk({ content: "Hel" }), error: "" }),
    ],
    ["an empty error", stream({ ...chunk({ content: "Hel" }), error: {} })],
    [
      "an error that says nothing",
      stream({ ...chunk({ content: "Hel" }), error: { code: 0, message: "" } }),
    ],
    [
      "a status of success",
      stream({
        ...chunk({ content: "Hel" }),
        base_resp: { status_code: 0, status_msg: "" },
      }),
    ],
    [
      "a status of success with a message",
      stream(chunk({ content: "Hel" }), { code: "0", message: "Success" }),
    ],
    [
      "an error that means success",
      stream({
        ...chunk({ content: "Hel" }),
        error: { code: 200, message: "OK" },
      }),
    ],
    [
      "a remark about the queue",
      stream(
        { status: "processing", message: "Queued" },
        chunk({ content: "Hel" }),
      ),
    ],
    [
      "missing blank lines",
      stream(chunk({ content: "H" }), chunk({ content: "el" })).replaceAll(
        "\n\n",
        "\n",
      ),
    ],
    ["content as a list of texts", stream(chunk({ content: ["H", "el"] }))],
    [
      "content as a part",
      stream(chunk({ content: { type: "text", text: "Hel" } })),
    ],
    [
      "text as an object",
      stream(chunk({ content: [{ type: "text", text: { value: "Hel" } }] })),
    ],
    [
      "content as a list",
      stream(chunk({ content: [{ type: "text", text: "Hel" }] })),
    ],
    [
      "content as a list with thoughts",
      stream(
        chunk({
          content: [
            { type: "thinking", thinking: [{ type: "text", text: "Hm" }] },
            { type: "text", text: "Hel" },
          ],
        }),
      ),
    ],
  ])("%s", async (_case, beginning) => {
    const rest = stream(chunk({ content: "lo" }), stop, "data: [DONE]");
    expect(textOf(await ask(beginning + rest))).toBe("Hello");
  });
});

describe("an answer is read", () => {
  const message = { role: "assistant", content: "Hello" };
  const whole = {
    choices: [{ index: 0, message, finish_reason: "stop" }],
    usage,
  };

  it.each([
    ["a whole body", JSON.stringify(whole)],
    ["a whole body in several lines", JSON.stringify(whole, null, 2)],
    ["a list of a whole body", JSON.stringify([whole])],
    ["one event", stream(whole)],
    ["one event, then [DONE]", stream(whole, "data: [DONE]")],
    [
      "pieces, and once more as a whole",
      stream(chunk({ content: "Hello" }), whole),
    ],
    ["the same whole twice", stream(whole, whole)],
    [
      "whole messages that are pieces",
      stream(
        { choices: [{ message: { content: "Hel" } }] },
        {
          choices: [{ message: { content: "lo" }, finish_reason: "stop" }],
          usage,
        },
      ),
    ],
  ])("that comes as %s", async (_case, body) => {
    expect(await ask(body)).toEqual([
      { type: "text", text: "Hello" },
      {
        type: "finish",
        reason: "stop",
        usage: { inputTokens: 9, cachedInputTokens: 0, outputTokens: 3 },
      },
    ]);
  });

  it("that comes whole without a reason to end", async () => {
    const body = JSON.stringify({ choices: [{ message }] });
    expect(textOf(await ask(body))).toBe("Hello");
  });

  it("with calls, that comes whole, once or twice", async () => {
    const call = { id: "a", function: { name: "search", arguments: { q: 1 } } };
    const body = { choices: [{ message: { tool_calls: [call] } }] };
    for (const sent of [JSON.stringify(body), stream(body, body)])
      expect(await ask(sent)).toEqual([
        {
          type: "tool-call",
          index: 0,
          id: "a",
          name: "search",
          arguments: '{"q":1}',
        },
        { type: "finish", reason: "unknown" },
      ]);
  });

  it("with a call of the API's first version", async () => {
    const body = stream(
      chunk({ function_call: { name: "search", arguments: '{"q"' } }),
      chunk({ function_call: { arguments: ":1}" } }, "function_call"),
    );
    expect(await ask(body)).toMatchObject([
      { name: "search", arguments: '{"q"' },
      { index: 0, arguments: ":1}" },
      { reason: "tool-calls" },
    ]);
  });

  it("that is a refusal", async () => {
    const body = stream(
      chunk({ content: null, refusal: "" }),
      chunk({ refusal: "I can't " }),
      chunk({ refusal: "help with that." }),
      stop,
    );
    expect(textOf(await ask(body))).toBe("I can't help with that.");
  });

  it.each<[string, (thought: string) => unknown]>([
    ["reasoning", (text) => text],
    ["reasoning_content", (text) => text],
    ["reasoning", (content) => ({ content })],
    ["reasoning_details", (text) => [{ type: "reasoning.text", text }]],
    ["thinking", (text) => text],
    ["content", (thinking) => [{ type: "thinking", thinking }]],
  ])("that is all in %s, and says so in the log", async (field, toThought) => {
    const body = stream(
      chunk({ content: "", [field]: toThought("The answer ") }),
      chunk({ [field]: toThought("is 42.") }),
      stop,
    );
    expect(textOf(await ask(body))).toBe("The answer is 42.");
    expect(warn.mock.lastCall?.[0]).toContain("answer taken from reasoning");
  });

  it("without its reasoning, if there is both", async () => {
    const body = stream(
      chunk({ reasoning: "Hm" }),
      chunk({ content: "Hello" }),
      stop,
    );
    expect(textOf(await ask(body))).toBe("Hello");
  });

  it("without reasoning that was cut off", async () => {
    const none = { prompt_tokens: 9, completion_tokens: 0 };
    const body = stream(chunk({ reasoning: "Hm" }), {
      ...chunk({}, "length"),
      usage: none,
    });
    const counted = { inputTokens: 9, cachedInputTokens: 0, outputTokens: 0 };
    expect(await ask(body)).toEqual([
      { type: "finish", reason: "length", usage: counted },
    ]);
  });

  it("as far as there is room for it, if it is all in reasoning", async () => {
    const piece = chunk({ reasoning: "x".repeat(60_000) });
    const body = stream(piece, piece, piece, stop);
    expect(textOf(await ask(body))).toHaveLength(120_000);
  });

  it.each([
    [
      "with status 400",
      { status: 400 },
      (error: object) => JSON.stringify({ error }),
    ],
    ["in mid-stream", {}, (error: object) => stream({ error })],
    [
      "by way of OpenRouter",
      { status: 400 },
      (error: object) => {
        const metadata = { raw: JSON.stringify({ error }) };
        return JSON.stringify({
          error: { message: "Provider returned error", code: 400, metadata },
        });
      },
    ],
    [
      "by way of LiteLLM",
      { status: 400 },
      (error: object) => {
        const text = `GroqException - ${JSON.stringify({ error })}`;
        return JSON.stringify({ error: { message: text } });
      },
    ],
  ])(
    "that the provider took for an invalid call (%s)",
    async (_case, options, write) => {
      const failed_generation =
        '<function=calculator={"expression":"17*17"}</function>';
      const error = {
        message: "Failed",
        code: "tool_use_failed",
        failed_generation,
      };
      expect(textOf(await ask(write(error), options))).toBe(failed_generation);
    },
  );
});

describe("an error with status 200 is what it would be with its own", () => {
  const quota = {
    message: "You exceeded your current quota",
    code: "insufficient_quota",
  };
  it.each<[string, string, string, number?]>([
    ["a body", JSON.stringify({ error: quota }), "quota"],
    ["an event", stream({ error: quota }), "quota"],
    [
      "a body of vLLM",
      JSON.stringify({ object: "error", message: "No", code: 404 }),
      "unknown",
      404,
    ],
    [
      "a body of MiniMax",
      JSON.stringify({
        choices: null,
        base_resp: { status_code: 1008, status_msg: "insufficient balance" },
      }),
      "quota",
    ],
    [
      "a body of DashScope",
      JSON.stringify({
        code: "DataInspectionFailed",
        message: "Input data may contain inappropriate content.",
      }),
      "filtered",
    ],
    [
      "an event of its own kind",
      stream(
        'event: error\ndata: {"type":"overloaded_error","message":"Overloaded"}',
      ),
      "unreachable",
    ],
    [
      "a content filter",
      stream({
        error: { code: "content_filter", message: "Filtered", status: 400 },
      }),
      "filtered",
      400,
    ],
    [
      "a body of Zhipu",
      JSON.stringify({ code: 1302, msg: "并发数过高", success: false }),
      "rate-limited",
      429,
    ],
    [
      "a body of Zhipu with a status for its code",
      JSON.stringify({
        code: 401,
        msg: "令牌已过期或验证不正确",
        success: false,
      }),
      "unauthorized",
      401,
    ],
    [
      "a body with a flag",
      JSON.stringify({ error: true, message: "Invalid API key" }),
      "unauthorized",
    ],
    [
      "an error of a choice",
      stream({ choices: [{ error: { code: 429, message: "Slow down" } }] }),
      "rate-limited",
      429,
    ],
    [
      "a text as an event of errors",
      stream("event: error\ndata: insufficient_quota"),
      "quota",
    ],
    [
      "a remark in the middle of an answer",
      stream(
        chunk({ content: "Hel" }),
        { detail: "Too many requests" },
        "data: [DONE]",
      ),
      "rate-limited",
      429,
    ],
    [
      "a list in mid-stream",
      stream(chunk({ content: "Hel" }), [
        { error: { code: 503, message: "No" } },
      ]),
      "unreachable",
      503,
    ],
    [
      "a list",
      JSON.stringify([{ error: { code: 429, message: "Slow down" } }]),
      "rate-limited",
      429,
    ],
  ])("%s", async (_case, body, kind, status) => {
    await expect(ask(body)).rejects.toMatchObject({
      kind,
      ...(status && { status }),
    });
  });

  it.each([
    ["all of the answer was withheld", chunk({}, "content_filter"), "filtered"],
    [
      "the call was malformed",
      chunk({}, "MALFORMED_FUNCTION_CALL"),
      "invalid-call",
    ],
    ["the provider lost its model", chunk({}, "network_error"), "unreachable"],
  ])("if %s", async (_case, last, kind) => {
    await expect(ask(stream(last))).rejects.toMatchObject({ kind });
  });
});

describe("a prompt that exceeds the context", () => {
  const messages = [{ role: "user", content: "word ".repeat(4_000) }] as const;
  const long = { messages };
  const short = { messages: [{ role: "user", content: "Hi" }] as const };

  /** A model of a server with this limit in characters of the body. */
  function createModel(message: string, maxLength = 7_000, status = 400) {
    const sent: { max_completion_tokens?: number }[] = [];
    const model = createStreamingModel({
      api: "chat",
      apiKey: "x",
      model: "m",
      fetch: async (_address, init) => {
        const body = await new Response(init?.body).text();
        sent.push(JSON.parse(body));
        const error = { message, code: "context_length_exceeded" };
        return body.length > maxLength
          ? Response.json({ error }, { status })
          : new Response(stream(chunk({ content: "Hello" }), stop));
      },
    });
    return { model, sent };
  }

  it.each([400, 200])(
    "says by how much, in a log line too that names the setting (status %i)",
    async (status) => {
      const { model } = createModel(
        "This model's maximum context length is 2048 tokens. However, your messages resulted in 5000 tokens.",
        7_000,
        status,
      );
      // 5,000 by Parley's estimate as well, of which 1,536 fit next to a reply.
      await expect(collectEvents(model, long)).rejects.toMatchObject({
        kind: "too-long",
        excessTokens: 5_000 - 1_536,
      });
      expect(warn.mock.lastCall?.[0]).toContain("MEMORY_MAX_TOKENS");
    },
  );

  it.each([
    "Current length is 5000 while limit is 2048",
    "exceeds the available context size (n_prompt_tokens: 5000, n_ctx: 2048)",
    "The decoder prompt (length 5000) is longer than the maximum model length of 2048.",
    "The number of output tokens (5000) exceeded this model context window limit (2048).",
  ])("knows its size from the limit: %s", async (message) => {
    await expect(
      collectEvents(createModel(message).model, long),
    ).rejects.toMatchObject({ excessTokens: 5_000 - 1_536 });
  });

  it("is refused without a request, once the limit is known", async () => {
    const { model, sent } = createModel(
      "maximum context length is 2048 tokens",
    );
    for (const _ of [1, 2])
      await expect(collectEvents(model, long)).rejects.toMatchObject({
        kind: "too-long",
      });
    expect(sent).toHaveLength(1);
    expect(textOf(await collectEvents(model, short))).toBe("Hello");
    // A quarter is the reply's, unless the caller allows less.
    const { signal } = new AbortController();
    const options = { maxReplyTokens: 100, signal };
    await Array.fromAsync(model.generate(short, options));
    expect(sent.slice(1)).toMatchObject([
      { max_completion_tokens: 512 },
      { max_completion_tokens: 100 },
    ]);
  });

  it.each([
    ["that the provider counts otherwise is a tenth shorter", 8_192, 4_500],
    ["is never shorter than any model takes", 100, 500],
  ])("%s", async (_case, limit, fitting) => {
    const message = `maximum context length is ${limit} tokens`;
    await expect(
      collectEvents(createModel(message, 0).model, long),
    ).rejects.toMatchObject({ excessTokens: 5_000 - fitting });
  });

  it("is not what is wrong if the model is unknown", async () => {
    const message = "No model with a context length of 2048.";
    const { model, sent } = createModel(message, 0, 404);
    for (const _ of [1, 2])
      await expect(collectEvents(model, long)).rejects.toMatchObject({
        kind: "unknown",
      });
    expect(sent).toHaveLength(2);
  });

  it("is taken for twice as long as fits, if no limit is named", async () => {
    const { model } = createModel("Input is too long for requested model.");
    await expect(collectEvents(model, long)).rejects.toMatchObject({
      excessTokens: 2_500,
    });
  });

  it("is sent again with a shorter reply, if that is what does not fit", async () => {
    const { model, sent } = createModel(
      "'max_tokens' is too large: 8000. This model's maximum context length is 4096 tokens and your request has 1200 input tokens.",
      0,
    );
    await expect(collectEvents(model, short)).rejects.toThrow();
    expect(sent.map((body) => body.max_completion_tokens)).toEqual([
      undefined,
      1_024,
    ]);
  });
});
