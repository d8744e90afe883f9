import { afterEach, beforeEach, expect } from "vitest";
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

beforeEach(() => {
  said.clear();
  lines.length = 0;
  console.error = watch(error);
  console.warn = watch(warn);
});

afterEach(() => {
  Object.assign(console, { error, warn });
  for (const text of said)
    for (const line of lines) expect(line).not.toContain(text);
});
