import { afterAll, afterEach, beforeEach, expect } from "vitest";
import { said } from "./fixtures/messages.ts";

/** Fails each test whose log has a text that its people said. */
const { error, warn } = console;
const lines: string[] = [];
const watch =
  (write: (...given: unknown[]) => void) =>
  (...given: unknown[]): void => {
    lines.push(given.map(String).join(" "));
    write(...given);
  };

// At once, since test files replace them when they are loaded.
Object.assign(console, { error: watch(error), warn: watch(warn) });
afterAll(() => void Object.assign(console, { error, warn }));

beforeEach(() => {
  said.clear();
  lines.length = 0;
});

afterEach(() => {
  for (const text of said)
    for (const line of lines) expect(line).not.toContain(text);
});
