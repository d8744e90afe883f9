import { describe, expect, it } from "vitest";
import type { Memory, ReplyPart } from "../../src/ports.ts";
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

    test("keeps a step without observation, then with it", async (memory) => {
      await open(memory, "a");
      await memory.beginAttempt("a");
      await memory.saveStep("a", 0, createStep());
      expect((await memory.findTurn("a"))?.steps).toEqual([createStep()]);
      await memory.saveStep("a", 0, createStep({ observation: "2" }));
      await memory.saveStep(
        "a",
        1,
        createStep({ tool: "search", input: { query: "北京" } }),
      );
      expect(await memory.findTurn("a")).toMatchObject({
        steps: [
          createStep({ observation: "2" }),
          createStep({ tool: "search", input: { query: "北京" } }),
        ],
        usage: { modelCalls: 2, inputTokens: 20 },
      });
    });

    describe("knows which pages were shown", () => {
      const ADA = "https://example.org/wiki/Ada?lang=en";
      const show = async (memory: Memory, id: string, ...urls: string[]) => {
        await open(memory, id);
        await memory.beginAttempt(id);
        const sources = urls.map((url) => ({ title: "A page", url }));
        await memory.saveStep(id, 0, { ...createStep(), sources });
      };

      test("from the moment on at which a step is stored that has them among its sources", async (memory) => {
        expect(await memory.wasShown(ADA)).toBe(false);
        await open(memory, "a");
        await memory.beginAttempt("a");
        await memory.saveStep("a", 0, createStep());
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
        await memory.saveStep("a", 0, { ...createStep(), sources });
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
      const parts: ReplyPart[] = ["one", "two", "three"].map((plain) => ({
        plain,
        formatted: `<b>${plain}</b>`,
      }));
      await open(memory, "a");
      await memory.commitTurn("a", createOutcome({ parts }));
      await memory.noteSent("a", 0, { id: "77" });
      expect(await memory.pendingParts("a")).toEqual([
        { index: 1, part: parts[1] },
        { index: 2, part: parts[2] },
      ]);
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
      await memory.saveStep("a", 0, createStep({ observation: "2" }));
      await memory.commitTurn("a", createOutcome());
      await answerTurn(memory, "b");
      await open(memory, "c");
      await memory.beginAttempt("c");
      const sources = [{ title: "Ada", url: "https://example.org/ada" }];
      await memory.saveStep("c", 0, { ...createStep(), sources });
      await memory.saveStep("c", 1, createStep());
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
      await memory.saveStep("a", 0, createStep({ observation: "2" }));
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
