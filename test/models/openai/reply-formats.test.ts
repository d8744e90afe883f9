import { APIError } from "openai";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStreamingModel } from "../../../src/models/openai/openai-model.ts";
import { createReplyFormatLearner } from "../../../src/models/openai/reply-formats.ts";
import type { LanguageModel } from "../../../src/types/model.ts";
import {
  startOpenAIServer,
  type OpenAIServer,
} from "../../stubs/openai-server.ts";
import { collectEvents, textOf } from "../collect-events.ts";

const replySchema = { type: "object", required: ["action"] };
const messages = [{ role: "user", content: "Hi" }] as const;
const FORMATS = [
  { type: "json_schema", json_schema: { name: "reply", schema: replySchema } },
  { type: "json_object", schema: replySchema },
  undefined,
];

const log = vi.spyOn(console, "warn");
let server: OpenAIServer;
beforeEach(async () => {
  log.mockClear();
  server = await startOpenAIServer();
});
afterEach(async () => {
  await server.close();
  server.assertUsedUp();
});

function createModel(extraBody = {}): LanguageModel {
  const { url: baseUrl } = server;
  return createStreamingModel({
    api: "chat",
    apiKey: "sk-test-0123456789abcdef",
    baseUrl,
    model: "m",
    extraBody,
  });
}

function refuse(status: number, message: string): void {
  server.reply({ status, body: { error: { message } } });
}

const sentFormats = (): unknown[] =>
  server.requests.map(({ body }) => Reflect.get(body, "response_format"));

it("sends a reply format if the prompt has a schema", async () => {
  const model = createModel();
  server.reply("Hi");
  await collectEvents(model, { messages });
  server.reply("{}");
  await collectEvents(model, { messages, replySchema });
  expect(sentFormats()).toEqual([undefined, FORMATS[0]]);
});

it.each([
  [
    "OpenAI's older models",
    400,
    "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
  ],
  ["DeepSeek", 400, "This response_format type is unavailable now"],
  [
    "llama-cpp-python",
    500,
    "1 validation error: {'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': \"Input should be 'text' or 'json_object'\"}",
  ],
  ["a server without grammars", 501, "grammar is not implemented"],
])(
  "downgrades the reply format, then drops it for good, if %s rejects it",
  async (_, status, message) => {
    const model = createModel();
    refuse(status, message);
    refuse(status, message);
    server.reply("Hi");
    const events = await collectEvents(model, { messages, replySchema });
    expect(textOf(events)).toBe("Hi");
    expect(sentFormats()).toEqual(FORMATS);
    server.reply("Hi again");
    await collectEvents(model, { messages, replySchema });
    expect(sentFormats()).toEqual([...FORMATS, undefined]);
    expect(log.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
      {
        event: "reply format dropped",
        model: "m",
        format: "json_schema",
        instead: "json_object",
      },
      { event: "reply format dropped", model: "m", format: "json_object" },
    ]);
  },
);

it("downgrades the reply format once for requests that are rejected together", () => {
  const learner = createReplyFormatLearner({ model: "m" });
  const current = () => learner.current({ replySchema });
  const sent = [current(), current()];
  const refusal = { error: { message: "no response_format" } };
  const error = APIError.generate(400, refusal, undefined, new Headers());
  for (const format of sent) expect(learner.learn(error, format)).toBe(true);
  expect(current()?.format).toEqual(FORMATS[1]);
});

it("drops a request's own format for that request alone", async () => {
  const model = createModel();
  refuse(400, "Invalid schema for response_format 'reply'");
  server.reply("{}");
  const own = { type: "object" };
  await collectEvents(model, { messages, replySchema: own, isStrict: true });
  server.reply("{}");
  await collectEvents(model, { messages, replySchema });
  const json_schema = { name: "reply", schema: own };
  expect(sentFormats()).toEqual([
    { type: "json_schema", json_schema: { ...json_schema, strict: true } },
    { type: "json_schema", json_schema },
    FORMATS[0],
  ]);
});

it("keeps the reply format after errors that do not mention it", async () => {
  const model = createModel();
  refuse(400, "The prompt is too long");
  await expect(
    collectEvents(model, { messages, replySchema }),
  ).rejects.toThrow();
  server.reply("{}");
  await collectEvents(model, { messages, replySchema });
  expect(sentFormats()).toEqual([FORMATS[0], FORMATS[0]]);
});

it("lets the operator's setting override the reply format", async () => {
  const model = createModel({ response_format: { type: "text" } });
  server.reply("Hi");
  await collectEvents(model, { messages, replySchema });
  expect(sentFormats()).toEqual([{ type: "text" }]);
});
