import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { isSameUnderstanding } from "../../../bench/reader/is-same-understanding.ts";
import {
  readCases,
  type Understood,
} from "../../../bench/reader/reader-case.ts";
import { understand } from "../../../bench/reader/understand.ts";
import { createNativeReader } from "../../../src/agent/reading/native-reader.ts";
import { readReply } from "../../../src/agent/reading/read-reply.ts";
import { createTextReader } from "../../../src/agent/reading/text-reader.ts";
import { pick } from "../../property-runs.ts";
import { readInPieces } from "./read-in-pieces.ts";

const tools = [
  "search",
  "web_search",
  "calculator",
  "get_weather",
  "read_file",
  "Ask Expert",
];
/** A reply and what it means: an action, an answer, or itself an answer. */
const Reply = z.object({
  claim: z.string(),
  reply: z.string(),
  is: z.enum(["answer", "again"]).optional(),
  answer: z.string().optional(),
  tool: z.string().optional(),
  input: z.unknown().optional(),
});
const replies = readFileSync("test/agent/reading/replies.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => Reply.parse(JSON.parse(line)))
  .map(({ claim, reply, is, answer, tool, input }) => {
    const output = is === "answer" ? reply : answer;
    const kind = tool ? "action" : output === undefined ? "retry" : "final";
    const meaning: Understood = { kind, tool, input, output };
    return { id: claim, tools, output: reply, expect: meaning };
  });
const benchmark = readCases("bench/reader-cases.jsonl");
const cases = [...benchmark, ...replies].map(
  ({ id, tools: names, output, expect: meaning }) => {
    const whole = readReply(output, { tools: names });
    return { id, names, output, meaning, whole };
  },
);
const answers = cases.flatMap(({ whole, ...entry }) =>
  whole.kind === "finish" ? [{ ...entry, answer: whole.output }] : [],
);
const others = cases.filter(({ whole }) => whole.kind !== "finish");
const SIZES = Array.from({ length: 40 }, (_, index) => index + 1);
/** A few for each reply, and others for another. */
const sizesFor = (output: string) =>
  pick(SIZES, { count: 3, turn: output.length });

/** Streamed, then retracted. */
const CUT_ANSWERS = ["json-final-cut"];
/**
 * Only the end distinguishes them from an announcement, an example or
 * surrounding JSON.
 */
const HELD_BACK = ["json-prose", "json-spoken-of", "text-final-is-json"];
const SHOWN_EARLY = new Set(
  benchmark.map(({ id }) => id).filter((id) => !HELD_BACK.includes(id)),
);
/** Reasoning without an opening tag is prose until its end. */
const HIDDEN_REASONING = /^[^<]*<\/think>|assistantfinal/;
/** Broken enough to look like prose. */
const LIKE_PROSE = /^\||^"action_input"/;

describe("readReply", () => {
  it.each(cases)("$id: $output", ({ output, names, meaning }) => {
    const given = understand({ output, tools: names });
    expect(isSameUnderstanding(given, meaning), JSON.stringify(given)).toBe(
      true,
    );
  });
});

describe("the streaming readers, with replies in chunks of any size", () => {
  it.each(cases)(
    "understand $id as a whole: $output",
    ({ names, output, whole }) => {
      for (const size of sizesFor(output)) {
        const reader = createTextReader({ tools: names });
        const { reading } = readInPieces(reader, output, size);
        const isRefused = whole.kind === "unreadable";
        // The model sees its own text as far as it was read.
        const text = isRefused && { text: expect.any(String) };
        expect(reading).toEqual({ ...whole, ...text });
      }
    },
  );

  it.each(answers)(
    "hand out nothing but the answer of $id: $output",
    ({ names, output, answer }) => {
      for (const size of sizesFor(output))
        for (const create of [createTextReader, createNativeReader]) {
          const reader = create({ tools: names });
          const { streamed } = readInPieces(reader, output, size);
          if (create === createTextReader || !HIDDEN_REASONING.test(output))
            expect(answer.slice(0, streamed.length)).toBe(streamed);
        }
    },
  );

  it.each(answers.filter(({ id }) => SHOWN_EARLY.has(id)))(
    "hand out the answer of $id before its end",
    ({ names, output }) => {
      const reader = createTextReader({ tools: names });
      expect(readInPieces(reader, output, 4).streamed).not.toBe("");
    },
  );

  it.each(others)(
    "hand out no protocol of $id: $output",
    ({ id, names, output }) => {
      for (const size of sizesFor(output)) {
        const text = createTextReader({ tools: names });
        if (!CUT_ANSWERS.includes(id))
          expect(readInPieces(text, output, size).streamed).toBe("");
        const native = createNativeReader({ tools: names });
        const { streamed } = readInPieces(native, output, size);
        if (!LIKE_PROSE.test(output))
          expect(streamed).not.toMatch(
            /[{}<>|｜`]|^(?:Thought|Action|Final)|\[TOOL/m,
          );
      }
    },
  );
});
