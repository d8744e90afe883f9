import OpenAI, {
  APIError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  RateLimitError,
  type ClientOptions,
} from "openai";
import type { ChatCompletionMessageParam } from "openai/resources";
import { describe, expect, it } from "vitest";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import { startOpenAIServer, type StubReply } from "../stubs/openai-server.ts";
import { createApiClient } from "./api-client.ts";
import { closeAfterAll } from "./close-after-all.ts";
import { DEVELOPMENT_KEY } from "./development-key.ts";
import { modelVariables } from "./stub-variables.ts";
import { eventually, startParley } from "./wrangler-dev.ts";

const model = await startOpenAIServer();
const dev = await startParley({
  variables: { ...modelVariables(model), USER_DAILY_TOKENS: "20000" },
});
const api = createApiClient(dev.url);
const openai = createClient();
closeAfterAll(dev, model);

function createClient(options: ClientOptions = {}): OpenAI {
  return new OpenAI({
    apiKey: DEVELOPMENT_KEY,
    baseURL: `${dev.url}/openai/v1`,
    maxRetries: 0,
    ...options,
  });
}

const says = (content: string): ChatCompletionMessageParam[] => [
  { role: "user", content },
];

/** An answer that pauses in the middle until it is released. */
function heldAnswer(first: string, rest: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const chunks = [
    `{"action": "Final Answer", "action_input": "${first}`,
    promise,
    `${rest}"}`,
  ];
  return { reply: { chunks } satisfies StubReply, release: resolve };
}

/** An answer of many words, streamed slowly. */
function slowAnswer(): StubReply {
  const words = Array.from({ length: 400 }, (_, at) => `word${at} `);
  return {
    chunks: ['{"action": "Final Answer", "action_input": "', ...words, '"}'],
    delayMs: 50,
  };
}

describe("the list of models", () => {
  it("contains only Parley", async () => {
    expect((await openai.models.list()).data).toMatchObject([{ id: "parley" }]);
    expect(await openai.models.retrieve("parley")).toMatchObject({
      object: "model",
    });
    await expect(openai.models.retrieve("gpt-5.5")).rejects.toMatchObject({
      status: 404,
      code: "model_not_found",
    });
  });
});

describe("a completion", () => {
  it("is the agent's answer, including tools", async () => {
    const before = model.requests.length;
    model.reply(action("calculator", "6*7"));
    model.reply(finalAnswer("It is 42."));
    const completion = await openai.chat.completions.create({
      model: "parley",
      messages: [
        { role: "developer", content: "Speak like a pirate." },
        ...says("What is 6*7?"),
      ],
      temperature: 0.2,
      tools: [],
    });
    expect(completion).toMatchObject({
      object: "chat.completion",
      model: "parley",
      choices: [
        {
          message: { role: "assistant", content: "It is 42." },
          finish_reason: "stop",
        },
      ],
      usage: { prompt_tokens: 24, completion_tokens: 10, total_tokens: 34 },
    });
    expect(model.requests.length).toBe(before + 2);
    expect(JSON.stringify(model.requests[before]?.body)).toContain("pirate");
  });

  it("without a conversation's name includes earlier messages, and stores nothing", async () => {
    model.reply(finalAnswer("Ada."));
    const { id } = await openai.chat.completions.create({
      model: "parley",
      messages: [
        ...says("I am Ada."),
        { role: "assistant", content: "Hello Ada." },
        ...says("Who am I?"),
      ],
    });
    const prompt = JSON.stringify(model.requests.at(-1)?.body);
    expect(prompt).toContain("I am Ada.");
    expect(prompt).toContain("Hello Ada.");
    expect((await api.call(`/v1/conversations/${id}`)).status).toBe(404);
    expect((await api.call(`/v1/messages/${id}`)).status).toBe(404);
  });

  it("continues a named conversation with the last message only", async () => {
    model.reply(finalAnswer("Hello Grace."));
    await openai.chat.completions.create({
      model: "parley",
      user: "grace",
      messages: says("I am Grace."),
    });
    model.reply(finalAnswer("Grace."));
    await openai.chat.completions.create({
      model: "parley",
      metadata: { conversation: "grace" },
      messages: [...says("Never said."), ...says("Who am I?")],
    });
    const prompt = JSON.stringify(model.requests.at(-1)?.body);
    expect(prompt).toContain("I am Grace.");
    expect(prompt).not.toContain("Never said.");
    const { messages } = await api.conversation("grace");
    expect(messages.map(({ text }) => text)).toEqual([
      "I am Grace.",
      "Hello Grace.",
      "Who am I?",
      "Grace.",
    ]);
  });

  it("is repeated for the same Idempotency-Key", async () => {
    const before = model.requests.length;
    model.reply(finalAnswer("Once."));
    const ask = (content: string) =>
      openai.chat.completions.create(
        { model: "parley", messages: says(content) },
        { headers: { "idempotency-key": "order-17" } },
      );
    const [first, second] = await Promise.all([ask("Hello"), ask("Hello")]);
    expect(second).toEqual(first);
    expect(await ask("Hello")).toEqual(first);
    expect(model.requests.length).toBe(before + 1);
    await expect(ask("Bye")).rejects.toMatchObject({ status: 422 });
  });

  it("runs once if the client retries", async () => {
    const before = model.requests.length;
    const { reply, release } = heldAnswer("On", "ce.");
    model.reply(reply);
    let attempts = 0;
    const retrying = createClient({
      maxRetries: 1,
      // Drops the first attempt's response once the message is stored.
      fetch: async (url, init) => {
        if (attempts++ > 0) {
          release();
          return fetch(url, init);
        }
        const lost = new AbortController();
        const request = fetch(url, { ...init, signal: lost.signal });
        await eventually("the model call", () => model.requests[before]);
        lost.abort();
        return request;
      },
    });
    const completion = await retrying.chat.completions.create({
      model: "parley",
      user: "impatient",
      messages: says("Hello"),
    });
    expect(completion.choices[0]?.message.content).toBe("Once.");
    expect(attempts).toBe(2);
    expect(model.requests.length).toBe(before + 1);
    expect((await api.conversation("impatient")).messages).toHaveLength(2);
  });

  it("reaches both of two concurrent requests", async () => {
    model.reply(finalAnswer("One."));
    model.reply(finalAnswer("Two."));
    const answers = await Promise.all(
      ["first", "second"].map(async (user) => {
        const { choices } = await openai.chat.completions.create({
          model: "parley",
          user,
          messages: says("Hello"),
        });
        return choices[0]?.message.content;
      }),
    );
    expect(new Set(answers)).toEqual(new Set(["One.", "Two."]));
  });
});

describe("a streamed completion", () => {
  it("arrives as it is written, with its usage if requested", async () => {
    const { reply, release } = heldAnswer("Hello ", "世界 😀");
    model.reply(reply);
    const stream = await openai.chat.completions.create({
      model: "parley",
      stream: true,
      stream_options: { include_usage: true },
      messages: says("Hi"),
    });
    let text = "";
    const chunks = [];
    for await (const chunk of stream) {
      chunks.push(chunk);
      text += chunk.choices[0]?.delta.content ?? "";
      if (text === "Hello ") release();
    }
    expect(text).toBe("Hello 世界 😀");
    expect(chunks[0]?.choices[0]?.delta.role).toBe("assistant");
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe("stop");
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      usage: { total_tokens: 17 },
    });
    const id = chunks[0]?.id ?? "";
    await eventually("that nothing is left", async () => {
      const { status } = await api.call(`/v1/conversations/${id}`);
      return status === 404 ? true : undefined;
    });
  });

  it("without a conversation's name is aborted and deleted if its reader disconnects", async () => {
    const before = model.requests.length;
    model.reply(slowAnswer());
    const stream = await openai.chat.completions.create({
      model: "parley",
      stream: true,
      messages: says("Hi"),
    });
    let id = "";
    for await (const chunk of stream) {
      id = chunk.id;
      if (chunk.choices[0]?.delta.content) break;
    }
    expect(await model.requests[before]?.ended).toBe("left");
    await eventually("that nothing is left", async () => {
      const { status } = await api.call(`/v1/conversations/${id}`);
      return status === 404 ? true : undefined;
    });
  });

  it("in a named conversation is stopped if its reader disconnects", async () => {
    const before = model.requests.length;
    model.reply(slowAnswer());
    const stream = await openai.chat.completions.create({
      model: "parley",
      stream: true,
      user: "leaver",
      messages: says("Hi"),
    });
    let id = "";
    for await (const chunk of stream) {
      id = chunk.id;
      if (chunk.choices[0]?.delta.content) break;
    }
    expect(await model.requests[before]?.ended).toBe("left");
    const turn = await eventually("the end of the turn", async () => {
      const found = await api.find(id);
      return found.status === "delivered" ? found : undefined;
    });
    expect(turn.reply?.text).toMatch(/^word0 .*\n\n.*Stopped/);
  });

  it("ends with an error if the turn fails", async () => {
    model.reply({ status: 400, body: { error: { message: "No" } } });
    const stream = await openai.chat.completions.create({
      model: "parley",
      stream: true,
      messages: says("Hi"),
    });
    await expect(Array.fromAsync(stream)).rejects.toThrow(APIError);
  });
});

describe("an error of the client", () => {
  const create = (body: object) =>
    openai.chat.completions.create({
      model: "parley",
      messages: says("Hi"),
      ...body,
    });

  it("is an AuthenticationError for an unknown key", async () => {
    const stranger = createClient({ apiKey: "wrong" });
    const error = await stranger.models
      .list()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).toMatchObject({ code: "invalid_api_key" });
  });

  it("is a BadRequestError that names an invalid field", async () => {
    const wrong: [object, string][] = [
      [{ messages: [] }, "messages"],
      [{ n: 2 }, "n"],
      [
        { messages: [{ role: "assistant", content: "Hi" }] },
        "messages[0].role",
      ],
      [
        {
          messages: [
            { role: "user", content: [{ type: "image_url", image_url: {} }] },
          ],
        },
        "messages[0].content",
      ],
      [{ metadata: { conversation: "." } }, "metadata.conversation"],
    ];
    for (const [body, param] of wrong) {
      const error = await create(body).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(BadRequestError);
      expect(error).toMatchObject({ type: "invalid_request_error", param });
    }
  });

  it("is an InternalServerError without retries if the turn has failed", async () => {
    const before = model.requests.length;
    model.reply({ status: 400, body: { error: { message: "No" } } });
    const retrying = createClient({ maxRetries: 2 });
    const error = await retrying.chat.completions
      .create({ model: "parley", messages: says("Hi") })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InternalServerError);
    expect(error).toMatchObject({ status: 502 });
    expect(model.requests.length).toBe(before + 1);
  });

  it("is a RateLimitError if the day's budget is spent", async () => {
    const usage = {
      prompt_tokens: 19_900,
      completion_tokens: 0,
      total_tokens: 19_900,
    };
    model.reply({ chunks: [finalAnswer("Dear.")], usage });
    await create({ user: "spender" });
    const error = await create({ user: "spender" }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ code: "insufficient_quota" });
  });
});
