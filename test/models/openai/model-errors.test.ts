import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createStreamingModel,
  type OpenAIModelOptions,
} from "../../../src/models/openai/openai-model.ts";
import { VERSION } from "../../../src/runtime/version.ts";
import { BudgetError, ModelError } from "../../../src/types/errors.ts";
import {
  startOpenAIServer,
  type JsonReply,
  type OpenAIServer,
} from "../../stubs/openai-server.ts";
import { collectEvents, textOf } from "../collect-events.ts";

const apiKey = "sk-test-0123456789abcdef";

let server: OpenAIServer;
beforeEach(async () => {
  server = await startOpenAIServer();
});
afterEach(() => server.close());

function ask(options: Partial<OpenAIModelOptions> = {}) {
  return collectEvents(
    createStreamingModel({
      api: "chat",
      apiKey,
      baseUrl: server.url,
      model: "gpt-test",
      maxRetries: 0,
      ...options,
    }),
  );
}

const SOON = { "retry-after-ms": "1" };

function askOnce(
  options: Partial<OpenAIModelOptions>,
  beforeRepeat: () => Promise<number>,
) {
  const model = createStreamingModel({
    api: "chat",
    apiKey,
    baseUrl: server.url,
    model: "gpt-test",
    ...options,
  });
  const { signal } = new AbortController();
  const prompt = { messages: [{ role: "user", content: "Hi" }] } as const;
  return Array.fromAsync(model.generate(prompt, { signal, beforeRepeat }));
}

async function failure(options?: Partial<OpenAIModelOptions>) {
  const error: unknown = await ask(options).catch((reason: unknown) => reason);
  if (!(error instanceof ModelError))
    throw new Error(`This is no ModelError: ${inspect(error)}`);
  return error;
}

function errorReply(
  status: number,
  error: object = {},
  headers: Record<string, string> = {},
): JsonReply {
  return { status, headers, body: { error: { message: "No.", ...error } } };
}

describe("statuses", () => {
  it.each([
    [400, "refused"],
    [401, "unauthorized"],
    [403, "unauthorized"],
    [404, "unknown"],
    [413, "refused"],
    [402, "quota"],
    [429, "rate-limited"],
    [408, "unreachable"],
    [409, "unreachable"],
    [500, "unreachable"],
    [503, "unreachable"],
  ])("HTTP %i is %s", async (status, kind) => {
    server.reply(errorReply(status));
    expect(await failure()).toMatchObject({ kind, status });
  });

  it.each([
    [429, { code: "insufficient_quota", type: "insufficient_quota" }],
    [429, { code: null, type: "insufficient_quota" }],
    [400, { code: "Arrearage" }],
  ])("HTTP %i with %j is quota", async (status, error) => {
    server.reply(errorReply(status, error));
    expect(await failure()).toMatchObject({ kind: "quota", status });
  });

  it.each([
    [400, "API key not valid. Please pass a valid API key.", "unauthorized"],
    [400, "Model Not Exist", "unknown"],
    [400, "模型不存在，请检查模型代码。", "unknown"],
    [400, "Invalid model: gpt-5o", "unknown"],
    [400, "The image was not found.", "refused"],
    [400, "This model does not support images.", "refused"],
    [400, "Content Exists Risk", "filtered"],
    [403, "Your input was flagged", "filtered"],
    [400, "系统检测到输入或生成内容可能包含不安全或敏感内容", "filtered"],
    [429, "Request too large: Limit 6000, Requested 7000", "too-long"],
    [400, "输入过长，请缩短后重试", "too-long"],
    [400, "max_tokens must be at most 4096", "refused"],
    [400, "Tool call validation failed: no such field", "invalid-call"],
    [403, "Insufficient balance", "quota"],
    [403, "Sorry, your account balance is insufficient", "quota"],
    [403, "The free tier of the model has been exhausted.", "quota"],
    [403, "用户额度不足", "quota"],
    [400, "Your credit balance is too low to access the API.", "quota"],
    [429, "Your team has used all available credits.", "quota"],
    [
      429,
      "Quota exceeded for GenerateRequestsPerMinute, see billing: you exceeded your current quota",
      "rate-limited",
    ],
    [403, "Your input was flagged. No credits were charged.", "filtered"],
    [400, "Your prompt was flagged as violating our usage policy.", "filtered"],
    [400, "The input text may contain sensitive information.", "filtered"],
    [400, "Output blocked by content filtering policy", "filtered"],
    [400, "gpt-99 is not a valid model ID", "unknown"],
    [
      400,
      "The model has been decommissioned. (model_decommissioned)",
      "unknown",
    ],
    [503, "Channel not found (model_not_found)", "unknown"],
    [
      400,
      "The decoder prompt is longer than the maximum model length.",
      "too-long",
    ],
    [500, "input is too large to process", "too-long"],
    [400, "the length of input exceeds the maximum limit", "too-long"],
    [413, "Request body too large for gpt-4o model.", "too-long"],
    [400, "Authentication fails, your key is invalid", "unauthorized"],
  ])("HTTP %i that says %j is %s", async (status, message, kind) => {
    server.reply(errorReply(status, { message }));
    expect(await failure()).toMatchObject({ kind, status });
  });

  it.each([
    [{ object: "error", message: "Model Not Exist", code: 400 }, "unknown"],
    [{ code: "DataInspectionFailed", message: "No." }, "filtered"],
    [[{ error: { message: "API key not valid." } }], "unauthorized"],
    [{ detail: "prompt is too long" }, "too-long"],
    [{ error: "Overloaded" }, "refused"],
  ])("HTTP 400 is read in any form: %j is %s", async (body, kind) => {
    server.reply({ status: 400, body });
    expect(await failure()).toMatchObject({ kind, status: 400 });
  });

  it("an HTML error page keeps its status", async () => {
    server.reply({ status: 502, body: "<html>Bad gateway</html>" });
    expect(await failure()).toMatchObject({ kind: "unreachable", status: 502 });
  });
});

describe("a failed request", () => {
  it.each([
    [{ "retry-after-ms": "1500" }, 1_500],
    [{ "retry-after": "20" }, 20_000],
    [{ "retry-after": "0.5" }, 500],
    [{ "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" }, 0],
    [{ "retry-after": "soon" }, undefined],
    [{}, undefined],
  ])("reads its retry delay from %j", async (headers, retryAfterMs) => {
    server.reply(errorReply(429, {}, headers));
    expect((await failure()).retryAfterMs).toBe(retryAfterMs);
  });

  it("is retried after a transient failure", async () => {
    const soon = { "retry-after-ms": "1" };
    server.reply(errorReply(500, {}, soon));
    server.reply(errorReply(429, {}, soon));
    server.reply("Here I am");
    expect(textOf(await ask({ maxRetries: 2 }))).toBe("Here I am");
  });

  it("is retried with the same body", async () => {
    server.reply(errorReply(500, {}, { "retry-after-ms": "1" }));
    server.reply("Here I am");
    await ask({ maxRetries: 2 });
    const [first, second] = server.requests;
    expect(first?.headers["user-agent"]).toBe(`Parley/${VERSION}`);
    expect(second?.body).toEqual(first?.body);
  });

  it.each([
    ["the account is empty", 429, { code: "insufficient_quota" }, "quota"],
    ["the key is wrong", 401, { code: "invalid_api_key" }, "unauthorized"],
    ["the model does not exist", 404, { code: "model_not_found" }, "unknown"],
  ])("is not retried if %s", async (_case, status, error, kind) => {
    server.reply(errorReply(status, error));
    expect((await failure({ maxRetries: 2 })).kind).toBe(kind);
    expect(server.requests).toHaveLength(1);
  });

  it("is retried if no response starts in time", async () => {
    server.reply(() => new Promise<never>(() => {}));
    server.reply("Here I am");
    const events = await ask({ maxRetries: 1, timeoutMs: 500 });
    expect(textOf(events)).toBe("Here I am");
  });

  it.each([
    ["no response starts in time", () => new Promise<never>(() => {}), [50]],
    ["a proxy gives up waiting", errorReply(524), [50]],
    ["the server fails at once", errorReply(503, {}, SOON), []],
  ])(
    "asks before it is repeated if the provider may charge: %s",
    async (_, reply, limits) => {
      server.reply(reply);
      server.reply("Here I am");
      const options = { maxRetries: 1, timeoutMs: 500 };
      const asked: number[] = [];
      await askOnce(options, async () => asked.push(50) && 50);
      expect(asked).toEqual(limits);
      expect(server.requests[1]?.body).toMatchObject(
        limits.length > 0 ? { max_completion_tokens: 50 } : {},
      );
    },
  );

  it("is repeated no more often than it may be", async () => {
    for (let time = 0; time < 5; time++) server.reply(errorReply(504));
    expect((await failure({ maxRetries: 2 })).kind).toBe("unreachable");
    expect(server.requests).toHaveLength(3);
  });

  it("is not repeated where it may not be", async () => {
    server.reply(errorReply(504));
    const spent = new BudgetError({
      kind: "spent",
      scope: "person",
      waitMs: 1,
    });
    await expect(
      askOnce({ maxRetries: 1 }, () => Promise.reject(spent)),
    ).rejects.toBe(spent);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    [500, "false", 1],
    [400, "true", 2],
  ])(
    "with HTTP %i and x-should-retry: %s leads to %i request(s)",
    async (status, wish, requests) => {
      const headers = { "x-should-retry": wish, "retry-after-ms": "1" };
      server.reply(errorReply(status, {}, headers));
      if (requests === 2) server.reply("Here I am");
      await ask({ maxRetries: 1 }).catch(() => undefined);
      expect(server.requests).toHaveLength(requests);
    },
  );

  it("is retried if there is no connection", async () => {
    server.reply("Here I am");
    let tries = 0;
    const connectAtSecondTry: typeof fetch = async (input, init) => {
      if (tries++ === 0) throw new TypeError("fetch failed");
      return fetch(input, init);
    };
    const events = await ask({ maxRetries: 1, fetch: connectAtSecondTry });
    expect(textOf(events)).toBe("Here I am");
  });

  it("is not retried if the delay would be long", async () => {
    server.reply(errorReply(429, {}, { "retry-after": "30" }));
    expect(await failure({ maxRetries: 2 })).toMatchObject({
      kind: "rate-limited",
      retryAfterMs: 30_000,
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe("connections", () => {
  it("count as unreachable if they are refused", async () => {
    await server.close();
    const error = await failure();
    expect(error).toMatchObject({
      kind: "unreachable",
      status: undefined,
      isFree: true,
    });
    expect(inspect(error)).toContain("ECONNREFUSED");
    server = await startOpenAIServer();
  });

  it("count as unreachable if no response starts in time", async () => {
    server.reply(() => new Promise<never>(() => {}));
    expect(await failure({ timeoutMs: 50 })).toMatchObject({
      kind: "unreachable",
      // The server may have processed the request.
      isFree: false,
    });
    expect(await server.requests[0]?.ended).toBe("left");
  });

  it("may have been charged for if the runtime gives them up", async () => {
    const cause = new Error("Headers Timeout Error");
    const given = new TypeError("fetch failed", { cause });
    const fetch = () => Promise.reject(given);
    expect(await failure({ fetch })).toMatchObject({
      kind: "unreachable",
      isFree: false,
    });
  });

  it("count as unreachable if an error's body does not end in time", async () => {
    server.reply({ status: 401, body: "{", isOpen: true });
    expect((await failure({ timeoutMs: 50 })).kind).toBe("unreachable");
  });

  it.each(["close", "cut"] as const)(
    "count as unreachable if the stream ends in mid-answer (%s)",
    async (end) => {
      server.reply({ chunks: ["Hal"], finishReason: null, usage: null, end });
      expect((await failure()).kind).toBe("unreachable");
    },
  );

  it("count as unreachable if the stream ends after empty finish reasons", async () => {
    const chunks = [{ content: "Hal" }, {}].map((delta) => ({
      chunk: { choices: [{ index: 0, delta, finish_reason: "" }] },
    }));
    server.reply({ chunks, finishReason: null, usage: null, end: "cut" });
    expect((await failure()).kind).toBe("unreachable");
  });

  it("count as unreachable if a piece of the answer is damaged", async () => {
    server.reply({ chunks: ["Hal", { raw: "data: {oops\n\n" }] });
    expect((await failure()).kind).toBe("unreachable");
  });
});

describe("errors in mid-stream", () => {
  it.each<[unknown, string, number]>([
    [{ message: "Upstream gone", code: 502 }, "unreachable", 502],
    [{ message: "Slow down", code: 429 }, "rate-limited", 429],
    [{ message: "Slow", code: "rate_limit_exceeded" }, "rate-limited", 429],
    [{ message: "Empty", code: "insufficient_quota" }, "quota", 500],
    [{ message: "No", type: "authentication_error" }, "unauthorized", 500],
    [{ message: "No", type: "permission_error" }, "unauthorized", 500],
    [{ message: "No", type: "not_found_error" }, "unknown", 500],
    [{ message: "No", type: "invalid_request_error" }, "refused", 400],
    [{ message: "Oops", type: "server_error", code: null }, "unreachable", 500],
    ["overloaded", "unreachable", 500],
  ])("%j is %s", async (error, kind, status) => {
    server.reply({ chunks: ["Hal", { chunk: { error } }] });
    expect(await failure()).toMatchObject({ kind, status });
  });

  it("are not repeated, even if they say what to send otherwise", async () => {
    const error = { message: "'stop' is not supported", code: 400 };
    server.reply({ chunks: ["Hal", { chunk: { error } }] });
    server.reply("Hello");
    const extraBody = { stop: ["."] };
    expect(await failure({ extraBody })).toMatchObject({ kind: "refused" });
    expect(server.requests).toHaveLength(1);
  });

  it.each(["error", "insufficient_system_resource"])(
    "the finish reason %s is unreachable",
    async (finishReason) => {
      server.reply({ chunks: ["Hal"], finishReason });
      expect((await failure()).kind).toBe("unreachable");
    },
  );
});

it("stops reading an endless error response", async () => {
  let pulled = 0;
  const piece = new TextEncoder().encode("Overloaded. ".repeat(1_000));
  const body = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += piece.length;
        controller.enqueue(piece);
      },
    });
  const error = await failure({
    fetch: async () => new Response(body(), { status: 503 }),
  });
  expect(error).toMatchObject({ kind: "unreachable", status: 503 });
  expect(pulled).toBeLessThan(1_100_000);
});

describe("keys", () => {
  const leaks = `Incorrect key ${apiKey}, sk-te****cdef or Bearer abc.def; see sk-proj-0123456789`;

  it.each([
    ["an answer", errorReply(401, { message: leaks }, { "x-echo": apiKey })],
    ["a body that is no JSON", { status: 500, body: leaks }],
    ["mid-stream", { chunks: [{ chunk: { error: { message: leaks } } }] }],
  ])("are redacted from the error: %s", async (_place, reply) => {
    server.reply(reply);
    const shown = inspect(await failure(), { depth: null, showHidden: true });
    expect(shown).toContain(
      "Incorrect key [key], [key] or Bearer [key] see [key]",
    );
    expect(shown).not.toContain(apiKey);
  });

  it.each([
    ["own-key1", "No [key] for xylophone"],
    ["x", "No own-key1 for xylophone"],
  ])("are redacted unless they are placeholders: %s", async (key, shown) => {
    server.reply(errorReply(404, { message: "No own-key1 for xylophone" }));
    expect(inspect(await failure({ apiKey: key }))).toContain(shown);
  });

  it("are redacted in linear time", async () => {
    server.reply(errorReply(400, { message: "sk-a_".repeat(200_000) }));
    expect((await failure()).kind).toBe("refused");
  });

  it("are absent if errors are long, which are cut", async () => {
    server.reply(errorReply(400, { message: "no ".repeat(5_000) }));
    const { cause } = await failure();
    expect(cause).toBeInstanceOf(Error);
    expect(inspect(cause).length).toBeLessThan(3_000);
  });
});
