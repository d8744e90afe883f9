import { expect, it } from "vitest";
import { runCommand } from "../../../src/conversation/commands/commands.ts";
import { textsFor } from "../../../src/conversation/texts/texts.ts";
import { createRecordingChannel } from "../../fakes/recording-channel.ts";
import { createOutcome } from "../../fixtures/turns.ts";
import { setUpConversation } from "../set-up-conversation.ts";

async function askMemory({ takesButtons = false, mark = "/" }) {
  const { bot, memory, accept } = setUpConversation([]);
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
  const channel = createRecordingChannel({
    presentation: { intervalMs: 0, preview: "none", commandMark: mark },
  });
  const { buttons: _, ...others } = channel.capabilities;
  return runCommand(
    { name: "new", argument: "" },
    {
      turn,
      bot,
      memory,
      texts: textsFor({ author: { language: "en" }, text: "" }),
      channel: takesButtons ? channel : { ...channel, capabilities: others },
    },
  );
}

it("lists the buttons' commands on a channel without buttons, as users type them there", async () => {
  const { reply, buttons } = await askMemory({ mark: "!" });
  expect(buttons).toBeUndefined();
  expect(reply).toMatch(
    /\n\n- Yes, forget it: `!memory forget 2`\n- No, keep it: `!memory`$/,
  );
});

it("sends buttons to channels that have them", async () => {
  const { reply, buttons } = await askMemory({ takesButtons: true });
  expect(buttons?.flat().map(({ command }) => command)).toEqual([
    "memory forget 2",
    "memory",
  ]);
  expect(reply).not.toContain("memory forget");
});
