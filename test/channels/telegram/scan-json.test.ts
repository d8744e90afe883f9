import { scanJson } from "../../../src/channels/telegram/unread-message.ts";
import fc from "fast-check";
import { expect, it } from "vitest";

const scan = (text: string, ...paths: string[]) =>
  Object.fromEntries(scanJson(text, new Set(paths)));

it("finds values by the names on the way to them", () => {
  const text =
    '{"a": {"b": {"c": 1}, "d": "x"}, "e": true, "f": [{"g": 2}], "g": -3.5}';
  expect(scan(text, "a.b.c", "a.d", "e", "f.g", "g")).toEqual({
    "a.b.c": 1,
    "a.d": "x",
    e: true,
    g: -3.5,
  });
});

it.each([
  ["in a name", '{"a": 1, "b', { a: 1 }],
  ["in a text", '{"a": 1, "b": "x', { a: 1 }],
  ["behind a backslash", '{"a": 1, "b": "x\\', { a: 1 }],
  [
    "in a number, of which the rest may be missing",
    '{"a": 1, "b": 2',
    { a: 1 },
  ],
  ["behind a number", '{"a": 1, "b": 2,', { a: 1, b: 2 }],
])("finds what comes before the text breaks off %s", (_, text, found) => {
  expect(scan(text, "a", "b")).toEqual(found);
});

it("ignores what looks like JSON in a text or a name", () => {
  const texts = { x: '","a":2,"', '","a":3,"': { a: 4 }, a: 1 };
  expect(scan(JSON.stringify(texts), "a")).toEqual({ a: 1 });
});

it("finds what parsing finds, in any JSON, of whatever length it is given", () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.integer(),
      fc.nat(),
      (before, value, length) => {
        const text = JSON.stringify({ before, at: { value } });
        expect(scan(text, "at.value")).toEqual({ "at.value": value });
        const part = scan(text.slice(0, length), "at.value");
        expect([{}, { "at.value": value }]).toContainEqual(part);
      },
    ),
  );
});

it.each([
  ["backslashes", `{"a": "${"\\\\".repeat(1_000_000)}", "b": 1}`],
  ["quotes", `{"a": "${'\\"'.repeat(1_000_000)}", "b": 1}`],
  ["blanks", `{"a"${" ".repeat(2_000_000)}: 2, "b": 1}`],
  ["values", `{"a": [${"1,".repeat(1_000_000)}1], "b": 1}`],
  ["names", `{${'"a":1,'.repeat(300_000)}"b": 1}`],
])("takes no longer than it has to for many %s", (_, text) => {
  const startedAt = performance.now();
  expect(scan(text, "b")).toEqual({ b: 1 });
  expect(performance.now() - startedAt).toBeLessThan(3_000);
});

it("gives up where it is nested too deeply, with what it has found", () => {
  expect(scan(`{"a": 1, "b": ${"[".repeat(1_000_000)}`, "a")).toEqual({ a: 1 });
});
