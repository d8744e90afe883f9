import { expect, it } from "vitest";
import type { Links } from "../../../src/conversation/linked/links.ts";
import { mergeLinked } from "../../../src/conversation/linked/merge-linked.ts";
import { createMemory } from "../../../src/conversation/memory.ts";
import { openTurn } from "../../contracts/play-turns.ts";
import { createAgent } from "../../fakes/create-agent.ts";
import { createMemoryStore } from "../../fakes/memory-store.ts";
import { createScriptedModel } from "../../fakes/scripted-model.ts";
import { createOutcome } from "../../fixtures/turns.ts";

/** A conversation with an answer and a summary, both after others' texts. */
async function createConversation(name: string) {
  const memory = createMemory({ store: createMemoryStore() });
  const said = { text: `of ${name}`, tokens: 1 };
  await openTurn(memory, "1");
  await memory.commitTurn(
    "1",
    createOutcome({
      parts: [],
      history: [
        { role: "user", ...said },
        { role: "assistant", ...said, dataFrom: [`${name} read`] },
      ],
    }),
  );
  const { version } = await memory.recall();
  const summary = `Notes of ${name}.`;
  await memory.moveWindow({ version, to: 1, summary, summaryFrom: [name] });
  return memory;
}

it("Linked chats remember what both had summarised, and whose texts that was from", async () => {
  const [memory, moved] = [
    await createConversation("home"),
    await createConversation("moved"),
  ];
  const member = { name: "moved", channel: "web", isUnmerged: true } as const;
  const link = await memory.changeLink({ kind: "take-in", member });
  await moved.changeLink({ kind: "move", to: "home" });
  const model = createScriptedModel(["Notes of both."]);
  const links = { of: () => moved } as Pick<Links, "of"> as Links;
  await mergeLinked(link, {
    conversation: "home",
    turn: "1",
    bot: {
      agent: createAgent({ model }),
      maxHistoryTokens: 6_000,
      memoryStrategy: "summary",
      links,
    },
    memory,
    signal: new AbortController().signal,
  });
  const prompt = JSON.stringify(model.prompts);
  for (const text of ["Notes of home.", "Notes of moved.", "of moved"])
    expect(prompt).toContain(text);
  expect(await memory.recall()).toMatchObject({
    summary: "Notes of both.",
    summaryFrom: ["home", "moved", "moved read"],
    link: { members: [{ name: "moved", channel: "web" }] },
  });
  expect((await memory.findTurn("1"))?.usage.modelCalls).toBe(2);
});
