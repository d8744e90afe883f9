import { expect, it } from "vitest";
import { action, createAgent, finalAnswer } from "../fakes/create-agent.ts";
import { createScriptedModel } from "../fakes/scripted-model.ts";
import { createScriptedTool } from "../fakes/scripted-tool.ts";
import { setUpConversation } from "./set-up-conversation.ts";

it("answers with the agent that is found when the turn begins", async () => {
  const model = createScriptedModel([
    action("remote", { text: "hi" }),
    finalAnswer("Done."),
  ]);
  const remote = createScriptedTool("remote", (text) => `Far away: ${text}.`);
  const { accept, run, memory } = setUpConversation([], {
    findAgent: async () => createAgent({ model, tools: [remote] }),
  });
  await accept({ id: "m1", text: "Hello" });
  await run();
  expect(remote.inputs).toEqual(["hi"]);
  expect((await memory.findTurn("m1"))?.reply).toBe("Done.");
});

it("looks for no agent to carry out a command", async () => {
  const { accept, run, memory } = setUpConversation([], {
    findAgent: () => Promise.reject(new Error("Nobody should ask.")),
  });
  const command = { name: "help", argument: "" };
  await accept({ id: "m1", text: "/help", command });
  await run();
  expect((await memory.findTurn("m1"))?.status).toBe("delivered");
});
