import { expect, it } from "vitest";
import { createExchange } from "../../../../src/page/client/state/exchange.ts";
import type { Thumb } from "../../../../src/types/rating.ts";

const UNREACHABLE = { kind: "unreachable" } as const;
const DONE = { kind: "done", value: {} } as const;

it.each<[first: object, second: object, Thumb | undefined]>([
  [DONE, DONE, "down"],
  [DONE, UNREACHABLE, "up"],
  [UNREACHABLE, DONE, "down"],
  [UNREACHABLE, UNREACHABLE, undefined],
])(
  "shows the rating that is stored after two at once: %j %j",
  async (first, second, shown) => {
    const outcomes = [first, second];
    const unused = async () => UNREACHABLE;
    const exchange = createExchange({
      turn: "t1",
      question: undefined,
      api: {
        loadReply: unused,
        suggest: unused,
        rate: async () => outcomes.shift() as typeof DONE | typeof UNREACHABLE,
      },
    });
    const rated = (["up", "down"] as const).map((thumb) =>
      exchange.rate({ thumb }),
    );
    expect(exchange.thumb.value).toBe("down");
    await Promise.all(rated);
    expect(exchange.thumb.value).toBe(shown);
  },
);
