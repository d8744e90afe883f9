import { describe, expect, it } from "vitest";
import { createScriptedModel } from "../../fakes/scripted-model.ts";
import { createSchedule } from "../../fixtures/schedules.ts";
import { createOutcome, USAGE } from "../../fixtures/turns.ts";
import { openChats } from "./linked-chats.ts";

const PHONE = "telegram:ada";
const DESK = "slack:ada";
const { signal } = new AbortController();

/** The phone's first turn was answered there, its second one at the desk. */
async function setUp() {
  const { mailbox, memoryOf, message } = openChats(createScriptedModel([]));
  const member = { name: PHONE, channel: "telegram" } as const;
  const ask = async (id: string, home: string) => {
    await mailbox.deliver(message(PHONE, id, "Hello"));
    const memory = memoryOf(home);
    await memory.beginAttempt(id);
    await memory.commitTurn(id, createOutcome({ parts: [] }));
    return { conversation: PHONE, id };
  };
  const before = await ask("1", PHONE);
  await memoryOf(DESK).changeLink({ kind: "take-in", member });
  await memoryOf(PHONE).changeLink({ kind: "move", to: DESK });
  const after = await ask("2", DESK);
  const unknown = { conversation: PHONE, id: "3" };
  const alone = { conversation: "line:ada", id: "1" };
  return { mailbox, memoryOf, message, before, after, unknown, alone };
}

describe("a turn of a chat that is linked", () => {
  it("is found where it was accepted, else at the home", async () => {
    const { mailbox, before, after, unknown, alone } = await setUp();
    const watch = (turn: typeof before) =>
      Array.fromAsync(mailbox.watch(turn, { signal }));
    for (const turn of [before, after]) {
      const { id } = turn;
      expect(await mailbox.findTurn(turn)).toMatchObject({ id });
      expect(await mailbox.stop(turn)).toMatchObject({ kind: "ended" });
      expect(await mailbox.retry(turn)).toMatchObject({ kind: "not-failed" });
      expect(await mailbox.rate(turn, { thumb: "up" })).toBe("rated");
      expect(await mailbox.choose(turn)).toBe("chosen");
      await mailbox.addUsage(turn, USAGE);
      expect((await mailbox.findTurn(turn))?.usage.modelCalls).toBe(2);
      expect(await watch(turn)).toMatchObject([{ turn: { id } }]);
    }
    for (const turn of [unknown, alone]) {
      expect(await mailbox.findTurn(turn)).toBeUndefined();
      expect(await mailbox.stop(turn)).toEqual({ kind: "unknown" });
      expect(await mailbox.choose(turn)).toBe("unknown");
      expect(await watch(turn)).toEqual([]);
    }
  });
});

describe("a chat that is linked", () => {
  it("has its settings, notes and schedules at the home", async () => {
    const { mailbox, memoryOf } = await setUp();
    const home = memoryOf(DESK);
    await mailbox.changeSettings(PHONE, { instructions: "Be brief." });
    const { version, settings } = await home.recall();
    expect(settings).toEqual({ instructions: "Be brief." });
    await home.moveWindow({ version, to: 3, summary: "Mei likes tea." });
    const notes = { version: version + 1, notes: ["Mei likes tea."] };
    expect(await mailbox.recallNotes(PHONE)).toEqual(notes);
    const edit = { version: notes.version, number: 1 };
    expect(await mailbox.editNote(PHONE, edit)).toMatchObject({
      kind: "edited",
    });
    for (const conversation of [PHONE, DESK]) {
      const { to } = createSchedule({ id: conversation });
      const added = { id: conversation, to: { ...to, conversation } };
      await mailbox.schedule(createSchedule(added));
    }
    const schedules = await mailbox.listSchedules(PHONE);
    expect(schedules).toEqual(await home.listSchedules());
    expect(schedules.map(({ to }) => [to.conversation, to.via])).toEqual([
      [DESK, PHONE],
      [DESK, undefined],
    ]);
    expect(await mailbox.cancelSchedule(PHONE, DESK)).toBe(true);
    expect(await home.listSchedules()).toHaveLength(1);
  });

  it("passes on what its former home does not have, once it has another one", async () => {
    const { mailbox, memoryOf, message, after } = await setUp();
    const phone = memoryOf(PHONE);
    await phone.changeLink({ kind: "leave", home: DESK, schedules: [] });
    await phone.changeLink({ kind: "move", to: "line:ada" });
    const deliver = (id: string) =>
      mailbox.deliver(message(PHONE, id, "Hello"));
    expect((await deliver(after.id)).kind).toBe("duplicate");
    expect((await deliver("3")).kind).toBe("accepted");
    expect(await memoryOf("line:ada").findTurn("3")).toMatchObject({
      message: { conversation: "line:ada", via: PHONE },
    });
  });
});
