import { expect, it } from "vitest";
import { boundReplies } from "../../src/models/bound-replies.ts";
import type { ModelEvent } from "../../src/types/model.ts";
import { createScriptedModel } from "../fakes/scripted-model.ts";
import { collectEvents } from "./collect-events.ts";

async function read(pieces: readonly (string | ModelEvent)[]) {
  const model = createScriptedModel([pieces]);
  const events = await collectEvents(boundReplies(model, { maxLength: 1_000 }));
  return { events, isLeft: model.timesLeft === 1 };
}

const call = (fields: object): ModelEvent => ({
  type: "tool-call",
  index: 0,
  arguments: "",
  ...fields,
});

it("passes on a reply within the limit, with its finish", async () => {
  const text = "x".repeat(1_000);
  const { events, isLeft } = await read([text]);
  expect(events).toMatchObject([
    { type: "text", text },
    { type: "finish", reason: "stop" },
  ]);
  expect(isLeft).toBe(false);
});

it("cuts a text between two characters, and cancels the model", async () => {
  const { events, isLeft } = await read(["x".repeat(998), "y😀", "more"]);
  expect(events.slice(1)).toEqual([
    { type: "text", text: "y" },
    { type: "finish", reason: "too-long" },
  ]);
  expect(isLeft).toBe(true);
});

it.each<[string, ModelEvent]>([
  ["arguments", call({ arguments: "x".repeat(2_000) })],
  [
    "the provider's extra data",
    call({ extra: { signature: "x".repeat(2_000) } }),
  ],
  ["an id", call({ id: "x".repeat(2_000) })],
  ["a name", call({ id: "a", name: "x".repeat(2_000) })],
])("counts %s of a tool call towards the limit", async (_what, piece) => {
  const { events } = await read(["Hm. ", piece]);
  expect(events.at(-1)).toEqual({ type: "finish", reason: "too-long" });
  expect(JSON.stringify(events).length).toBeLessThan(1_200);
});

it("limits the number of empty calls, but not of empty chunks of a call", async () => {
  const empty = Array.from({ length: 500 }, () => call({}));
  expect((await read(empty)).events.at(-1)).toMatchObject({ reason: "stop" });
  const begun = empty.map(() => call({ id: "a", name: "b" }));
  const { events } = await read(begun);
  expect(events).toHaveLength(10);
  expect(events.at(-1)).toMatchObject({ reason: "too-long" });
});
