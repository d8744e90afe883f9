import { expect, it } from "vitest";
import {
  createAnswerText,
  showAll,
} from "../../../src/conversation/answer/answer-text.ts";

it("never streams half a character when an answer is written anew", async () => {
  const answer = createAnswerText(async () => showAll());
  const first = await answer.push({ type: "delta", offset: 0, text: "Hi 🙂" });
  expect(first?.text).toBe("Hi 🙂");
  expect(
    await answer.push({ type: "delta", offset: 0, text: "Hi 🙃" }),
  ).toEqual({ type: "delta", offset: 3, text: "🙃" });
});

it("keeps the beginning when the end is withdrawn", async () => {
  const answer = createAnswerText(async () => showAll());
  await answer.push({ type: "delta", offset: 0, text: "Moss is old." });
  const delta = { type: "delta", offset: 8, text: "green." } as const;
  expect(await answer.push(delta)).toEqual(delta);
  expect(await answer.end("Moss is green.")).toEqual({
    output: "Moss is green.",
  });
});

it("replaces what callers cannot read or store: lone surrogates and NUL", async () => {
  const answer = createAnswerText(async () => showAll());
  const text = "a\uD83D b\0 🙂";
  const shown = "a\uFFFD b\uFFFD 🙂";
  const delta = { type: "delta", offset: 0, text } as const;
  expect(await answer.push(delta)).toEqual({ ...delta, text: shown });
  expect(await answer.end(text)).toEqual({ output: shown });
});
