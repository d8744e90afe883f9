import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createOpenAIModel } from "../../../src/models/openai/openai-model.ts";
import { describeLanguageModelContract } from "../../contracts/language-model-contract.ts";
import {
  startOpenAIServer,
  type OpenAIServer,
} from "../../stubs/openai-server.ts";
import { collectEvents, textOf } from "../collect-events.ts";

const down = { status: 503, headers: { "retry-after-ms": "1" } };

vi.spyOn(console, "warn");

let server: OpenAIServer;
beforeEach(async () => {
  server = await startOpenAIServer();
});
afterEach(async () => {
  await server.close();
  server.assertUsedUp();
});

function createModel(
  options: Partial<Parameters<typeof createOpenAIModel>[0]> = {},
) {
  return createOpenAIModel({
    api: "chat",
    apiKey: "sk-test",
    baseUrl: server.url,
    models: ["first"],
    ...options,
  });
}

function modelsAsked(): string[] {
  return server.requests.map(({ body }) => body.model);
}

describe("one model", () => {
  it.each([
    ["chat", "/v1/chat/completions"],
    ["completions", "/v1/completions"],
  ] as const)("is asked over the API %s", async (api, path) => {
    server.reply("Hi");
    const model = createModel({ api, extraBody: { top_p: 0.5 } });
    expect(model.name).toBe("first");
    expect(textOf(await collectEvents(model))).toBe("Hi");
    expect(server.requests[0]).toMatchObject({ path, body: { top_p: 0.5 } });
  });

  it("is retried while it is down", async () => {
    server.reply(down);
    server.reply(down);
    server.reply("Hi");
    expect(textOf(await collectEvents(createModel()))).toBe("Hi");
  });
});

describe("several models", () => {
  it("are asked in order without duplicates, twice each and the last three times", async () => {
    for (let request = 0; request < 6; request++) server.reply(down);
    server.reply("Hi");
    const models = ["first", "second", "first", "third", "second"] as const;
    const model = createModel({ models: [...models] });
    expect(model.name).toBe("first");
    expect(textOf(await collectEvents(model))).toBe("Hi");
    expect(modelsAsked()).toEqual([
      "first",
      "first",
      "second",
      "second",
      "third",
      "third",
      "third",
    ]);
  });

  it("learn separately which parameters are rejected", async () => {
    const refusal = { body: { error: { message: "'top_p' is unsupported" } } };
    server.reply({ status: 400, ...refusal });
    server.reply(down);
    server.reply(down);
    server.reply("Hi");
    const extraBody = { top_p: 0.5 };
    await collectEvents(
      createModel({ models: ["first", "second"], extraBody }),
    );
    expect(
      server.requests.map(({ body }) => [body.model, "top_p" in body]),
    ).toEqual([
      ["first", true],
      ["first", false],
      ["first", false],
      ["second", true],
    ]);
  });

  it("keep keys and users' texts out of the log", async () => {
    const log = vi.mocked(console.warn);
    log.mockClear();
    const message = "Wrong key sk-test-0123456789abcdef";
    server.reply({ status: 500, body: { error: { message } } });
    server.reply({ status: 500, body: { error: { message } } });
    server.reply("Hi");
    await collectEvents(
      createModel({
        apiKey: "sk-test-0123456789abcdef",
        models: ["first", "second"],
      }),
      { messages: [{ role: "user", content: "A secret" }] },
    );
    expect(log.mock.calls).toEqual([
      [
        JSON.stringify({
          event: "model passed over",
          model: "first",
          next: "second",
          kind: "unreachable",
          status: 500,
        }),
      ],
    ]);
  });
});

describeLanguageModelContract("The OpenAI model with a fallback", {
  async create() {
    const stub = await startOpenAIServer({
      respond: ({ model }) => (model === "first" ? down : "Hello, you too!"),
    });
    const model = createOpenAIModel({
      api: "chat",
      apiKey: "sk-test",
      baseUrl: stub.url,
      models: ["first", "second"],
    });
    return { model, close: () => stub.close() };
  },
});
