import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  MAX_FILE_BYTES,
  MAX_FILES,
  MAX_MESSAGE_LENGTH,
  MAX_TOTAL_BYTES,
  parseConversation,
  parseProblem,
  parseReply,
  parseTurnEvent,
} from "../../../src/page/client/wire.ts";
import * as server from "../../../src/page/server/read-message-body.ts";
import { MAX_MESSAGE_LENGTH as SERVER_LENGTH } from "../../../src/types/message.ts";

it("has the server's limits", () => {
  expect(MAX_MESSAGE_LENGTH).toBe(SERVER_LENGTH);
  expect({ MAX_FILES, MAX_FILE_BYTES, MAX_TOTAL_BYTES }).toEqual({
    MAX_FILES: server.MAX_FILES,
    MAX_FILE_BYTES: server.MAX_FILE_BYTES,
    MAX_TOTAL_BYTES: server.MAX_TOTAL_BYTES,
  });
});

describe("parseTurnEvent", () => {
  it("parses a step", () => {
    const step = {
      thought: "Look it up.",
      tool: "search",
      input: { query: "Ada" },
      observation: "A mathematician.",
    };
    const data = JSON.stringify({ index: 1, ...step });
    expect(parseTurnEvent("step", data)).toMatchObject({
      type: "step",
      index: 1,
      step,
    });
  });

  it("parses the time until the server retries", () => {
    expect(parseTurnEvent("waiting", '{"retry_seconds":15}')).toEqual({
      type: "waiting",
      retrySeconds: 15,
    });
  });

  it("ignores unknown events", () => {
    expect(parseTurnEvent("weather", "{}")).toBeUndefined();
  });

  it("reads missing and invalid fields as empty", () => {
    const names = fc.constantFrom("step", "delta", "waiting", "reply", "error");
    const data = fc.oneof(fc.json(), fc.string());
    fc.assert(
      fc.property(names, data, (name, text) => {
        expect(parseTurnEvent(name, text)?.type).toBe(name);
      }),
    );
  });
});

describe("parseProblem", () => {
  it("takes the slug from the problem's type", () => {
    const type = "https://parley.chat/problems/password-required";
    const body = { type, title: "Password", detail: "Log in." };
    expect(parseProblem(body, 401)).toEqual({
      status: 401,
      slug: "password-required",
      title: "Password",
      detail: "Log in.",
    });
  });

  it("accepts an error page that is not JSON", () => {
    expect(parseProblem(undefined, 502)).toEqual({
      status: 502,
      slug: "",
      title: "",
      detail: "",
    });
  });
});

describe("parseConversation", () => {
  it("parses the model, the messages and the open turns", () => {
    const files = ["notes.txt"];
    const question = { turn: "1", role: "user", text: "Hi", at: 5, files };
    const answer = { turn: "1", role: "assistant", text: "Hello.", at: 6 };
    const rest = {
      canSignOut: true,
      model: { name: "demo", demo: true },
      open: [{ turn: "2", text: "And?", files }],
    };
    expect(
      parseConversation({
        ...rest,
        can_sign_out: true,
        messages: [question, { ...answer, steps: 1, has_sources: false }],
      }),
    ).toEqual({
      ...rest,
      messages: [
        question,
        { ...answer, files: [], steps: 1, hasSources: false },
      ],
    });
  });

  it("distinguishes unknown steps and sources from none", () => {
    const messages = [{ turn: "1", role: "assistant", text: "Hello.", at: 5 }];
    const [message] = parseConversation({ messages }).messages;
    expect(message).toMatchObject({ steps: undefined, hasSources: undefined });
  });

  it("reads an empty body as an empty conversation", () => {
    expect(parseConversation(null)).toEqual({
      canSignOut: false,
      model: { name: "", demo: false },
      messages: [],
      open: [],
    });
  });
});

describe("parseReply", () => {
  it("parses the text, the steps and the sources", () => {
    const reply = parseReply({
      status: "delivered",
      reply: { text: "**30.06**" },
      steps: [
        {
          tool: "calculator",
          input: "1+1",
          observation: "2",
          usage: { input_tokens: 9, cached_input_tokens: 8, output_tokens: 7 },
          model_ms: 6,
          tool_ms: 0,
        },
      ],
      sources: [{ title: "Ada", url: "https://example.org/ada" }, null],
    });
    expect(reply).toEqual({
      text: "**30.06**",
      steps: [
        {
          thought: "",
          tool: "calculator",
          input: "1+1",
          observation: "2",
          tokens: { input: 9, cached: 8, output: 7 },
          modelMs: 6,
          toolMs: 0,
        },
      ],
      sources: [
        { title: "Ada", url: "https://example.org/ada" },
        { title: "", url: "" },
      ],
    });
  });

  it("reads the cost of steps from before they had one as unknown", () => {
    const { steps } = parseReply({ steps: [{ tool: "search" }] });
    expect(steps).toMatchObject([
      { tokens: { input: 0 }, modelMs: 0, toolMs: undefined },
    ]);
  });

  it("reads missing sources as none", () => {
    expect(parseReply({ reply: { text: "Hi" } }).sources).toEqual([]);
  });
});
