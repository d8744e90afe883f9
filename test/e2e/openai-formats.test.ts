import OpenAI, { BadRequestError, InternalServerError } from "openai";
import { zodResponseFormat } from "openai/helpers/zod";
import type { ChatCompletionMessageParam } from "openai/resources";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import { startOpenAIServer } from "../stubs/openai-server.ts";
import { closeAfterAll } from "./close-after-all.ts";
import { DEVELOPMENT_KEY } from "./development-key.ts";
import { modelVariables } from "./stub-variables.ts";
import { startParley } from "./wrangler-dev.ts";

const model = await startOpenAIServer();
const dev = await startParley({ variables: modelVariables(model) });
const openai = new OpenAI({
  apiKey: DEVELOPMENT_KEY,
  baseURL: `${dev.url}/openai/v1`,
  maxRetries: 0,
});
closeAfterAll(dev, model);

const says = (content: string): ChatCompletionMessageParam[] => [
  { role: "user", content },
];

describe("a completion in a format", () => {
  const Sum = z.object({ expression: z.string(), sum: z.number() });
  const sum = { expression: "6*7", sum: 42 };
  const response_format = zodResponseFormat(Sum, "sum");

  it("is parsed by the client, after tools", async () => {
    model.reply(action("calculator", "6*7"));
    model.reply(finalAnswer(JSON.stringify(sum)));
    const completion = await openai.chat.completions.parse({
      model: "parley",
      messages: says("What is 6*7?"),
      response_format,
    });
    expect(completion.choices[0]?.message.parsed).toEqual(sum);
  });

  it("is parsed as a stream, and repaired before anything is sent", async () => {
    const before = model.requests.length;
    model.reply(finalAnswer("It is 42."));
    model.reply(JSON.stringify(sum));
    const stream = openai.chat.completions.stream({
      model: "parley",
      messages: says("What is 6*7?"),
      response_format,
    });
    const completion = await stream.finalChatCompletion();
    expect(completion.choices[0]?.message.parsed).toEqual(sum);
    expect(model.requests[before + 1]?.body).toMatchObject({
      response_format: { type: "json_schema", json_schema: { strict: true } },
    });
  });

  it("is an error if the model does not write it", async () => {
    model.reply(finalAnswer("It is 42."));
    model.reply("Forty-two.");
    const error = await openai.chat.completions
      .create({
        model: "parley",
        messages: says("What is 6*7?"),
        response_format: { type: "json_object" },
      })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InternalServerError);
    expect(error).toMatchObject({ status: 502 });
  });

  it("is a BadRequestError if the schema cannot be checked", async () => {
    const pattern = zodResponseFormat(
      z.object({ a: z.string().regex(/a/) }),
      "a",
    );
    const error = await openai.chat.completions
      .create({
        model: "parley",
        messages: says("Hi"),
        response_format: pattern,
      })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BadRequestError);
    expect(error).toMatchObject({
      param: "response_format.json_schema.schema.properties.a.pattern",
    });
  });
});
