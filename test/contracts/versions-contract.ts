import { describe, expect } from "vitest";
import type { Memory } from "../../src/conversation/memory.ts";
import type { IncomingMessage } from "../../src/types/message.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createOutcome } from "../fixtures/turns.ts";
import { moveTo, testWith, type WithMemory } from "./play-turns.ts";

/** Tests of every `Memory`: versions of a question and its answer. */
export function describeVersions(name: string, withMemory: WithMemory): void {
  const test = testWith(withMemory);

  const open = (memory: Memory, id: string, rest?: Partial<IncomingMessage>) =>
    memory.openTurn(createMessage({ id, text: id, replyTo: {}, ...rest }), {
      limit: 10,
    });
  const edit = (
    memory: Memory,
    id: string,
    edits: string,
    rest?: Partial<IncomingMessage>,
  ) => open(memory, id, { isEdit: true, isAgain: true, edits, ...rest });
  const finish = async (memory: Memory, id: string, tokens = 1) => {
    await memory.beginAttempt(id);
    await memory.commitTurn(
      id,
      createOutcome({
        parts: [],
        history: [
          { role: "user", text: id, tokens },
          { role: "assistant", text: `to ${id}`, tokens },
        ],
      }),
    );
  };
  const ask = async (memory: Memory, ...ids: readonly string[]) => {
    for (const id of ids) {
      await open(memory, id);
      await finish(memory, id);
    }
  };
  const askInstead = async (memory: Memory, id: string, edits: string) => {
    expect(await edit(memory, id, edits)).toMatchObject({ kind: "opened" });
    await finish(memory, id);
  };
  const recalled = async (memory: Memory) =>
    (await memory.recall()).messages
      .filter(({ role }) => role === "user")
      .map(({ text }) => text);
  const shown = async (memory: Memory) =>
    ((await memory.readRecord())?.messages ?? [])
      .filter(({ role }) => role === "user")
      .map(({ turn }) => turn);
  const versions = async (memory: Memory) =>
    ((await memory.readRecord())?.messages ?? [])
      .filter(({ role }) => role === "user")
      .map((message) => message.versions);
  /** What is shown is what is recalled. */
  const expectPath = async (memory: Memory, ...ids: readonly string[]) => {
    expect(await shown(memory)).toEqual(ids);
    expect(await recalled(memory)).toEqual(ids);
    expect(await memory.measureHistory()).toMatchObject({
      messages: 2 * ids.length,
    });
  };

  describe(`${name} implements Memory (versions)`, () => {
    test("continues from any earlier message that is edited", async (memory) => {
      await ask(memory, "a", "b", "c");
      await askInstead(memory, "b2", "b");
      await expectPath(memory, "a", "b2");
      await ask(memory, "d");
      await expectPath(memory, "a", "b2", "d");
      expect(await versions(memory)).toEqual([
        undefined,
        ["b", "b2"],
        undefined,
      ]);
    });

    test("shows and recalls a chosen version with what followed it last", async (memory) => {
      await ask(memory, "a", "b", "c");
      await askInstead(memory, "b2", "b");
      await ask(memory, "d");
      expect(await memory.chooseVersion("b")).toBe("chosen");
      await expectPath(memory, "a", "b", "c");
      expect(await versions(memory)).toEqual([
        undefined,
        ["b", "b2"],
        undefined,
      ]);
      await ask(memory, "e");
      await expectPath(memory, "a", "b", "c", "e");
      expect(await memory.chooseVersion("b2")).toBe("chosen");
      await expectPath(memory, "a", "b2", "d");
      await ask(memory, "f");
      await expectPath(memory, "a", "b2", "d", "f");
      expect(await memory.chooseVersion("b")).toBe("chosen");
      await expectPath(memory, "a", "b", "c", "e");
    });

    test("says nothing of messages that are not seen if all of the path is", async (memory) => {
      await ask(memory, "a", "b");
      await askInstead(memory, "a2", "a");
      await memory.chooseVersion("a");
      await memory.chooseVersion("a2");
      await expectPath(memory, "a2");
      expect((await memory.recall()).isCutUnannounced).toBe(false);
    });

    test("counts versions of the first message, and versions of versions", async (memory) => {
      await ask(memory, "a", "b");
      await askInstead(memory, "a2", "a");
      await askInstead(memory, "a3", "a2");
      await ask(memory, "c");
      await askInstead(memory, "c2", "c");
      await expectPath(memory, "a3", "c2");
      expect(await versions(memory)).toEqual([
        ["a", "a2", "a3"],
        ["c", "c2"],
      ]);
      expect(await memory.chooseVersion("a")).toBe("chosen");
      await expectPath(memory, "a", "b");
      expect(await memory.chooseVersion("a3")).toBe("chosen");
      await expectPath(memory, "a3", "c2");
      expect(await memory.chooseVersion("c")).toBe("chosen");
      await expectPath(memory, "a3", "c");
    });

    test("reads the chosen path page by page, from both ends", async (memory) => {
      await ask(memory, "a", "b", "c");
      await askInstead(memory, "b2", "b");
      await ask(memory, "d", "e");
      await memory.chooseVersion("b");
      await ask(memory, "f", "g");
      const all = (await memory.readRecord())?.messages ?? [];
      expect(await shown(memory)).toEqual(["a", "b", "c", "f", "g"]);
      for (const size of [1, 2, 3]) {
        const newest = [];
        for (let before = Infinity; ; before = newest[0]?.sequence ?? 0) {
          const page = await memory.readRecord({ newest: size, before });
          newest.unshift(...(page?.messages ?? []));
          if (page?.messages.length !== size) break;
        }
        expect(newest).toEqual(all);
        const oldest = [];
        for (let after = 0; ; after = oldest.at(-1)?.sequence ?? 0) {
          const page = await memory.readRecord({ oldest: size, after });
          oldest.push(...(page?.messages ?? []));
          if (page?.messages.length !== size) break;
        }
        expect(oldest).toEqual(all);
      }
    });

    test("shows neither what an accepted edit replaces nor what followed", async (memory) => {
      await ask(memory, "a", "b", "c");
      await edit(memory, "b2", "b");
      expect(await shown(memory)).toEqual(["a"]);
      expect(await recalled(memory)).toEqual(["a", "b", "c"]);
      expect(await edit(memory, "c2", "c")).toEqual({ kind: "outdated" });
      await memory.beginAttempt("b2");
      expect(await recalled(memory)).toEqual(["a"]);
      expect(await shown(memory)).toEqual(["a"]);
    });

    test("shows no earlier failures while an edit's turn runs", async (memory) => {
      await ask(memory, "a");
      await open(memory, "b");
      const failed = { status: "failed", parts: [], history: [] } as const;
      await memory.commitTurn("b", createOutcome(failed));
      await edit(memory, "a2", "a");
      await memory.beginAttempt("a2");
      const { openTurns = [] } = (await memory.readRecord()) ?? {};
      expect(openTurns.map(({ id }) => id)).toEqual(["a2"]);
    });

    test("leaves the place of an edit that fails to the next message, or to an earlier version", async (memory) => {
      await ask(memory, "a", "b");
      await edit(memory, "a2", "a");
      await memory.beginAttempt("a2");
      await memory.commitTurn(
        "a2",
        createOutcome({ status: "failed", parts: [], history: [] }),
      );
      await expectPath(memory);
      expect(await memory.readRecord()).toMatchObject({
        openTurns: [{ id: "a2" }],
        nextVersions: ["a"],
      });
      await ask(memory, "c");
      expect(await versions(memory)).toEqual([["a", "c"]]);
      await memory.chooseVersion("a");
      await expectPath(memory, "a", "b");
      expect((await memory.readRecord())?.openTurns).toEqual([]);
    });

    test("shows no failures of the path that was chosen before", async (memory) => {
      await ask(memory, "a");
      await askInstead(memory, "a2", "a");
      await open(memory, "b");
      const failed = { status: "failed", parts: [], history: [] } as const;
      await memory.commitTurn("b", createOutcome(failed));
      expect((await memory.readRecord())?.openTurns).toHaveLength(1);
      await memory.chooseVersion("a");
      expect((await memory.readRecord())?.openTurns).toEqual([]);
    });

    test("keeps the version whose answer was not delivered", async (memory) => {
      await open(memory, "a");
      await memory.commitTurn("a", createOutcome());
      await memory.closeTurn("a", { status: "failed" });
      await askInstead(memory, "a2", "a");
      expect(await versions(memory)).toEqual([["a", "a2"]]);
    });

    test("counts nothing that nobody has asked for", async (memory) => {
      await ask(memory, "a", "b");
      await edit(memory, "a2", "a");
      await memory.beginAttempt("a2");
      const failed = { status: "failed", parts: [], history: [] } as const;
      await memory.commitTurn("a2", createOutcome(failed));
      await open(memory, "due", { origin: { kind: "schedule", id: "s" } });
      await finish(memory, "due");
      await memory.chooseVersion("a");
      expect(await versions(memory)).toEqual([undefined, undefined]);
      await edit(memory, "a3", "a");
      await memory.beginAttempt("a3");
      expect(await memory.readRecord()).toMatchObject({ nextVersions: ["a"] });
    });

    test("refuses to choose while a turn is open, and what is unknown", async (memory) => {
      await ask(memory, "a");
      await askInstead(memory, "a2", "a");
      await open(memory, "b");
      expect(await memory.chooseVersion("a")).toBe("busy");
      expect(await memory.chooseVersion("b")).toBe("unknown");
      expect(await memory.chooseVersion("x")).toBe("unknown");
      await finish(memory, "b");
      await expectPath(memory, "a2", "b");
    });

    test("edits only its author's messages that are shown", async (memory) => {
      await ask(memory, "a", "b");
      await askInstead(memory, "a2", "a");
      expect(await edit(memory, "b2", "b")).toEqual({ kind: "outdated" });
      expect(await edit(memory, "x2", "x")).toEqual({ kind: "outdated" });
      await open(memory, "due", { origin: { kind: "schedule", id: "s" } });
      await finish(memory, "due");
      expect(await edit(memory, "due2", "due")).toEqual({ kind: "outdated" });
      for (const id of ["failed", "c", "d"]) await open(memory, id);
      await memory.mergeTurns("c", ["d"], createMessage({ id: "c" }));
      const failed = { status: "failed", parts: [], history: [] } as const;
      await memory.commitTurn("failed", createOutcome(failed));
      expect(await edit(memory, "f2", "failed")).toEqual({ kind: "outdated" });
      expect(await edit(memory, "d2", "d")).toEqual({ kind: "outdated" });
      const other = { author: { id: "another" } };
      expect(await edit(memory, "a3", "a2", other)).toEqual({
        kind: "outdated",
      });
    });

    test("keeps the summary of what two versions share", async (memory) => {
      await ask(memory, "a", "b", "c");
      await moveTo(memory, "b", "About a");
      await askInstead(memory, "c2", "c");
      expect(await memory.recall()).toMatchObject({ summary: "About a" });
      expect(await recalled(memory)).toEqual(["b", "c2"]);
      await memory.chooseVersion("c");
      expect(await memory.recall()).toMatchObject({ summary: "About a" });
      expect(await recalled(memory)).toEqual(["b", "c"]);
    });

    test("recalls no summary of another version", async (memory) => {
      await ask(memory, "a", "b", "c");
      await moveTo(memory, "c", "About a and b");
      await edit(memory, "b2", "b");
      await memory.beginAttempt("b2");
      expect(await memory.recall()).not.toHaveProperty("summary");
      await finish(memory, "b2");
      await expectPath(memory, "a", "b2");
      await memory.chooseVersion("b");
      expect(await memory.recall()).not.toHaveProperty("summary");
      await expectPath(memory, "a", "b", "c");
    });

    test("stores no summary that was made before another version was chosen", async (memory) => {
      await ask(memory, "a", "b");
      await askInstead(memory, "a2", "a");
      const { version } = await memory.recall();
      await memory.chooseVersion("a");
      expect(
        await memory.moveWindow({ version, to: 7, summary: "About a2" }),
      ).toBe(false);
    });

    test("recalls no unanswered question of a version that is chosen again", async (memory) => {
      await ask(memory, "a");
      await open(memory, "stopped");
      const stopped = { isStopped: true, history: [], parts: [] } as const;
      await memory.commitTurn("stopped", createOutcome(stopped));
      await ask(memory, "b");
      await askInstead(memory, "a2", "a");
      await memory.chooseVersion("a");
      await expectPath(memory, "a", "b");
    });

    test("answers the edit of a message that was forgotten since", async (memory) => {
      await ask(memory, "a");
      await edit(memory, "a2", "a");
      await memory.forget({ before: "a2" });
      await finish(memory, "a2");
      await expectPath(memory, "a2");
    });

    test("recalls the end of a long path that is chosen again", async (memory) => {
      await ask(memory, "a", "b");
      await askInstead(memory, "b2", "b");
      const long = Array.from({ length: 30 }, (_, index) => `long-${index}`);
      await ask(memory, ...long);
      await moveTo(memory, "long-29");
      await askInstead(memory, "a2", "a");
      await memory.chooseVersion("a");
      expect(await shown(memory)).toEqual(["a", "b2", ...long]);
      expect(await recalled(memory)).toEqual(long.slice(-20));
      await askInstead(memory, "wide", "long-29");
      await edit(memory, "wider", "wide");
      await finish(memory, "wider", 3_000);
      await memory.chooseVersion("a2");
      await memory.chooseVersion("a");
      expect(await recalled(memory)).toEqual([]);
    });

    test("forgets all versions", async (memory) => {
      await ask(memory, "a", "b");
      await askInstead(memory, "a2", "a");
      expect(await memory.forget()).toMatchObject({ messages: 6, turns: 3 });
      expect(await memory.chooseVersion("a")).toBe("unknown");
      await ask(memory, "c");
      await expectPath(memory, "c");
      expect(await versions(memory)).toEqual([undefined]);
    });

    test("keeps an edited message's files as the model remembers them", async (memory) => {
      const file = { kind: "document", name: "tea.txt" } as const;
      const attachments = [{ ...file, content: btoa("Tea") }];
      await open(memory, "a", { text: "What?", attachments });
      await memory.beginAttempt("a");
      await memory.commitTurn(
        "a",
        createOutcome({
          parts: [],
          history: [
            { role: "user", text: "Tea.\n\n[tea] What?", tokens: 1 },
            { role: "assistant", text: "Tea.", tokens: 1 },
          ],
        }),
      );
      const added = { kind: "photo", file: "1" } as const;
      const more = { keepsFiles: true, attachments: [added] } as const;
      await edit(memory, "b", "a", { text: "Why?", ...more });
      const message = (await memory.findTurn("b"))?.message;
      expect(message).toMatchObject({
        text: "Why?",
        reused: "Tea.\n\n[tea]",
        attachments: [{ ...file, isReused: true }, added],
      });
      await finish(memory, "b");
      expect((await memory.readRecord())?.messages[0]).toMatchObject({
        said: { text: "Why?", files: ["tea.txt"] },
        versions: ["a", "b"],
      });
    });

    test("keeps the files of a question that was stopped as they are", async (memory) => {
      const file = { kind: "photo", file: "1" } as const;
      const content = btoa("Tea");
      const attachments = [file, { kind: "document", content } as const];
      await open(memory, "a", { attachments });
      const stopped = { isStopped: true, history: [], parts: [] } as const;
      await memory.commitTurn("a", createOutcome(stopped));
      await edit(memory, "b", "a", { keepsFiles: true });
      const { message } = (await memory.findTurn("b")) ?? {};
      expect(message).not.toHaveProperty("reused");
      expect(message?.attachments[0]).toEqual(file);
    });

    test("keeps the files themselves of an edited message that failed, four at most", async (memory) => {
      const content = btoa("Tea");
      const file = { kind: "document", name: "tea.txt", content } as const;
      const files = (count: number) =>
        Array.from({ length: count }, () => file);
      await open(memory, "a", { attachments: files(3) });
      await memory.commitTurn(
        "a",
        createOutcome({ status: "failed", parts: [], history: [] }),
      );
      const replace = (attachments: IncomingMessage["attachments"]) =>
        edit(memory, "b", "a", { keepsFiles: true, attachments });
      expect(await replace(files(2))).toEqual({ kind: "outdated" });
      await replace(files(1));
      const kept = (await memory.findTurn("b"))?.message.attachments ?? [];
      expect(kept).toHaveLength(4);
      expect(kept[0]).not.toHaveProperty("isReused");
      expect(
        await memory.fetchAttachment(kept[0]?.file ?? "", { maxBytes: 9 }),
      ).toMatchObject({ kind: "fetched" });
    });
  });
}
