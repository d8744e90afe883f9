import { expect, it } from "vitest";
import { personOf } from "../../src/conversation/accept/access.ts";
import type { SignIns } from "../../src/types/sign-ins.ts";
import { action, createAgent, finalAnswer } from "../fakes/create-agent.ts";
import { createScriptedModel } from "../fakes/scripted-model.ts";
import { createScriptedTool } from "../fakes/scripted-tool.ts";
import { createMessage } from "../fixtures/messages.ts";
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

it("finds it for the person whose sign-ins it uses, if any server wants one", async () => {
  const found: (string | undefined)[] = [];
  for (const signIns of [{} as SignIns, undefined]) {
    const model = createScriptedModel([finalAnswer("Done.")]);
    const { accept, run } = setUpConversation([], {
      ...(signIns && { signIns }),
      findAgent: async ({ person }) => {
        found.push(person);
        return createAgent({ model });
      },
    });
    await accept({ id: "m1" });
    await run();
  }
  const message = createMessage({ id: "m1", channel: "telegram" });
  expect(found).toEqual([await personOf(message), undefined]);
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
