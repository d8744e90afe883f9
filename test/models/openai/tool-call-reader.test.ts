import { expect, it } from "vitest";
import { createToolCallReader } from "../../../src/models/openai/tool-call-reader.ts";

type Piece = Parameters<ReturnType<typeof createToolCallReader>>[0];

function read(pieces: readonly Piece[]) {
  return pieces.map(createToolCallReader());
}

function whole(name: string, place: { index?: number; id?: string | null }) {
  return { ...place, function: { name, arguments: "{}" } };
}

it("joins pieces of one index", () => {
  expect(
    read([
      { index: 0, id: "a", function: { name: "search", arguments: '{"q' } },
      { index: 0, function: { arguments: '":1}' } },
      { index: 0, function: null },
    ]),
  ).toEqual([
    { type: "tool-call", index: 0, id: "a", name: "search", arguments: '{"q' },
    { type: "tool-call", index: 0, arguments: '":1}' },
    { type: "tool-call", index: 0, arguments: "" },
  ]);
});

it("keeps to the call when a server repeats its id and name, or makes up an id for each piece", () => {
  expect(
    read([
      whole("search", { index: 0, id: "a" }),
      whole("search", { index: 0, id: "a" }),
      { index: 0, id: "b", function: { arguments: "{}" } },
      { index: 0, id: "", function: { name: "", arguments: "{}" } },
    ]).map(({ index }) => index),
  ).toEqual([0, 0, 0, 0]);
});

it.each([
  ["no index", [whole("one", { id: "a" }), whole("two", { id: "b" })]],
  [
    "the same index for all calls",
    [whole("one", { index: 0, id: "a" }), whole("two", { index: 0, id: "b" })],
  ],
])("tells calls apart that come with %s", (_case, pieces) => {
  expect(read(pieces)).toMatchObject([
    { index: 0, id: "a", name: "one" },
    { index: 1, id: "b", name: "two" },
  ]);
});

it.each([
  ["empty", "", ["call_1", "call_2", "call_3"]],
  ["missing", null, ["call_1", "call_2", "call_3"]],
  ["repeated", "a", ["a", "a_1", "a_2"]],
])("gives every call an id of its own where ids are %s", (_case, id, ids) => {
  const calls = read([0, 1, 2].map((index) => whole("search", { index, id })));
  expect(calls.map((call) => call.id)).toEqual(ids);
});

it("gives a call an id of its own where the server's is endless", () => {
  const [call] = read([whole("search", { index: 0, id: "a".repeat(10_000) })]);
  expect(call?.id).toBe("call_1");
});

it.each([
  ["the same id", (index: number) => ({ index, id: "a" })],
  ["ids of their own", (index: number) => ({ index, id: `id-${index}` })],
])("takes time in proportion to the number of calls with %s", (_, place) => {
  const pieces = Array.from({ length: 100_000 }, (_each, index) =>
    whole("search", place(index)),
  );
  const startedAt = performance.now();
  expect(new Set(read(pieces).map(({ id }) => id)).size).toBe(100_000);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

it("keeps what a provider wants back with a call, in whichever piece it comes", () => {
  const signature = { google: { thought_signature: "abc" } };
  expect(
    read([
      { ...whole("one", { id: "a" }), extra_content: signature },
      { ...whole("two", { id: "b" }), extra_content: null },
      { extra_content: signature },
    ]),
  ).toEqual([
    {
      type: "tool-call",
      index: 0,
      id: "a",
      name: "one",
      arguments: "{}",
      extra: signature,
    },
    { type: "tool-call", index: 1, id: "b", name: "two", arguments: "{}" },
    { type: "tool-call", index: 1, arguments: "", extra: signature },
  ]);
});
