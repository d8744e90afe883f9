import { describe, expect } from "vitest";
import type { Memory } from "../../src/conversation/memory.ts";
import { createOutcome, createStep } from "../fixtures/turns.ts";
import { openTurn, testWith, type WithMemory } from "./play-turns.ts";

/** Tests of every `Memory`: the steps of a turn. */
export function describeSteps(name: string, withMemory: WithMemory): void {
  const test = testWith(withMemory);

  describe(`${name} implements Memory (steps)`, () => {
    test("stores a step before and after its observation", async (memory) => {
      await openTurn(memory, "a");
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

    test("stores several steps of one reply and completes each separately", async (memory) => {
      await openTurn(memory, "a");
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

    test("keeps what a recording says with its turn, for later attempts", async (memory) => {
      await openTurn(memory, "a");
      await memory.keepTranscript("a", "voice-1", "too early");
      await memory.beginAttempt("a");
      const find = (file: string) => memory.findTranscript("a", file);
      expect(await find("voice-1")).toBeUndefined();
      await memory.keepTranscript("a", "voice-1", "Hello 你好");
      await memory.keepTranscript("a", "voice-2", "");
      await memory.beginAttempt("a");
      expect(await find("voice-1")).toBe("Hello 你好");
      expect(await find("voice-2")).toBe("");
      expect(await find("voice-3")).toBeUndefined();
      expect(await memory.findTranscript("b", "voice-1")).toBeUndefined();
      await memory.forget();
      await memory.keepTranscript("a", "voice-3", "Never stored.");
      await openTurn(memory, "b");
      await memory.beginAttempt("b");
      expect(await memory.findTranscript("b", "voice-3")).toBeUndefined();
      expect(await memory.findTranscript("b", "voice-1")).toBeUndefined();
    });

    describe("wasShown", () => {
      const ADA = "https://example.org/wiki/Ada?lang=en";
      const show = async (memory: Memory, id: string, ...urls: string[]) => {
        await openTurn(memory, id);
        await memory.beginAttempt(id);
        const sources = urls.map((url) => ({ title: "A page", url }));
        await memory.saveSteps(id, 0, [{ ...createStep(), sources }]);
      };

      test("is true once a step with the page among its sources is stored", async (memory) => {
        expect(await memory.wasShown(ADA)).toBe(false);
        await openTurn(memory, "a");
        await memory.beginAttempt("a");
        await memory.saveSteps("a", 0, [createStep()]);
        expect(await memory.wasShown(ADA)).toBe(false);
        await show(memory, "a", ADA, "https://example.org/babbage");
        expect(await memory.wasShown(ADA)).toBe(true);
        expect(await memory.wasShown("https://example.org/babbage")).toBe(true);
      });

      test("stays true after the turn has ended and the page was shown again", async (memory) => {
        await show(memory, "a", ADA, ADA);
        await memory.commitTurn("a", createOutcome({ parts: [] }));
        await show(memory, "b", ADA);
        expect(await memory.wasShown(ADA)).toBe(true);
      });

      test("compares normalized URLs without their fragments", async (memory) => {
        await show(memory, "a", `${ADA}#Life`);
        await show(memory, "b", "no address", "https://example.org/wiki/上海");
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
          "no address",
          "",
        ])
          expect(await memory.wasShown(url), url).toBe(false);
      });

      test("is false after deletion, until the page is shown again", async (memory) => {
        await show(memory, "a", ADA);
        await memory.forget();
        expect(await memory.wasShown(ADA)).toBe(false);
        await show(memory, "b", ADA);
        expect(await memory.wasShown(ADA)).toBe(true);
      });

      test("stays true while a remaining turn has shown the page", async (memory) => {
        await show(memory, "a", ADA, "https://example.org/babbage");
        await show(memory, "b", ADA);
        await memory.forget({ before: "b" });
        expect(await memory.wasShown(ADA)).toBe(true);
        expect(await memory.wasShown("https://example.org/babbage")).toBe(
          false,
        );
      });

      test("ignores a turn that was deleted while it ran", async (memory) => {
        await openTurn(memory, "a");
        await memory.beginAttempt("a");
        await memory.forget();
        const sources = [{ title: "Ada", url: ADA }];
        await memory.saveSteps("a", 0, [{ ...createStep(), sources }]);
        expect(await memory.wasShown(ADA)).toBe(false);
      });
    });
  });
}
