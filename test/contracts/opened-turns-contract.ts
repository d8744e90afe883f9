import { describe, expect } from "vitest";
import type { IncomingMessage } from "../../src/types/message.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createOutcome } from "../fixtures/turns.ts";
import { openTurn, testWith, type WithMemory } from "./play-turns.ts";

/** Tests of every `Memory`: opening turns. */
export function describeOpenedTurns(
  name: string,
  withMemory: WithMemory,
): void {
  const test = testWith(withMemory);

  describe(`${name} implements Memory (opening turns)`, () => {
    test("opens a turn once per message id", async (memory) => {
      expect((await openTurn(memory, "a")).kind).toBe("opened");
      const again = await memory.openTurn(
        createMessage({ id: "a", text: "Something else" }),
        { limit: 100 },
      );
      expect(again).toMatchObject({
        kind: "known",
        turn: { id: "a", status: "accepted", message: { text: "Hello" } },
      });
    });

    test("accepts an aside only while another message of its album waits", async (memory) => {
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
      expect(await memory.readRecord()).toBeUndefined();
      await openInAlbum("2");
      expect(await openInAlbum("3", aside)).toMatchObject({ kind: "opened" });
      expect(await openInAlbum("3", aside)).toMatchObject({ kind: "known" });
      const others = [{ album: "b" }, { author: { id: "somebody else" } }];
      await openTurn(memory, "alone");
      const alone = createMessage({ id: "5", ...aside });
      expect(await memory.openTurn(alone, { limit: 9 })).toEqual(outdated);
      for (const other of others)
        expect(await openInAlbum("4", { ...aside, ...other })).toEqual(
          outdated,
        );
      for (const id of ["2", "3"]) await memory.beginAttempt(id);
      expect(await openInAlbum("4", aside)).toEqual(outdated);
    });

    test("keeps one of several concurrent messages with the same id and returns it to all callers", async (memory) => {
      const openings = await Promise.all(
        Array.from({ length: 10 }, (_, number) =>
          memory.openTurn(createMessage({ id: "m1", text: `Text ${number}` }), {
            limit: 50,
          }),
        ),
      );
      const stored = await memory.findTurn("m1");
      expect(
        openings.map(
          (opening) => "turn" in opening && opening.turn.message.text,
        ),
      ).toEqual(openings.map(() => stored?.message.text));
      expect(openings.filter(({ kind }) => kind === "opened")).toHaveLength(1);
    });

    test("rejects turns beyond the limit and accepts them once there is room", async (memory) => {
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

    test("returns open turns in order of arrival, not of their ids", async (memory) => {
      for (const id of ["9", "10", "1"]) await openTurn(memory, id);
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

    test("counts attempts at an answer and at its delivery separately", async (memory) => {
      await openTurn(memory, "a");
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

    test("marks only the first rejected turn, until half of the limit is free again", async (memory) => {
      const ids = ["a", "b", "c", "d"];
      const tryOne = (id: string) =>
        memory.openTurn(createMessage({ id }), { limit: 4 });
      for (const id of ids) await tryOne(id);
      expect(await tryOne("e")).toMatchObject({ isFirst: true });
      expect(await tryOne("e")).toMatchObject({ isFirst: false });
      expect(await tryOne("f")).toMatchObject({ isFirst: false });
      for (const id of ["a", "b"])
        await memory.closeTurn(id, { status: "delivered" });
      for (const id of ["g", "g2"])
        expect((await tryOne(id)).kind).toBe("opened");
      expect(await tryOne("h")).toMatchObject({ isFirst: false });
      for (const id of [...ids, "g", "g2"])
        await memory.closeTurn(id, { status: "delivered" });
      for (const id of ["i", "j", "k", "l"]) await tryOne(id);
      expect(await tryOne("m")).toMatchObject({ isFirst: true });
    });
  });
}
