import { APIError } from "openai";
import { describe, expect, it } from "vitest";
import { findRefusedParameter } from "../../../src/models/openai/find-refused-parameter.ts";

const SENT = [
  "stream_options",
  "stop",
  "thinking",
  "temperature",
  "max_tokens",
];

function find(body: object, status = 400): string | undefined {
  // As the SDK does with bodies of other shapes.
  const whole = "error" in body ? body : { error: body };
  const error = APIError.generate(status, whole, undefined, new Headers());
  return findRefusedParameter(error, SENT);
}

function say(message: string) {
  return { error: { message, param: null } };
}

describe("finds the parameter that a server refuses", () => {
  it.each<[string, object, string]>([
    [
      "OpenAI",
      {
        error: {
          message: "This is not supported with this model.",
          code: "unsupported_parameter",
          param: "stream_options.include_usage",
        },
      },
      "stream_options",
    ],
    [
      "OpenAI, of a value",
      {
        error: {
          message: "'temperature' does not support 0.2 with this model.",
          code: "unsupported_value",
          param: "temperature",
        },
      },
      "temperature",
    ],
    [
      "OpenAI, where it names another one to use",
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
      "OpenRouter, for the server behind it",
      {
        error: {
          message: "Provider returned error",
          metadata: { raw: '{"error":{"message":"Unknown field \\"stop\\""}}' },
        },
      },
      "stop",
    ],
  ])("%s", (_server, body, parameter) => {
    expect(find(body)).toBe(parameter);
    expect(find(body, 422)).toBe(parameter);
  });
});

describe("blames no parameter", () => {
  it.each<[string, object]>([
    ["where none is named", say("Bad request")],
    [
      "where a word of prose is spelt like one",
      say("Please stop thinking about the temperature."),
    ],
    [
      "where the prompt is too long",
      say(
        "'max_tokens' is too large: 1024. This model's maximum context length is 4096 tokens.",
      ),
    ],
    [
      "where the names are an echo of the request",
      say(
        "[{'loc': ('body',), 'msg': 'No such role', 'input': {'temperature': 1, 'stop': []}}]",
      ),
    ],
    [
      "where another one is named",
      { error: { message: "No such model.", param: "model" } },
    ],
    ["where there is no text", {}],
  ])("%s", (_case, body) => {
    expect(find(body)).toBeUndefined();
  });

  it.each([401, 404, 429, 500])("for HTTP %i", (status) => {
    expect(find(say("'stop' is not supported"), status)).toBeUndefined();
  });

  it("for errors of the network", () => {
    expect(findRefusedParameter(new Error("'stop'"), SENT)).toBeUndefined();
  });

  it("of a text of a megabyte, at no cost", () => {
    const text = `${"a_".repeat(500_000)}'${"x".repeat(500_000)} 'stop'`;
    expect(find(say(text))).toBeUndefined();
  });
});
