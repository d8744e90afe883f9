import { describe, expect } from "vitest";
import type { Memory } from "../../src/conversation/memory.ts";
import type { Asked } from "../../src/types/asking.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createOutcome, createStep } from "../fixtures/turns.ts";
import { openTurn, testWith, type WithMemory } from "./play-turns.ts";

const HOUR_MS = 3_600_000;
const ANNA = { name: "anna", silenceMs: HOUR_MS };

/** Tests of every `Memory`: requests for a person. */
export function describeRequests(
  subject: string,
  withMemory: WithMemory,
): void {
  const test = testWith(withMemory);
  const openDue = (memory: Memory) => memory.openDue({ limit: 60 });

  /** A turn that asks for a person, who is to come within an hour. */
  const ask = async (memory: Memory, id: string, asked: Asked = {}) => {
    const command = { name: "human", argument: "My\nparcel is lost" };
    const text = "/human My parcel is lost";
    await memory.openTurn(createMessage({ id, text, command }), { limit: 9 });
    await memory.beginAttempt(id);
    const outcome = createOutcome({ parts: [], by: "anyone", asked });
    return memory.commitTurn(id, outcome);
  };
  const endLater = () => ({ until: Date.now() + HOUR_MS });
  const endNow = () => ({ until: Date.now() });
  const requestIn = async (memory: Memory) =>
    (await memory.readRecord())?.wanted;

  describe(`${subject} implements Memory (requests for a person)`, () => {
    test("is asked once, with the reason of the turn that asked first", async (memory) => {
      const { until } = endLater();
      await ask(memory, "1", { until });
      await ask(memory, "2", { until: until + HOUR_MS });
      expect(await requestIn(memory)).toMatchObject({
        message: "1",
        reason: "My parcel is lost",
        until,
      });
      expect(await memory.nextDue()).toBe(until);
      expect(await memory.isForTeam()).toBe(false);
    });

    test("leaves messages to the team, if the request waits, until it is handed back", async (memory) => {
      await ask(memory, "1", { waits: true });
      expect(await memory.isForTeam()).toBe(true);
      await openTurn(memory, "2");
      await memory.beginAttempt("2");
      expect(await memory.commitTurn("2", createOutcome())).toBe(
        "changed-hands",
      );
      expect(await memory.handBack({ operator: "anna" })).toEqual({});
      expect(await memory.handBack({ operator: "anna" })).toBeUndefined();
      expect(await memory.isForTeam()).toBe(false);
      expect(await requestIn(memory)).toBeUndefined();
    });

    test("ends when a person takes over, and cannot be made while one is there", async (memory) => {
      await ask(memory, "1", endNow());
      await memory.takeOver(ANNA);
      expect(await openDue(memory)).toEqual([]);
      await ask(memory, "2", endNow());
      expect(await requestIn(memory)).toBeUndefined();
      expect(await memory.nextDue()).toBeUndefined();
    });

    test("opens one turn when nobody has come, which ends it", async (memory) => {
      await ask(memory, "1", { ...endNow(), waits: true });
      expect(await openDue(memory)).toEqual(["unattended/2"]);
      expect(await openDue(memory)).toEqual([]);
      expect(await memory.nextTurn()).toMatchObject({
        id: "unattended/2",
        message: { origin: { kind: "unattended" } },
      });
      expect(await memory.isForTeam()).toBe(false);
    });

    test("ends without a word if no more turns may be open", async (memory) => {
      await ask(memory, "1", { ...endNow(), waits: true });
      for (const id of ["2", "3"])
        await memory.openTurn(createMessage({ id }), { limit: 0 });
      expect(await memory.openDue({ limit: 0 })).toEqual([]);
      expect(await memory.isForTeam()).toBe(false);
      expect(await memory.nextDue()).toBeUndefined();
    });

    test("has the reason that the model gives", async (memory) => {
      await openTurn(memory, "1");
      await memory.beginAttempt("1");
      const input = { reason: " A\nrefund " };
      const step = createStep({ tool: "talk_to_human", input });
      await memory.saveSteps("1", 0, [{ ...step, asked: {} }]);
      await memory.commitTurn("1", createOutcome({ parts: [] }));
      expect(await requestIn(memory)).toMatchObject({ reason: "A refund" });
    });

    test("is forgotten with the conversation", async (memory) => {
      await ask(memory, "1", endNow());
      await memory.forget();
      expect(await openDue(memory)).toEqual([]);
      expect(await memory.nextDue()).toBeUndefined();
    });
  });
}
