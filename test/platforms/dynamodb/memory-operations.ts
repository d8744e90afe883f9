import fc from "fast-check";
import type { IncomingMessage } from "../../../src/message.ts";
import type { Outcome } from "../../../src/memory.ts";
import type { Memory } from "../../../src/conversation/memory.ts";
import type { Turn, TurnStep } from "../../../src/turn.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createOutcome, createStep, USAGE } from "../../fixtures/turns.ts";

/** Something that a worker, or somebody from outside, does with a conversation. What it gives is to be the same for every memory. */
export interface Operation {
  readonly name: string;
  readonly by: "worker" | "outside";
  /** @param listed the ids that are in the list of failed turns */
  readonly run: (memory: Memory, listed: Set<string>) => Promise<unknown>;
}

const IDS = ["a", "b", "c", "d", "e", "f", "g"] as const;
const PAGES = ["https://example.org/ada", "https://example.org/byron"] as const;

/** Everything that can be asked of a conversation. */
export async function readEverything(memory: Memory): Promise<unknown> {
  const ofTurns = IDS.map(async (id) => {
    const turn = await memory.findTurn(id);
    const pending = await memory.pendingParts(id);
    // Of one that has a reply they are among the parts that are pending.
    return turn?.reply === undefined
      ? { turn, pending, previews: await memory.previews(id) }
      : { turn, pending };
  });
  const next = await memory.nextTurn();
  const rest = {
    turns: await Promise.all(ofTurns),
    waiting: await memory.waitingTurns(),
    recollection: await memory.recall(),
    record: await memory.read(),
    newest: await memory.read({ newest: 3 }),
    earlier: await memory.read({ newest: 2, before: 5 }),
    oldest: await memory.read({ oldest: 3, after: 2 }),
    // That a turn has recovered may be told of one that was never listed.
    failures: (await memory.unreportedFailures()).filter(
      ({ kind }) => kind === "failed",
    ),
    extent: await memory.measureHistory(),
    shown: await Promise.all(PAGES.map((page) => memory.wasShown(page))),
  };
  return { next, ...withoutAttempts(rest) };
}

/** Nobody asks how often a turn was begun that has ended, unless it is the next one. */
export function withoutAttempts<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value ?? null), (_, part: unknown) => {
    if (!isEndedTurn(part)) return part;
    const { attempts: __, ...rest } = part;
    return rest;
  });
}

function isEndedTurn(part: unknown): part is Turn {
  return (
    typeof part === "object" &&
    part !== null &&
    "status" in part &&
    (part.status === "delivered" || part.status === "failed")
  );
}

const id = fc.constantFrom(...IDS);
const mostly = <Value>(value: Value, ...others: readonly Value[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(value) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

const message: fc.Arbitrary<IncomingMessage> = fc
  .record({
    id,
    text: fc.constantFrom("Hello", "Why?"),
    place: fc.integer({ min: 1, max: 4 }),
    extra: mostly<Partial<IncomingMessage>>(
      {},
      { isEdit: true },
      { isEdit: true },
      { command: { name: "retry", argument: "" } },
      { album: "one" },
      { album: "one", isAside: true },
    ),
  })
  .map(({ place, extra, ...rest }) =>
    createMessage({ ...rest, ...extra, replyTo: { message: place } }),
  );

const step: fc.Arbitrary<TurnStep> = fc
  .record({
    observation: fc.constantFrom(undefined, "2"),
    pages: fc.subarray([...PAGES]),
  })
  .map(({ observation, pages }) =>
    observation === undefined
      ? createStep()
      : {
          ...createStep({ observation }),
          sources: pages.map((url) => ({ title: "A page", url })),
        },
  );

const outcome: fc.Arbitrary<Outcome> = fc
  .record({
    kind: mostly("answered", "failed", "said", "stopped"),
    parts: fc.integer({ min: 0, max: 2 }),
    hasFile: fc.boolean(),
    announcesCut: fc.boolean(),
  })
  .map(({ kind, parts, hasFile, announcesCut }) => {
    const text = { formatted: "Hi!", plain: "Hi!" };
    const file = { name: "a.json", content: "{}" };
    return createOutcome({
      reply: kind === "said" && parts === 0 ? "" : "Hi!",
      parts: Array.from({ length: parts }, (_, index) =>
        hasFile && index === 0 ? { ...text, file } : text,
      ),
      ...(kind === "failed" && {
        status: "failed",
        failure: "no-answer",
      }),
      ...((kind === "failed" || kind === "said") && { history: [] }),
      ...(kind === "stopped" && { isStopped: true }),
      ...(announcesCut && { announcesCut }),
    });
  });

function operation<Parameters extends Record<string, unknown>>(
  name: string,
  by: Operation["by"],
  parameters: fc.Arbitrary<Parameters>,
  run: (memory: Memory, parameters: Parameters) => Promise<unknown>,
): fc.Arbitrary<Operation> {
  return parameters.map((chosen) => ({
    name: `${name} ${JSON.stringify(chosen)}`,
    by,
    run: (memory) => run(memory, chosen),
  }));
}

const none = fc.constant({});
const ofTurn = fc.record({ id });

/** Work on the turn that is the next one. */
function work<Parameters extends Record<string, unknown>>(
  name: string,
  parameters: fc.Arbitrary<Parameters>,
  run: (memory: Memory, id: string, parameters: Parameters) => Promise<unknown>,
): fc.Arbitrary<Operation> {
  return operation(name, "worker", parameters, async (memory, chosen) => {
    const next = await memory.nextTurn();
    return next && run(memory, next.id, chosen);
  });
}

const close = fc.constantFrom<Parameters<Memory["closeTurn"]>[1]>(
  { status: "delivered" },
  { status: "failed" },
  { status: "failed", failure: "gone" },
);

const opening = operation(
  "open",
  "outside",
  fc.record({
    message,
    limit: mostly(50, 2, 3, 4),
    isStop: mostly(false, true),
  }),
  (memory, { message: opened, ...options }) => memory.openTurn(opened, options),
);

const beginning: Operation = {
  name: "open a",
  by: "outside",
  run: (memory) => memory.openTurn(createMessage({ id: "a" }), { limit: 50 }),
};

const OPERATIONS: readonly fc.WeightedArbitrary<Operation>[] = [
  { weight: 10, arbitrary: opening },
  {
    weight: 1,
    arbitrary: operation("stop", "outside", ofTurn, (memory, turn) =>
      memory.stopTurn(turn.id),
    ),
  },
  {
    weight: 6,
    arbitrary: work("begin", none, async (memory, next) => {
      await memory.beginAttempt(next);
    }),
  },
  {
    weight: 4,
    arbitrary: work(
      "save steps",
      fc.record({
        steps: fc.array(step, { minLength: 1, maxLength: 2 }),
        completes: fc.boolean(),
      }),
      async (memory, next, { steps, completes }) => {
        const turn = await memory.findTurn(next);
        // Nobody does before a worker has begun.
        if (turn === undefined || turn.attempts === 0) return;
        const before = turn.steps.length;
        const from = completes && before > 0 ? before - 1 : before;
        await memory.saveSteps(
          next,
          from,
          completes ? steps.slice(0, 1) : steps,
        );
      },
    ),
  },
  {
    weight: 3,
    arbitrary: work(
      "preview",
      fc.record({ index: fc.integer({ min: 0, max: 2 }) }),
      async (memory, next, { index }) => {
        const turn = await memory.findTurn(next);
        const shown = (await memory.previews(next)).length;
        if (turn?.status === "thinking" && index <= shown)
          await memory.notePreview(next, index, { id: `shown ${index}` });
      },
    ),
  },
  {
    weight: 2,
    arbitrary: work(
      "merge",
      fc.record({ others: fc.integer({ min: 1, max: 2 }) }),
      async (memory, next, { others }) => {
        const first = await memory.findTurn(next);
        const waiting = await memory.waitingTurns();
        const ids = waiting.flatMap((turn) =>
          turn.id === next || turn.message.command ? [] : [turn.id],
        );
        if (first === undefined || first.message.command || ids.length === 0)
          return;
        return memory.mergeTurns(next, ids.slice(0, others), {
          ...first.message,
          text: "All of it",
        });
      },
    ),
  },
  {
    weight: 8,
    arbitrary: work("commit", fc.record({ outcome }), (memory, next, chosen) =>
      memory.commitTurn(next, chosen.outcome),
    ),
  },
  {
    weight: 1,
    arbitrary: operation(
      "commit one that waits",
      "worker",
      fc.record({ id, outcome }),
      // It was stopped: there is nothing that could enter the history.
      (memory, chosen) =>
        memory.commitTurn(chosen.id, { ...chosen.outcome, history: [] }),
    ),
  },
  {
    weight: 8,
    arbitrary: work("deliver a part", none, async (memory, next) => {
      const [pending] = await memory.pendingParts(next);
      if (pending === undefined) return;
      const { kind, index } = pending;
      if (kind === "remove") await memory.noteRemoved(next, index);
      else await memory.noteSent(next, index, { id: `sent ${index}` });
    }),
  },
  {
    weight: 6,
    arbitrary: work(
      "close",
      fc.record({ how: close }),
      async (memory, next, { how }) => {
        const turn = await memory.findTurn(next);
        if (turn?.status !== "answered" && turn?.status !== "failed") return;
        // A notice does not make it whole.
        const isNotice = turn.status === "failed" && how.status === "delivered";
        await memory.closeTurn(next, isNotice ? { status: "failed" } : how);
      },
    ),
  },
  {
    weight: 3,
    arbitrary: operation("reopen", "outside", ofTurn, (memory, turn) =>
      memory.reopenTurn(turn.id),
    ),
  },
  {
    weight: 2,
    arbitrary: work("reopen the last", none, async (memory, next) => {
      const turn = await memory.findTurn(next);
      return turn?.status === "thinking"
        ? memory.reopenLastFailed(next)
        : undefined;
    }),
  },
  {
    weight: 2,
    arbitrary: operation(
      "change the settings",
      "outside",
      fc.record({
        instructions: fc.constantFrom(undefined, null, "Be brief.", "说中文。"),
        metadata: fc.constantFrom(undefined, null, { a: "1" }, { a: null }),
      }),
      (memory, patch) => memory.changeSettings(patch),
    ),
  },
  {
    weight: 1,
    arbitrary: operation("forget", "outside", none, (memory) =>
      memory.forget(),
    ),
  },
  {
    weight: 1,
    // A command does so, which has no answer in the history.
    arbitrary: work("forget before", none, async (memory, next) =>
      (await memory.findTurn(next))?.reply === undefined
        ? { ...(await memory.forget({ before: next })), turns: undefined }
        : undefined,
    ),
  },
  {
    weight: 3,
    arbitrary: operation(
      "move the window",
      // Behind a turn: the worker has let the conversation go.
      "outside",
      fc.record({
        // Windows begin with a turn.
        kept: fc.constantFrom(0, 2, 4),
        summary: fc.constantFrom(undefined, "They talked."),
        late: mostly(0, 1),
      }),
      async (memory, { kept, summary, late }) => {
        const { messages, version } = await memory.recall();
        const to =
          messages.at(-kept || messages.length)?.sequence ??
          (messages.at(-1)?.sequence ?? 0) + 1;
        return memory.moveWindow({
          version: version - late,
          to,
          ...(summary !== undefined && { summary }),
        });
      },
    ),
  },
  {
    weight: 2,
    arbitrary: operation("add usage", "worker", ofTurn, (memory, turn) =>
      memory.addUsage(turn.id, USAGE),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constant<Operation>({
      name: "report",
      by: "outside",
      run: async (memory, listed) => {
        for (const report of await memory.unreportedFailures()) {
          const { kind, turn } = report;
          if (kind === "failed") listed.add(turn.id);
          else listed.delete(turn.id);
          await memory.noteReported(report);
        }
        return [...listed].toSorted();
      },
    }),
  },
];

/** A conversation begins with a message. */
export const operations = (count: number): fc.Arbitrary<readonly Operation[]> =>
  fc
    .tuple(
      fc.constant(beginning),
      fc.array(fc.oneof(...OPERATIONS), {
        minLength: Math.floor(count / 2),
        maxLength: count - 1,
      }),
    )
    .map(([first, others]) => [first, ...others]);
