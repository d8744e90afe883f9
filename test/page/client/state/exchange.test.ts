import { expect, it, onTestFinished, vi } from "vitest";
import {
  createExchange,
  finish,
  showRetry,
} from "../../../../src/page/client/state/exchange.ts";
import type { Thumb } from "../../../../src/types/rating.ts";

const UNREACHABLE = { kind: "unreachable" } as const;
const DONE = { kind: "done", value: {} } as const;

const unused = async () => UNREACHABLE;

it("thinks after the time until a retry, unless it was answered meanwhile", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const api = { loadReply: unused, suggest: unused, rate: unused };
  const [slow, quick] = [1, 2].map(() => {
    const exchange = createExchange({ turn: "t1", question: undefined, api });
    showRetry(exchange, { seconds: 5, tryNow: () => {} });
    return exchange;
  });
  const reply = { text: "A", steps: [], sources: [], isForPerson: false };
  if (quick) finish(quick, { ...reply, question: undefined }, new Date(0));
  vi.advanceTimersByTime(5_000);
  expect([slow, quick].map((one) => one?.status.value)).toEqual([
    { kind: "progress", progress: "thinking" },
    { kind: "none" },
  ]);
});

it.each<[first: object, second: object, Thumb | undefined]>([
  [DONE, DONE, "down"],
  [DONE, UNREACHABLE, "up"],
  [UNREACHABLE, DONE, "down"],
  [UNREACHABLE, UNREACHABLE, undefined],
])(
  "shows the rating that is stored after two at once: %j %j",
  async (first, second, shown) => {
    const outcomes = [first, second];
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
