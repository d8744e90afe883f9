import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitPreceding } from "../../../src/conversation/input/write-history.ts";
import { estimateTokens } from "../../../src/text/tokens.ts";
import type { PrecedingMessage } from "../../../src/types/message.ts";

const user = (text: string): PrecedingMessage => ({ role: "user", text });
const bot = (text: string): PrecedingMessage => ({ role: "assistant", text });

describe("Messages before a turn's", () => {
  it("stay as they are where there is room for them, no matter who begins", () => {
    const messages = [bot("您好"), user("你好")];
    expect(fitPreceding(messages, { maxTokens: 4 })).toBe(messages);
  });

  it("leave from the oldest on, up to one of the user's", () => {
    const messages = [user("汇率"), bot("人民币"), user("欧元"), bot("好")];
    const fit = (maxTokens: number) => fitPreceding(messages, { maxTokens });
    expect(fit(7)).toEqual(messages.slice(2));
    expect(fit(3)).toEqual(messages.slice(2));
    expect(fit(2)).toEqual([]);
    const fewer = { maxTokens: 100, excessTokens: 1 };
    expect(fitPreceding(messages, fewer)).toEqual(messages.slice(2));
  });

  it("leave where the newest alone is too long", () => {
    const messages = [user("Hi"), user("汇".repeat(100))];
    expect(fitPreceding(messages, { maxTokens: 99 })).toEqual([]);
  });

  it("never take more room than there is, and leave no gap", () => {
    const message = fc.record({
      role: fc.constantFrom("user" as const, "assistant" as const),
      text: fc.string(),
    });
    fc.assert(
      fc.property(fc.array(message), fc.nat(200), (messages, maxTokens) => {
        const kept = fitPreceding(messages, { maxTokens });
        const tokens = kept.map(({ text }) => estimateTokens(text));
        expect(tokens.reduce((sum, own) => sum + own, 0)).toBeLessThanOrEqual(
          maxTokens,
        );
        expect(kept).toEqual(messages.slice(messages.length - kept.length));
      }),
    );
  });
});
