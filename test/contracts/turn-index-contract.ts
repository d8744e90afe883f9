import { describe, expect, it } from "vitest";
import type {
  IndexedTurn,
  TurnIndex,
  TurnQuery,
} from "../../src/types/turn-index.ts";

const DAY = 86_400_000;
const RETENTION_MS = 30 * DAY;
const NOW = Date.UTC(2026, 10, 28);

/** Opens the same index each time. */
export type OpenTurnIndex = (options: {
  now: () => number;
  retentionMs: number;
}) => TurnIndex;

export function createIndexedTurn(
  overrides: Partial<IndexedTurn> = {},
): IndexedTurn {
  return {
    conversation: "telegram:42",
    id: "1",
    number: 1,
    channel: "telegram",
    outcome: "answered",
    model: "gpt-5.5",
    at: NOW,
    endedAt: NOW + 2_000,
    inputTokens: 100,
    cachedInputTokens: 40,
    outputTokens: 10,
    ...overrides,
  };
}

/** Tests of every `TurnIndex`. */
export function describeTurnIndexContract(
  name: string,
  run: (work: (open: OpenTurnIndex) => Promise<void>) => Promise<void>,
): void {
  /** An index, and the clock that its rows expire by. */
  const inIndex = (
    work: (index: TurnIndex, clock: { at: number }) => Promise<void>,
    retentionMs = RETENTION_MS,
  ) =>
    run((open) => {
      const clock = { at: NOW };
      return work(open({ now: () => clock.at, retentionMs }), clock);
    });
  const turnOf = (conversation: string, number: number, at: number) =>
    createIndexedTurn({ conversation, number, id: `m${number}`, at: NOW + at });
  const namesIn = (turns: readonly IndexedTurn[]) =>
    turns.map(({ conversation, number }) => `${conversation} ${number}`);
  const list = async (index: TurnIndex, query: Partial<TurnQuery> = {}) =>
    namesIn((await index.list({ limit: 50, ...query })).turns);
  /** Follows the pages to the end. */
  const listPages = async (index: TurnIndex, query: TurnQuery) => {
    const names: string[] = [];
    let { before } = query;
    for (let page = 0; page < 50; page++) {
      const { turns, next } = await index.list({
        ...query,
        ...(before !== undefined && { before }),
      });
      expect(turns.length).toBeLessThanOrEqual(query.limit);
      names.push(...namesIn(turns));
      if (next === undefined) return names;
      before = next;
    }
    throw new Error("The pages do not end.");
  };

  describe(`${name} implements TurnIndex`, () => {
    it("returns a turn with everything that it was listed with", () =>
      inIndex(async (index) => {
        expect(await index.list({ limit: 5 })).toEqual({ turns: [] });
        const { endedAt: _, ...waiting } = createIndexedTurn({
          outcome: "waiting",
        });
        const failed = createIndexedTurn({
          conversation: "web:#~'会话",
          outcome: "failed",
          failure: "no-answer",
          thumb: "up",
          at: NOW + 1,
        });
        await index.put([waiting, failed]);
        expect(await index.list({ limit: 5 })).toEqual({
          turns: [failed, waiting],
        });
      }));

    it("replaces a row, also when its outcome changes and repeatedly", () =>
      inIndex(async (index) => {
        const turn = createIndexedTurn();
        for (const outcome of [
          "waiting",
          "failed",
          "waiting",
          "answered",
        ] as const)
          for (let time = 0; time < 2; time++)
            await index.put([{ ...turn, outcome }]);
        expect(await index.list({ limit: 5 })).toEqual({ turns: [turn] });
      }));

    it("lists the newest first, in a stable order over all pages", () =>
      inIndex(async (index) => {
        const turns = [
          ...Array.from({ length: 9 }, (_, at) => turnOf(`web:${at}`, 1, at)),
          // All in the same moment.
          ...Array.from({ length: 9 }, (_, at) => turnOf(`web:x${at}`, 2, 4)),
          { ...turnOf("web:waits", 3, 4), outcome: "waiting" as const },
        ];
        await index.put(turns);
        const all = await listPages(index, { limit: 50 });
        expect(all).toHaveLength(turns.length);
        expect(all.slice(0, 5)).toEqual([
          "web:8 1",
          "web:7 1",
          "web:6 1",
          "web:5 1",
          "web:waits 3",
        ]);
        for (const limit of [1, 4, 19])
          expect(await listPages(index, { limit })).toEqual(all);
      }));

    it("lists the turns of some outcomes, of a channel, of a conversation", () =>
      inIndex(async (index) => {
        await index.put([
          turnOf("telegram:1", 1, 1),
          { ...turnOf("telegram:1", 2, 2), outcome: "failed" },
          { ...turnOf("slack:1", 1, 3), outcome: "waiting", channel: "slack" },
          { ...turnOf("slack:2", 1, 4), channel: "slack" },
        ]);
        expect(await list(index, { outcomes: ["failed", "waiting"] })).toEqual([
          "slack:1 1",
          "telegram:1 2",
        ]);
        expect(await list(index, { channel: "slack" })).toEqual([
          "slack:2 1",
          "slack:1 1",
        ]);
        const slack = { channel: "slack", outcomes: ["answered"] } as const;
        expect(await list(index, slack)).toEqual(["slack:2 1"]);
        const conversation = "telegram:1";
        expect(await list(index, { conversation })).toEqual([
          "telegram:1 2",
          "telegram:1 1",
        ]);
        expect(await listPages(index, { conversation, limit: 1 })).toHaveLength(
          2,
        );
        const failed = { conversation, outcomes: ["failed"] } as const;
        expect(await list(index, failed)).toEqual(["telegram:1 2"]);
        expect(await list(index, { conversation: "telegram" })).toEqual([]);
      }));

    it("lists the turns that are rated so, as long as they are", () =>
      inIndex(async (index) => {
        const rated = { ...turnOf("web:a", 1, 1), thumb: "down" } as const;
        await index.put([
          rated,
          turnOf("web:a", 2, 2),
          { ...turnOf("web:b", 1, 3), thumb: "up" },
          { ...turnOf("web:c", 1, 4), thumb: "down", outcome: "failed" },
          { ...turnOf("web:c", 2, 5), thumb: "down", channel: "web" },
        ]);
        const thumb = "down";
        for (const limit of [1, 50])
          expect(await listPages(index, { thumb, limit })).toEqual([
            "web:c 2",
            "web:c 1",
            "web:a 1",
          ]);
        const failed = { thumb, outcomes: ["failed"] } as const;
        expect(await list(index, failed)).toEqual(["web:c 1"]);
        expect(await list(index, { thumb, channel: "web" })).toEqual([
          "web:c 2",
        ]);
        expect(await list(index, { thumb, conversation: "web:a" })).toEqual([
          "web:a 1",
        ]);
        expect(await list(index)).toHaveLength(5);
        await index.put([{ ...rated, thumb: "up" }]);
        await index.erase({ conversation: "web:c", from: 2, to: 2 });
        expect(await list(index, { thumb })).toEqual(["web:c 1"]);
        await index.put([turnOf("web:a", 1, 1)]);
        expect(await list(index, { thumb: "up" })).toEqual(["web:b 1"]);
      }));

    it("lists each conversation once, by its newest turn", () =>
      inIndex(async (index) => {
        for (let number = 1; number <= 12; number++)
          await index.put([
            turnOf("web:busy", number, 10 * number),
            turnOf(`web:${number}`, 1, 10 * number + 1),
          ]);
        await index.put([
          { ...turnOf("web:3", 2, 500), outcome: "failed" },
          { ...turnOf("web:4", 2, 501), outcome: "waiting" },
        ]);
        const all = await listPages(index, { isNewestOnly: true, limit: 50 });
        expect(all).toHaveLength(13);
        expect(all.slice(0, 4)).toEqual([
          "web:4 2",
          "web:3 2",
          "web:12 1",
          "web:busy 12",
        ]);
        for (const limit of [1, 5])
          expect(await listPages(index, { isNewestOnly: true, limit })).toEqual(
            all,
          );
        const failed = { isNewestOnly: true, outcomes: ["failed"] } as const;
        expect(await list(index, failed)).toEqual(["web:3 2"]);
      }));

    it("erases some turns of one conversation", () =>
      inIndex(async (index) => {
        await index.erase({ conversation: "web:a", from: 0, to: 9 });
        for (let number = 1; number <= 45; number++)
          await index.put([turnOf("web:a", number, number)]);
        await index.put([turnOf("web:b", 1, 0)]);
        await index.erase({ conversation: "web:a", from: 0, to: 43 });
        expect(await list(index)).toEqual(["web:a 45", "web:a 44", "web:b 1"]);
        const range = { conversation: "web:a", from: 45, to: 45 };
        for (let time = 0; time < 2; time++) await index.erase(range);
        expect(await list(index, { isNewestOnly: true })).toEqual([
          "web:a 44",
          "web:b 1",
        ]);
      }));

    it("sums turns by day, channel and model", () =>
      inIndex(async (index) => {
        expect(await index.sum({ from: 0, to: NOW })).toEqual([]);
        await index.put([
          turnOf("web:a", 1, 0),
          { ...turnOf("web:b", 1, DAY - 1), outcome: "failed" },
          turnOf("web:c", 1, -1),
          turnOf("web:c", 2, DAY),
          { ...turnOf("web:d", 1, 1), model: "other" },
        ]);
        const sums = await index.sum({ from: NOW, to: NOW + DAY });
        const common = { day: NOW / DAY, channel: "telegram" };
        expect(sums).toHaveLength(2);
        expect(sums).toEqual(
          expect.arrayContaining([
            {
              ...common,
              model: "gpt-5.5",
              turns: 2,
              failed: 1,
              inputTokens: 200,
              cachedInputTokens: 80,
              outputTokens: 20,
            },
            {
              ...common,
              model: "other",
              turns: 1,
              failed: 0,
              inputTokens: 100,
              cachedInputTokens: 40,
              outputTokens: 10,
            },
          ]),
        );
      }));

    it("hides rows that have expired", () =>
      inIndex(async (index, clock) => {
        await index.put([turnOf("web:a", 1, 0), turnOf("web:a", 2, DAY)]);
        clock.at = NOW + RETENTION_MS - 1;
        expect(await list(index)).toHaveLength(2);
        clock.at += 1;
        expect(await list(index)).toEqual(["web:a 2"]);
        const conversation = "web:a";
        expect(await list(index, { conversation })).toEqual(["web:a 2"]);
        const sums = await index.sum({ from: 0, to: NOW + 9 * DAY });
        expect(sums).toMatchObject([{ day: NOW / DAY + 1, turns: 1 }]);
      }));

    it("keeps all where nothing expires, and hides it once rows expire", () =>
      run(async (open) => {
        const now = () => NOW + RETENTION_MS;
        const keeping = open({ now, retentionMs: 0 });
        await keeping.put([turnOf("web:a", 1, 0)]);
        expect(await list(keeping)).toEqual(["web:a 1"]);
        const expiring = open({ now, retentionMs: RETENTION_MS });
        expect(await list(expiring)).toEqual([]);
      }));
  });
}
