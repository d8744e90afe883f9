import { expect, it } from "vitest";
import type { Command } from "../../src/types/message.ts";
import { finalAnswer } from "../fakes/create-agent.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";
import { BUDGET, one, talk, three, two } from "./long-conversation.ts";
import { setUpConversation } from "./set-up-conversation.ts";

const SUMMARY = "Mei likes tea.\nMei lives in Bonn.\nMei has a cat.";

/** A conversation whose first two turns are summarised. */
async function setUpNotes() {
  const database = createNodeSqliteDatabase();
  const conversation = setUpConversation(
    [one, two, three, SUMMARY, finalAnswer("So be it.")],
    { ...BUDGET, database },
  );
  await talk(conversation, [1, 2, 3]);
  const { accept, run, model, channel } = conversation;
  const send = async (id: string, text: string, command?: Command) => {
    const before = channel.sent.length;
    await accept({ id, text, ...(command && { command }) });
    await run();
    return channel.sent.slice(before).join(" ");
  };
  return {
    ...conversation,
    manage: (id: string, argument: string) =>
      send(id, `/memory ${argument}`, { name: "memory", argument }),
    nextPrompt: async () => {
      await send("next", "And now?");
      return JSON.stringify(model.prompts.at(-1));
    },
    stored: () =>
      database
        .query("SELECT name FROM sqlite_master WHERE type = 'table'")
        .flatMap(({ name }) => database.query(`SELECT * FROM ${String(name)}`))
        .map((row) => JSON.stringify(row))
        .join("\n"),
  };
}

it("reads a deleted note nowhere again: in storage, prompts, or the export", async () => {
  const { manage, nextPrompt, stored } = await setUpNotes();
  expect(await manage("4", "")).toContain("lives in Bonn");
  expect(stored()).toContain("Bonn");
  expect(await manage("5", "forget 2")).toContain("deleted the note");
  expect(stored()).not.toContain("Bonn");
  expect(await manage("6", "export")).not.toContain("Bonn");
  const prompt = await nextPrompt();
  expect(prompt).toContain("Mei likes tea.\\nMei has a cat.");
  expect(prompt).not.toContain("Bonn");
});

it("reads a corrected note from the next prompt on", async () => {
  const { manage, nextPrompt, stored } = await setUpNotes();
  await manage("4", "");
  await manage("5", "change 2 Mei lives in Köln.");
  const prompt = await nextPrompt();
  expect(prompt).toContain("Mei likes tea.\\nMei lives in Köln.");
  expect(stored()).not.toContain("Bonn");
});
