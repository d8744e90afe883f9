import { describe, expect } from "vitest";
import type { Memory } from "../../src/conversation/memory.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createOutcome } from "../fixtures/turns.ts";
import { testWith, type WithMemory } from "./play-turns.ts";

/** As long as base64 of a file can be: on some stores more than a row or an item may hold. */
const LONG = btoa("x".repeat(1_000_000));

/** What every memory promises about files that come with a message. */
export function describeFiles(subject: string, withMemory: WithMemory): void {
  const test = testWith(withMemory);

  const open = async (memory: Memory, content = btoa("Tea")) => {
    const attachments = [
      { kind: "document", name: "tea.txt", size: 3, content },
      { kind: "voice", file: "kept by its channel" },
    ] as const;
    const message = createMessage({ id: "1", text: "See", attachments });
    await memory.openTurn(message, { limit: 100 });
    const turn = await memory.beginAttempt("1");
    return turn?.message.attachments ?? [];
  };
  const fetchFile = async (memory: Memory, file = "", maxBytes = 2_000_000) =>
    memory.fetchAttachment(file, { maxBytes });
  const history = [
    { role: "user", text: "[the document] See", tokens: 1 },
    { role: "assistant", text: "I see.", tokens: 1 },
  ] as const;

  describe(`${subject} keeps Memory's promises about files:`, () => {
    test("stores them with their message, and loads the turn without them", async (memory) => {
      const [document, voice] = await open(memory);
      expect(document).toEqual({
        kind: "document",
        name: "tea.txt",
        size: 3,
        file: expect.any(String),
      });
      expect(voice).toEqual({ kind: "voice", file: "kept by its channel" });
      expect(await fetchFile(memory, document?.file)).toEqual({
        kind: "fetched",
        bytes: new TextEncoder().encode("Tea"),
      });
      expect(await fetchFile(memory, document?.file, 2)).toEqual({
        kind: "too-large",
      });
      for (const other of ["file/1", "kept by its channel", "turn/000000001/"])
        expect(await fetchFile(memory, other)).toEqual({ kind: "gone" });
    });

    test("holds the longest whole", async (memory) => {
      const [document] = await open(memory, LONG);
      const fetched = await fetchFile(memory, document?.file);
      expect(fetched.kind === "fetched" && fetched.bytes.length).toBe(
        1_000_000,
      );
    });

    test("erases them once their message is answered, and tells what was said with them", async (memory) => {
      const [document] = await open(memory, LONG);
      await memory.commitTurn("1", createOutcome({ history, parts: [] }));
      expect((await fetchFile(memory, document?.file)).kind).toBe("gone");
      const record = await memory.read();
      expect(record?.messages.map(({ text, said }) => [text, said])).toEqual([
        ["[the document] See", { text: "See", files: ["tea.txt"] }],
        ["I see.", undefined],
      ]);
    });

    test("keeps those of a message that failed, which may be run again", async (memory) => {
      const [document] = await open(memory);
      await memory.commitTurn(
        "1",
        createOutcome({ status: "failed", parts: [] }),
      );
      await memory.reopenTurn("1");
      expect((await fetchFile(memory, document?.file)).kind).toBe("fetched");
      await memory.beginAttempt("1");
      await memory.commitTurn("1", createOutcome({ history, parts: [] }));
      expect(await fetchFile(memory, document?.file)).toEqual({ kind: "gone" });
    });

    test("forgets them with the conversation", async (memory) => {
      const [document] = await open(memory);
      await memory.commitTurn(
        "1",
        createOutcome({ status: "failed", parts: [] }),
      );
      await memory.forget();
      while (await memory.hasForgotten()) await memory.eraseForgotten();
      expect(await fetchFile(memory, document?.file)).toEqual({ kind: "gone" });
    });
  });
}
