import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readProblem } from "../../../src/page/client/parts/request.ts";
import {
  parseReply,
  parseTurnEvent,
} from "../../../src/page/client/turn-events.ts";

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
      retry_seconds: 15,
    });
  });

  it("ignores unknown events", () => {
    expect(parseTurnEvent("weather", "{}")).toBeUndefined();
  });

  it("keeps its type whatever the data is", () => {
    const names = fc.constantFrom("step", "delta", "waiting", "reply", "error");
    const data = fc.oneof(fc.json(), fc.string(), fc.constant('{"type":1}'));
    fc.assert(
      fc.property(names, data, (name, text) => {
        expect(parseTurnEvent(name, text)?.type).toBe(name);
      }),
    );
  });
});

describe("readProblem", () => {
  it("takes the slug from the problem's type", () => {
    const type = "https://parley.chat/problems/password-required";
    const body = { type, title: "Password", detail: "Log in." };
    expect(readProblem(body, 401)).toEqual({
      status: 401,
      slug: "password-required",
      title: "Password",
      detail: "Log in.",
    });
  });

  it("accepts an error page that is not JSON", () => {
    expect(readProblem(undefined, 502)).toEqual({
      status: 502,
      slug: "",
      title: "",
      detail: "",
    });
  });
});

describe("parseReply", () => {
  it("parses the text, the steps and the sources", () => {
    const step = {
      thought: "",
      tool: "calculator",
      input: "1+1",
      observation: "2",
      usage: { input_tokens: 9, cached_input_tokens: 8, output_tokens: 7 },
      model_ms: 6,
      tool_ms: 0,
    };
    const source = { title: "Ada", url: "https://example.org/ada" };
    const reply = parseReply({
      status: "delivered",
      reply: { text: "**30.06**" },
      steps: [step],
      sources: [source, null],
    });
    expect(reply).toEqual({
      text: "**30.06**",
      steps: [step],
      sources: [source, { title: "", url: "" }],
    });
  });

  it("parses the question with its buttons", () => {
    const buttons = [{ label: "Monday", text: "choose 7k2m9q 1" }];
    const question = { kind: "choice", buttons, expires_at: "" };
    expect(parseReply({ question }).question).toEqual({
      kind: "choice",
      buttons,
    });
    expect(parseReply({ question: { kind: "new" } })).not.toHaveProperty(
      "question",
    );
  });

  it("reads missing sources as none", () => {
    expect(parseReply({ reply: { text: "Hi" } }).sources).toEqual([]);
  });
});
