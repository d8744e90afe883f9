import { APIError } from "openai";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createDialectLearner } from "../../../src/models/openai/dialect.ts";

const log = vi.spyOn(console, "warn");
beforeEach(() => {
  log.mockClear();
});

function refusal(message: string): APIError {
  return new APIError(400, { message }, undefined, new Headers());
}

function createLearner(parameters: Record<string, unknown> = {}) {
  return createDialectLearner({ model: "m", parameters });
}

describe("a rejected parameter", () => {
  it("is omitted", () => {
    const learner = createLearner({ stop: ["x"], temperature: 0 });
    expect(learner.learn(refusal("'stop' is unknown"), learner.current())).toBe(
      true,
    );
    expect(learner.current().parameters).toEqual({ temperature: 0 });
  });

  it("is logged once, even for concurrent requests", () => {
    const learner = createLearner({ stop: ["secret"] });
    const sent = learner.current();
    expect(learner.learn(refusal("'stop' is unknown"), sent)).toBe(true);
    // The rejection of a concurrent request.
    expect(learner.learn(refusal("'stop' is unknown"), sent)).toBe(true);
    expect(log.mock.calls).toEqual([
      ['{"event":"parameter dropped","model":"m","parameter":"stop"}'],
    ]);
  });

  it("is ignored if it was not sent", () => {
    const learner = createLearner();
    expect(learner.learn(refusal("'stop' is unknown"), learner.current())).toBe(
      false,
    );
  });

  it.each([
    ["max_tokens", "max_completion_tokens"],
    ["max_completion_tokens", "max_tokens"],
  ])("is sent under its other name, then omitted: %s as %s", (name, other) => {
    const learner = createLearner({ [name]: 100 });
    const unknown = refusal(`Unsupported parameter: '${name}'`);
    expect(learner.learn(unknown, learner.current())).toBe(true);
    expect(learner.current().parameters).toEqual({ [other]: 100 });
    expect(log.mock.lastCall?.[0]).toBe(
      JSON.stringify({
        event: "parameter dropped",
        model: "m",
        parameter: name,
        instead: other,
      }),
    );

    const alsoUnknown = refusal(`Unsupported parameter: '${other}'`);
    expect(learner.learn(alsoUnknown, learner.current())).toBe(true);
    expect(learner.current().parameters).toEqual({});
    expect(learner.learn(alsoUnknown, learner.current())).toBe(false);
  });
});

describe("the limit of a reply", () => {
  const parametersWith = (
    parameters: Record<string, unknown>,
    maxReplyTokens = 500,
  ) => createLearner(parameters).current({ maxReplyTokens }).parameters;

  it("has its newer name, or the operator's", () => {
    expect(parametersWith({})).toEqual({ max_completion_tokens: 500 });
    expect(parametersWith({ max_tokens: 900 })).toEqual({ max_tokens: 500 });
  });

  it("never raises a lower one of the operator's", () => {
    expect(parametersWith({ max_tokens: 100 })).toEqual({ max_tokens: 100 });
  });

  it("falls back to its other name, then is dropped", () => {
    const learner = createLearner();
    const current = () => learner.current({ maxReplyTokens: 500 });
    const sent = [];
    for (const name of ["max_completion_tokens", "max_tokens"]) {
      sent.push(current().parameters);
      learner.learn(refusal(`Unsupported parameter: '${name}'`), current());
    }
    expect([...sent, current().parameters]).toEqual([
      { max_completion_tokens: 500 },
      { max_tokens: 500 },
      {},
    ]);
  });
});

describe("reasoning", () => {
  const missing = refusal(
    "The `reasoning_content` in the thinking mode must be passed back to the API.",
  );

  it("is omitted until a server requires it, then sent as one placeholder, then another", () => {
    const learner = createLearner();
    const placeholders = [];
    do placeholders.push(learner.current().reasoningContent);
    while (learner.learn(missing, learner.current()));
    expect(placeholders).toEqual([undefined, "", " "]);
  });

  it("advances by one placeholder for concurrent requests", () => {
    const learner = createLearner();
    const sent = learner.current();
    expect(learner.learn(missing, sent)).toBe(true);
    expect(learner.learn(missing, sent)).toBe(true);
    expect(learner.current().reasoningContent).toBe("");
  });
});

it("inserts a message between a tool result and a user message if a server requires it", () => {
  const learner = createLearner();
  const error = refusal("Unexpected role 'user' after role 'tool'");
  expect(learner.current().separatesUserFromTool).toBe(false);
  expect(learner.learn(error, learner.current())).toBe(true);
  expect(learner.current().separatesUserFromTool).toBe(true);
  expect(learner.learn(error, learner.current())).toBe(false);
});

const SENT = [
  "stream_options",
  "stop",
  "thinking",
  "temperature",
  "max_tokens",
];

function say(message: string) {
  return { message, param: null };
}

/** The parameter that is dropped after an error. */
function findDropped(detail: object, status = 400): string | undefined {
  const sent = Object.fromEntries(SENT.map((name) => [name, 1]));
  const learner = createLearner(sent);
  const error = new APIError(status, detail, undefined, new Headers());
  learner.learn(error, learner.current());
  const { parameters } = learner.current();
  return SENT.find((name) => !Object.hasOwn(parameters, name));
}

describe("drops the parameter that is rejected by", () => {
  it.each<[string, object, string]>([
    [
      "OpenAI",
      {
        message: "This is not supported with this model.",
        code: "unsupported_parameter",
        param: "stream_options.include_usage",
      },
      "stream_options",
    ],
    [
      "OpenAI by a part of it",
      { message: "Invalid length.", param: "stop[0]" },
      "stop",
    ],
    [
      "OpenAI because of its value",
      {
        message: "'temperature' does not support 0.2 with this model.",
        code: "unsupported_value",
        param: "temperature",
      },
      "temperature",
    ],
    [
      "OpenAI in favour of another one",
      say(
        "'max_tokens' is not supported. Use 'max_completion_tokens' instead.",
      ),
      "max_tokens",
    ],
    ["old OpenAI", say("Unrecognized request argument supplied: stop"), "stop"],
    ["Groq", say("property 'stop' is unsupported, did you mean 'n'?"), "stop"],
    ["xAI", say("Model grok does not support parameter stop."), "stop"],
    ["DeepSeek", say("`thinking` is not supported."), "thinking"],
    [
      "vLLM",
      {
        object: "error",
        message:
          "[{'type': 'extra_forbidden', 'loc': ('body', 'thinking'), 'msg': 'Extra inputs are not permitted', 'input': {'temperature': 1}}]",
      },
      "thinking",
    ],
    [
      "Mistral",
      { detail: [{ loc: ["body", "thinking"], msg: "Extra", input: "stop" }] },
      "thinking",
    ],
    [
      "NVIDIA",
      { detail: "body -> stop\n  Extra inputs are not permitted" },
      "stop",
    ],
    [
      "OpenRouter's upstream",
      {
        message: "Provider returned error",
        metadata: { raw: '{"error":{"message":"Unknown field \\"stop\\""}}' },
      },
      "stop",
    ],
  ])("%s", (_server, body, parameter) => {
    expect(findDropped(body)).toBe(parameter);
    expect(findDropped(body, 422)).toBe(parameter);
  });
});

describe("drops no parameter", () => {
  it.each<[string, object]>([
    ["if none is named", say("Bad request")],
    [
      "if a word of prose is spelt like one",
      say("Please stop thinking about the temperature."),
    ],
    [
      "if the prompt is too long",
      say(
        "'max_tokens' is too large: 1024. This model's maximum context length is 4096 tokens.",
      ),
    ],
    [
      "if the names are an echo of the request",
      say(
        "[{'loc': ('body',), 'msg': 'No such role', 'input': {'temperature': 1, 'stop': []}}]",
      ),
    ],
    [
      "if a field that is no parameter is named",
      { message: "No such model.", param: "model" },
    ],
    ["if there is no message", {}],
  ])("%s", (_case, body) => {
    expect(findDropped(body)).toBeUndefined();
  });

  it.each([401, 404, 429, 500])("for HTTP %i", (status) => {
    expect(findDropped(say("'stop' is not supported"), status)).toBeUndefined();
  });

  it("for network errors", () => {
    const learner = createLearner({ stop: [] });
    expect(learner.learn(new Error("'stop'"), learner.current())).toBe(false);
  });

  it("for a message of a megabyte, in linear time", () => {
    const text = `${"a_".repeat(500_000)}'${"x".repeat(500_000)} 'stop'`;
    expect(findDropped(say(text))).toBeUndefined();
  });
});
