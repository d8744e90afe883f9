import { afterAll } from "vitest";

/** Closes them, one after another, after the last test of the file. */
export function closeAfterAll(
  ...running: readonly { close(): Promise<unknown> }[]
): void {
  afterAll(async () => {
    for (const each of running) await each.close();
  });
}
