import { describe, expect, it } from "vitest";
import { readReply } from "../../../src/agent/reading/read-reply.ts";

const tools = ["search", "calculator"];
const MOSS = '{"action": "search", "action_input": "moss"}';

/** What replies mean: `replies.jsonl`. */
describe("readReply", () => {
  it("leaves a plain unknown name to the executor", () => {
    const reply = '{"action": "weather", "action_input": "Oslo"}';
    expect(readReply(reply, { tools })).toMatchObject({
      action: { tool: "weather", input: "Oslo" },
    });
  });

  it("returns thought and text without what came after the action", () => {
    const text = `Thought: Look.\nAction:\n\`\`\`json\n${MOSS}\n\`\`\``;
    expect(readReply(`${text}\nObservation: green`, { tools })).toEqual({
      kind: "action",
      action: { tool: "search", input: "moss", thought: "Look.", text },
    });
  });

  it("writes a native call as JSON, so that no token goes back into the prompt", () => {
    const text = "Wait.<|tool_call_begin|>search<|tool_call_argument_begin|>{}";
    expect(readReply(text, { tools })).toEqual({
      kind: "action",
      action: {
        tool: "search",
        input: {},
        thought: "Wait.",
        text: 'Wait.\n{"action":"search","action_input":{}}',
      },
    });
  });

  it("returns the reason and the verbatim text", () => {
    const text = '<think>Hm.</think>{"action": "search", "action_input": "mo';
    expect(readReply(text, { tools })).toEqual({
      kind: "unreadable",
      text,
      reason: "The JSON object was cut off.",
    });
  });

  it.each([
    ["beginning", (call: string, text: string) => `${call}\n\n${text}`],
    ["end", (call: string, text: string) => `${text}\n\n${call}`],
  ])("asks again for a long reply with machinery at its %s", (_, write) => {
    const text = "It rains a lot in the hills. ".repeat(2_000).trim();
    expect(readReply(text, { tools }).kind).toBe("finish");
    for (const call of [
      "< | DSML | tool_use>",
      "<|open|>tool<|sep|>search<|sep|>moss<|close|>",
      "＜｜tool▁calls▁begin｜＞",
      "[TOOL_CALL]\n{tool => 'search'}\n[/TOOL_CALL]",
    ])
      expect(readReply(write(call, text), { tools }).kind, call).toBe(
        "unreadable",
      );
  });
});
