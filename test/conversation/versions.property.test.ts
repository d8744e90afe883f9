import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMemory } from "../../src/conversation/memory.ts";
import type { ConversationState } from "../../src/conversation/state/state.ts";
import { createMemoryStore } from "../fakes/memory-store.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createOutcome } from "../fixtures/turns.ts";
import { runs } from "../property-runs.ts";

/** `which`: index among what the deed can be done to. */
type Deed =
  | { readonly kind: "ask" | "forget" }
  | { readonly kind: "edit" | "choose" | "move"; readonly which: number }
  /** Of an edit whose turn ends without an answer. */
  | { readonly kind: "fail"; readonly which: number };

const which = fc.nat({ max: 20 });
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: "ask" as const }) },
  ...(["edit", "choose", "move", "fail"] as const).map((kind) => ({
    weight: kind === "fail" ? 1 : 3,
    arbitrary: fc.record({ kind: fc.constant(kind), which }),
  })),
  { weight: 1, arbitrary: fc.constant({ kind: "forget" as const }) },
);

/** A question, as a tree has it. */
interface Question {
  readonly id: string;
  readonly after: Question | undefined;
}

describe("versions of questions", () => {
  it("are what a tree of questions says, whatever happens, also to processes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(deed, fc.boolean()), { maxLength: 25 }),
        async (deeds) => {
          const world = createWorld();
          for (const [one, isFirstDead] of deeds) {
            await world.play(one, isFirstDead);
            await world.check();
          }
        },
      ),
      { numRuns: runs(150), seed: 33 },
    );
  });
});

function createWorld() {
  const store = createMemoryStore<ConversationState>();
  let dies = false;
  /** Like another process. Each of them may die in its second commit. */
  const open = () => {
    let commits = 0;
    return createMemory({
      store: {
        ...store,
        commit: async (change) => {
          commits += 1;
          if (!dies || commits < 2) return store.commit(change);
          dies = false;
          await store.put(change.put ?? []);
          throw new Error("The process dies.");
        },
      },
    });
  };
  let asked: Question[] = [];
  let tip: Question | undefined;
  let count = 0;

  function pathTo(last: Question | undefined): readonly Question[] {
    return last === undefined ? [] : [...pathTo(last.after), last];
  }

  async function accept(id: string, edits?: string) {
    const edit = edits && {
      isEdit: true as const,
      isAgain: true as const,
      edits,
    };
    await open().openTurn(createMessage({ id, text: id, ...edit }), {
      limit: 9,
    });
  }

  async function end(id: string, fails: boolean): Promise<void> {
    const memory = open();
    await memory.beginAttempt(id);
    const failed = { status: "failed", history: [], parts: [] } as const;
    await memory.commitTurn(id, createOutcome(fails ? failed : { parts: [] }));
  }

  async function finish(
    id: string,
    { fails, isFirstDead }: { fails: boolean; isFirstDead: boolean },
  ): Promise<void> {
    dies = isFirstDead;
    // It would have stored an answer.
    if (isFirstDead) await expect(end(id, false)).rejects.toThrow("dies");
    await end(id, fails);
  }

  async function play(done: Deed, isFirstDead: boolean): Promise<void> {
    const path = pathTo(tip);
    const id = `q${(count += 1)}`;
    switch (done.kind) {
      case "ask":
        await accept(id);
        await finish(id, { fails: false, isFirstDead });
        tip = { id, after: tip };
        asked.push(tip);
        break;
      case "edit":
      case "fail": {
        const edited = path[done.which % path.length];
        if (edited === undefined) break;
        await accept(id, edited.id);
        await finish(id, { fails: done.kind === "fail", isFirstDead });
        tip = edited.after;
        if (done.kind === "fail") break;
        tip = { id, after: tip };
        asked.push(tip);
        break;
      }
      case "choose": {
        const chosen = asked[done.which % asked.length];
        if (chosen === undefined) break;
        expect(await open().chooseVersion(chosen.id)).toBe("chosen");
        if (path.includes(chosen)) break;
        tip = asked.findLast((one) => pathTo(one).includes(chosen));
        break;
      }
      case "move": {
        const { messages, version } = await open().recall();
        const first = messages[done.which % messages.length];
        const place = path.findIndex((one) => one.id === first?.turn);
        if (first?.role !== "user") break;
        const covered = path.slice(0, place).map((one) => one.id);
        await open().moveWindow({
          version,
          to: first.sequence,
          summary: covered.join(" "),
        });
        break;
      }
      case "forget":
        await open().forget();
        asked = [];
        tip = undefined;
    }
  }

  async function check(): Promise<void> {
    const memory = open();
    const path = pathTo(tip).map(({ id }) => id);
    const messages = (await memory.readRecord())?.messages ?? [];
    const questions = messages.filter(({ role }) => role === "user");
    expect(questions.map(({ turn }) => turn)).toEqual(path);
    const versions = pathTo(tip).map(({ after }) => {
      const all = asked.filter((one) => one.after === after);
      return all.length > 1 ? all.map(({ id }) => id) : undefined;
    });
    expect(questions.map((one) => one.versions)).toEqual(versions);
    expect((await memory.measureHistory()).messages).toBe(messages.length);
    const { summary = "", ...recollection } = await memory.recall();
    const recalled = recollection.messages
      .filter(({ role }) => role === "user")
      .map(({ turn }) => turn);
    const covered = summary.split(" ").filter(Boolean);
    expect(path.slice(path.length - recalled.length)).toEqual(recalled);
    expect(path.slice(0, covered.length)).toEqual(covered);
    expect(covered.length + recalled.length).toBeLessThanOrEqual(path.length);
  }

  return { play, check };
}
