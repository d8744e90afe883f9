import { runCommand } from "../../../src/conversation/commands/commands.ts";
import { textsFor } from "../../../src/conversation/texts/texts.ts";
import { PARLEY } from "../../../src/identity.ts";
import { createOutcome } from "../../fixtures/turns.ts";
import { setUpConversation } from "../set-up-conversation.ts";
import { expect, it } from "vitest";

async function askMemory({ takesButtons = false, mark = "/" }) {
  const { memory, accept } = setUpConversation([]);
  await accept({ id: "1", text: "Hi" });
  const history = [
    { role: "user", text: "Hi", tokens: 1 },
    { role: "assistant", text: "Hello", tokens: 1 },
  ] as const;
  await memory.commitTurn("1", createOutcome({ history }));
  await memory.closeTurn("1", { status: "delivered" });
  await accept({ id: "2", text: "/new" });
  const turn = await memory.findTurn("2");
  if (turn === undefined) throw new Error("The turn was not opened.");
  return runCommand({
    command: { name: "new", argument: "" },
    turn,
    memory,
    texts: textsFor({ language: "en", text: "" }),
    access: {},
    budget: undefined,
    identity: PARLEY,
    isDemo: false,
    takesFiles: false,
    takesButtons,
    mark,
    tools: [],
  });
}

it("lists the commands of buttons where a channel has none, as people write them there", async () => {
  const { reply, buttons } = await askMemory({ mark: "!" });
  expect(buttons).toBeUndefined();
  expect(reply).toMatch(
    /\n\n- Yes, forget it: `!memory forget 2`\n- No, keep it: `!memory`$/,
  );
});

it("leaves buttons to channels that have them", async () => {
  const { reply, buttons } = await askMemory({ takesButtons: true });
  expect(buttons?.flat().map(({ command }) => command)).toEqual([
    "memory forget 2",
    "memory",
  ]);
  expect(reply).not.toContain("memory forget");
});
