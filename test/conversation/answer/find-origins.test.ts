import { describe, expect, it } from "vitest";
import {
  findOrigins,
  findPromptOrigins,
} from "../../../src/conversation/answer/find-origins.ts";
import type { IncomingMessage } from "../../../src/types/message.ts";
import { createScriptedTool } from "../../fakes/scripted-tool.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createStep } from "../../fixtures/turns.ts";

const read = createScriptedTool("read", () => "");
const tools = [
  read,
  { ...read, name: "shop__find", server: "shop" },
  { ...read, name: "time", isOwnText: true as const },
];

describe("texts of third parties", () => {
  it.each<[boolean, Partial<IncomingMessage>]>([
    [true, { isGroup: true }],
    [true, { quoted: { text: "Hi" } }],
    [true, { quotedId: "7" }],
    [true, { forwarded: [{ text: "Hi" }] }],
    [true, { forwardedId: "7" }],
    [true, { attachments: [{ kind: "photo" }] }],
    [true, { preceding: [{ role: "assistant", text: "Hi" }] }],
    [false, { preceding: [{ role: "user", text: "Hi" }] }],
    [false, {}],
  ])("come with a message (%s): %j", (isBrought, more) => {
    const message = createMessage({ id: "1", ...more });
    expect(findOrigins({ message, steps: [], tools })).toEqual(
      isBrought ? ["message"] : [],
    );
  });

  it.each([
    ["read", "Hi", ["read"]],
    ["shop__find", "Hi", ["shop"]],
    ["time", "12:00", []],
    ["unknown", "There is no such tool.", []],
    ["gone__find", "Hi", ["gone"]],
    ["read", undefined, []],
  ])("are what a tool has found: %s, %s", (tool, observation, origins) => {
    const step = createStep({
      tool,
      ...(observation !== undefined && { observation }),
    });
    const message = createMessage({ id: "1" });
    expect(findOrigins({ message, steps: [step, step], tools })).toEqual(
      origins,
    );
  });

  it("stay in the history and the summary", () => {
    const said = { sequence: 1, turn: "1", text: "Hi", tokens: 1, at: 0 };
    const messages = [
      { ...said, role: "assistant", dataFrom: ["read"] } as const,
    ];
    const message = createMessage({ id: "1" });
    const recollection = { messages, summaryFrom: ["search"] };
    expect(
      findPromptOrigins({ message, steps: [], tools, recollection }),
    ).toEqual({ read: ["read", "search"], described: ["shop"] });
  });
});
