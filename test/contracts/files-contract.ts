import { describe, expect } from "vitest";
import type { Memory } from "../../src/conversation/memory.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createOutcome } from "../fixtures/turns.ts";
import { answerTurn, testWith, type WithMemory } from "./play-turns.ts";

/** The longest file, which exceeds the row or item size of some stores. */
const LONG = btoa("x".repeat(1_000_000));

/** Tests of every `Memory`: files that come with a message. */
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

  describe(`${subject} implements Memory (files)`, () => {
    test("stores a message's files and loads the turn without their content", async (memory) => {
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
      const message = "turn/000000001/message/000000000";
      for (const other of ["file/1", "kept by its channel", message])
        expect(await fetchFile(memory, other)).toEqual({ kind: "gone" });
    });

    test("stores the longest file completely", async (memory) => {
      const [document] = await open(memory, LONG);
      const fetched = await fetchFile(memory, document?.file);
      expect(fetched.kind === "fetched" && fetched.bytes.length).toBe(
        1_000_000,
      );
    });

    test("keeps the files of the message before which all is forgotten", async (memory) => {
      await answerTurn(memory, "0");
      const [document] = await open(memory);
      await memory.forget({ before: "1" });
      const fetched = await fetchFile(memory, document?.file);
      expect(fetched.kind).toBe("fetched");
    });

    test("erases files once their message is answered, but keeps the text and file names", async (memory) => {
      const [document] = await open(memory, LONG);
      await memory.commitTurn("1", createOutcome({ history, parts: [] }));
      expect((await fetchFile(memory, document?.file)).kind).toBe("gone");
      const record = await memory.readRecord();
      expect(record?.messages.map(({ text, said }) => [text, said])).toEqual([
        ["[the document] See", { text: "See", files: ["tea.txt"] }],
        ["I see.", undefined],
      ]);
    });

    test("keeps the files of a failed turn for a retry", async (memory) => {
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

    test("erases files with the conversation", async (memory) => {
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
