import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createNativeReader } from "../../../src/agent/reading/native-reader.ts";
import { readReply } from "../../../src/agent/reading/read-reply.ts";
import { createTextReader } from "../../../src/agent/reading/text-reader.ts";
import { pick } from "../../property-runs.ts";
import { readInPieces } from "./read-in-pieces.ts";

const Case = z.object({
  id: z.string(),
  tools: z.array(z.string()),
  output: z.string(),
});
const cases = readFileSync("bench/reader-cases.jsonl", "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => {
    const entry = Case.parse(JSON.parse(line));
    return { ...entry, whole: readReply(entry.output, entry) };
  });
const SIZES = Array.from({ length: 40 }, (_, index) => index + 1);
/** A few for each reply, and others for another. */
const sizesFor = (output: string) =>
  pick(SIZES, { count: 5, turn: output.length });

const answers = cases.flatMap(({ whole, ...entry }) =>
  whole.kind === "finish" ? [{ ...entry, answer: whole.output }] : [],
);
const others = cases.filter(({ whole }) => whole.kind !== "finish");
/** Streamed, then retracted. */
const CUT_ANSWERS = ["json-final-cut"];
/**
 * Only the end distinguishes them from an announcement, an example or
 * surrounding JSON.
 */
const HELD_BACK = ["json-prose", "json-spoken-of", "text-final-is-json"];
/** Reasoning without an opening tag is prose until its end. */
const HIDDEN_REASONING = ["text-final-reasoning-from-prompt"];

describe("the streaming readers, with replies in chunks of any size", () => {
  it.each(cases)("understand $id as a whole", ({ tools, output, whole }) => {
    for (const size of sizesFor(output)) {
      const reader = createTextReader({ tools });
      const { reading } = readInPieces(reader, output, size);
      const isRefused = whole.kind === "unreadable";
      // The model sees its own text as far as it was read.
      const text = isRefused && { text: expect.any(String) };
      expect(reading).toEqual({ ...whole, ...text });
    }
  });

  it.each(answers)(
    "hand out nothing but the answer of $id",
    ({ tools, output, answer }) => {
      for (const size of sizesFor(output)) {
        const reader = createTextReader({ tools });
        const { streamed } = readInPieces(reader, output, size);
        expect(answer.slice(0, streamed.length)).toBe(streamed);
      }
    },
  );

  it.each(answers.filter(({ id }) => !HELD_BACK.includes(id)))(
    "hand out the answer of $id before its end",
    ({ tools, output }) => {
      const reader = createTextReader({ tools });
      expect(readInPieces(reader, output, 4).streamed).not.toBe("");
    },
  );

  it.each(others.filter(({ id }) => !CUT_ANSWERS.includes(id)))(
    "hand out nothing of $id",
    ({ tools, output }) => {
      for (const size of sizesFor(output)) {
        const reader = createTextReader({ tools });
        expect(readInPieces(reader, output, size).streamed).toBe("");
      }
    },
  );

  it.each(answers.filter(({ id }) => !HIDDEN_REASONING.includes(id)))(
    "hand out nothing but the answer of $id where prose is expected",
    ({ tools, output, answer }) => {
      for (const size of sizesFor(output)) {
        const reader = createNativeReader({ tools });
        const { streamed } = readInPieces(reader, output, size);
        expect(answer.slice(0, streamed.length)).toBe(streamed);
      }
    },
  );

  it.each(others)(
    "hand out no protocol of $id where prose is expected",
    ({ tools, output }) => {
      for (const size of sizesFor(output)) {
        const reader = createNativeReader({ tools });
        const { streamed } = readInPieces(reader, output, size);
        expect(streamed).not.toMatch(/[{}<>|`]|^(?:Thought|Action|Final)/m);
      }
    },
  );
});
