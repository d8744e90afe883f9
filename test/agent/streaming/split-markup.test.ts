import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createMarkupSplitter,
  type Markup,
} from "../../../src/agent/streaming/split-markup.ts";

/** Neighbouring texts as one; a blank at the end decides what may be the beginning of a tag. */
function split(text: string, size: number): Pick<Markup, "kind" | "text">[] {
  const push = createMarkupSplitter();
  const parts: { kind: Markup["kind"]; text: string }[] = [];
  const whole = `${text} `;
  for (let index = 0; index < whole.length; index += size)
    for (const { kind, text: part } of push(whole.slice(index, index + size))) {
      const last = parts.at(-1);
      if (kind === "text" && last?.kind === "text") last.text += part;
      else parts.push({ kind, text: part });
    }
  return parts;
}

describe("createMarkupSplitter", () => {
  it("tells tags and tokens from text, however they are cut", () => {
    const text = "a <think>b</think>c<|im_end|>d [TOOL_CALLS]e<function=f>";
    for (let size = 1; size <= text.length; size++)
      expect(split(text, size)).toEqual([
        { kind: "text", text: "a " },
        { kind: "reasoning", text: "<think>" },
        { kind: "text", text: "b" },
        { kind: "reasoning", text: "</think>" },
        { kind: "text", text: "c" },
        { kind: "token", text: "<|im_end|>" },
        { kind: "text", text: "d " },
        { kind: "call", text: "[TOOL_CALLS]" },
        { kind: "text", text: "e" },
        { kind: "call", text: "<function=" },
        { kind: "text", text: "f> " },
      ]);
  });

  it.each(["a < b", "a <| b", "<div>", "[1]", "[", "`<think>` opens it"])(
    "leaves %j alone",
    (text) => {
      for (let size = 1; size <= 4; size++)
        expect(split(text, size)).toEqual([{ kind: "text", text: `${text} ` }]);
    },
  );

  it("loses nothing", () => {
    const piece = fc.constantFrom(
      "<",
      "|",
      "think",
      "/",
      ">",
      "[",
      "◁",
      "a",
      " ",
    );
    fc.assert(
      fc.property(
        fc.array(piece),
        fc.integer({ min: 1, max: 9 }),
        (pieces, size) => {
          const text = pieces.join("");
          const parts = split(text, size);
          expect(parts.map((part) => part.text).join("")).toBe(`${text} `);
        },
      ),
    );
  });
});
