import { afterAll, afterEach, beforeEach, expect } from "vitest";
import { error, logged, warn } from "./fixtures/log.ts";
import { said } from "./fixtures/messages.ts";

/** Fails each test whose log has a text that its people said. */
const watch =
  (write: (...given: unknown[]) => void) =>
  (...given: unknown[]): void => {
    logged.push(given.map(String).join(" "));
    write(...given);
  };

// At once, since test files replace them when they are loaded.
Object.assign(console, { error: watch(error), warn: watch(warn) });
afterAll(() => void Object.assign(console, { error, warn }));

beforeEach(() => {
  said.clear();
  logged.length = 0;
});

afterEach(() => {
  for (const text of said)
    for (const line of logged) expect(line).not.toContain(text);
});
