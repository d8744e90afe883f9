import { APIError } from "openai";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createDialectLearner } from "../../../src/models/openai/dialect.ts";

const log = vi.spyOn(console, "warn");
beforeEach(() => {
  log.mockClear();
});

function refusal(message: string): APIError {
  const body = { error: { message } };
  return APIError.generate(400, body, undefined, new Headers());
}

function createLearner(parameters: Record<string, unknown> = {}) {
  return createDialectLearner({ model: "m", parameters });
}

describe("parameters", () => {
  it("are sent without those that were refused", () => {
    const learner = createLearner({ stop: ["x"], temperature: 0 });
    expect(learner.learn(refusal("'stop' is unknown"), learner.current())).toBe(
      true,
    );
    expect(learner.current().parameters).toEqual({ temperature: 0 });
  });

  it("are told to the operator's log, once each", () => {
    const learner = createLearner({ stop: ["secret"] });
    const sent = learner.current();
    expect(learner.learn(refusal("'stop' is unknown"), sent)).toBe(true);
    // Of a second request, sent before the first one was refused.
    expect(learner.learn(refusal("'stop' is unknown"), sent)).toBe(true);
    expect(log.mock.calls).toEqual([
      ['{"event":"parameter dropped","model":"m","parameter":"stop"}'],
    ]);
  });

  it("that were not sent teach nothing", () => {
    const learner = createLearner();
    expect(learner.learn(refusal("'stop' is unknown"), learner.current())).toBe(
      false,
    );
  });

  it.each([
    ["max_tokens", "max_completion_tokens"],
    ["max_completion_tokens", "max_tokens"],
  ])("go by their other name: %s as %s", (name, other) => {
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

  it("is sent by its newer name, or by the one that the operator uses", () => {
    expect(parametersWith({})).toEqual({ max_completion_tokens: 500 });
    expect(parametersWith({ max_tokens: 900 })).toEqual({ max_tokens: 500 });
  });

  it("never raises a lower one of the operator's", () => {
    expect(parametersWith({ max_tokens: 100 })).toEqual({ max_tokens: 100 });
  });

  it("goes by its other name where a server refuses it, then is left out", () => {
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

  it("is not sent until a server misses it, then as a placeholder, and as another one", () => {
    const learner = createLearner();
    const placeholders = [];
    do placeholders.push(learner.current().reasoningContent);
    while (learner.learn(missing, learner.current()));
    expect(placeholders).toEqual([undefined, "", " "]);
  });

  it("is learned once by requests that run side by side", () => {
    const learner = createLearner();
    const sent = learner.current();
    expect(learner.learn(missing, sent)).toBe(true);
    expect(learner.learn(missing, sent)).toBe(true);
    expect(learner.current().reasoningContent).toBe("");
  });
});

it("puts something between a tool's result and a person's words, where a server wants that", () => {
  const learner = createLearner();
  const error = refusal("Unexpected role 'user' after role 'tool'");
  expect(learner.current().separatesUserFromTool).toBe(false);
  expect(learner.learn(error, learner.current())).toBe(true);
  expect(learner.current().separatesUserFromTool).toBe(true);
  expect(learner.learn(error, learner.current())).toBe(false);
});
