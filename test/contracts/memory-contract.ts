import { describe, expect, it } from "vitest";
import type { ReplyPart } from "../../src/channel.ts";
import type { IncomingMessage } from "../../src/message.ts";
import type { Memory } from "../../src/memory.ts";
import { describeEditedMessages } from "./edited-messages-contract.ts";
import { describeFailedTurns } from "./failed-turns-contract.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createOutcome, createStep, USAGE } from "../fixtures/turns.ts";

/** What every memory promises. `withMemory` gives the work a fresh, empty one. */
export function describeMemoryContract(
  name: string,
  withMemory: (work: (memory: Memory) => Promise<void>) => Promise<void>,
): void {
  const test = (claim: string, work: (memory: Memory) => Promise<void>) =>
    it(claim, () => withMemory(work));
  const open = (memory: Memory, id: string) =>
    memory.openTurn(createMessage({ id }), { limit: 100 });
  const answerTurn = async (memory: Memory, id: string) => {
    await open(memory, id);
    await memory.beginAttempt(id);
    await memory.commitTurn(id, createOutcome());
    await memory.closeTurn(id, { status: "delivered" });
  };
  const messagesOf = async (memory: Memory) => (await memory.recall()).messages;
  const turnsOf = async (memory: Memory) =>
    (await messagesOf(memory)).map(({ turn }) => turn);
  /** A move of the window to a turn's first message. */
  const decideOnMove = async (memory: Memory, turn: string) => {
    const { messages, version } = await memory.recall();
    const to = messages.find((message) => message.turn === turn)?.sequence;
    if (to === undefined) throw new Error(`${turn} is not in the window.`);
    return { version, to };
  };
  const moveTo = async (memory: Memory, turn: string, summary?: string) =>
    memory.moveWindow({
      ...(await decideOnMove(memory, turn)),
      ...(summary !== undefined && { summary }),
    });

  describeEditedMessages(name, withMemory);
  describeFailedTurns(name, withMemory);

  describe(`${name} keeps Memory's promises`, () => {
    test("opens a turn once per message id", async (memory) => {
      expect((await open(memory, "a")).kind).toBe("opened");
      const again = await memory.openTurn(
        createMessage({ id: "a", text: "Something else" }),
        { limit: 100 },
      );
      expect(again).toMatchObject({
        kind: "known",
        turn: { id: "a", status: "accepted", message: { text: "Hello" } },
      });
    });

    test("takes what is not meant for the bot only while something of its album waits", async (memory) => {
      const openInAlbum = (
        id: string,
        message: Partial<IncomingMessage> = {},
      ) =>
        memory.openTurn(createMessage({ id, album: "a", ...message }), {
          limit: 100,
        });
      const aside = { isAside: true } as const;
      const outdated = { kind: "outdated" };
      expect(await openInAlbum("1", aside)).toEqual(outdated);
      expect(await memory.read()).toBeUndefined();
      await openInAlbum("2");
      expect(await openInAlbum("3", aside)).toMatchObject({ kind: "opened" });
      expect(await openInAlbum("3", aside)).toMatchObject({ kind: "known" });
      const others = [{ album: "b" }, { author: { id: "somebody else" } }];
      for (const other of others)
        expect(await openInAlbum("4", { ...aside, ...other })).toEqual(
          outdated,
        );
      for (const id of ["2", "3"]) await memory.beginAttempt(id);
      expect(await openInAlbum("4", aside)).toEqual(outdated);
    });

    test("opens one turn for a message delivered many times at once", async (memory) => {
      const openings = await Promise.all(
        Array.from({ length: 20 }, () => open(memory, "a")),
      );
      expect(openings.filter(({ kind }) => kind === "opened")).toHaveLength(1);
    });

    test("refuses turns past the limit and takes them again when there is room", async (memory) => {
      for (const id of ["a", "b"])
        await memory.openTurn(createMessage({ id }), { limit: 2 });
      const third = createMessage({ id: "c" });
      expect(await memory.openTurn(third, { limit: 2 })).toEqual({
        kind: "full",
        limit: 2,
        isFirst: true,
      });
      expect(await memory.findTurn("c")).toBeUndefined();
      expect(
        (await memory.openTurn(createMessage({ id: "a" }), { limit: 2 })).kind,
      ).toBe("known");
      await memory.closeTurn("a", { status: "delivered" });
      expect((await memory.openTurn(third, { limit: 2 })).kind).toBe("opened");
    });

    test("gives the open turns out in the order of their arrival, not of their ids", async (memory) => {
      for (const id of ["9", "10", "1"]) await open(memory, id);
      const order = [];
      for (
        let turn = await memory.nextTurn();
        turn !== undefined;
        turn = await memory.nextTurn()
      ) {
        order.push(turn.id);
        await memory.closeTurn(turn.id, { status: "delivered" });
      }
      expect(order).toEqual(["9", "10", "1"]);
    });

    test("counts attempts until the turn ends, then anew", async (memory) => {
      await open(memory, "a");
      await memory.beginAttempt("a");
      await memory.beginAttempt("a");
      expect(await memory.findTurn("a")).toMatchObject({
        status: "thinking",
        attempts: 2,
      });
      await memory.commitTurn("a", createOutcome());
      expect(await memory.findTurn("a")).toMatchObject({
        status: "answered",
        attempts: 1,
      });
      await memory.beginAttempt("a");
      expect(await memory.findTurn("a")).toMatchObject({
        status: "answered",
        attempts: 2,
      });
    });

    test("tells the first refused turn from the others, until half of the limit is free again", async (memory) => {
      const ids = ["a", "b", "c", "d"];
      const tryOne = (id: string) =>
        memory.openTurn(createMessage({ id }), { limit: 4 });
      for (const id of ids) await tryOne(id);
      expect(await tryOne("e")).toMatchObject({ isFirst: true });
      expect(await tryOne("e")).toMatchObject({ isFirst: false });
      expect(await tryOne("f")).toMatchObject({ isFirst: false });
      await memory.closeTurn("a", { status: "delivered" });
      expect((await tryOne("g")).kind).toBe("opened");
      expect(await tryOne("h")).toMatchObject({ isFirst: false });
      for (const id of [...ids, "g"])
        await memory.closeTurn(id, { status: "delivered" });
      for (const id of ["i", "j", "k", "l"]) await tryOne(id);
      expect(await tryOne("m")).toMatchObject({ isFirst: true });
    });

    describe("merges turns that wait", () => {
      const text = "One\n\nTwo";
      const merge = (memory: Memory, ...others: string[]) =>
        memory.mergeTurns("a", others, createMessage({ id: "a", text }));

      test("into one, for which all of their ids stand", async (memory) => {
        for (const id of ["a", "b", "c"]) await open(memory, id);
        await memory.beginAttempt("a");
        const waiting = await memory.waitingTurns();
        expect(waiting.map(({ id }) => id)).toEqual(["b", "c"]);
        expect(await merge(memory, "b", "c")).toMatchObject({
          id: "a",
          status: "thinking",
          attempts: 1,
          message: { text },
        });
        expect(await memory.waitingTurns()).toEqual([]);
        await memory.commitTurn("a", createOutcome());
        for (const id of ["b", "c"]) {
          const turn = { id: "a", reply: "Hi!" };
          expect(await memory.findTurn(id)).toMatchObject(turn);
          expect(await open(memory, id)).toMatchObject({ kind: "known", turn });
        }
        await memory.closeTurn("a", { status: "delivered" });
        expect(await memory.nextTurn()).toBeUndefined();
      });

      test("or none of them, where one does not wait any more", async (memory) => {
        for (const id of ["a", "b", "c"]) await open(memory, id);
        await memory.beginAttempt("c");
        expect(await merge(memory, "b", "c")).toBeUndefined();
        expect(await merge(memory, "b", "unknown")).toBeUndefined();
        expect(await memory.findTurn("a")).toMatchObject({
          message: { text: "Hello" },
        });
        expect((await memory.findTurn("b"))?.id).toBe("b");
      });

      test("never into one that has its reply", async (memory) => {
        for (const id of ["a", "b"]) await open(memory, id);
        await memory.commitTurn("a", createOutcome());
        expect(await merge(memory, "b")).toBeUndefined();
        expect((await memory.findTurn("b"))?.id).toBe("b");
      });

      test("and knows their ids still when they are forgotten", async (memory) => {
        for (const id of ["a", "b"]) await open(memory, id);
        await merge(memory, "b");
        expect(await memory.forget()).toMatchObject({
          turns: 1,
          openTurns: ["a"],
        });
        expect(await open(memory, "b")).toEqual({ kind: "forgotten" });
        expect(await memory.findTurn("b")).toBeUndefined();
      });
    });

    describe("stops a turn", () => {
      const stop = (memory: Memory, id: string) =>
        memory.openTurn(createMessage({ id }), { limit: 100, isStop: true });

      test("that has no reply yet, and knows it until it ends", async (memory) => {
        expect(await memory.stopTurn("a")).toBe(false);
        await open(memory, "a");
        expect(await memory.stopTurn("a")).toBe(true);
        expect(await memory.stopTurn("a")).toBe(true);
        await memory.beginAttempt("a");
        expect(await memory.findTurn("a")).toMatchObject({
          status: "thinking",
          isStopped: true,
        });
        expect(await memory.nextTurn()).toMatchObject({ isStopped: true });
      });

      test("and keeps whether its answer was broken off", async (memory) => {
        for (const id of ["whole", "part"]) {
          await open(memory, id);
          await memory.stopTurn(id);
        }
        await memory.commitTurn("whole", createOutcome());
        await memory.commitTurn("part", createOutcome({ isStopped: true }));
        expect((await memory.findTurn("whole"))?.isStopped).toBeUndefined();
        expect((await memory.findTurn("part"))?.isStopped).toBe(true);
        expect(await memory.stopTurn("whole")).toBe(false);
      });

      test("together with opening the message that asks for it", async (memory) => {
        await answerTurn(memory, "answered");
        await memory.openTurn(
          createMessage({
            id: "command",
            command: { name: "help", argument: "" },
          }),
          { limit: 100 },
        );
        await open(memory, "first");
        await open(memory, "second");
        expect(await stop(memory, "stop")).toMatchObject({
          kind: "opened",
          turn: { target: "first" },
        });
        expect((await memory.findTurn("first"))?.isStopped).toBe(true);
        expect((await memory.findTurn("second"))?.isStopped).toBeUndefined();
      });

      test("that was begun, rather than an older one that was opened again", async (memory) => {
        await open(memory, "older");
        await memory.beginAttempt("older");
        const failed = { status: "failed", parts: [] } as const;
        await memory.commitTurn("older", createOutcome(failed));
        await open(memory, "running");
        await memory.beginAttempt("running");
        await memory.reopenTurn("older");
        expect(await stop(memory, "stop")).toMatchObject({
          turn: { target: "running" },
        });
        expect((await memory.findTurn("older"))?.isStopped).toBeUndefined();
      });

      test("once for a message, however often it comes", async (memory) => {
        await open(memory, "first");
        await stop(memory, "stop");
        await memory.commitTurn("first", createOutcome({ isStopped: true }));
        await open(memory, "second");
        expect(await stop(memory, "stop")).toMatchObject({
          kind: "known",
          turn: { target: "first" },
        });
        expect((await memory.findTurn("second"))?.isStopped).toBeUndefined();
      });

      test("where there is one", async (memory) => {
        const opening = await stop(memory, "stop");
        expect(opening.kind).toBe("opened");
        expect((await memory.findTurn("stop"))?.target).toBeUndefined();
      });

      test("not when it was forgotten", async (memory) => {
        await open(memory, "a");
        await memory.forget();
        expect(await memory.stopTurn("a")).toBe(false);
      });
    });

    test("keeps a step without observation, then with it", async (memory) => {
      await open(memory, "a");
      await memory.beginAttempt("a");
      await memory.saveSteps("a", 0, [createStep()]);
      expect((await memory.findTurn("a"))?.steps).toEqual([createStep()]);
      await memory.saveSteps("a", 0, [createStep({ observation: "2" })]);
      await memory.saveSteps("a", 1, [
        createStep({ tool: "search", input: { query: "北京" } }),
      ]);
      expect(await memory.findTurn("a")).toMatchObject({
        steps: [
          createStep({ observation: "2" }),
          createStep({ tool: "search", input: { query: "北京" } }),
        ],
        usage: { modelCalls: 2, inputTokens: 20 },
      });
    });

    test("keeps the steps of one reply together, and completes each by itself", async (memory) => {
      await open(memory, "a");
      await memory.beginAttempt("a");
      const steps = [
        createStep({ input: "1+1" }),
        createStep({ input: "2+2" }),
        createStep({ tool: "none", observation: "Of 3 calls 2 were made." }),
      ];
      const many = Array.from({ length: 49 }, () => createStep());
      await memory.saveSteps("a", 0, steps);
      await memory.saveSteps("a", 3, [...many, ...steps]);
      const done = createStep({ input: "2+2", observation: "4" });
      await memory.saveSteps("a", 1, [done]);
      const [first, , last] = steps;
      expect((await memory.findTurn("a"))?.steps).toEqual([
        first,
        done,
        last,
        ...many,
        ...steps,
      ]);
      await memory.saveSteps("unknown", 0, steps);
      expect(await memory.findTurn("unknown")).toBeUndefined();
    });

    describe("knows which pages were shown", () => {
      const ADA = "https://example.org/wiki/Ada?lang=en";
      const show = async (memory: Memory, id: string, ...urls: string[]) => {
        await open(memory, id);
        await memory.beginAttempt(id);
        const sources = urls.map((url) => ({ title: "A page", url }));
        await memory.saveSteps(id, 0, [{ ...createStep(), sources }]);
      };

      test("from the moment on at which a step is stored that has them among its sources", async (memory) => {
        expect(await memory.wasShown(ADA)).toBe(false);
        await open(memory, "a");
        await memory.beginAttempt("a");
        await memory.saveSteps("a", 0, [createStep()]);
        expect(await memory.wasShown(ADA)).toBe(false);
        await show(memory, "a", ADA, "https://example.org/babbage");
        expect(await memory.wasShown(ADA)).toBe(true);
        expect(await memory.wasShown("https://example.org/babbage")).toBe(true);
      });

      test("after the turn has ended, and when they were shown again", async (memory) => {
        await show(memory, "a", ADA, ADA);
        await memory.commitTurn("a", createOutcome({ parts: [] }));
        await show(memory, "b", ADA);
        expect(await memory.wasShown(ADA)).toBe(true);
      });

      test("by their whole address, but without its fragment", async (memory) => {
        await show(memory, "a", `${ADA}#Life`);
        await show(memory, "b", "https://example.org/wiki/上海");
        for (const url of [
          ADA,
          `${ADA}#Work`,
          "HTTPS://Example.ORG:443/x/../wiki/Ada?lang=en",
          "https://example.org/wiki/%E4%B8%8A%E6%B5%B7",
        ])
          expect(await memory.wasShown(url), url).toBe(true);
        for (const url of [
          "https://example.org/wiki/Ada",
          "https://example.org/wiki/ada?lang=en",
          "http://example.org/wiki/Ada?lang=en",
          "https://example.org/",
          "https://evil.example/wiki/Ada?lang=en",
          "wiki/Ada",
          "",
        ])
          expect(await memory.wasShown(url), url).toBe(false);
      });

      test("until they are forgotten", async (memory) => {
        await show(memory, "a", ADA);
        await memory.forget();
        expect(await memory.wasShown(ADA)).toBe(false);
        await show(memory, "b", ADA);
        expect(await memory.wasShown(ADA)).toBe(true);
      });

      test("for as long as a turn that is left has shown them", async (memory) => {
        await show(memory, "a", ADA, "https://example.org/babbage");
        await show(memory, "b", ADA);
        await memory.forget({ before: "b" });
        expect(await memory.wasShown(ADA)).toBe(true);
        expect(await memory.wasShown("https://example.org/babbage")).toBe(
          false,
        );
      });

      test("not from a turn that was forgotten while it ran", async (memory) => {
        await open(memory, "a");
        await memory.beginAttempt("a");
        await memory.forget();
        const sources = [{ title: "Ada", url: ADA }];
        await memory.saveSteps("a", 0, [{ ...createStep(), sources }]);
        expect(await memory.wasShown(ADA)).toBe(false);
      });
    });

    test("commits a turn once, whole, in the history", async (memory) => {
      await open(memory, "a");
      await memory.beginAttempt("a");
      const turn = await memory.commitTurn("a", createOutcome());
      expect(turn).toMatchObject({
        id: "a",
        status: "answered",
        reply: "Hi!",
        usage: USAGE,
      });
      expect(
        await memory.commitTurn("a", createOutcome({ reply: "Hi again!" })),
      ).toBeUndefined();
      expect(await memory.findTurn("a")).toMatchObject({ reply: "Hi!" });
      expect(await messagesOf(memory)).toMatchObject([
        { turn: "a", role: "user", text: "Hello", tokens: 2 },
        { turn: "a", role: "assistant", text: "Hi!", tokens: 1 },
      ]);
    });

    test("leaves a failed turn out of the history and keeps its notice", async (memory) => {
      await open(memory, "a");
      await memory.commitTurn(
        "a",
        createOutcome({ status: "failed", reply: "Sorry.", history: [] }),
      );
      await memory.closeTurn("a", { status: "failed" });
      expect(await messagesOf(memory)).toEqual([]);
      expect(await memory.findTurn("a")).toMatchObject({
        status: "failed",
        reply: "Sorry.",
      });
      expect(await memory.nextTurn()).toBeUndefined();
    });

    test("knows which parts were sent", async (memory) => {
      const parts = createParts("one", "two", "three");
      await open(memory, "a");
      await memory.commitTurn("a", createOutcome({ parts }));
      await memory.noteSent("a", 0, { id: "77" });
      expect(await memory.pendingParts("a")).toEqual([
        { kind: "send", index: 1, part: parts[1] },
        { kind: "send", index: 2, part: parts[2] },
      ]);
    });

    test("knows what was shown of a reply while it was written", async (memory) => {
      await open(memory, "a");
      expect(await memory.previews("a")).toEqual([]);
      for (const [index, id] of ["70", "71", "72"].entries())
        await memory.notePreview("a", index, { id });
      await memory.notePreview("a", 1, { id: "81" });
      expect(await memory.previews("a")).toEqual([
        { id: "70" },
        { id: "81" },
        { id: "72" },
      ]);
      expect(await memory.previews("b")).toEqual([]);
    });

    test("has previews edited and taken back, and the rest sent", async (memory) => {
      const parts = createParts("one", "two");
      await open(memory, "a");
      await memory.notePreview("a", 0, { id: "70" });
      await memory.commitTurn("a", createOutcome({ parts }));
      expect(await memory.pendingParts("a")).toEqual([
        { kind: "edit", index: 0, part: parts[0], preview: { id: "70" } },
        { kind: "send", index: 1, part: parts[1] },
      ]);
      await memory.noteSent("a", 0, { id: "70" });
      expect(await memory.pendingParts("a")).toEqual([
        { kind: "send", index: 1, part: parts[1] },
      ]);

      await open(memory, "b");
      for (const [index, id] of ["80", "81", "82"].entries())
        await memory.notePreview("b", index, { id });
      await memory.commitTurn("b", createOutcome({ parts: [] }));
      expect(await memory.pendingParts("b")).toEqual([
        { kind: "remove", index: 0, preview: { id: "80" } },
        { kind: "remove", index: 1, preview: { id: "81" } },
        { kind: "remove", index: 2, preview: { id: "82" } },
      ]);
      await memory.noteRemoved("b", 1);
      expect(await memory.pendingParts("b")).toMatchObject([
        { index: 0 },
        { index: 2 },
      ]);
    });

    test("keeps a turn without parts open until its previews are taken back", async (memory) => {
      await open(memory, "a");
      await memory.notePreview("a", 0, { id: "70" });
      await memory.commitTurn("a", createOutcome({ parts: [] }));
      expect((await memory.nextTurn())?.id).toBe("a");
    });

    test("takes previews of a closed turn for messages like all others", async (memory) => {
      await open(memory, "a");
      await memory.notePreview("a", 0, { id: "70" });
      await memory.commitTurn("a", createOutcome());
      await memory.noteSent("a", 0, { id: "70" });
      await memory.closeTurn("a", { status: "delivered" });
      await memory.notePreview("a", 1, { id: "71" });
      await memory.notePreview("unknown", 0, { id: "72" });
      expect(await memory.previews("a")).toEqual([]);
      expect(await memory.previews("unknown")).toEqual([]);
    });

    test("keeps the previews of parts that were given up", async (memory) => {
      const parts = createParts("one", "two");
      await open(memory, "a");
      await memory.notePreview("a", 0, { id: "70" });
      await memory.notePreview("a", 1, { id: "71" });
      await memory.commitTurn("a", createOutcome({ parts }));
      await memory.noteSent("a", 0, { id: "70" });
      await memory.closeTurn("a", { status: "failed" });
      await memory.reopenTurn("a");
      expect(await memory.pendingParts("a")).toEqual([
        { kind: "edit", index: 1, part: parts[1], preview: { id: "71" } },
      ]);
    });

    test("forgets previews with their turn", async (memory) => {
      await open(memory, "a");
      await memory.notePreview("a", 0, { id: "70" });
      await memory.forget();
      expect(await memory.previews("a")).toEqual([]);
    });

    test("recalls everything until the window is moved", async (memory) => {
      await answerTurn(memory, "a");
      await answerTurn(memory, "b");
      const { summary, isCutUnannounced } = await memory.recall();
      expect(await turnsOf(memory)).toEqual(["a", "a", "b", "b"]);
      expect(summary).toBeUndefined();
      expect(isCutUnannounced).toBe(false);
    });

    test("recalls from the window's start on, with a summary of what was before, and still exports everything", async (memory) => {
      await answerTurn(memory, "a");
      await answerTurn(memory, "b");
      expect(await moveTo(memory, "b", "They said hello.")).toBe(true);
      expect(await turnsOf(memory)).toEqual(["b", "b"]);
      expect((await memory.recall()).summary).toBe("They said hello.");
      expect((await memory.read())?.messages.map(({ turn }) => turn)).toEqual([
        "a",
        "a",
        "b",
        "b",
      ]);
      await answerTurn(memory, "c");
      expect(await turnsOf(memory)).toEqual(["b", "b", "c", "c"]);
    });

    test("puts each summary in the place of the one before, and recalls none without one", async (memory) => {
      for (const id of ["a", "b", "c", "d"]) await answerTurn(memory, id);
      await moveTo(memory, "b", "One");
      await moveTo(memory, "c", "Two");
      expect((await memory.recall()).summary).toBe("Two");
      await moveTo(memory, "d");
      expect((await memory.recall()).summary).toBeUndefined();
      expect(await turnsOf(memory)).toEqual(["d", "d"]);
    });

    test("lets a window grow between a recollection and its move", async (memory) => {
      await answerTurn(memory, "a");
      await answerTurn(memory, "b");
      const move = await decideOnMove(memory, "b");
      await answerTurn(memory, "c");
      expect(await memory.moveWindow({ ...move, summary: "One" })).toBe(true);
      expect(await turnsOf(memory)).toEqual(["b", "b", "c", "c"]);
    });

    test("moves the window once only from the same recollection", async (memory) => {
      for (const id of ["a", "b", "c"]) await answerTurn(memory, id);
      const move = await decideOnMove(memory, "b");
      await moveTo(memory, "c", "Both");
      expect(await memory.moveWindow({ ...move, summary: "One" })).toBe(false);
      expect(await turnsOf(memory)).toEqual(["c", "c"]);
      expect((await memory.recall()).summary).toBe("Both");
    });

    for (const before of [undefined, "b"])
      test(`never stores a summary of messages that were forgotten meanwhile (${before ?? "all"})`, async (memory) => {
        for (const id of ["a", "b", "c"]) await answerTurn(memory, id);
        await moveTo(memory, "b", "About a");
        const move = await decideOnMove(memory, "c");
        await memory.forget(before === undefined ? undefined : { before });
        await answerTurn(memory, "d");
        const summary = "About a and b";
        expect(await memory.moveWindow({ ...move, summary })).toBe(false);
        expect((await memory.recall()).summary).toBeUndefined();
        expect(await turnsOf(memory)).toContain("d");
      });

    for (const before of [undefined, "c"])
      test(`forgets the summary and that messages were cut (${before ?? "all"})`, async (memory) => {
        for (const id of ["a", "b"]) await answerTurn(memory, id);
        await moveTo(memory, "b", "About a");
        await open(memory, "c");
        await memory.forget(before === undefined ? undefined : { before });
        const { summary, messages, isCutUnannounced } = await memory.recall();
        expect(summary).toBeUndefined();
        expect(messages).toEqual([]);
        expect(isCutUnannounced).toBe(false);
      });

    test("knows whether the user was told that messages were cut, once for a conversation", async (memory) => {
      const isCutUnannounced = async () =>
        (await memory.recall()).isCutUnannounced;
      const announce = async (id: string) => {
        await open(memory, id);
        await memory.commitTurn(id, createOutcome({ announcesCut: true }));
        await memory.closeTurn(id, { status: "delivered" });
      };
      for (const id of ["a", "b", "c"]) await answerTurn(memory, id);
      await moveTo(memory, "b", "One");
      expect(await isCutUnannounced()).toBe(true);
      await announce("d");
      expect(await isCutUnannounced()).toBe(false);
      await moveTo(memory, "c", "Two");
      expect(await isCutUnannounced()).toBe(false);
      await memory.forget();
      await answerTurn(memory, "e");
      // It was begun before the conversation was forgotten.
      await announce("f");
      await moveTo(memory, "f");
      expect(await isCutUnannounced()).toBe(true);
    });

    test("adds to the usage of a turn that has ended, and of no other", async (memory) => {
      await open(memory, "a");
      await memory.addUsage("a", USAGE);
      expect((await memory.findTurn("a"))?.usage.modelCalls).toBe(0);
      await memory.commitTurn("a", createOutcome());
      await memory.addUsage("a", { ...USAGE, isEstimated: true });
      expect((await memory.findTurn("a"))?.usage).toEqual({
        inputTokens: 20,
        cachedInputTokens: 8,
        outputTokens: 6,
        modelCalls: 2,
        isEstimated: true,
      });
      await memory.forget();
      await memory.addUsage("a", USAGE);
      expect(await memory.findTurn("a")).toBeUndefined();
    });

    test("numbers messages one by one", async (memory) => {
      await answerTurn(memory, "a");
      await answerTurn(memory, "b");
      const sequences = (await messagesOf(memory)).map(
        ({ sequence }) => sequence,
      );
      expect(sequences).toEqual(
        sequences.map((_, index) => (sequences[0] ?? 0) + index),
      );
    });

    test("reads nothing from a conversation that was never begun", async (memory) => {
      expect(await memory.read()).toBeUndefined();
      expect(await messagesOf(memory)).toEqual([]);
      expect(await memory.nextTurn()).toBeUndefined();
      expect(await memory.findTurn("a")).toBeUndefined();
      const { version } = await memory.recall();
      expect(await memory.moveWindow({ version, to: 1 })).toBe(false);
      expect(await memory.forget()).toEqual({
        messages: 0,
        turns: 0,
        openTurns: [],
      });
    });

    test("shows open turns beside the history", async (memory) => {
      await answerTurn(memory, "a");
      await open(memory, "b");
      expect((await memory.read())?.openTurns).toMatchObject([
        { id: "b", status: "accepted" },
      ]);
    });

    test("shows what failed since the last answer, and no older failures", async (memory) => {
      const failTurn = async (id: string) => {
        await open(memory, id);
        const failure = { status: "failed", history: [] } as const;
        await memory.commitTurn(id, createOutcome(failure));
        await memory.closeTurn(id, { status: "failed" });
      };
      await failTurn("a");
      await answerTurn(memory, "b");
      await failTurn("c");
      const record = await memory.read();
      expect(record?.openTurns).toMatchObject([{ id: "c", status: "failed" }]);
    });

    test("closes a turn with nothing to send as soon as it is answered", async (memory) => {
      await open(memory, "a");
      const turn = await memory.commitTurn("a", createOutcome({ parts: [] }));
      expect(turn?.status).toBe("delivered");
      expect(await memory.nextTurn()).toBeUndefined();
    });

    test("counts the steps behind each answer and knows if they name sources, and reads no more than is asked for", async (memory) => {
      await open(memory, "a");
      await memory.beginAttempt("a");
      await memory.saveSteps("a", 0, [createStep({ observation: "2" })]);
      await memory.commitTurn("a", createOutcome());
      await answerTurn(memory, "b");
      await open(memory, "c");
      await memory.beginAttempt("c");
      const sources = [{ title: "Ada", url: "https://example.org/ada" }];
      await memory.saveSteps("c", 0, [{ ...createStep(), sources }]);
      await memory.saveSteps("c", 1, [createStep()]);
      await memory.commitTurn("c", createOutcome());
      const all = await memory.read();
      expect(
        all?.messages.map(({ steps, hasSources }) => ({ steps, hasSources })),
      ).toEqual([
        { steps: 0, hasSources: false },
        { steps: 1, hasSources: false },
        { steps: 0, hasSources: false },
        { steps: 0, hasSources: false },
        { steps: 0, hasSources: false },
        { steps: 2, hasSources: true },
      ]);
      const last = await memory.read({ newest: 1 });
      expect(last?.messages).toMatchObject([{ turn: "c", role: "assistant" }]);
    });

    test("reads the history piece by piece, from its end", async (memory) => {
      for (const id of ["a", "b", "c"]) await answerTurn(memory, id);
      const read = async (options: { newest: number; before?: number }) =>
        (await memory.read(options))?.messages ?? [];
      const last = await read({ newest: 2 });
      expect(last.map(({ turn }) => turn)).toEqual(["c", "c"]);
      const before = last[0]?.sequence ?? 0;
      const earlier = await read({ newest: 3, before });
      expect(earlier.map(({ turn }) => turn)).toEqual(["a", "b", "b"]);
      const first = earlier[0]?.sequence ?? 0;
      expect(await read({ newest: 9, before: first })).toHaveLength(1);
      expect(await read({ newest: 9, before: 0 })).toEqual([]);
    });

    test("measures the history, before the window too", async (memory) => {
      expect(await memory.measureHistory()).toEqual({ messages: 0 });
      await open(memory, "a");
      expect(await memory.measureHistory()).toEqual({ messages: 0 });
      await answerTurn(memory, "a");
      await answerTurn(memory, "b");
      await moveTo(memory, "b");
      const [first] = (await memory.read())?.messages ?? [];
      expect(await memory.measureHistory()).toEqual({
        messages: 4,
        since: first?.at,
      });
      await memory.forget();
      expect(await memory.measureHistory()).toEqual({ messages: 0 });
    });

    test("forgets everything, but not that an id was answered", async (memory) => {
      await answerTurn(memory, "a");
      await open(memory, "b");
      expect(await memory.forget()).toEqual({
        messages: 2,
        turns: 2,
        openTurns: ["b"],
      });
      expect(await memory.read()).toBeUndefined();
      expect(await memory.nextTurn()).toBeUndefined();
      expect(await memory.findTurn("a")).toBeUndefined();
      expect(await open(memory, "a")).toEqual({ kind: "forgotten" });
    });

    test("does not let a turn that was forgotten while it ran into the history", async (memory) => {
      await open(memory, "a");
      await memory.beginAttempt("a");
      await memory.forget();
      await memory.saveSteps("a", 0, [createStep({ observation: "2" })]);
      expect(await memory.commitTurn("a", createOutcome())).toBeUndefined();
      expect(await messagesOf(memory)).toEqual([]);
      await answerTurn(memory, "b");
      expect(await turnsOf(memory)).toEqual(["b", "b"]);
    });

    test("forgets only what was before a turn when told so", async (memory) => {
      await answerTurn(memory, "a");
      await open(memory, "b");
      await open(memory, "c");
      expect(await memory.forget({ before: "b" })).toEqual({
        messages: 2,
        turns: 1,
        openTurns: [],
      });
      expect((await memory.nextTurn())?.id).toBe("b");
      expect((await memory.read())?.openTurns.map(({ id }) => id)).toEqual([
        "b",
        "c",
      ]);
    });

    test("stores any text as it is", async (memory) => {
      const text = '\'; DROP TABLE turns; -- 🙂 \u0000 你好\n"quoted"';
      await memory.openTurn(createMessage({ id: text, text }), { limit: 1 });
      await memory.commitTurn(
        text,
        createOutcome({ history: [{ role: "user", text, tokens: 1 }] }),
      );
      expect(await memory.findTurn(text)).toMatchObject({
        id: text,
        message: { text },
      });
      expect((await messagesOf(memory))[0]?.text).toBe(text);
    });
  });
}

function createParts(...texts: readonly string[]): readonly ReplyPart[] {
  return texts.map((plain) => ({ plain, formatted: `<b>${plain}</b>` }));
}
