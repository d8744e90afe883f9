import { describe, expect, it } from "vitest";
import { conversationalReact } from "../../src/agent/styles/text-styles.ts";
import { toolCalling } from "../../src/agent/styles/tool-calling.ts";
import { createAskUserTool } from "../../src/tools/ask-user/ask-user-tool.ts";
import { createRemindMeTool } from "../../src/tools/remind-me/remind-me-tool.ts";
import { createTalkToHumanTool } from "../../src/tools/talk-to-human/talk-to-human-tool.ts";
import type { IncomingMessage } from "../../src/types/message.ts";
import { createAgent, finalAnswer } from "../fakes/create-agent.ts";
import { createScriptedModel } from "../fakes/scripted-model.ts";
import { createScriptedTool } from "../fakes/scripted-tool.ts";
import { setUpConversation } from "./set-up-conversation.ts";

const OWN = ["talk_to_human", "ask_user", "remind_me"];

/** Which tools the prompt names. */
async function offeredTo(
  more: Partial<IncomingMessage>,
  { style = conversationalReact, team = { waits: false, waitMs: 0 } } = {},
): Promise<readonly string[]> {
  const model = createScriptedModel([finalAnswer("Done.")]);
  const tools = [
    createScriptedTool("search", () => ""),
    createTalkToHumanTool(),
    createAskUserTool(),
    createRemindMeTool(),
  ];
  const agent = createAgent({ model, style, tools });
  const { accept, run } = setUpConversation([], { agent, team });
  await accept({ id: "1", ...more });
  await run();
  const prompt = JSON.stringify(model.prompts);
  return ["search", ...OWN].filter((name) => prompt.includes(name));
}

describe.each([
  { place: "a prompt of text", style: conversationalReact },
  { place: "a list of definitions", style: toolCalling },
])("a tool, in $place,", ({ style }) => {
  it("is offered where it can do something", async () => {
    expect(await offeredTo({}, { style })).toEqual(["search", ...OWN]);
  });

  it.each([
    ["in a task that is due", { origin: { kind: "schedule", id: "a" } }],
    ["to programs that expect a model's answer", { isAppended: true }],
  ] as const)("is not offered %s if it could only refuse", async (_, more) => {
    expect(await offeredTo(more, { style })).toEqual(["search"]);
  });
});

it("asks no questions where the answer has a format", async () => {
  const answerFormat = { schema: {} };
  expect(await offeredTo({ answerFormat })).not.toContain("ask_user");
});
