import { expect, it } from "vitest";
import { toolCalling } from "../../../src/agent/styles/tool-calling.ts";
import type { ToolCall } from "../../../src/types/turn.ts";
import { callStep, textStep, unreadableStep } from "./steps.ts";

const ARGUMENTS = '{"expression":"1+1"}';

/** The calls of the first message. */
function callsOf(
  steps: Parameters<typeof toolCalling.scratchpad>[0],
): readonly ToolCall[] {
  const [reply] = toolCalling.scratchpad(steps);
  return reply?.role === "assistant" ? (reply.toolCalls ?? []) : [];
}

it("shows a call as a call, followed by its result", () => {
  const step = callStep({ text: "I count." });
  expect(toolCalling.scratchpad([step])).toEqual([
    {
      role: "assistant",
      content: "I count.",
      toolCalls: [{ id: "call_1", name: "calculator", arguments: ARGUMENTS }],
    },
    { role: "tool", content: "result of call_1", toolCallId: "call_1" },
  ]);
});

it("puts the calls of one reply into one message, followed by their results", () => {
  const messages = toolCalling.scratchpad([
    callStep({ id: "a" }),
    callStep({ id: "b", withPrevious: true }),
    callStep({ id: "c" }),
  ]);
  expect(
    messages.map((message) =>
      message.role === "assistant"
        ? message.toolCalls?.map(({ id }) => id)
        : message.role === "tool" && message.toolCallId,
    ),
  ).toEqual([["a", "b"], "a", "b", ["c"], "c"]);
});

it("returns a call's opaque data to the provider", () => {
  const extra = { google: { thought_signature: "c2ln" } };
  const call = { id: "a", name: "calculator", arguments: ARGUMENTS, extra };
  expect(callsOf([callStep({ call })])).toEqual([call]);
});

it("distinguishes calls with the same id", () => {
  const same = callStep({ id: "call_1" });
  const ids = (steps: (typeof same)[]) =>
    toolCalling
      .scratchpad(steps)
      .flatMap((message) =>
        message.role === "assistant"
          ? (message.toolCalls ?? []).map(({ id }) => id)
          : message.role === "tool"
            ? [message.toolCallId]
            : [],
      );
  expect(ids([same, same])).toEqual([
    "call_1",
    "call_1",
    "call_1_2",
    "call_1_2",
  ]);
});

it("writes names with characters that servers accept", () => {
  const names = ["web search", "搜索", "a\nb", "x".repeat(100)].map(
    (tool) => callsOf([callStep({ tool })])[0]?.name,
  );
  expect(names).toEqual(["web_search", "tool", "ab", "x".repeat(64)]);
});

it("shows steps without calls as text", () => {
  expect(
    toolCalling
      .scratchpad([textStep(), unreadableStep("{")])
      .map(({ role }) => role),
  ).toEqual(["assistant", "observation", "assistant", "observation"]);
});
