import { afterAll } from "vitest";

// Without a test of the file to run (`-t`), or if its start fails, Vitest runs
// no hook, and ends this process by SIGTERM.
process.once("SIGTERM", () => process.exit());

/**
 * Closes them, one after another, after the last test of the file. Call it right
 * after their start: what throws after that leaves them running until the end.
 */
export function closeAfterAll(
  ...running: readonly { close(): Promise<unknown> }[]
): void {
  afterAll(async () => {
    for (const each of running) await each.close();
  });
}
