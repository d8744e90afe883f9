import { describe, expect, it } from "vitest";
import type { LinkCodes, LinkOffer } from "../../src/types/link.ts";

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 29);

/** Tests of all `LinkCodes`. `open` opens the same codes each time. */
export function describeLinkCodesContract(
  name: string,
  run: (
    work: (
      open: (options: { now: () => number }) => LinkCodes,
    ) => Promise<void>,
  ) => Promise<void>,
): void {
  const offer: LinkOffer = {
    conversation: "telegram:42",
    channel: "telegram",
    author: { id: "42", name: "小 '#~" },
    replyTo: { chat: 42 },
  };

  /** Codes, and the clock that they expire by. */
  const inCodes = (
    work: (codes: LinkCodes, clock: { at: number }) => Promise<void>,
  ) =>
    run((open) => {
      const clock = { at: NOW };
      return work(open({ now: () => clock.at }), clock);
    });

  describe(`${name} implement LinkCodes`, () => {
    it("finds what was offered under a code, and nothing under another", () =>
      inCodes(async (codes) => {
        expect(await codes.find("one")).toBeUndefined();
        expect(await codes.take("one", "a")).toBeUndefined();
        await codes.offer("one", offer, NOW + MINUTE);
        expect(await codes.find("one")).toEqual(offer);
        expect(await codes.find("two")).toBeUndefined();
      }));

    it("gives a code to one taker, who may take it again", () =>
      inCodes(async (codes) => {
        await codes.offer("one", offer, NOW + MINUTE);
        const takers = ["a", "b", "c"];
        const takings = await Promise.all(
          takers.map((taker) => codes.take("one", taker)),
        );
        const winner = takings.findIndex((taken) => taken !== undefined);
        expect(takings.filter((taken) => taken !== undefined)).toHaveLength(1);
        expect(await codes.find("one")).toBeUndefined();
        expect(await codes.take("one", takers[winner] ?? "")).toEqual(offer);
      }));

    it("does not offer a code again that was taken", () =>
      inCodes(async (codes) => {
        await codes.offer("one", offer, NOW + MINUTE);
        await codes.take("one", "a");
        await codes.offer("one", offer, NOW + MINUTE);
        expect(await codes.find("one")).toBeUndefined();
      }));

    it("forgets a code when its time is over, also for its taker", () =>
      inCodes(async (codes, clock) => {
        await codes.offer("one", offer, NOW + MINUTE);
        await codes.offer("two", offer, NOW + MINUTE);
        await codes.take("two", "a");
        clock.at = NOW + MINUTE - 1;
        expect(await codes.find("one")).toEqual(offer);
        clock.at = NOW + MINUTE;
        expect(await codes.find("one")).toBeUndefined();
        expect(await codes.take("two", "a")).toBeUndefined();
      }));
  });
}
