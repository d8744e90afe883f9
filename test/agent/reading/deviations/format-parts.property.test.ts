import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pick, runs } from "../../../property-runs.ts";
import type { Decision, Draft } from "./draft.ts";
import { choices, FORMAT_PARTS, understand, write } from "./generator.ts";

/** One to two deviations of one draft. */
const anyReply = fc.constantFrom(...choices).chain(({ draft, deviations }) =>
  fc
    .uniqueArray(fc.constantFrom(...deviations), {
      maxLength: 2,
      selector: ({ slot }) => slot,
    })
    .map((picked) => ({
      draft,
      reply: write(
        draft,
        deviations.filter((one) => picked.includes(one)),
      ),
    })),
);
type Damage = (reply: string, seed: readonly [number, number]) => string;
const unit = fc.double({
  min: 0,
  max: 1,
  noNaN: true,
  maxExcluded: true,
});
const spot = (text: string, share: number) => Math.floor(share * text.length);

const DAMAGES: Readonly<Record<string, Damage>> = {
  "cut off": (reply, [at]) => reply.slice(0, spot(reply, at)),
  "without their beginning": (reply, [at]) => reply.slice(spot(reply, at)),
  "without a piece": (reply, [at, length]) => {
    const start = spot(reply, at);
    return reply.slice(0, start) + reply.slice(start + 1 + 30 * length);
  },
  "with two characters swapped": (reply, [at]) => {
    const index = spot(reply, at);
    return (
      reply.slice(0, index) +
      reply
        .slice(index, index + 2)
        .split("")
        .toReversed()
        .join("") +
      reply.slice(index + 2)
    );
  },
  "with a piece twice": (reply, [at, length]) => {
    const start = spot(reply, at);
    const end = start + 1 + 30 * length;
    return reply.slice(0, end) + reply.slice(start);
  },
  "with their lines shuffled": (reply, [one, other]) => {
    const lines = reply.split("\n");
    const [moved = ""] = lines.splice(Math.floor(one * lines.length), 1);
    lines.splice(Math.floor(other * (lines.length + 1)), 0, moved);
    return lines.join("\n");
  },
  "with their lines reversed": (reply) =>
    reply.split("\n").toReversed().join("\n"),
  "with another one inside": (reply, [at]) =>
    reply.slice(0, spot(reply, at)) + reply + reply.slice(spot(reply, at)),
};

function isInput(
  { output }: Extract<Decision, { kind: "answer" }>,
  { decision }: Draft,
): boolean {
  return (
    decision.kind === "action" && output === JSON.stringify(decision.input)
  );
}

function isWithin(given: Decision, { decision }: Draft): boolean {
  return (
    given.kind === "answer" ||
    decision.kind === "answer" ||
    given.tool === decision.tool ||
    given.tool === "calculator"
  );
}

describe.each(Object.entries(DAMAGES))(
  "readReply, with replies %s",
  (_, damage) => {
    it("shows no parts of a format to the user", () => {
      fc.assert(
        fc.property(anyReply, unit, unit, ({ draft, reply }, one, other) => {
          const given = understand(damage(reply, [one, other]));
          if (given === undefined) return;
          expect(isWithin(given, draft)).toBe(true);
          // A bare input may be JSON that the user asked for.
          if (given.kind === "answer" && !isInput(given, draft))
            expect(given.output).not.toMatch(FORMAT_PARTS);
        }),
        { numRuns: runs(50), seed: 1 },
      );
    });
  },
);

describe("readReply, with replies cut off at each character", () => {
  it.each(choices)(
    "runs nothing with a part of an input in style $draft.style, and shows no parts of a format",
    ({ draft, deviations }) => {
      const whole = JSON.stringify(draft.decision);
      // Deviations affect text and object inputs alike.
      const isObject =
        draft.decision.kind === "action" &&
        typeof draft.decision.input !== "string";
      const all = [undefined, ...(isObject ? [] : deviations)];
      for (const [turn, deviation] of all.entries()) {
        const reply = write(draft, deviation === undefined ? [] : [deviation]);
        const cuts = Array.from(reply, (_, length) => reply.slice(0, length));
        for (const cut of pick(cuts, { count: 7, turn })) {
          const atLimit = understand(cut, true);
          if (atLimit?.kind === "action")
            expect(JSON.stringify(atLimit), cut).toBe(whole);
          const ended = understand(cut);
          // Nothing tells a line's end from a cut, nor an object's last field.
          const isText = !isObject && draft.style !== "lines";
          if (ended?.kind === "action" && isText && deviation === undefined)
            expect(JSON.stringify(ended), cut).toBe(whole);
          if (ended?.kind === "answer")
            expect(ended.output, cut).not.toMatch(FORMAT_PARTS);
        }
      }
    },
  );
});
