import { expect, it } from "vitest";
import { finalAnswer } from "../fakes/create-agent.ts";
import type { ScriptedPiece } from "../fakes/scripted-model.ts";
import { setUpConversation } from "./set-up-conversation.ts";

/** An answer whose rest is missing. */
function cut(reason: "too-long" | "filtered"): readonly ScriptedPiece[] {
  const whole = finalAnswer("Ada was born in");
  return [whole.slice(0, -2), { type: "finish", reason }];
}

it("offers to continue an answer that was cut, and a tap goes on from its text", async () => {
  const { accept, run, channel, model, memory } = setUpConversation([
    cut("too-long"),
    finalAnswer("1815."),
  ]);
  await accept({ id: "1", text: "When was Ada born?" });
  await run();
  const { code = "" } = (await memory.findTurn("1"))?.question ?? {};
  expect(channel.calls.join(" ")).toContain(`[Continue = continue ${code}]`);
  const command = { name: "continue", argument: code };
  await accept({ id: "2", text: "", command });
  await run();
  expect(channel.sent.at(-1)).toContain("1815.");
  // The button is gone, and nothing was decided.
  expect(channel.calls.at(-1)).toMatch(/^edit \d+: [^[✓]+$/);
  const prompt = JSON.stringify(model.prompts.at(-1));
  expect(prompt).toMatch(/Ada was born in.*Continue your answer exactly/);
});

it.each(["Continue", "go on", "继续"])(
  "goes on by “%s” with the code, too",
  async (word) => {
    const { accept, run, channel, memory } = setUpConversation([
      cut("too-long"),
      finalAnswer("1815."),
    ]);
    await accept({ id: "1", text: "When was Ada born?" });
    await run();
    const { code } = (await memory.findTurn("1"))?.question ?? {};
    await accept({ id: "2", text: `${word} ${code}` });
    await run();
    expect((await memory.findTurn("2"))?.message.answers).toMatchObject({
      answer: { kind: "go-on" },
    });
    expect(channel.sent.at(-1)).toContain("1815.");
  },
);

it("does not offer to continue what the provider withholds", async () => {
  const { accept, run, channel } = setUpConversation([cut("filtered")]);
  await accept({ id: "1", text: "When was Ada born?" });
  await run();
  expect(channel.calls.join(" ")).not.toContain("Continue");
});
