import { describe, expect, it } from "vitest";
import { tellReceivers } from "../../src/conversation/reports.ts";
import {
  EVENT_TYPES,
  type EventType,
  type OwedEvent,
} from "../../src/types/event.ts";
import { finalAnswer } from "../fakes/create-agent.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";
import { createOutcome } from "../fixtures/turns.ts";
import { setUpConversation } from "./set-up-conversation.ts";

const ANNA = { name: "anna", silenceMs: 3_600_000 };
const BERT = { name: "bert", silenceMs: 3_600_000 };

/** A conversation with a receiver of events, and a clock. */
function setUp({
  types = EVENT_TYPES,
  isIndexed = false,
}: { types?: readonly EventType[]; isIndexed?: boolean } = {}) {
  let clock = 1_000_000;
  const queued: OwedEvent[] = [];
  const faults: Error[] = [];
  const woken: number[] = [];
  const scene = setUpConversation([finalAnswer("Hi!"), finalAnswer("Hi!")], {
    eventTypes: types,
    isIndexed,
    now: () => clock,
    wakeBy: async (at) => void woken.push(at),
  });
  const queue = {
    enqueueEvent: async (event: OwedEvent) => {
      const fault = faults.pop();
      if (fault !== undefined) throw fault;
      queued.push(event);
    },
  };
  const tell = () => tellReceivers(scene.memory, { types, queue });
  return {
    ...scene,
    queued,
    faults,
    woken,
    tell,
    pass: (ms: number) => void (clock += ms),
    /** Of what the queue has got since the last call. */
    told: async () => {
      await tell();
      return queued.splice(0).map(({ type }) => type);
    },
    chat: async (id: string) => {
      await scene.accept({ id });
      await scene.run();
    },
  };
}

describe("the events of a conversation", () => {
  it("have a request for a person once, also if its turn is tried again", async () => {
    const { accept, memory, told } = setUp({
      types: ["conversation.needs_human"],
    });
    const asked = { until: 9_000_000 };
    await accept({ id: "1" });
    await memory.beginAttempt("1");
    await memory.commitTurn("1", createOutcome({ status: "failed", asked }));
    await memory.closeTurn("1", { status: "failed" });
    expect(await told()).toEqual(["conversation.needs_human"]);
    await memory.reopenTurn("1");
    await memory.beginAttempt("1");
    await memory.commitTurn("1", createOutcome({ asked }));
    expect(await told()).toEqual([]);
  });

  it("are owed by the commits that make them true, in order", async () => {
    const { accept, run, memory, tell, queued } = setUp();
    await accept({ id: "1" });
    await run();
    await memory.takeOver(ANNA);
    const was = { owner: { name: "anna" } };
    expect(await memory.handBack({ operator: "anna" })).toMatchObject(was);
    await tell();
    expect(queued).toMatchObject([
      { number: 1, type: "message.received", at: 1_000_000 },
      { number: 2, type: "message.replied" },
      { number: 3, type: "conversation.taken" },
      { number: 4, type: "conversation.returned" },
    ]);
    expect(await memory.findEvent(1)).toMatchObject({ turn: { id: "1" } });
    expect(await memory.findEvent(2)).toMatchObject({
      turn: { reply: "Hi!" },
    });
    expect((await memory.findEvent(3))?.event).toMatchObject({
      operator: "anna",
    });
    expect((await memory.findEvent(4))?.event).toMatchObject({
      by: "operator",
      operator: "anna",
    });
  });

  it.each([false, true])(
    "have the conversation's name, be there a console or not",
    async (isIndexed) => {
      const { accept, tell, queued } = setUp({ isIndexed });
      await accept({ id: "1" });
      await tell();
      expect(queued).toMatchObject([{ conversation: "web:test" }]);
    },
  );

  it("have none for what comes along with an album", async () => {
    const { accept, told } = setUp();
    await accept({ id: "1", album: "a" });
    await accept({ id: "2", album: "a", isAside: true });
    expect(await told()).toEqual(["message.received"]);
  });

  it("are neither lost nor owed again if another process is late to confirm those before", async () => {
    const { accept, memory, told } = setUp();
    await accept({ id: "1" });
    const owed = await memory.owedEvents();
    if (owed === undefined) throw new Error("Nothing is owed.");
    await memory.noteTold(owed);
    await accept({ id: "2" });
    await memory.noteTold(owed);
    expect(await memory.owedEvents()).toMatchObject({
      events: [{ number: 2 }],
    });
    await told();
    await memory.noteTold(owed);
    expect(await memory.owedEvents()).toBeUndefined();
  });

  it("are queued again if the queue could not be reached, and none is left out", async () => {
    const { chat, faults, tell, queued, told } = setUp();
    await chat("1");
    faults.push(new Error("unreachable"));
    expect(await tell()).toBe(false);
    expect(queued).toEqual([]);
    expect(await told()).toEqual(["message.received", "message.replied"]);
    expect(await told()).toEqual([]);
  });

  it("are all queued after a long outage", async () => {
    const { accept, told } = setUp();
    for (let count = 0; count < 45; count++) await accept({ id: `${count}` });
    expect(await told()).toHaveLength(45);
  });

  it("are those that somebody wants to know of, and no others", async () => {
    const { chat, told } = setUp({ types: ["message.replied"] });
    await chat("1");
    expect(await told()).toEqual(["message.replied"]);
  });

  it("are not stored, read or queued if there is no receiver", async () => {
    const write = async (types: readonly EventType[]) => {
      const database = createNodeSqliteDatabase();
      const statements: string[] = [];
      const { accept, run, memory } = setUpConversation([finalAnswer("Hi!")], {
        database: {
          ...database,
          query(statement, ...values) {
            statements.push(statement);
            return database.query(statement, ...values);
          },
        },
        eventTypes: types,
      });
      await accept({ id: "1" });
      await run();
      await tellReceivers(memory, {
        types,
        queue: { enqueueEvent: async () => {} },
      });
      return { statements: statements.length, memory };
    };
    const without = await write([]);
    const elsewhere = await write(["conversation.taken"]);
    // What is not wanted costs nothing but a look at the state.
    expect(elsewhere.statements - without.statements).toBeLessThanOrEqual(1);
    expect(await without.memory.findEvent(1)).toBeUndefined();
    const all = await write(EVENT_TYPES);
    expect(all.statements).toBeGreaterThan(elsewhere.statements);
  });

  it("have a wake-up before a takeover or a hand-back is stored, which no turn follows", async () => {
    const { chat, memory, woken } = setUp();
    await chat("1");
    expect(woken).toEqual([]);
    await memory.takeOver(ANNA);
    await memory.handBack({ askedAt: Date.now() });
    expect(woken).toEqual([1_000_000, 1_000_000]);
  });

  it("are gone once the conversation is forgotten", async () => {
    const { chat, memory, told, tell, queued } = setUp();
    await chat("1");
    await memory.forget();
    expect(await tell()).toBe(true);
    expect(queued).toEqual([]);
    expect(await memory.findEvent(1)).toBeUndefined();
    await chat("2");
    expect(await told()).toEqual(["message.received", "message.replied"]);
    expect((await memory.findEvent(3))?.event.type).toBe("message.received");
  });

  it("say nothing of a failed turn's notice, an answer of which nothing was sent, or a message that is left to a person", async () => {
    const { accept, chat, memory, told } = setUp();
    for (const [id, status] of [
      ["failed", "failed"],
      ["withheld", "delivered"],
    ] as const) {
      await accept({ id });
      await memory.commitTurn(id, createOutcome());
      await memory.closeTurn(id, { status, unsent: "Hi!" });
    }
    await memory.takeOver(ANNA);
    await chat("2");
    await chat("3");
    expect(await told()).toEqual([
      "message.received",
      "message.received",
      "conversation.taken",
      "message.received",
      "message.received",
    ]);
  });

  it("tell of what a person says as a reply, not as a message", async () => {
    const { chat, memory, run, told } = setUp();
    await chat("1");
    await told();
    await memory.openReply({ ...ANNA, id: "a", text: "Hi" }, { limit: 60 });
    await run();
    expect(await told()).toEqual(["conversation.taken", "message.replied"]);
  });

  it("tell once who has the conversation, and of each change of that", async () => {
    const { chat, memory, told } = setUp();
    await chat("1");
    await told();
    await memory.takeOver(ANNA);
    await memory.takeOver(ANNA);
    expect(await told()).toEqual(["conversation.taken"]);
    await memory.takeOver(BERT);
    expect(await told()).toEqual(["conversation.taken"]);
    await memory.handBack({ askedAt: Date.now() });
    await memory.handBack({ askedAt: Date.now() });
    expect(await told()).toEqual(["conversation.returned"]);
  });

  it("tell of a silent person's return with the next message, or the next takeover", async () => {
    const { chat, memory, told, pass } = setUp();
    await chat("1");
    await memory.takeOver(ANNA);
    await told();
    pass(ANNA.silenceMs);
    await chat("2");
    expect(await told()).toEqual([
      "conversation.returned",
      "message.received",
      "message.replied",
    ]);
    await memory.takeOver(ANNA);
    pass(ANNA.silenceMs);
    await memory.takeOver(BERT);
    expect(await told()).toEqual([
      "conversation.taken",
      "conversation.returned",
      "conversation.taken",
    ]);
  });

  it("tell that a person is asked for, why and until when, and that nobody came", async () => {
    const { accept, memory, tell, queued, pass, woken } = setUp();
    const until = 2_000_000;
    const ask = async (id: string, argument: string): Promise<void> => {
      const command = { name: "human", argument };
      await accept({ id, text: `/human ${argument}`, command });
      await memory.beginAttempt(id);
      const asked = { until, opensAt: until - 1 };
      const outcome = createOutcome({ by: "anyone", parts: [], asked });
      await memory.commitTurn(id, outcome);
    };
    await ask("1", " A\n refund ");
    await ask("2", "Again");
    expect(woken).toEqual([until]);
    pass(until);
    await memory.openDue({ limit: 60 });
    await tell();
    expect(queued.map(({ type }) => type)).toEqual([
      "message.received",
      "conversation.needs_human",
      "message.replied",
      "message.received",
      "message.replied",
      "conversation.returned",
    ]);
    expect((await memory.findEvent(2))?.event).toMatchObject({
      turn: "1",
      reason: "A refund",
      until,
      opensAt: until - 1,
    });
    expect((await memory.findEvent(6))?.event).toMatchObject({ by: "nobody" });
  });
});
