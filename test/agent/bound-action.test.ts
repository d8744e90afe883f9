import { expect, it } from "vitest";
import { boundAction } from "../../src/agent/bound-action.ts";
import type { AgentAction } from "../../src/types/turn.ts";

const long = "x".repeat(100_000);
const action: AgentAction = {
  tool: "echo",
  input: { text: "a" },
  thought: "Hm.",
  text: "Echo it.",
};
const call = { id: "a", name: "echo", arguments: '{"text":"a"}' };

it("leaves an action of the usual size as it is", () => {
  const whole = { ...action, call: { ...call, extra: { signature: "b" } } };
  expect(boundAction(whole)).toEqual({ kind: "action", action: whole });
});

it.each([
  ["as text", long],
  ["in an object", { text: long }],
])("rejects an input that is too long %s, with the reason", (_where, input) => {
  expect(boundAction({ ...action, input })).toMatchObject({
    kind: "refused",
    reason: expect.stringMatching(/^The input of "echo" is too long: 100\d+ /),
  });
});

it("counts no escapes of an input as text", () => {
  const quotes = { ...action, input: '"'.repeat(20_000) };
  expect(boundAction(quotes).kind).toBe("action");
});

it("rejects an input that is nested too deeply", () => {
  const input: unknown = JSON.parse(`${"[".repeat(66)}${"]".repeat(66)}`);
  expect(boundAction({ ...action, input }).kind).toBe("refused");
});

it.each([
  ["tool", { tool: long.repeat(2) }],
  ["text", { text: long.repeat(2) }],
  ["arguments", { call: { ...call, arguments: " ".repeat(200_000) } }],
])("rejects an action with a long %s", (_where, surroundings) => {
  expect(boundAction({ ...action, ...surroundings })).toEqual({
    kind: "refused",
    reason: expect.stringMatching(/ too long: 200\d+ .* at most 120000\.$/),
  });
});

it("leaves out data of the provider that is too long", () => {
  const extra = { signature: long };
  expect(boundAction({ ...action, call: { ...call, extra } })).toEqual({
    kind: "action",
    action: { ...action, call },
  });
});
