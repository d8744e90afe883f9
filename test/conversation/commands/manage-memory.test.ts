import { describe, expect, it } from "vitest";
import { manageMemory } from "../../../src/conversation/commands/memory-command.ts";
import { textsFor } from "../../../src/conversation/texts/texts.ts";
import { createOutcome } from "../../fixtures/turns.ts";
import { setUpConversation } from "../set-up-conversation.ts";

const english = textsFor({ author: { language: "en" }, text: "" });

/**
 * A conversation after so many turns, and a function that runs `/memory` with
 * an argument, each in its own turn.
 */
async function setUpMemory({
  turns = 1,
  text = (turn: number) => `Message ${turn}`,
  texts = english,
  firstId = 700_001,
} = {}) {
  const { bot, memory, accept, channel } = setUpConversation([]);
  const { files: _, ...withoutFiles } = channel.capabilities;
  const answer = async (id: string, said: string) => {
    await accept({ id, conversation: "telegram:42", text: said });
    const history = [
      { role: "user", text: said, tokens: 1 },
      { role: "assistant", text: `Re: ${said}`, tokens: 1 },
    ] as const;
    await memory.commitTurn(id, createOutcome({ history }));
    await memory.closeTurn(id, { status: "delivered" });
  };
  for (let turn = 1; turn <= turns; turn++)
    await answer(`m${turn}`, text(turn));
  let asked = 0;
  const ask = async (argument: string, { takesFiles = true } = {}) => {
    const id = `${firstId + asked++}`;
    await accept({ id, conversation: "telegram:42", text: "/memory" });
    const turn = await memory.findTurn(id);
    if (turn === undefined) throw new Error("The turn was not opened.");
    const reply = await manageMemory({
      argument,
      turn,
      bot,
      memory,
      texts,
      mark: "/",
      channel: takesFiles
        ? channel
        : { ...channel, capabilities: withoutFiles },
    });
    const { reply: said, listsNotes } = reply;
    const outcome = { reply: said, history: [], parts: [] } as const;
    await memory.commitTurn(
      id,
      createOutcome({ ...outcome, ...(listsNotes && { listsNotes }) }),
    );
    return reply;
  };
  /** Has the first two turns leave the window, with this summary. */
  const summarise = async (summary: string) => {
    const { version, messages } = await memory.recall();
    const to = messages[4]?.sequence ?? 0;
    await memory.moveWindow({ version, to, summary });
  };
  return { memory, accept, answer, ask, summarise };
}

/** The commands of a reply's buttons. */
function commandsOf({
  buttons = [],
}: Awaited<ReturnType<typeof manageMemory>>) {
  return buttons.flat().map(({ command }) => command);
}

describe("/memory", () => {
  it("says how much is remembered and since when, with buttons to export and to forget it", async () => {
    const { ask } = await setUpMemory({ turns: 3 });
    const shown = await ask("");
    expect(shown.reply).toMatch(
      /^I keep 6 messages of our conversation, since \d{4}-\d\d-\d\d\. I see all of them when I answer\.$/,
    );
    expect(shown.buttons).toEqual([
      [
        { label: "Export", command: "memory export" },
        { label: "Forget", command: "memory forget" },
      ],
    ]);
  });

  it("lists the notes of the summary as plain text, bounded", async () => {
    const { ask, summarise } = await setUpMemory({ turns: 3 });
    await summarise(
      `[Mei](https://evil.example) likes *tea*.\n- # More\n${"x".repeat(9_000)}`,
    );
    const { reply } = await ask("");
    expect(reply).toContain(
      "When I answer I see the last 2, and these notes on those before:\n\n1. [Mei\\](https\\:\u200B\\/\\/evil\\.\u200Bexample) likes \\*tea\\*\\.\n2. \\# More\n3. xxx",
    );
    expect(reply).toContain("`/memory change 1 …` corrects a note");
    expect(reply.length).toBeLessThan(2_500);
  });

  it("lists the sentences of a summary in one paragraph", async () => {
    const { ask, summarise } = await setUpMemory({ turns: 3 });
    await summarise("Mei likes tea. 她住在北京。她有一只猫。");
    expect((await ask("")).reply).toContain(
      "\n1. Mei likes tea\\.\n2. 她住在北京。\n3. 她有一只猫。\n",
    );
  });

  it("says how much is still visible if there is no summary", async () => {
    const { ask, memory } = await setUpMemory({ turns: 2 });
    const { version, messages } = await memory.recall();
    await memory.moveWindow({ version, to: messages[2]?.sequence ?? 0 });
    expect((await ask("")).reply).toMatch(/I see the last 2\.$/);
    const later = await memory.recall();
    await memory.moveWindow({ version: later.version, to: 99 });
    expect((await ask("")).reply).toMatch(/I see none of them\.$/);
  });

  it("has no buttons if nothing is remembered", async () => {
    const { ask } = await setUpMemory({ turns: 0 });
    expect(await ask("")).toEqual({
      reply: "I have no messages from our conversation.",
      replacesPressed: true,
    });
    expect(commandsOf(await ask("forget"))).toEqual([]);
    expect((await ask("export")).file).toBeUndefined();
  });

  it("speaks Chinese", async () => {
    const texts = textsFor({ author: { language: "zh-hans" }, text: "" });
    const { ask } = await setUpMemory({ texts });
    expect((await ask("")).reply).toMatch(/^我保存了我们的 2 条消息/);
    expect((await ask("forget")).reply).toContain("确定要清除全部对话吗？");
  });
});

describe("/memory forget", () => {
  it("asks for confirmation and forgets nothing yet", async () => {
    const { ask, memory } = await setUpMemory();
    const question = await ask("forget");
    expect(question.reply).toContain("Forget everything?");
    expect(commandsOf(question)).toEqual(["memory forget 700001", "memory"]);
    expect((await memory.measureHistory()).messages).toBe(2);
  });

  it("forgets once confirmed, including what came after the question", async () => {
    const { ask, answer, memory } = await setUpMemory();
    await ask("forget");
    await answer("late", "One more thing");
    const done = await ask("forget 700001");
    expect(done).toEqual({
      reply: "I have forgotten our conversation. What can I do for you?",
      replacesPressed: true,
    });
    expect(await memory.measureHistory()).toEqual({ messages: 0 });
    expect(await memory.findTurn("m1")).toBeUndefined();
  });

  it("forgets once: a second press does not forget what was said in between", async () => {
    const { ask, answer, memory } = await setUpMemory();
    await ask("forget");
    await ask("forget 700001");
    await answer("new", "Hello again");
    const again = await ask("forget 700001");
    expect(again.reply).toMatch(/^I keep 2 messages/);
    expect((await memory.measureHistory()).messages).toBe(2);
  });

  it("forgets nothing for a button of a question that was forgotten, or was never asked", async () => {
    const { ask, answer, memory } = await setUpMemory();
    await ask("forget");
    await memory.forget();
    await answer("new", "Hello again");
    for (const turn of ["700001", "4711", "' OR 1=1"])
      expect((await ask(`forget ${turn}`)).reply).toMatch(/^I keep 2 messages/);
  });

  it("replaces the message with the button, each time", async () => {
    const { ask } = await setUpMemory();
    for (const argument of ["", "forget", "nonsense", "forget 700002"])
      expect((await ask(argument)).replacesPressed).toBe(true);
  });
});

describe("A single note of /memory", () => {
  const SUMMARY = "Mei likes tea.\nMei lives in Bonn.\nMei has a cat.";
  const setUpNotes = async (options = {}) => {
    const scene = await setUpMemory({ turns: 3, ...options });
    await scene.summarise(SUMMARY);
    await scene.ask("");
    const notes = async () =>
      (await scene.memory.recall()).summary?.split("\n");
    return { ...scene, notes };
  };

  it("is deleted by its number, and what is left is listed anew", async () => {
    const { ask, notes } = await setUpNotes();
    const { reply } = await ask("forget 2");
    expect(reply).toMatch(
      /^I have deleted the note\.\n\nI keep 6 [^]+:\n\n1\. Mei likes tea\\\.\n2\. Mei has a cat\\\.\n\n/,
    );
    expect(await notes()).toEqual(["Mei likes tea.", "Mei has a cat."]);
    await ask("forget 2");
    expect((await ask("forget 1")).reply).toMatch(/I see the last 2\.$/);
    expect(await notes()).toBeUndefined();
  });

  it("is corrected in one line", async () => {
    const { ask, notes } = await setUpNotes();
    const { reply } = await ask("change 2 Mei lives\nin  Köln.");
    expect(reply).toContain("2. Mei lives in Köln\\.");
    expect((await notes())?.[1]).toBe("Mei lives in Köln.");
  });

  it("is changed in Chinese, too", async () => {
    const texts = textsFor({ author: { language: "zh-hans" }, text: "" });
    const { ask, notes } = await setUpNotes({ texts });
    expect((await ask("修改 1 Mei 喜欢咖啡。")).reply).toContain(
      "笔记已经改正",
    );
    expect((await ask("忘记 3")).reply).toContain("笔记已经删除");
    expect(await notes()).toEqual(["Mei 喜欢咖啡。", "Mei lives in Bonn."]);
    expect((await ask("清除 2")).reply).toContain("笔记已经删除");
    expect(await notes()).toEqual(["Mei 喜欢咖啡。"]);
    expect((await ask("忘記 1")).reply).toContain("笔记已经删除");
  });

  it.each([
    ["forget 4", "There is no note with this number"],
    ["change 9 x", "There is no note with this number"],
    [`change 1 ${"x".repeat(4_000)}`, "would become too long"],
    ["change 1", "I keep 6 messages"],
  ])("stays after `%s`", async (argument, answer) => {
    const { ask, notes } = await setUpNotes();
    expect((await ask(argument)).reply).toContain(answer);
    expect((await notes())?.join("\n")).toBe(SUMMARY);
  });

  it("is not taken for a question with the same id", async () => {
    const { ask, memory, notes } = await setUpNotes({ firstId: 2 });
    const question = await ask("forget");
    expect(question.reply).not.toContain("corrects a note");
    expect(commandsOf(question)[0]).toBe("memory forget all 3");
    expect((await ask("forget 3")).reply).toContain("deleted the note");
    expect(await notes()).toHaveLength(2);
    expect((await ask("forget all 3")).reply).toContain("I have forgotten");
    expect(await memory.measureHistory()).toEqual({ messages: 0 });
  });

  it("is not taken for another one once the notes have changed", async () => {
    const { ask, memory, summarise, notes } = await setUpNotes();
    const { version } = await memory.recall();
    await memory.editNote({ version, number: 1 });
    const { reply } = await ask("forget 2");
    expect(reply).toContain("Nothing was changed");
    expect(await notes()).toEqual(["Mei lives in Bonn.", "Mei has a cat."]);
    expect((await ask("forget 2")).reply).toContain("deleted");
    await summarise("Mei likes tea.\nMei has a dog.");
    expect((await ask("forget 2")).reply).toContain("Nothing was changed");
  });
});

describe("/memory export", () => {
  it("sends the conversation as a file, below the message with the button", async () => {
    const { ask } = await setUpMemory({ turns: 2 });
    const { reply, file, buttons, replacesPressed } = await ask("export");
    expect(reply).toBe("4 messages of our conversation.");
    expect(file?.name).toMatch(/^conversation-\d{4}-\d\d-\d\d\.json$/);
    expect(JSON.parse(file?.content ?? "")).toEqual({
      conversation: "telegram:42",
      exported_at: expect.stringMatching(/^\d{4}-.*Z$/),
      messages: [
        ["user", "Message 1"],
        ["assistant", "Re: Message 1"],
        ["user", "Message 2"],
        ["assistant", "Re: Message 2"],
      ].map(([role, text]) => ({ at: expect.any(String), role, text })),
    });
    expect(buttons).toBeUndefined();
    expect(replacesPressed).toBeUndefined();
  });

  it("says what the team said", async () => {
    const { ask, accept, memory } = await setUpMemory();
    await accept({ id: "a" });
    const origin = { kind: "operator", name: "anna" } as const;
    const said = { role: "assistant", text: "I am Anna.", tokens: 3 } as const;
    const history = [{ ...said, origin }];
    await memory.commitTurn("a", createOutcome({ history, parts: [] }));
    const { file } = await ask("export");
    expect(JSON.parse(file?.content ?? "").messages.at(-1)).toEqual({
      at: expect.any(String),
      role: "assistant",
      origin: "operator",
      text: "I am Anna.",
    });
  });

  it("is not offered where no files can be sent, and says why", async () => {
    const { ask } = await setUpMemory();
    const options = { takesFiles: false };
    expect(commandsOf(await ask("", options))).toEqual(["memory forget"]);
    expect(await ask("export", options)).toEqual({
      reply:
        "I cannot send files in this chat. My owner can export our conversation over the HTTP API.",
    });
  });

  it("contains the summary", async () => {
    const { ask, memory } = await setUpMemory({ turns: 2 });
    const { version } = await memory.recall();
    await memory.moveWindow({ version, to: 3, summary: 'They said "hi".' });
    const { file } = await ask("export");
    expect(JSON.parse(file?.content ?? "")).toMatchObject({
      summary: 'They said "hi".',
    });
  });

  it.each([
    [
      "long",
      { turns: 30, text: (turn: number) => `${turn} ${'"'.repeat(30_000)}` },
    ],
    ["many", { turns: 1_100 }],
  ])(
    "sends all of a conversation whose messages are %s, file by file, none too large",
    async (_, options) => {
      const { ask, memory } = await setUpMemory(options);
      const exported: unknown[] = [];
      let reply = await ask("export");
      for (;;) {
        const { file } = reply;
        if (file === undefined) return expect.unreachable("No file.");
        expect(Buffer.byteLength(JSON.stringify(file))).toBeLessThan(2_000_000);
        exported.unshift(...JSON.parse(file.content).messages);
        const [older] = commandsOf(reply);
        if (older === undefined) break;
        expect(reply.reply).toContain("Older ones did not fit");
        expect(older).toMatch(/^memory export \d+$/);
        reply = await ask(older.replace("memory ", ""));
      }
      const kept = (await memory.readRecord())?.messages ?? [];
      expect(exported).toMatchObject(
        kept.map(({ role, text }) => ({ role, text })),
      );
    },
  );

  it("sends any message, however long", async () => {
    const { ask } = await setUpMemory({ text: () => "\u0001".repeat(300_000) });
    const { file } = await ask("export");
    expect(JSON.parse(file?.content ?? "").messages).toHaveLength(1);
  });

  it("shows what is remembered if there is nothing older", async () => {
    const { ask } = await setUpMemory();
    expect((await ask("export 1")).reply).toMatch(/^I keep 2 messages/);
  });
});
